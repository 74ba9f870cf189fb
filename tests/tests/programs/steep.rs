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

#[test]
fn unions_beside_unions() {
    // `U0` is `U1` or `V1`, `V0` is a text, `U1` or `V1`, and so on.
    let refer = |name: &str, level: usize| json!({ "$ref": format!("#/types/{name}{level}") });
    let mut types = serde_json::Map::new();
    for level in 0..40 {
        let (u, v) = (refer("U", level + 1), refer("V", level + 1));
        types.insert(format!("U{level}"), json!({ "anyOf": [u, v] }));
        let text = json!({ "type": "string" });
        types.insert(format!("V{level}"), json!({ "anyOf": [text, u, v] }));
    }
    let end = json!({ "type": "object", "properties": { "a": { "type": "number" } } });
    types.insert("U40".into(), end.clone());
    types.insert("V40".into(), end);
    let document = json!({
        "types": types,
        "functions": [
            { "name": "one", "returns": { "$ref": "#/types/U0" } },
            {
                "name": "show",
                "params": [{ "name": "it", "optional": true, "schema": { "type": "number" } }],
            },
        ],
    });
    let api = Api::from_descriptions(&document).unwrap();
    let argument = json!({ "@ref": 0, "@path": "/a" });
    assert!(api.check_value(&two_steps(argument)).is_ok());
}

/// A type that leads back to itself fits perhaps, wherever it stands among others.
#[test]
fn what_counts_on_itself_is_not_sure_elsewhere() {
    let object = |member: &str, ty: Value, n: Option<&str>| {
        let mut properties = json!({ member: ty });
        let mut required = vec![];
        if let Some(n) = n {
            properties["n"] = json!({ "type": n });
            required = vec![member, "n"];
        }
        json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false,
        })
    };
    let refer = |name: &str| json!({ "$ref": format!("#/types/{name}") });
    let within = |name: &str| {
        json!({
            "type": "object", "properties": { "w": refer(name) }, "required": ["w"],
            "additionalProperties": false,
        })
    };
    let param = |first: &str, second: &str| {
        json!([
            { "name": "x", "schema": { "anyOf": [within(first), within(second)] } }
        ])
    };
    let document = json!({
        "types": {
            "A": object("b", refer("B"), Some("number")),
            "B": object("a", refer("A"), None),
            "C": object("b", refer("D"), Some("integer")),
            "D": object("a", refer("C"), None),
            "E": object("b", refer("D"), Some("number")),
        },
        "functions": [
            { "name": "one", "returns": within("A") },
            { "name": "p", "params": param("C", "E") },
            { "name": "q", "params": param("E", "C") },
        ],
    });
    let api = Api::from_descriptions(&document).unwrap();
    for name in ["p", "q"] {
        let steps = json!([{ "@func": "one" }, { "@func": name, "@args": [{ "@ref": 0 }] }]);
        let plan = api.check_value(&json!({ "@steps": steps })).unwrap();
        assert_eq!(plan.deferred().len(), 1, "{name}");
    }
}
