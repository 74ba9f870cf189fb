//! Replies that are no JSON, nearly JSON, or hold it somewhere.

use insta::assert_snapshot;
use serde_json::Value;
use typechat::reply::{Leniency, Limits, Reader};

use super::{
    all, read, said,
    types::{Dish, Order},
};

#[test]
fn grammar() {
    let all = all! {
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
    };
    assert_snapshot!(all);
}

#[test]
fn truncation() {
    let all = all! {
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
    };
    assert_snapshot!(all);
}

#[test]
fn where_the_value_is() {
    let all = all! {
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
    };
    assert_snapshot!(all);
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
    let all = all! {
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
        Vec<Vec<u8>>: "[1, 2], [3]";
        Order: r#"{"dish": "soup", "count": 1, "note": "cut he"#;
        Order: r#"{"dish": "soup", "count": 1, "count": 1}"#;
    };
    assert_snapshot!(all);
}
