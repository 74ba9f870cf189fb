//! Names, references, numbers and keys that mean something elsewhere, or nothing at all.

use serde_json::json;
use typechat_program::{ProblemCode, Program};

use crate::{
    hostile::{data, math, refused, run, step},
    wait,
};

#[test]
fn names_that_mean_something_elsewhere_mean_nothing_here() {
    let api = data();
    let nameless = refused(&api, &json!({ "@steps": [step("", json!([{}]))] }));
    assert!(nameless.has(ProblemCode::Malformed));
    for name in [
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "into_api",
        "call",
        " record",
    ] {
        assert!(
            refused(&api, &json!({ "@steps": [step(name, json!([{}]))] }))
                .has(ProblemCode::UnknownFunction)
        );
        let error = refused(
            &api,
            &json!({ "@steps": [step("record", json!({ name: {} }))] }),
        );
        assert!(error.has(ProblemCode::Arity), "{error}");
        let record = json!({ name: { "constructor": 1 } });
        assert_eq!(run(&api, "record", json!([record])), record);
        assert_eq!(
            run(&api, "get", json!([record, name])),
            json!({ "constructor": 1 })
        );
    }
    let long = "x".repeat(1_000_000);
    refused(&api, &json!({ "@steps": [step(&long, json!([{}]))] }));
    refused(
        &api,
        &json!({ "@steps": [step("record", json!({ long.as_str(): {} }))] }),
    );
    refused(&api, &json!({ "@steps": [], long.as_str(): [] }));
    refused(
        &api,
        &json!({ "@steps": [step("list", json!([[{ "@ref": long }]]))] }),
    );
    refused(
        &api,
        &json!({ "@steps": [step("list", json!([[1]])), step("list", json!([[{ "@ref": 0, "@path": long }]]))] }),
    );
    refused(
        &math(),
        &json!({ "@steps": [step("add", json!([long, long]))] }),
    );
}

#[test]
fn references_lead_back_and_nowhere_else() {
    let api = math();
    let refs = [
        json!(0),
        json!(1),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!("0"),
        json!(null),
        json!([0]),
        json!({ "@ref": 0 }),
    ];
    for reference in refs {
        let program = json!({ "@steps": [step("neg", json!([{ "@ref": reference }]))] });
        assert!(
            refused(&api, &program).has(ProblemCode::BadRef),
            "{program}"
        );
        let program = json!({ "@steps": [step("pi", json!([])), step("neg", json!([{ "@ref": reference }]))] });
        assert_eq!(
            api.check_value(&program).is_ok(),
            reference == json!(0),
            "{program}"
        );
    }
    let paths = [
        json!("0"),
        json!("x/y"),
        json!("/"),
        json!("/0"),
        json!("/~2"),
        json!("//"),
        json!(0),
        json!([]),
        json!(null),
    ];
    for path in paths {
        let program = json!({ "@steps": [step("pi", json!([])), step("neg", json!([{ "@ref": 0, "@path": path }]))] });
        assert!(
            refused(&api, &program).has(ProblemCode::BadRef),
            "{program}"
        );
    }
    // A step cannot be read before it is there, from within itself either.
    let inner = json!([step("neg", json!([{ "@ref": 1 }])), 1]);
    let program = json!({ "@steps": [step("pi", json!([])), step("add", inner)] });
    assert!(refused(&api, &program).has(ProblemCode::BadRef));
}

#[test]
fn numbers_that_are_too_large_are_refused_or_told() {
    let api = math();
    let infinite = "{\"@steps\": [{\"@func\": \"neg\", \"@args\": [1e400]}]}";
    match Program::parse(infinite) {
        Ok(program) => assert!(api.check(&program).is_err(), "{program}"),
        Err(error) => assert!(!error.problems().is_empty()),
    }
    let program = json!({ "@steps": [step("mul", json!([1e308, 1e308]))] });
    let plan = api.check_value(&program).unwrap();
    let error = wait(plan.run()).unwrap_err();
    assert_eq!((error.step(), error.is_type()), (Some(0), false), "{error}");
    assert!(wait(plan.fold().run()).is_err());
    // What cannot be held exactly is not held at all.
    let list = |number: &str| {
        format!("{{\"@steps\": [{{\"@func\": \"list\", \"@args\": [[{number}]]}}]}}")
    };
    assert!(Program::parse(&list("18446744073709551616")).is_err());
    let program = Program::parse(&list("18446744073709551615")).unwrap();
    let plan = data().check(&program).unwrap();
    assert_eq!(wait(plan.run()).unwrap().value(), json!([u64::MAX]));
    let program = json!({ "@steps": [step("at", json!([[1], 18_446_744_073_709_551_616_f64]))] });
    assert!(refused(&data(), &program).has(ProblemCode::ArgType));
}

#[test]
fn data_is_data_and_calls_are_calls() {
    let api = data();
    for name in ["@func", "@ref", "@path", "@args", "@steps", "@", "@type"] {
        // A key with `@` is never data, wherever it stands.
        for value in [json!({ name: {} }), json!([[{ "a": { name: [] } }]])] {
            refused(&api, &json!({ "@steps": [step("list", json!([[value]]))] }));
        }
        assert_eq!(
            run(&api, "list", json!([[name]])),
            json!([name]),
            "a text is one"
        );
    }
    for args in [
        json!(null),
        json!("a"),
        json!(7),
        json!(true),
        json!({ "@ref": 0 }),
        json!({ "@func": "nothing" }),
    ] {
        assert!(
            refused(&api, &json!({ "@steps": [step("list", args)] })).has(ProblemCode::Malformed)
        );
    }
    for root in [
        json!(null),
        json!([]),
        json!("@steps"),
        json!({}),
        json!({ "@steps": {} }),
        json!({ "@steps": [] }),
        json!({ "@steps": [null] }),
        json!({ "@steps": [[step("nothing", json!([]))]] }),
        json!({ "steps": [] }),
    ] {
        assert!(refused(&api, &root).has(ProblemCode::Malformed), "{root}");
    }
    let nested =
        json!({ "a": [step("nothing", json!([])), { "b": step("count", json!([[1, 2]])) }] });
    assert_eq!(
        run(&api, "record", json!([nested])),
        json!({ "a": [null, { "b": 2 }] })
    );
}
