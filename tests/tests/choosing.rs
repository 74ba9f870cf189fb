//! Which part of a reply is its answer: never an earlier one in place of a later that is broken.

use serde_json::{Value, json};
use typechat::reply::{NoteKind, ProblemCode, Reader, Reading, read};

fn point(reply: &str) -> Reading<Value> {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" } },
        "required": ["n"],
        "additionalProperties": false,
    });
    Reader::from_schema(&schema).unwrap().read(reply)
}

/// What the notes are about.
fn aside<'a, T>(reading: &Reading<T>, reply: &'a str) -> Vec<&'a str> {
    let chosen = |kind| kind == NoteKind::Chosen;
    let notes = reading.notes().iter().filter(|note| chosen(note.kind));
    let spans = notes.map(|note| note.span.unwrap());
    spans.map(|span| &reply[span.start..span.end]).collect()
}

#[test]
fn a_broken_correction_counts_more_than_what_it_corrects() {
    let replies = [
        (r#"{"n":1} or rather {"n":"#, ProblemCode::Truncated),
        (r#"{"n":1} or rather {"n":2"#, ProblemCode::Truncated),
        (r#"{"n":1} or rather {"n":"two"}"#, ProblemCode::WrongType),
        (r#"{"n":1} or rather {}"#, ProblemCode::MissingMember),
        (
            "```json\n{\"n\":1}\n```\nor\n```json\n{\"n\":2",
            ProblemCode::Truncated,
        ),
        (r#"{"n":1} or {"n" 2}"#, ProblemCode::Syntax),
    ];
    for (reply, code) in replies {
        let reading = point(reply);
        assert_eq!(reading.value(), None, "{reply}");
        assert_eq!(reading.problems()[0].code, code, "{reply}");
        assert_eq!(aside(&reading, reply), ["{\"n\":1}"], "{reply}");
        let span = reading.problems()[0].span.unwrap();
        assert!(span.start > 10, "{reply}: {span:?}");
    }
}

#[test]
fn a_correction_that_is_nearly_json_counts() {
    for reply in [
        r#"Draft: {"n":1}. Corrected: {"n":2,}"#,
        "```json\n{\"n\":1}\n```\nor\n```json\n// two\n{\"n\":2}\n```",
        r#"{"n":1} or {'n': 2}"#,
        r#"{"n":1} or {n: 2}"#,
    ] {
        let reading = point(reply);
        assert_eq!(reading.value(), Some(&json!({"n": 2})), "{reply}");
        assert_eq!(aside(&reading, reply), ["{\"n\":1}"], "{reply}");
    }
}

#[test]
fn the_later_of_two_valid_values_counts_and_a_note_says_so() {
    let reply = r#"first {"n":1}, better {"n":2}"#;
    let reading = point(reply);
    assert_eq!(reading.value(), Some(&json!({"n": 2})));
    assert_eq!(aside(&reading, reply), [r#"{"n":1}"#]);
    assert_eq!(
        reading.notes()[0].to_string(),
        "this fits the type, too, and was left aside: a later value counts: {\"n\":1}"
    );
    let reading = point(r#"{"n":1}, I repeat {"n": 1}"#);
    assert_eq!(
        reading.notes()[0].to_string(),
        "the same value stands here, too: {\"n\":1}"
    );
}

#[test]
fn what_cannot_be_a_correction_is_left_aside_with_a_note() {
    let replies = [
        (r#"{"n":1} where [1, 2] is no answer"#, "[1, 2]"),
        (
            r#"{"n":1} for the input {"words": "one"}"#,
            r#"{"words": "one"}"#,
        ),
        ("```json\n{\"n\":1}\n```\n```json\n[\"1\"]\n```", "[\"1\"]"),
    ];
    for (reply, other) in replies {
        let reading = point(reply);
        assert_eq!(reading.value(), Some(&json!({"n": 1})), "{reply}");
        assert_eq!(aside(&reading, reply), [other], "{reply}");
    }
    for reply in [
        r#"{"n":1} as in {braces}, see [1] and [2], [3]."#,
        "{\"n\":1}\n\n[1] The first footnote.\n- [ ] to do",
        "{\"n\":1}\n```python\nprint({\"n\": 2})\n```",
    ] {
        let reading = point(reply);
        assert_eq!(reading.value(), Some(&json!({"n": 1})), "{reply}");
        assert_eq!(reading.notes(), [], "{reply}");
    }
}

#[test]
fn an_unfinished_thought_holds_no_answer() {
    for reply in [
        r#"<think>maybe {"n":1} hmm"#,
        "<think>\n```json\n{\"n\":1}\n```",
        r#"Well. <think>maybe {"n":1}"#,
    ] {
        let reading = point(reply);
        assert_eq!(reading.problems()[0].code, ProblemCode::NoJson, "{reply}");
        assert!(
            reading.problems()[0]
                .text
                .contains("`<think>` is never closed")
        );
    }
    for reply in [
        r#"<think>maybe {"n":1 { hmm</think>{"n":2}"#,
        r#"maybe {"n":1} or { hmm</think>{"n":2}"#,
        r#"maybe {"n":1}</think> or not</think>{"n":2}"#,
        "maybe ```\n{\"n\":1\n</think>\n{\"n\":2}",
        r#"{"n":2}<think>was it {"n":3}?</think>"#,
    ] {
        let reading = point(reply);
        assert_eq!(reading.value(), Some(&json!({"n": 2})), "{reply}");
        assert_eq!(reading.notes(), [], "{reply}");
    }
    assert_eq!(read::<u8>("<think>5?</think> 6").value(), Some(&6));
    assert_eq!(read::<String>("hm</think> \"{6}\"").value().unwrap(), "{6}");
}

#[test]
fn tags_inside_strings_are_text() {
    for text in [
        "</think>",
        "</think> [1,2] ",
        "<think>",
        "a <think> [1] </think> b",
    ] {
        let value = json!({ "t": text });
        for reply in [
            value.to_string(),
            format!("<think>hm</think>{value}"),
            format!("Here: {value}."),
        ] {
            assert_eq!(read::<Value>(&reply).value(), Some(&value), "{reply}");
            let list = read::<Vec<u32>>(&reply);
            assert_eq!(list.value(), None, "{reply}");
        }
        let string = Value::from(text);
        assert_eq!(read::<Value>(&string.to_string()).value(), Some(&string));
    }
}

#[test]
fn a_reference_is_no_list() {
    for reply in [
        "I cannot do that, see [1].",
        "see [1][2], [3]",
        "[1] is a source for this",
        "Nothing (see page [12]; [13])",
        "To do:\n- [ ] not done",
    ] {
        let reading = read::<Vec<u32>>(reply);
        assert_eq!(reading.problems()[0].code, ProblemCode::NoJson, "{reply}");
    }
    for (reply, value) in [
        ("[1]", vec![1]),
        ("The answer: [1]", vec![1]),
        ("The answer is [1, 2].", vec![1, 2]),
        ("```\n[1]\n```", vec![1]),
        ("Here you are\n[1]\nfor the first", vec![1]),
    ] {
        assert_eq!(read::<Vec<u32>>(reply).value(), Some(&value), "{reply}");
    }
}

#[test]
fn a_part_of_a_broken_value_is_not_the_whole() {
    for reply in [
        r#"{"n": 1}{"n": 2}"#,
        r#"{"n": 1}, {"n": 2}"#,
        r#"{"n": 1}, "m": 2}"#,
        "so [{\"n\": 1}}, {\"n\": 2}]",
        "{\"list\": [ // ends ]\n {\"n\": 1} x ]\n}",
    ] {
        assert_eq!(point(reply).value(), None, "{reply}");
        let whole = read::<Value>(reply).into_result();
        assert!(
            whole.is_err() || whole == Ok(json!([{"n": 1}, {"n": 2}])),
            "{reply}"
        );
    }
    let reading = point("\"{\"n\": 1}\" it is, or ({\"n\": 2})");
    assert_eq!(reading.value(), Some(&json!({"n": 2})));
}

/// What stands before or after the brackets, and may be a part of the value, refuses it.
#[test]
fn nothing_beside_the_brackets_is_dropped_silently() {
    let list = [
        "I considered [1, 2]. The final answer is [7].",
        "Not [1, 2] but [5]",
        "[1, 2], 3, 4]",
        "[1, 2] 3]",
        "[1,2],\n3,\n4]",
        "1, [2, 3]",
        "[1, 2], ...",
        "[1, 2]...",
        "[1, 2 /* 8 remaining */]",
        "```json\n[1,\n```\n```json\n2]\n```",
    ];
    for reply in list {
        let reading = read::<Vec<u32>>(reply);
        assert_eq!(reading.value(), None, "{reply}: {:?}", reading.notes());
    }
    let objects = [
        r#"{"n": 1} "m": 2}"#,
        "{\"n\": 1}\n\"m\": 2}",
        r#"{"n": 1}, m: 2}"#,
        r#"{"n": 1}; "m": 2}"#,
        r#"{"n": 1}, 'm': 2}"#,
        "<thinking>{\"n\": 1}</thinking>I cannot answer.",
        "<THINK>{\"n\": 1}</THINK>no",
    ];
    for reply in objects {
        assert_eq!(point(reply).value(), None, "{reply}");
    }
    for reply in [
        r#"{"n": 1}, not {"n": 2}"#,
        r#"{"n": 1} (previously {"n": 2})"#,
        "{\"n\": 1}\nDo not send {\"n\": 2}",
    ] {
        let reading = point(reply);
        assert_eq!(
            reading.problems()[0].code,
            ProblemCode::Ambiguous,
            "{reply}"
        );
    }
    let lists_of_objects = [
        r#""n": 1}, {"n": 2}]"#,
        "1. {\"n\": 1}\n2. {\"n\": 1}",
        r#"{"n": 1}{"#,
    ];
    let schema = json!({"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}});
    let reader = Reader::from_schema(&schema).unwrap();
    for reply in lists_of_objects {
        assert_eq!(reader.read(reply).value(), None, "{reply}");
    }
    let reading = point("{\"n\": 1}\n// {\"n\": 2}");
    assert_eq!(reading.value(), Some(&json!({"n": 1})));
}
