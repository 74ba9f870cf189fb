//! What may be called, what only when someone agrees, and what a run tells of itself.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use serde_json::{Value, json};
use typechat_program::{
    Access, Api, Function, PendingCall, Plan, Policy, ProblemCode, RunErrorKind, RunOptions,
};

use crate::wait;

/// `mail__send`, `mail__read`, `files__old__drop` and `add`, which is pure; they count their calls.
fn api(policy: Policy) -> (Api, Arc<AtomicUsize>) {
    let calls = Arc::<AtomicUsize>::default();
    let counted = |name: &str| {
        let calls = Arc::clone(&calls);
        let call = move |to: String| {
            calls.fetch_add(1, Relaxed);
            to
        };
        Function::new(name, call).params(["to"])
    };
    let api = Api::builder()
        .namespace("mail", [counted("send").confirm(), counted("read")])
        .namespace("files", [counted("old__drop")])
        .function(
            Function::new("add", |x: i64, y: i64| x + y)
                .params(["x", "y"])
                .pure(),
        )
        .policy(policy)
        .build();
    (api.unwrap(), calls)
}

fn names(api: &Api) -> Vec<&str> {
    api.signatures()
        .map(typechat_program::Signature::name)
        .collect()
}

fn step(name: &str, args: Value) -> Value {
    json!({ "@func": name, "@args": args })
}

fn plan(api: &Api, steps: Value) -> Plan {
    api.check_value(&json!({ "@steps": steps })).unwrap()
}

#[test]
fn the_most_specific_word_counts_and_then_the_strictest() {
    let policy = Policy::new(Access::Deny)
        .allow("a")
        .ask("a__b")
        .deny("a__b__c")
        .allow("a__b__c__d")
        .ask("x")
        .deny("x")
        .allow("x");
    let cases = [
        ("a", Access::Allow),
        ("a__z", Access::Allow),
        ("a__b", Access::Ask),
        ("a__b__z", Access::Ask),
        ("a__b__c", Access::Deny),
        ("a__b__c__d", Access::Allow),
        ("ab", Access::Deny),
        ("a_b", Access::Deny),
        ("x", Access::Deny),
        ("", Access::Deny),
    ];
    for (name, expected) in cases {
        assert_eq!(policy.access(name), expected, "{name}");
    }
    assert_eq!(
        Policy::default().ask("x").allow("x").access("x"),
        Access::Ask
    );
    assert_eq!(Policy::default().access("anything"), Access::Allow);
}

#[test]
fn what_is_denied_is_not_there() {
    let (api, _) = api(Policy::default().deny("mail").deny("files__old"));
    assert_eq!(names(&api), ["add"]);
    let shown = format!("{api} {api:?}");
    assert!(
        !shown.contains("mail") && !shown.contains("drop"),
        "{shown}"
    );
    for name in ["mail__send", "mail__sent", "files__old__drop"] {
        let error = api
            .check_value(&json!({ "@steps": [step(name, json!(["bob"]))] }))
            .unwrap_err();
        assert!(error.has(ProblemCode::UnknownFunction));
        let words = error.to_string().replacen(name, "", 1);
        assert!(
            !words.contains("mail") && !words.contains("drop"),
            "no hint: {words}"
        );
    }
}

#[test]
fn what_is_asked_for_runs_once_it_is_confirmed() {
    let (api, calls) = api(Policy::default().ask("mail__read").ask("files"));
    let free = plan(&api, json!([step("add", json!([1, 2]))]));
    assert!(!free.needs_confirmation() && free.asks().is_empty());
    wait(free.run()).unwrap();

    let inner = step("mail__read", json!(["ann"]));
    let asked = plan(
        &api,
        json!([
            step("files__old__drop", json!([inner])),
            step("mail__read", json!(["bob"]))
        ]),
    );
    assert_eq!(asked.asks(), ["mail__read", "files__old__drop"]);
    assert!(asked.needs_confirmation() && !asked.is_confirmed());
    for plan in [asked.clone(), asked.clone().fold()] {
        let error = wait(plan.run()).unwrap_err();
        assert_eq!(
            (error.kind(), error.step(), error.calls()),
            (&RunErrorKind::Unconfirmed, None, 0)
        );
    }
    assert_eq!(calls.load(Relaxed), 0);
    assert!(wait(asked.confirm().run()).is_ok());
    assert_eq!(calls.load(Relaxed), 3);
}

#[test]
fn what_is_to_be_confirmed_is_asked_call_by_call() {
    let (api, calls) = api(Policy::default());
    let steps = json!([
        step("add", json!([1, 2])),
        step("mail__send", json!(["ann"])),
        step(
            "mail__send",
            json!({ "to": step("mail__send", json!(["bob"])) })
        ),
        step("mail__send", json!(["eve"])),
    ]);
    let plan = plan(&api, steps).confirm();
    let error = wait(plan.run()).unwrap_err();
    assert_eq!(
        (error.kind(), error.step()),
        (&RunErrorKind::Unconfirmed, Some(1))
    );
    assert_eq!(calls.load(Relaxed), 0);

    let seen = Arc::<Mutex<Vec<String>>>::default();
    let asked = Arc::clone(&seen);
    let options = RunOptions::default().confirm(move |call: PendingCall| {
        let words = format!(
            "{}: {} {}",
            call.step(),
            call.function(),
            json!(call.args())
        );
        asked.lock().unwrap().push(words);
        async move { call.args()["to"] != "eve" }
    });
    let error = wait(plan.run_with(&options)).unwrap_err();
    assert_eq!(
        (error.kind(), error.step()),
        (&RunErrorKind::Declined, Some(3))
    );
    assert_eq!(calls.load(Relaxed), 3);
    let expected = [
        r#"1: mail__send {"to":"ann"}"#,
        r#"2: mail__send {"to":"bob"}"#,
        r#"2: mail__send {"to":"bob"}"#,
        r#"3: mail__send {"to":"eve"}"#,
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[test]
fn a_dry_run_calls_only_what_is_pure() {
    let (api, calls) = api(Policy::default().ask("mail__read"));
    let steps = json!([
        step("add", json!([1, step("add", json!([2, 3]))])),
        step("mail__read", json!(["ann"])),
        step("mail__send", json!([{ "@ref": 1 }])),
    ]);
    let dry = plan(&api, steps).dry_run();
    assert_eq!(calls.load(Relaxed), 0);
    let told: Vec<String> = dry
        .iter()
        .map(|call| format!("{} asks: {}", call, call.asks))
        .collect();
    let expected = [
        "add(2, 3) = 5 asks: false",
        "add(1, 5) = 6 asks: false",
        "mail__read(\"ann\") asks: true",
        "mail__send(step2) asks: true",
    ];
    assert_eq!(told, expected);
}

/// The entries of a trace as JSON, without times.
fn trace(entries: &[typechat_program::TraceEntry]) -> Value {
    let mut entries = json!(entries);
    for entry in entries.as_array_mut().unwrap() {
        let seconds = entry.as_object_mut().unwrap().remove("seconds");
        assert!(seconds.unwrap().is_number());
    }
    entries
}

#[test]
fn a_trace_tells_of_every_call() {
    let fail = Function::fallible("fail", |why: String| -> Result<(), String> { Err(why) })
        .params(["why"]);
    let add = Function::new("add", |x: i64, y: Option<i64>| x + y.unwrap_or(1)).params(["x", "y"]);
    let later = Function::new("later", |x: i64| async move { vec![x] }).params(["x"]);
    let api = Api::builder()
        .function(fail)
        .function(add.pure())
        .function(later)
        .build()
        .unwrap();
    let steps = json!([
        step("add", json!([1, 2])),
        step("later", json!([step("add", json!([{ "@ref": 0 }, null]))])),
        step("later", json!({ "x": { "@ref": 1, "@path": "/0" } })),
        step("fail", json!(["no more"])),
        step("later", json!([1])),
    ]);
    let plan = plan(&api, steps);
    let options = RunOptions::default().trace();
    let error = wait(plan.run_with(&options)).unwrap_err();
    insta::assert_snapshot!(format!("{:#}", trace(error.trace())));
    let folded = wait(plan.fold().run_with(&options)).unwrap_err();
    let folds: Vec<bool> = folded.trace().iter().map(|entry| entry.folded).collect();
    assert_eq!(folds, [true, true, false, false, false]);
    let silent = wait(plan_of(&api).run()).unwrap();
    assert!(silent.trace().is_empty(), "nobody asked for one");
}

fn plan_of(api: &Api) -> Plan {
    plan(api, json!([step("add", json!([1, 1]))]))
}
