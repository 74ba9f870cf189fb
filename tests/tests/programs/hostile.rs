//! Programs that nobody means well with: an error or the right result, at a cost that grows as
//! the program does.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use typechat::Schema;
use typechat_program::{
    Api, Function, Limits, ProblemCode, Program, ProgramError, RunOptions, samples,
};
use typechat_tests::cost::grows;

use crate::wait;

pub(crate) fn math() -> Api {
    samples::by_name("math").unwrap()
}

pub(crate) fn data() -> Api {
    samples::by_name("data").unwrap()
}

pub(crate) fn step(name: &str, args: Value) -> Value {
    json!({ "@func": name, "@args": args })
}

/// The value of a program of one step.
pub(crate) fn run(api: &Api, name: &str, args: Value) -> Value {
    let plan = api.check_value(&json!({ "@steps": [step(name, args)] }));
    wait(plan.unwrap().run()).unwrap().value()
}

pub(crate) fn refused(api: &Api, program: &Value) -> ProgramError {
    let error = api.check_value(program).unwrap_err();
    assert!(error.problems().len() <= 101, "no more than one can read");
    assert!(error.to_string().len() < 2_000, "{error}");
    error
}

fn chain(steps: usize) -> Value {
    let first = step("add", json!([1, 1]));
    let more = (1..steps).map(|number| step("add", json!([{ "@ref": number - 1 }, 1])));
    let steps: Vec<Value> = std::iter::once(first).chain(more).collect();
    json!({ "@steps": steps })
}

#[test]
fn a_hundred_thousand_steps_are_checked_and_run_one_by_one() {
    let api = math();
    let plan = api.check_value(&chain(100_000)).unwrap();
    let options = RunOptions::default().limits(Limits::default().steps(100_000).calls(100_000));
    assert_eq!(wait(plan.run_with(&options)).unwrap().value(), 100_001.0);
    assert!(wait(plan.run()).unwrap_err().is_limit());
    grows(5_000, chain, |program| {
        let plan = api.check_value(program).unwrap();
        wait(plan.run_with(&options)).unwrap();
        wait(plan.clone().fold().run_with(&options)).unwrap();
        wait(plan.run_with(&options.clone().trace())).unwrap();
        let _ = (plan.to_string(), plan.dry_run());
        let program = plan.program();
        let _ = (program.to_mermaid(), program.to_dot(), program.to_value());
    });
}

#[test]
fn what_is_wrong_everywhere_is_told_in_linear_time() {
    let api = math();
    let wrong = |count: usize| {
        let steps = (0..count).map(|number| match number % 5 {
            0 => step("ad", json!([])),
            1 => step("add", json!([1])),
            2 => step("add", json!({ "a": 1, "b": "2", "y": 3 })),
            3 => step("add", json!([{ "@ref": number }, [{ "@ref": 0 }]])),
            _ => json!({ "@func": 1, "more": [] }),
        });
        json!({ "@steps": steps.collect::<Vec<_>>() })
    };
    grows(5_000, wrong, |program| {
        refused(&api, program);
    });
    let keys = |count: usize| -> Value {
        let keys = (0..count).map(|number| (format!("key{number}"), json!([{ "@ref": 0 }])));
        json!({ "@steps": [step("pi", json!([])), step("add", Value::Object(keys.collect()))] })
    };
    grows(20_000, keys, |program| {
        assert!(refused(&api, program).has(ProblemCode::Arity));
    });
}

#[test]
fn a_hundred_thousand_keys_and_references_are_data() {
    let api = data();
    let wide = |count: usize| {
        let parts = (0..count).map(|number| {
            (
                format!("k{number}"),
                json!({ "@ref": 0, "@path": format!("/{number}") }),
            )
        });
        let list: Vec<usize> = (0..count).collect();
        json!({ "@steps": [step("record", json!([{ "k": list }])), step("get", json!([{ "@ref": 0 }, "k"])),
            step("record", json!([Value::Object(parts.collect::<Map<_, _>>())]))] })
    };
    let plan = api.check_value(&wide(10)).unwrap();
    assert!(
        wait(plan.run()).unwrap_err().is_type(),
        "a record has no items"
    );
    grows(10_000, wide, |program| {
        let program = Program::from_value(program).unwrap();
        let plan = api.check(&program).unwrap();
        let _ = (
            program.to_string(),
            program.to_mermaid(),
            program.to_dot(),
            plan.dry_run(),
        );
    });
    let keys: Map<String, Value> = (0..100_000)
        .map(|number| (format!("k{number}"), json!(number)))
        .collect();
    assert_eq!(
        run(&api, "record", json!([keys.clone()])),
        Value::Object(keys)
    );
}

/// A list within a list, so often. Nested so deeply, it is taken apart by hand.
struct Deep(Value);

impl Deep {
    fn new(levels: usize, wrap: impl Fn(Value) -> Value) -> Self {
        Self((0..levels).fold(json!(1), |inner, _| wrap(inner)))
    }
}

impl Drop for Deep {
    fn drop(&mut self) {
        let mut left = vec![std::mem::take(&mut self.0)];
        while let Some(mut value) = left.pop() {
            if let Value::Array(items) = &mut value {
                left.append(items);
            } else if let Value::Object(members) = &mut value {
                left.extend(
                    std::mem::take(members)
                        .into_iter()
                        .map(|(_, member)| member),
                );
            }
        }
    }
}

/// An object, whose values are moved, not copied.
fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.into_iter();
    Value::Object(
        members
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

fn list(item: Value) -> Value {
    Value::Array(vec![item])
}

#[test]
fn ten_thousand_levels_are_refused() {
    let wraps: [fn(Value) -> Value; 4] = [
        list,
        |inner| object([("a", inner)]),
        |inner| object([("@func", json!("list")), ("@args", list(list(inner)))]),
        |inner| {
            object([
                ("@func", json!("list")),
                ("@args", object([("items", inner)])),
            ])
        },
    ];
    for wrap in wraps {
        for levels in [100, 10_000, 100_000] {
            let mut deep = Deep::new(levels, wrap);
            assert!(Program::from_value(&deep.0).is_err());
            let inner = std::mem::take(&mut deep.0);
            let step = object([("@func", json!("list")), ("@args", list(inner))]);
            deep.0 = object([("@steps", list(step))]);
            assert!(refused(&data(), &deep.0).has(ProblemCode::Limit));
        }
    }
    let within = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    for text in [
        "[".repeat(10_000),
        format!("{{\"@steps\": {}}}", within(10_000)),
        "{\"@steps\":[{\"@func\":\"list\",\"@args\":".repeat(10_000),
    ] {
        assert!(Program::parse(&text).is_err());
    }
}

/// What may stand for itself in two ways at every level.
#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(untagged)]
enum Sum {
    Add {
        left: Box<Sum>,
        right: Box<Sum>,
    },
    Scale {
        left: Box<Sum>,
        right: Box<Sum>,
        factor: f64,
    },
    Number(f64),
}

#[test]
fn what_fits_in_many_ways_is_not_tried_in_all_of_them() {
    let api = Api::builder()
        .function(Function::new("pi", || 3.0))
        .function(Function::new("same", |sum: Sum| sum))
        .build()
        .unwrap();
    let sum = |levels: usize| {
        let sum = (0..levels).fold(
            json!({ "@ref": 0 }),
            |sum, _| json!({ "left": sum, "right": 1, "factor": 2 }),
        );
        json!({ "@steps": [step("pi", json!([])), step("same", json!([sum]))] })
    };
    api.check_value(&sum(50)).unwrap();
    let wrong = (0..50).fold(
        json!([{ "@ref": 0 }]),
        |sum, _| json!({ "left": sum, "right": 1 }),
    );
    refused(
        &api,
        &json!({ "@steps": [step("pi", json!([])), step("same", json!([wrong]))] }),
    );
    grows(12, sum, |program| {
        for _ in 0..100 {
            api.check_value(program).unwrap();
        }
    });
}

/// A text that each of a hundred steps makes twice as long.
fn doubling() -> Value {
    let steps = (0..100).map(|number: usize| match number {
        0 => step("concat", json!([["ab"]])),
        _ => step(
            "concat",
            json!([[{ "@ref": number - 1 }, { "@ref": number - 1 }]]),
        ),
    });
    json!({ "@steps": steps.collect::<Vec<_>>() })
}

#[test]
fn texts_that_double_end_at_a_limit() {
    let api = samples::by_name("string").unwrap();
    let plan = api.check_value(&doubling()).unwrap();
    let error = wait(plan.run()).unwrap_err();
    assert!(error.is_limit() && error.step() < Some(24), "{error}");
    let kept: usize = error
        .results()
        .iter()
        .flatten()
        .map(|text| text.to_string().len())
        .sum();
    assert!(kept <= 16 << 20);
}

/// What leads to itself in two ways.
#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum Fork {
    Left { next: Box<Fork>, end: f64 },
    Right { next: Box<Fork>, end: f64 },
}

#[test]
fn a_long_way_into_a_result_is_gone_once() {
    let fork = |_: f64| -> Result<Fork, &str> { Err("it has no end") };
    let neg = Function::new("neg", |x: f64| -x);
    let api = Api::builder()
        .function(Function::fallible("fork", fork))
        .function(neg)
        .build()
        .unwrap();
    let program = |steps: usize, end: &str| {
        let path = "/next".repeat(steps) + end;
        json!({ "@steps": [step("fork", json!([0])), step("neg", json!([{ "@ref": 0, "@path": path }]))] })
    };
    grows(
        20_000,
        |steps| program(steps, "/end"),
        |program| {
            assert!(
                wait(api.check_value(program).unwrap().run())
                    .unwrap_err()
                    .is_failure()
            );
        },
    );
    assert!(refused(&api, &program(1_000, "/nothing")).has(ProblemCode::BadRef));
}

#[test]
fn folding_and_dry_runs_have_bounds_too() {
    let plan = samples::by_name("string")
        .unwrap()
        .check_value(&doubling())
        .unwrap();
    let calls = plan.dry_run();
    assert_eq!(calls.len(), 100);
    assert!(calls.iter().all(|call| call.code.len() < 10_000));
    assert!(wait(plan.fold().run()).unwrap_err().is_limit());
}

#[test]
fn one_argument_is_not_put_together_beyond_the_bytes() {
    let api = data();
    let many = vec![json!({ "@ref": 0 }); 10_000];
    let steps = json!([
        step("list", json!([vec!["x".repeat(10_000)]])),
        step("count", json!([many]))
    ]);
    let error = wait(api.check_value(&json!({ "@steps": steps })).unwrap().run()).unwrap_err();
    assert!(error.is_limit(), "{error}");
}
