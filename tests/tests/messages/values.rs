//! JSON that does not fit its type, or fits it in another form.

use std::collections::{BTreeMap, BTreeSet};

use insta::assert_snapshot;
use serde_json::{Value, json};
use typechat::reply::Reader;
use typechat_examples::coffee_shop::Cart;

use super::{
    all, read, said,
    types::{Airport, Amount, Dish, Either, Even, Event, Guest, Month, Order, Rules, Shape, Stay},
};

fn by_schema(schema: &Value, replies: &[Value]) -> String {
    let reader = Reader::<Value>::from_schema(schema).unwrap();
    let all = replies.iter().map(|reply| {
        let reply = reply.to_string();
        said(&schema.to_string(), &reply, &reader.read(&reply))
    });
    all.collect()
}

#[test]
fn types_of_scalars() {
    let all = all! {
        u8: r#""many""#;
        u8: r#""""#;
        u8: "true";
        u8: "2.5";
        u8: "300";
        u8: "-1";
        i64: "12345678901234567890123";
        f64: r#""3,14""#;
        f64: r#""12 kg""#;
        f64: "0.12345678901234567890123";
        f32: "1e39";
        bool: "1";
        bool: r#""perhaps""#;
        String: "[]";
        String: r#"{"text": "x"}"#;
        Vec<u8>: "null";
        Vec<u8>: r#"{"items": [1]}"#;
        Vec<u8>: "[1, null, 3]";
        Vec<Option<u8>>: "[1, null, []]";
        (): "1";
    };
    assert_snapshot!(all);
}

#[test]
fn rules() {
    let all = all! {
        Rules: r#"{"stars": 6}"#;
        Rules: r#"{"stars": 0}"#;
        Rules: r#"{"stars": 2.5}"#;
        Rules: r#"{"share": 1}"#;
        Rules: r#"{"share": -0.5}"#;
        Rules: r#"{"code": "ABCD"}"#;
        Rules: r#"{"code": ""}"#;
        Rules: r#"{"flight": "12"}"#;
        Rules: r#"{"mail": "ada at example"}"#;
        Rules: r#"{"tags": []}"#;
        Rules: r#"{"tags": ["a", "b", "c"]}"#;
        Rules: r#"{"pair": [true]}"#;
        Rules: r#"{"pair": [true, "x", 1]}"#;
        Rules: r#"{"rates": {"256": 1}}"#;
        Rules: r#"{"rates": {"one": 1}}"#;
        Rules: r#"{"day": "31 May 2024"}"#;
        Rules: r#"{"day": "2024-02-30"}"#;
        Rules: r#"{"at": "2024-05-01 09:30"}"#;
        Rules: r#"{"id": "7"}"#;
        Rules: r#"{"price": "1.000,50"}"#;
        Rules: r#"{"site": "example"}"#;
        Rules: r#"{"color": "1.2.3"}"#;
        Rules: r#"{"letter": "ab"}"#;
        BTreeSet<u8>: "[1, 2, 1]";
        Even: "3";
        Stay: r#"{"from": 7, "to": 2}"#;
    };
    assert_snapshot!(all);
}

#[test]
fn rules_of_json_schemas() {
    let schema = json!({"type": "object", "properties": {
        "even": {"type": "integer", "multipleOf": 2},
        "part": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        "list": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true},
        "sure": {"const": true},
        "not": {"type": "string", "not": {"enum": ["x"]}},
    }, "minProperties": 1});
    let all = by_schema(
        &schema,
        &[
            json!({"even": 3}),
            json!({"part": 0}),
            json!({"part": 1.5}),
            json!({"list": [1, 2, 1]}),
            json!({"sure": false}),
            json!({"not": "x"}),
            json!({}),
        ],
    );
    assert_snapshot!(all);
    let schema = json!({"type": "object", "properties": {"card": {"type": "string"}, "code": {"type": "string"}},
        "dependentRequired": {"card": ["code"]}});
    assert_snapshot!(
        "rules_that_a_graph_cannot_hold",
        by_schema(&schema, &[json!({"card": "1"}),])
    );
}

#[test]
fn constants() {
    let words = [
        "ZRH", "GVA", "BSL", "FRA", "MUC", "TXL", "LHR", "LGW", "CDG", "ORY", "AMS", "BRU",
    ];
    let many = (0..400).map(|at| format!("airport number {at}"));
    let airports = |words: Vec<String>| {
        Reader::<Airport>::new()
            .vocabulary("airports", words)
            .unwrap()
    };
    let few = airports(words.map(str::to_owned).to_vec());
    let all_of_them = airports(many.collect());
    let reply = |code: &str| json!({ "code": code }).to_string();
    let mut all = all! {
        Dish: r#""pizza""#;
        Dish: r#""green-salat""#;
        Dish: r#""fish""#;
        Dish: r#""soup or green-salad""#;
        Dish: r#""neither""#;
        Dish: "1";
        Dish: "null";
        Month: r#""Janvier""#;
        Month: r#""Septembre""#;
        Month: r#""ju""#;
    };
    for code in ["ZHR", "Paris Charles de Gaulle", ""] {
        all += &said("Airport (12 words)", &reply(code), &few.read(&reply(code)));
    }
    for code in ["airport number 1234", "airport 12", "nowhere"] {
        all += &said(
            "Airport (400 words)",
            &reply(code),
            &all_of_them.read(&reply(code)),
        );
    }
    assert_snapshot!(all);
}

#[test]
fn members() {
    let all = all! {
        Order: "{}";
        Order: r#"{"dish": "soup"}"#;
        Order: r#"{"dish": "soup", "count": null}"#;
        Order: r#"{"dish": "soup", "count": 1, "reasoning": "hungry"}"#;
        Order: r#"{"dish": "soup", "cuont": 1}"#;
        Order: r#"{"dish": "soup", "count": 1, "order": {"note": "x"}}"#;
        Order: r#"{"meal": "soup", "amount": 1}"#;
        Order: r#"[{"dish": "soup", "count": 1}, {"dish": "soup", "count": 2}]"#;
        Order: r#""soup""#;
        Order: r#"{"dish": {"name": "soup"}, "count": [1]}"#;
        Vec<Order>: r#"[{"dish": "soup", "count": 1}, "soup"]"#;
        BTreeMap<String, u8>: r#"{"a": 1, "b": "x"}"#;
        Guest: r#"{"fullname": "Ada", "FullName": "Bo", "isMember": true}"#;
    };
    assert_snapshot!(all);
}

#[test]
fn unions() {
    let all = all! {
        Shape: r#"{"kind": "circle"}"#;
        Shape: r#"{"kind": "cirle", "radius": 1}"#;
        Shape: r#"{"kind": "triangle", "side": 1}"#;
        Shape: r#"{"radius": 1}"#;
        Shape: r#"{"kind": "box", "width": 1, "height": "tall"}"#;
        Shape: r#"{"kind": "group", "shapes": [{"kind": "circle", "radius": "big"}, {"kind": "hexagon"}]}"#;
        Shape: r#"{"kind": 1}"#;
        Shape: r#""circle""#;
        Amount: r#""lots""#;
        Amount: r#""sme""#;
        Amount: r#"{"from": 1}"#;
        Amount: r#"{"from": 1, "until": 2}"#;
        Amount: r#"{"from": "x", "to": 2}"#;
        Amount: "[1]";
        Event: r#"{"moved": {"x": 1}}"#;
        Event: r#"{"moved": {"x": 1, "y": 2}, "renamed": "a"}"#;
        Event: r#"{"deleted": {}}"#;
        Event: r#""opened""#;
        Event: r#"{"type": "moved", "x": 1, "y": 2}"#;
        Either: r#""soup""#;
        Either: r#""soup in May""#;
        Either: r#""x""#;
        Cart: r#"{"items": [{"type": "LatteDrinks", "name": "latte"}]}"#;
    };
    assert_snapshot!(all);
}

#[test]
fn notes_of_meaning() {
    let all = all! {
        Order: r#"{"dish": "soup", "count": "2"}"#;
        Order: r#"{"dish": "soup", "count": 2.0}"#;
        Guest: r#"{"fullName": 7, "isMember": "true"}"#;
        Guest: r#"{"full_name": "Ada", "IsMember": true}"#;
        Order: r#"{"dish": "Green Salad", "count": 1}"#;
        Order: r#"{"dish": "salad", "count": 1}"#;
        Guest: r#"{"fullName": "Ada", "mail": "ada@example.com", "isMember": true}"#;
        Order: r#"{"dish": "I would take the soup", "count": 1}"#;
        Vec<Order>: r#"{"dish": "soup", "count": 1}"#;
        Order: r#"[{"dish": "soup", "count": 1}]"#;
        Order: r#"{"Order": {"dish": "soup", "count": 1}}"#;
        Order: r#"{"dish": "soup", "count": 1, "note": null}"#;
        Vec<Order>: r#"["{\"dish\": \"soup\", \"count\": 1}"]"#;
        String: "Only words.";
        Dish: "Soup";
    };
    assert_snapshot!(all);
}

#[test]
fn checks() {
    let reader = Reader::<Order>::new().check(|order, checks| {
        if order.count > 9 {
            checks.refuse("/count", "we have only 9 tables; order less");
        } else if order.count > 5 {
            checks.warn("/count", "more than usual");
        }
    });
    let replies = [
        r#"{"dish": "soup", "count": 10}"#,
        r#"{"dish": "soup", "count": 6}"#,
    ];
    let all = replies.map(|reply| said("Order, checked", reply, &reader.read(reply)));
    assert_snapshot!(all.concat());
}
