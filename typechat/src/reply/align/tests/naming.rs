//! Texts that name a constant, and those that might seem to.

use serde_json::{Value, json};

use super::{graph_of, read};

fn value(schema: &Value, text: &str) -> Option<Value> {
    let text = Value::from(text).to_string();
    read(&graph_of(schema), &text).map(|(value, _)| value)
}

fn refuses(schema: &Value, texts: &[&str]) {
    for text in texts {
        assert_eq!(value(schema, text), None, "{text} by {schema}");
    }
}

fn reads(schema: &Value, texts: &[&str], wanted: &Value) {
    for text in texts {
        assert_eq!(value(schema, text).as_ref(), Some(wanted), "{text}");
    }
}

fn one_of(names: &[&str]) -> Value {
    json!({ "enum": names })
}

#[test]
fn answers_are_read() {
    let numbers = one_of(&["ONE", "TWO"]);
    let ones = [
        "ONE: The description of k1",
        "The answer is One",
        "**one** is the answer",
        "ONE - The description of an enum value",
        "I would say ONE.",
        "It's ONE, since it is first.",
        "The best category is **ONE**.",
    ];
    reads(&numbers, &ones, &json!("ONE"));
    let twos = [
        "two",
        "Two",
        "  TWO  ",
        "TWO is the answer",
        "Two is the answer",
        "\"TWO\" is the answer",
    ];
    reads(&json!({"const": "TWO"}), &twos, &json!("TWO"));
    let aliases = json!({
        "enum": ["ONE", "TWO", "THREE"],
        "x-aliases": {"ONE": ["k1"], "TWO": ["k-2-3.1_1"], "THREE": ["NUMBER THREE"]},
    });
    reads(
        &aliases,
        &["k1: The description of enum value une"],
        &json!("ONE"),
    );
    reads(
        &aliases,
        &["k-2-3.1_1 The description of enum value deux"],
        &json!("TWO"),
    );
    reads(&aliases, &["number three"], &json!("THREE"));
    let text = "False.\\n\\nThe statement \"2 + 2 = 5\" is mathematically incorrect. The correct \
                sum of 2 + 2 is 4, not 5.";
    reads(&json!({"type": "boolean"}), &[text], &json!(false));
    let item = ["line item", "LineItem", "line-item", "LINE_ITEM"];
    reads(&one_of(&["line_item", "other"]), &item, &json!("line_item"));
    reads(&one_of(&["LineItem", "line"]), &item, &json!("LineItem"));
}

#[test]
fn letters_are_not_joined_to_another_name() {
    refuses(
        &one_of(&["I", "II", "III"]),
        &["I/II", "I II", "I, II", "II-I"],
    );
    refuses(&one_of(&["A", "B", "AB"]), &["A B", "A/B", "B, A", "A-B"]);
    refuses(&one_of(&["active", "inactive"]), &["in active"]);
}

#[test]
fn marks_that_mean_something_refuse() {
    refuses(&one_of(&["=", "<"]), &["!=", "≠"]);
    refuses(
        &one_of(&["open", "add"]),
        &[
            "!open", "-add", "/open", "~open", "open?", "open-", "≠ open",
        ],
    );
    refuses(&one_of(&["A", "B"]), &["A-", "It is A-.", "A+", "A?"]);
    refuses(
        &one_of(&["positive", "negative"]),
        &["positive?", "positive 0", "positive: 0"],
    );
    let texts = [
        "!true",
        "-true",
        "true = 0",
        "≠ true",
        "❌ true",
        "true?",
        "~true",
        "true. ❌",
    ];
    refuses(&json!({"type": "boolean"}), &texts);
}

#[test]
fn common_words_may_be_names() {
    let letters = one_of(&["A", "B", "C", "D", "E", "F"]);
    let texts = [
        "A and B",
        "between A and B",
        "A plus B",
        "from A to B",
        "A then B",
        "A, B",
        "The answer is A, B",
        "The answer is A and C",
        "a or b",
        "A. B.",
    ];
    refuses(&letters, &texts);
    refuses(
        &one_of(&["on", "off"]),
        &["on and off", "on, off", "on then off"],
    );
    refuses(
        &one_of(&["1", "2"]),
        &[
            "1 and 2",
            "1 to 2",
            "1, 2",
            "It is 1 or 2",
            "I have 2 reasons",
        ],
    );
    refuses(&one_of(&["us", "uk"]), &["us and uk", "us, uk"]);
}

#[test]
fn only_known_frames_are_read() {
    let texts = [
        "hardly open",
        "It is hardly open",
        "far from open",
        "I doubt it is open",
        "It is unlikely open",
        "open is wrong",
        "open: wrong",
        "It is open if paid",
        "It was open",
        "It would be the opposite of open",
        "I avoid open",
        "It is half open",
        "Is it open",
        "open to debate",
        "The shop opens at open",
        "Anything like open",
        "open. Actually closed now",
        "open. That is wrong.",
        "The answer is open. That is wrong.",
        "open, but late",
        "It lacks open",
        "open is false",
        "I deny it is open",
    ];
    refuses(&one_of(&["open", "closed"]), &texts);
}

#[test]
fn words_of_a_longer_name_count() {
    refuses(
        &one_of(&["Espresso", "Double Espresso"]),
        &["espresso double", "Espresso (double)"],
    );
    refuses(&one_of(&["Tea", "Iced Tea"]), &["Tea (iced)", "Tea, iced"]);
    refuses(&one_of(&["red", "dark red"]), &["red (dark)", "red, dark"]);
    refuses(&one_of(&["C", "C++"]), &["c plus plus", "C plus plus"]);
}

#[test]
fn a_sentence_is_for_constants_alone() {
    let union = json!({"anyOf": [{"type": "number"}, {"const": "auto"}, {"const": "none"}]});
    refuses(&union, &["none, 5", "none: five", "auto. 5"]);
    let days = json!({"type": "array", "items": {"enum": ["mon", "tue"]}});
    refuses(&days, &["from mon", "It is mon.", "mon: on"]);
    reads(&days, &["Mon"], &json!(["mon"]));
}
