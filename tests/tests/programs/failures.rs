//! A function that panics, or gives what it should not, ends the run with an error of its own.

use serde_json::{Map, Value, json};
use typechat_program::{Function, Limits, RunErrorKind};

use crate::{
    limits::{call, fails, plan},
    wait,
};

#[test]
fn a_panic_is_the_error_of_its_call() {
    let sync = Function::new("sync", |number: u8| {
        if number > 1 {
            panic!("no {number}")
        } else {
            number
        }
    });
    let slow = |number: u8| async move {
        tokio::task::yield_now().await;
        assert!(number < 2, "not even later");
        number
    };
    let strange = Function::new("strange", |number: u8| -> u8 {
        std::panic::panic_any(number)
    });
    let api = [
        sync,
        Function::new("slow", slow),
        Function::new("side", slow).parallel(),
        strange,
    ];
    for (name, words) in [
        ("sync", "no 2"),
        ("slow", "not even later"),
        ("side", "not even later"),
        ("strange", "no message"),
    ] {
        let plan = plan(
            api.clone(),
            json!([
                call("slow", json!([1])),
                call(name, json!([2])),
                call(name, json!([2]))
            ]),
        );
        let error = fails(&plan, Limits::default());
        assert_eq!(error.kind(), &RunErrorKind::Panicked(words.to_owned()));
        assert!(error.is_failure() && !error.is_type());
        assert_eq!(
            (error.step(), error.function(), error.results()),
            (Some(1), Some(name), &[Some(json!(1))][..])
        );
    }
}

#[test]
fn what_json_does_not_have_is_no_result() {
    let divide = |x: f64, y: f64| x / y;
    let later = move |x: f64, y: f64| async move { divide(x, y) };
    let list = move |x: f64, y: f64| vec![divide(x, y)];
    let api = [Function::new("now", divide), Function::new("later", later)];
    for name in ["now", "later"] {
        for x in [1, -1, 0] {
            let error = fails(
                &plan(api.clone(), json!([call(name, json!([x, 0]))])),
                Limits::default(),
            );
            assert!(matches!(error.kind(), RunErrorKind::Result(_)), "{error}");
            assert_eq!(error.step(), Some(0));
        }
    }
    // Within a value it is `null`, as serde writes it.
    let plan = plan(
        [Function::new("list", list)],
        json!([call("list", json!([1, 0]))]),
    );
    assert_eq!(wait(plan.run()).unwrap().value(), json!([null]));
}

#[test]
fn what_is_described_is_held_to_its_description() {
    let described = Function::described(&json!({
        "name": "age",
        "parameters": { "type": "object", "properties": { "of": { "type": "string" } }, "required": ["of"] },
        "returns": { "type": "integer", "minimum": 0 },
    }));
    let described = described.unwrap();
    let steps = |of: &str| json!([call("age", json!([of]))]);
    let error = fails(&plan([described.clone()], steps("ann")), Limits::default());
    assert_eq!(error.kind(), &RunErrorKind::NoImplementation);

    let ages = |args: Map<String, Value>| async move {
        match args["of"].as_str() {
            Some("ann") => Ok(json!(7)),
            Some("bob") => Ok(json!("seven")),
            Some("eve") => Ok(json!(-7)),
            _ => Err("nobody knows"),
        }
    };
    let api = [described.handler(ages)];
    assert_eq!(
        wait(plan(api.clone(), steps("ann")).run()).unwrap().value(),
        7
    );
    for of in ["bob", "eve"] {
        let error = fails(&plan(api.clone(), steps(of)), Limits::default());
        assert!(matches!(error.kind(), RunErrorKind::Result(_)), "{error}");
        assert_eq!((error.step(), error.calls()), (Some(0), 0));
    }
    let error = fails(&plan(api.clone(), steps("max")), Limits::default());
    assert_eq!(
        error.kind(),
        &RunErrorKind::Failed("nobody knows".to_owned())
    );
}
