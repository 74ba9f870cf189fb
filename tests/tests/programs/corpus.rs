//! Every case of the corpus of programs, and every gold answer of the corpus of functions.

use serde_json::{Map, Value, json};
use typechat_program::{Api, ProblemCode, samples};
use typechat_tests::corpus;

use crate::wait;

/// What a program gives, or the kinds of its errors.
fn outcome(api: &Api, program: &Value) -> Result<Value, Vec<String>> {
    let plan = api.check_value(program).map_err(|error| {
        let code = |code: ProblemCode| json!(code).as_str().unwrap().to_owned();
        error
            .problems()
            .iter()
            .map(|p| code(p.code))
            .collect::<Vec<_>>()
    })?;
    match wait(plan.run()) {
        Ok(outcome) => Ok(outcome.value()),
        Err(error) if error.is_type() => Err(vec!["arg_type".to_owned()]),
        Err(_) => Err(vec!["runtime".to_owned()]),
    }
}

/// Whether values are equal, numbers to 1e-9.
fn is_near(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(a), Value::Number(b)) => {
            (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(k, a)| b.get(k).is_some_and(|b| is_near(a, b)))
        }
        (a, b) => a == b,
    }
}

#[test]
fn every_case() {
    let Some(cases) = corpus::lines("programs/dev.jsonl") else {
        return;
    };
    let mut wrong = Vec::new();
    for case in &cases {
        let api = samples::by_name(case["api"].as_str().unwrap()).unwrap();
        let expect = &case["expect"];
        let found = outcome(&api, &case["program"]);
        let is_right = match &found {
            Err(kinds) => {
                expect["or_error"] == true
                    || expect["error"] == true
                        && kinds.iter().any(|kind| expect["kind"] == kind.as_str())
            }
            Ok(value) => match (expect.get("result"), expect.get("result_json")) {
                (Some(expected), _) => is_near(value, expected),
                (None, Some(expected)) => {
                    let text = value.as_str().unwrap_or_default();
                    serde_json::from_str::<Value>(text).is_ok_and(|value| value == *expected)
                }
                _ => false,
            },
        };
        if !is_right {
            wrong.push(format!("{}: {found:?}, expected {expect}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() >= 46, "{}", cases.len());
}

/// The sample APIs are those that the corpus describes.
#[test]
fn the_samples_are_what_the_corpus_describes() {
    for name in samples::NAMES {
        let Some(document) = corpus::json(&format!("programs/api.{name}.json")) else {
            return;
        };
        let described = Api::from_descriptions(&document).unwrap();
        let own = samples::by_name(name).unwrap();
        let names =
            |api: &Api| -> Vec<String> { api.signatures().map(|s| s.name().to_owned()).collect() };
        assert_eq!(names(&own), names(&described), "{name}");
        for signature in own.signatures() {
            let described = described.signature(signature.name()).unwrap();
            assert_eq!(signature.docs().replace('\n', " "), described.docs());
            let params = |s: &typechat_program::Signature| -> Vec<String> {
                s.params().iter().map(|p| p.name.clone()).collect()
            };
            assert_eq!(
                params(signature),
                params(described),
                "{name}.{}",
                signature.name()
            );
        }
        let text = described.to_typescript();
        insta::assert_snapshot!(format!("described_{name}"), text);
    }
}

/// Every gold answer, as a program of one step with named arguments, is checked and found good;
/// what is changed in it is refused, where it was changed.
#[test]
fn gold_answers_pass_and_changed_ones_do_not() {
    let Some(cases) = corpus::lines("functions/dev.jsonl") else {
        return;
    };
    let mut counts = Map::new();
    let mut count = |what: &str| {
        let number = counts.get(what).and_then(Value::as_u64).unwrap_or_default() + 1;
        counts.insert(what.to_owned(), number.into());
    };
    let mut wrong = Vec::new();
    for case in &cases {
        let document = json!({ "functions": case["functions"] });
        let api = match Api::from_descriptions(&document) {
            Ok(api) => api,
            Err(error) => {
                wrong.push(format!("{}: {error}", case["id"]));
                continue;
            }
        };
        for answer in case["answers"].as_array().unwrap() {
            let name = answer["name"].as_str().unwrap();
            let Some(signature) = api.signatures().find(|s| s.original_name() == name) else {
                wrong.push(format!("{}: no {name}", case["id"]));
                continue;
            };
            let args: Map<String, Value> = answer["args"]
                .as_object()
                .unwrap()
                .iter()
                // Of several accepted values the first is taken; an empty text says left out.
                .filter_map(|(key, values)| {
                    Some((key.clone(), values.as_array()?.first()?.clone()))
                })
                .collect();
            let program = |name: &str, args: &Map<String, Value>| json!({ "@steps": [{ "@func": name, "@args": args }] });
            let check = |program: Value| api.check_value(&program);
            if let Err(error) = check(program(signature.name(), &args)) {
                wrong.push(format!("{}: {error}: {}", case["id"], json!(args)));
                continue;
            }
            count("gold");
            let refused = |program: Value, code: ProblemCode, path: &str| {
                let error = check(program).expect_err(path);
                let problem = error.problems().iter().find(|problem| problem.code == code);
                let problem = problem.unwrap_or_else(|| panic!("{error}"));
                assert!(
                    problem.path.to_pointer().starts_with(path),
                    "{error}: {path}"
                );
            };
            let other = format!("{}_x", signature.name());
            refused(
                program(&other, &args),
                ProblemCode::UnknownFunction,
                "/@steps/0/@func",
            );
            count("name");
            let mut more = args.clone();
            more.insert("surplus".into(), 1.into());
            refused(
                program(signature.name(), &more),
                ProblemCode::Arity,
                "/@steps/0/@args/surplus",
            );
            count("arity");
            for param in signature.params() {
                if param.presence == typechat::schema::Presence::Required {
                    let mut less = args.clone();
                    less.remove(&param.name);
                    refused(
                        program(signature.name(), &less),
                        ProblemCode::Arity,
                        "/@steps/0",
                    );
                    count("missing");
                }
                if !args.contains_key(&param.name) {
                    continue;
                }
                let place = format!("/@steps/0/@args/{}", param.name);
                let mut wrong_type = |value: Value, what: &str| {
                    let mut args = args.clone();
                    args.insert(param.name.clone(), value);
                    refused(
                        program(signature.name(), &args),
                        ProblemCode::ArgType,
                        &place,
                    );
                    count(what);
                };
                match api.graph().resolve(&param.ty) {
                    typechat::schema::Type::Any => {}
                    typechat::schema::Type::Enum(_) => wrong_type(json!("none of them"), "enum"),
                    typechat::schema::Type::String(_) => wrong_type(json!(7), "type"),
                    typechat::schema::Type::Integer(_) => wrong_type(json!(7.5), "type"),
                    _ => wrong_type(json!("a text"), "type"),
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // Without cases of a kind, nothing would have been shown of it.
    for kind in ["gold", "name", "arity", "missing", "enum", "type"] {
        let count = counts.get(kind).and_then(Value::as_u64).unwrap_or_default();
        assert!(count >= 5, "{count} of {kind}");
    }
}
