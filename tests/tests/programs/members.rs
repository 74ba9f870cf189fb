//! Values that go from one Rust type to another: members that are not there, numbers that must
//! fit, results that must be of a type.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, Function, Limits, RunErrorKind, RunOptions};

use crate::wait;

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
struct Wide {
    note: Option<String>,
    count: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
struct Narrow {
    #[serde(default)]
    note: String,
    count: u8,
}

fn api() -> Api {
    let wide = |count: i64| Wide { note: None, count };
    Api::builder()
        .function(Function::new("wide", wide).params(["count"]))
        .function(Function::new("narrow", |it: Narrow| it.count).params(["it"]))
        .function(Function::new("maybe", |there: bool| there.then_some(2.5)).params(["there"]))
        .function(Function::new("or", |x: Option<f64>| x.unwrap_or(-1.0)).params(["x"]))
        .function(Function::new("wrap", |list: Vec<Value>| list).params(["list"]))
        .build()
        .unwrap()
}

fn run(steps: Value) -> Result<Value, RunErrorKind> {
    let plan = api().check_value(&json!({ "@steps": steps })).unwrap();
    let outcome = wait(plan.run()).map_err(|error| error.kind().clone());
    outcome.map(|outcome| outcome.value())
}

#[test]
fn a_member_that_is_none_is_left_out() {
    let steps = |count: i64| {
        json!([
            { "@func": "wide", "@args": [count] },
            { "@func": "narrow", "@args": [{ "@ref": 0 }] },
        ])
    };
    assert_eq!(run(steps(5)), Ok(json!(5)));
    // That the count fits shows only when it is there.
    assert!(matches!(
        run(steps(500)),
        Err(RunErrorKind::ArgType { argument: 0, .. })
    ));
}

#[test]
fn none_is_no_argument() {
    let steps = |there: bool| {
        json!([
            { "@func": "maybe", "@args": [there] },
            { "@func": "or", "@args": [{ "@ref": 0 }] },
        ])
    };
    assert_eq!(run(steps(true)), Ok(json!(2.5)));
    assert_eq!(run(steps(false)), Ok(json!(-1.0)));
}

#[test]
fn a_null_member_is_refused_wherever_it_stands() {
    let known = json!({ "note": null, "count": 1 });
    let mixed = json!({ "note": null, "count": { "@func": "narrow", "@args": [{ "count": 1 }] } });
    for argument in [known, mixed] {
        let steps = json!([{ "@func": "narrow", "@args": [argument] }]);
        let error = api().check_value(&json!({ "@steps": steps })).unwrap_err();
        let path = error.problems()[0].path.to_pointer();
        assert_eq!(path, "/@steps/0/@args/0/note", "{error}");
    }
}

#[test]
fn results_nest_no_deeper_than_the_limit() {
    let mut steps = vec![json!({ "@func": "wrap", "@args": [[]] })];
    for before in 0..20 {
        let mut inner = json!({ "@ref": before });
        for _ in 0..10 {
            inner = json!([inner]);
        }
        steps.push(json!({ "@func": "wrap", "@args": [inner] }));
    }
    let plan = api().check_value(&json!({ "@steps": steps })).unwrap();
    let error = wait(plan.run()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "@steps[13]: stopped at wrap: more than 128 lists and objects in each other"
    );
    let limits = Limits::default().depth(500);
    assert!(wait(plan.run_with(&RunOptions::default().limits(limits))).is_ok());
}

#[test]
fn a_program_ends_with_what_was_asked_for() {
    let builder = || {
        Api::builder()
            .function(Function::new("text", || "five".to_owned()))
            .function(Function::new("number", |x: f64| x).params(["x"]))
            .returns::<u8>()
    };
    let api = builder().build().unwrap();
    let program = |step: Value| json!({ "@steps": [step] });
    let error = api
        .check_value(&program(json!({ "@func": "text" })))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the program cannot run: @steps[0]: the result of the last step: expected integer from 0 \
         to 255, found string"
    );
    let number = |x: f64| {
        let plan = api
            .check_value(&program(json!({ "@func": "number", "@args": [x] })))
            .unwrap();
        assert_eq!(plan.deferred().len(), 1);
        wait(plan.run()).map(|outcome| outcome.to::<u8>().unwrap())
    };
    assert_eq!(number(5.0).unwrap(), 5);
    let error = number(5.5).unwrap_err();
    assert!(error.is_type(), "{error}");
    assert_eq!(
        error.to_string(),
        "@steps[0]: the result of number is not what was asked for: expected integer from 0 to 255, found 5.5"
    );
}
