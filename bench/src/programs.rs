//! What programs cost: the check, and a run for each step.

use std::hint::black_box;

use serde_json::{Value, json};
use typechat_program::{
    Api, Plan,
    samples::{Math, MathApi},
};

use crate::measure::{Row, print};

/// How many steps the program has that is run.
const STEPS: usize = 1_000;

pub(crate) fn measure() {
    let api = Math.into_api();
    let five = program(5);
    let five_text = five.to_string();
    let five_read = typechat_program::Program::from_value(&five).expect("a program");
    let plan = plan(&api, &program(STEPS));
    let steps = program(STEPS);

    println!("\na program of 5 steps: {} bytes", five_text.len());
    print(&[
        Row::new("check 5 steps", || {
            black_box(api.check(&five_read).expect("a plan"));
        })
        .beside("serde_json, Value", || {
            black_box(serde_json::from_str::<Value>(&five_text).expect("JSON"));
        }),
        Row::new("read and check 5 steps", || {
            black_box(api.check_value(&five).expect("a plan"));
        })
        .beside("serde_json, Value", || {
            black_box(serde_json::from_str::<Value>(&five_text).expect("JSON"));
        }),
        Row::new("run 1,000 steps, within limits", || {
            let outcome = ready(plan.run()).expect("a result");
            black_box(outcome.to::<f64>().expect("a number"));
        })
        .beside("JSON in slots, without limits", || {
            black_box(naive(&steps));
        }),
        Row::new("run 1,000 steps, within limits", || {
            black_box(ready(plan.run()).expect("a result"));
        })
        .beside("by hand", || {
            black_box(by_hand(black_box(STEPS)));
        }),
    ]);
    println!("(µs for 1,000 steps are ns for a step)");
}

/// Each step adds to the one before, and every other one multiplies.
fn program(steps: usize) -> Value {
    let step = |number: usize| {
        let name = if number.is_multiple_of(2) { "add" } else { "mul" };
        match number.checked_sub(1) {
            None => json!({ "@func": name, "@args": [1, 2.5] }),
            Some(before) => json!({ "@func": name, "@args": [{ "@ref": before }, 0.75] }),
        }
    };
    json!({ "@steps": (0..steps).map(step).collect::<Vec<_>>() })
}

fn plan(api: &Api, program: &Value) -> Plan {
    api.check_value(program).expect("a plan")
}

/// Runs a future that never waits.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// What one would write at first: names looked up and JSON passed on, step by step.
fn naive(program: &Value) -> f64 {
    let steps = program["@steps"].as_array().expect("steps");
    let mut results: Vec<Value> = Vec::with_capacity(steps.len());
    for step in steps {
        let argument = |at: usize| {
            let arg = &step["@args"][at];
            match arg.get("@ref").and_then(Value::as_u64) {
                Some(step) => results[usize::try_from(step).expect("small")].as_f64(),
                None => arg.as_f64(),
            }
        };
        let (x, y) = (argument(0).expect("x"), argument(1).expect("y"));
        results.push(match step["@func"].as_str() {
            Some("add") => json!(x + y),
            _ => json!(x * y),
        });
    }
    results.last().and_then(Value::as_f64).expect("a result")
}

fn by_hand(steps: usize) -> f64 {
    let mut results: Vec<f64> = Vec::with_capacity(steps);
    for number in 0..steps {
        let result = match number.checked_sub(1) {
            None => 1.0 + 2.5,
            Some(before) if number.is_multiple_of(2) => results[before] + 0.75,
            Some(before) => results[before] * 0.75,
        };
        results.push(result);
    }
    results.last().copied().unwrap_or_default()
}
