//! What a model is told so that it mends its reply, and what a person is shown: every message
//! must say what is wrong and what is wanted.

mod types;

use std::collections::{BTreeMap, BTreeSet};

use insta::assert_snapshot;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use typechat::{
    Schema,
    reply::{Leniency, Limits, Reader, Reading, render_for_model, render_pretty},
};

use types::{Airport, Amount, Dish, Either, Even, Event, Guest, Month, Order, Rules, Shape, Stay};

/// The reply, what it says to a model, and the notes.
fn said<T>(name: &str, reply: &str, reading: &Reading<T>) -> String {
    let shown: String = reply.chars().take(240).collect();
    let shown = shown.replace('\n', "\n  | ");
    let mut said = format!("{name}\n  | {shown}\n");
    said += &render_for_model(reading.problems());
    for note in reading.notes() {
        said += &format!("~ {note}\n");
    }
    said + "\n"
}

fn read<T: Schema + DeserializeOwned>(name: &str, reply: &str) -> String {
    said(name, reply, &Reader::<T>::new().read(reply))
}

/// What is said of each reply, read as the type that stands before it.
macro_rules! all {
    ($($ty:ty: $reply:expr;)*) => {{
        let name = |name: &str| name.replace(['\n', ' '], "");
        [$(read::<$ty>(&name(stringify!($ty)), &$reply.to_string())),*].concat()
    }};
}

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
    assert_snapshot!(all! {
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
    });
}

#[test]
fn rules() {
    assert_snapshot!(all! {
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
    });
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
    assert_snapshot!(by_schema(
        &schema,
        &[
            json!({"even": 3}),
            json!({"part": 0}),
            json!({"part": 1.5}),
            json!({"list": [1, 2, 1]}),
            json!({"sure": false}),
            json!({"not": "x"}),
            json!({}),
        ]
    ));
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
    assert_snapshot!(all! {
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
    });
}

#[test]
fn unions() {
    assert_snapshot!(all! {
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
        Either: r#""1""#;
        Either: r#""x""#;
    });
}

#[test]
fn grammar() {
    assert_snapshot!(all! {
        Value: r#"{"a": 1, "a": 2}"#;
        Value: r#"{"a": {"b": 1, "b": 2}}"#;
        Value: "[1, 2, ...]";
        Value: r#"{"a": 1, ...}"#;
        Value: r#"{"a" 1}"#;
        Value: r#"{"a": }"#;
        Value: r#"{"a"}"#;
        Value: r#"{"a": 1 "b": 2}"#;
        Value: "[1 2]";
        Value: r#"{"a": 1; "b": 2}"#;
        Value: r#"{"a" = 1}"#;
        Value: r#"{"a": f(1)}"#;
        Value: r#"{"a": "x" + "y"}"#;
        Value: r#"{"a": 1/2}"#;
        Value: r#"{"a": 0x1F}"#;
        Value: r#"{"a": NaN}"#;
        Value: "[1, 2}";
        Value: r#"{"a": [1, 2}"#;
        Value: r#"{"say": "he said "no", and left", "b": 1}"#;
        Value: r#"{"say": "a", "b", "c": 1}"#;
        Value: r#"["\u12"]"#;
        Value: r#"["\ud800"]"#;
        Value: r#"[1, 2] [3"#;
        Value: r#"{"a": 1} {"a": 2}"#;
        Order: r#"{"dish": "soup", "count": 1, "count": 2}"#;
        Order: r#"{"dish": "soup" "count": one two}"#;
    });
}

#[test]
fn truncation() {
    assert_snapshot!(all! {
        Value: "{";
        Value: r#"{"a"#;
        Value: r#"{"a""#;
        Value: r#"{"a":"#;
        Value: r#"{"a": "x"#;
        Value: r#"{"a": 12"#;
        Value: r#"{"a": tr"#;
        Value: r#"{"a": [1, "#;
        Value: r#"{"a": "x\"#;
        Order: r#"{"dish": "so"#;
        Order: r#"{"dish": "soup", "cou"#;
        Order: r#"{"dish": "soup", "count": 1"#;
        Order: r#"{"dish": "soup", "count": 1, "note": "with bre"#;
        Vec<Order>: r#"[{"dish": "soup", "count": 1}, {"dish": "so"#;
        Order: "Here you are:\n```json\n{\"dish\": \"soup\",\n";
        Order: "<think>The guest wants soup, so {\"dish\": \"soup\"";
    });
}

#[test]
fn where_the_value_is() {
    assert_snapshot!(all! {
        Order: "";
        Order: "   \n";
        Order: "I am sorry, but I cannot help with that.";
        Order: "The dish is soup, and the count is 2.";
        Order: "<think>They want soup.</think>";
        Order: "<think>They want soup.";
        Order: "```json\n```";
        Order: "```python\nprint('soup')\n```";
        Order: "Use {dish} and [count] as you like.";
        Order: "Draft: {\"dish\": \"soup\", \"count\": 1}\nFinal: {\"dish\": \"soup\", \"count\": \"none\"}";
        Order: "{\"dish\": \"soup\", \"count\": 1}\n{\"dish\": \"green-salad\", \"count\": 2}";
        Order: "{\"dish\": \"soup\", \"count\": 1} or rather {\"dish\": \"soup\", \"count\": 2}";
        Order: "For example {\"dish\": \"pizza\"}, so: {\"dish\": \"soup\", \"count\": 1}";
        Dish: "soup";
        Dish: "Soup, I think, and no green-salad.";
        bool: "Yes";
        u8: "The answer is 42.";
        Vec<u8>: "[1, 2] and [3]";
        String: "Just words.";
    });
}

#[test]
fn limits() {
    let mut limits = Limits::default();
    (limits.depth, limits.bytes) = (4, 60);
    let reader = Reader::<Value>::new().limits(limits);
    let deep = "{\"a\": [[[[1]]]]}";
    let large = format!("\"{}\"", "x".repeat(60));
    let mut all = said("Value (depth 4, bytes 60)", deep, &reader.read(deep));
    all += &said("Value (depth 4, bytes 60)", &large, &reader.read(&large));
    let wrong = format!("[{}]", ["\"x\""; 150].join(","));
    let reading = Reader::<Vec<u8>>::new()
        .leniency(Leniency::Strict)
        .read(&wrong);
    assert_eq!(reading.problems().len(), 101);
    all += &said("Vec<u8>", "[\"x\", 150 times]", &reading);
    let notes = format!("[{}1]", "+1,".repeat(150));
    let reading = Reader::<Vec<u8>>::new().read(&notes);
    assert_eq!(reading.notes().len(), 101);
    all += &format!(
        "~ {}\n~ …\n~ {}\n",
        reading.notes()[0],
        reading.notes()[100]
    );
    assert_snapshot!(all);
}

#[test]
fn strict_grammar() {
    let replies = [
        "{\"a\": 1,}",
        "{'a': 1}",
        "{a: 1}",
        "[1 2]",
        "[tru]",
        "[True]",
        "[01]",
        "[+1]",
        "[.5]",
        "[1, // one\n2]",
        "[\"a\nb\"]",
        "[\"\\x\"]",
        "[\"say \"no\" to\"]",
        "{\"a\": 1",
        "[\"a",
        "{\"a\": 1}]",
        "[1e400]",
        "“a”",
        "{\"a\": \"b\"c}",
    ];
    let reader = Reader::<Value>::new().leniency(Leniency::Strict);
    let all = replies.map(|reply| said("Value, strictly", reply, &reader.read(reply)));
    assert_snapshot!(all.concat());
}

#[test]
fn notes_of_grammar() {
    assert_snapshot!(all! {
        Order: "{\n  // what\n  \"dish\": \"soup\", # of the day\n  /* how many */ \"count\": 1\n}";
        Order: r#"{"dish": "soup", "count": 1,}"#;
        Order: "{\"dish\": \"soup\"\n\"count\": 1}";
        Order: r#"{'dish': 'soup', “count”: 1, `note`: """hot"""}"#;
        Order: "{dish: soup, count: 1}";
        Order: r#"{"dish": "soup", "count": 1, "note": "a "hot" one"}"#;
        Order: "{\"dish\": \"soup\", \"count\": 1, \"note\": \"a\nb\tc\"}";
        Order: r#"{"dish": "soup", "count": 1, "note": "it\'s"}"#;
        Vec<Option<bool>>: "[True, None, undefined]";
        Vec<f64>: "[+1, .5, 5., 1_000]";
        Order: r#"{"dish": "soup", "count": 1"#;
        Order: r#"{"dish": "soup", "count": 1}}"#;
        Vec<Vec<u8>>: "[[1, 2}, [3]]";
        Vec<Order>: "{\"dish\": \"soup\", \"count\": 1}\n{\"dish\": \"soup\", \"count\": 2}";
        Order: r#"{"dish": "soup", "count": 1, "note": "cut he"#;
        Order: r#"{"dish": "soup", "count": 1, "count": 1}"#;
    });
}

#[test]
fn notes_of_meaning() {
    assert_snapshot!(all! {
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
    });
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

#[test]
fn what_people_see() {
    fn seen<T: Schema + DeserializeOwned>(reply: &str) -> String {
        let reading = Reader::<T>::new().read(reply);
        render_pretty(reply, "reply", reading.problems(), reading.notes(), false) + "\n"
    }
    let mut all = String::new();
    all += &seen::<Order>("{\"dish\": \"pizza\",\n \"count\": 300}");
    all += &seen::<Order>("{\"dish\": \"soup\", \"cuont\": 1}");
    all += &seen::<Order>("Here:\n```json\n{\n  'dish': 'soup',\n  \"count\": 1,\n}\n```");
    all += &seen::<Order>("{\"dish\": \"soup\", \"count\": 1, \"count\": 2}");
    all += &seen::<Order>("{\"dish\": \"soup\",\n \"count\": ");
    all += &seen::<Order>("I cannot help with that.");
    all += &seen::<Order>(
        "Draft: {\"dish\": \"soup\", \"count\": 1}\nFinal: {\"dish\": \"soup\", \"count\": \"none\"}",
    );
    all += &seen::<Shape>(
        "{\"kind\": \"group\", \"shapes\": [\n  {\"kind\": \"hexagon\"},\n  {\"kind\": \"circle\"}\n]}",
    );
    all += &seen::<Rules>("{\"day\": \"2024-02-30\", \"mail\": \"grüße\", \"stars\": 6}");
    all += &seen::<Vec<Value>>("[1,\n 2,\n ...]");
    all += &seen::<Value>("{\"say\": \"he said \"no\", and left\", \"b\": 1}");
    all += &seen::<Vec<Option<bool>>>("[True, None,\n yes]");
    all += &seen::<Stay>("{\"from\": 7, \"to\": 2}");
    assert_snapshot!(all);
}
