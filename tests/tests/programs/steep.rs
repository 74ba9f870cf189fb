//! Types that lead to themselves and to each other cost no more than they are long: what would
//! take twice as long with every level does not.

use serde_json::{Value, json};
use typechat_program::Api;

/// `Expr` is one of two objects that differ in a constant, with an `Expr` on either side.
fn expressions() -> Api {
    let side = json!({ "$ref": "#/types/Expr" });
    let branch = |kind: &str| {
        json!({
            "type": "object",
            "properties": { "kind": { "const": kind }, "left": side, "right": side },
            "required": ["kind"],
            "additionalProperties": false,
        })
    };
    let document = json!({
        "types": { "Expr": { "anyOf": [branch("add"), branch("mul")] } },
        "functions": [
            { "name": "one", "returns": { "$ref": "#/types/Expr" } },
            { "name": "show", "params": [{ "name": "expr", "schema": { "$ref": "#/types/Expr" } }] },
        ],
    });
    Api::from_descriptions(&document).unwrap()
}

fn two_steps(argument: Value) -> Value {
    json!({ "@steps": [{ "@func": "one" }, { "@func": "show", "@args": [argument] }] })
}

#[test]
fn unions_within_unions() {
    let api = expressions();
    let mut expr = json!({ "@ref": 0 });
    for _ in 0..60 {
        expr = json!({ "kind": "mul", "left": expr });
    }
    assert!(api.check_value(&two_steps(expr.clone())).is_ok());
    let wrong = json!({ "kind": "div", "left": expr["left"] });
    assert!(api.check_value(&two_steps(wrong)).is_err());
}

#[test]
fn parts_of_parts() {
    let api = expressions();
    let path = "/left".repeat(200);
    let argument = json!({ "@ref": 0, "@path": path });
    // Every part may be absent.
    let error = api.check_value(&two_steps(argument)).unwrap_err();
    assert!(error.to_string().contains("undefined"), "{error}");
}

#[test]
fn types_beside_types() {
    // `T0` has two members of `T1`, and so on; `U` is the same but for the very end.
    let types = |name: &str, end: &str| -> Vec<(String, Value)> {
        let level = |level: usize| {
            let ty = if level == 40 {
                json!({ "type": "object", "properties": { "end": { "type": end } } })
            } else {
                let next = json!({ "$ref": format!("#/types/{name}{}", level + 1) });
                json!({ "type": "object", "properties": { "a": next, "b": next } })
            };
            (format!("{name}{level}"), ty)
        };
        (0..=40).map(level).collect()
    };
    let all = types("T", "string").into_iter().chain(types("U", "number"));
    let document = json!({
        "types": all.collect::<serde_json::Map<_, _>>(),
        "functions": [
            { "name": "one", "returns": { "$ref": "#/types/T0" } },
            { "name": "show", "params": [{ "name": "it", "schema": { "$ref": "#/types/U0" } }] },
            { "name": "same", "params": [{ "name": "it", "schema": { "$ref": "#/types/T0" } }] },
        ],
    });
    let api = Api::from_descriptions(&document).unwrap();
    assert!(api.check_value(&two_steps(json!({ "@ref": 0 }))).is_err());
    let same =
        json!({ "@steps": [{ "@func": "one" }, { "@func": "same", "@args": [{ "@ref": 0 }] }] });
    assert!(api.check_value(&same).is_ok());
}
