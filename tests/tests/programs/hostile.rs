//! Programs that nobody means well with: an error or the right result, at a cost that grows as
//! the program does.

use std::{fs, path::Path, sync::LazyLock};

use proptest::{collection::vec, prelude::*, sample::select};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use typechat::Schema;
use typechat_program::{
    Api, Function, Limits, ProblemCode, Program, ProgramError, RunOptions, samples,
};
use typechat_tests::{bodies::Programs, cost::grows};

use crate::wait;

fn math() -> Api {
    samples::by_name("math").unwrap()
}

fn data() -> Api {
    samples::by_name("data").unwrap()
}

fn step(name: &str, args: Value) -> Value {
    json!({ "@func": name, "@args": args })
}

/// The value of a program of one step.
fn run(api: &Api, name: &str, args: Value) -> Value {
    let plan = api.check_value(&json!({ "@steps": [step(name, args)] }));
    wait(plan.unwrap().run()).unwrap().value()
}

fn refused(api: &Api, program: &Value) -> ProgramError {
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

#[test]
fn texts_that_double_end_at_a_limit() {
    let api = samples::by_name("string").unwrap();
    let steps = (0..100).map(|number: usize| match number {
        0 => step("concat", json!([["ab"]])),
        _ => step(
            "concat",
            json!([[{ "@ref": number - 1 }, { "@ref": number - 1 }]]),
        ),
    });
    let plan = api
        .check_value(&json!({ "@steps": steps.collect::<Vec<_>>() }))
        .unwrap();
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

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::new);

/// What programs are made of.
fn expression() -> impl Strategy<Value = Value> {
    let names = [
        "add",
        "neg",
        "concat",
        "record",
        "get",
        "at",
        "makePerson",
        "same",
        "nothing",
        "ad",
    ];
    let leaf = prop_oneof![
        any::<i8>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        Just(json!(null)),
        (0..4_u8).prop_map(|step| json!({ "@ref": step })),
        (
            0..3_u8,
            select(vec!["/0", "/a", "/Name/FirstName", "", "x"])
        )
            .prop_map(|(step, path)| json!({ "@ref": step, "@path": path })),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        let keys = select(vec![
            "x",
            "y",
            "a",
            "items",
            "key",
            "record",
            "@args",
            "@func",
            "name",
            "__proto__",
        ]);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((keys, inner.clone()), 0..4).prop_map(|members| members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
            (select(names.to_vec()), vec(inner, 0..4))
                .prop_map(|(name, args)| step(name, json!(args))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_program_is_run_or_refused(api in "[a-d]", steps in vec(expression(), 0..5)) {
        PROGRAMS.run(format!("{api}\n{}", json!({ "@steps": steps })).as_bytes());
    }

    #[test]
    fn any_text_is_a_program_or_none(api in "[a-d]", text in "[\\[\\]{}\":,@a-f0-9 ]{0,60}") {
        PROGRAMS.run(format!("{api}\n{text}").as_bytes());
        PROGRAMS.run(format!("{api}\n{{\"@steps\": [{text}]}}").as_bytes());
    }
}

#[test]
fn what_was_found_stays_found() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/program");
    let files: Vec<_> = fs::read_dir(seeds)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert!(files.len() >= 5, "{files:?}");
    for path in files {
        println!("{}", path.display());
        PROGRAMS.run(&fs::read(path).unwrap());
    }
}
