//! Steps that reading takes, counted in tests: linear time is a promise that a clock cannot check.

#[cfg(test)]
thread_local! {
    static TAKEN: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts bytes or parts that are looked at.
pub(super) fn took(steps: usize) {
    #[cfg(test)]
    TAKEN.set(TAKEN.get() + steps as u64);
    #[cfg(not(test))]
    let _ = steps;
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{TAKEN, took};
    use crate::reply::{Leniency, Limits, Parser, Reader};

    fn steps(run: impl FnOnce()) -> u64 {
        TAKEN.set(0);
        run();
        TAKEN.get()
    }

    /// Twice the text takes at most 2.2 times the steps.
    fn grows(name: &str, text: impl Fn(usize) -> String, read: impl Fn(&str)) {
        let (once, twice) = (text(600), text(1200));
        let (once, twice) = (steps(|| read(&once)), steps(|| read(&twice)));
        assert!(once > 0, "{name}: nothing is counted");
        assert!(
            twice * 10 <= once * 22,
            "{name}: {once} steps, then {twice}"
        );
    }

    /// A text by its name, of about so many parts.
    type Text = (String, Box<dyn Fn(usize) -> String>);

    /// What is hard to read.
    fn hostile() -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        let parts = [
            "[",
            "{",
            "{\"a\":[",
            "{'a':{",
            "\"",
            "'",
            "“",
            "`",
            "\"\"\"",
            "\" ",
            "\",",
            "\": ",
            "\"a\" ",
            "'a', ",
            "\", a ",
            "\", aaaaaaaaaa",
            "\"\n a",
            ",",
            ", ",
            "```",
            "```json\n",
            "``` {\"a\": ",
            "```\n{a: 1}\n```\n",
            "\\",
            "\\u",
            "\\ud83d",
            "1",
            "1_",
            "1.",
            "-",
            "/*",
            "/* ",
            "//",
            "// ",
            "#",
            "# ",
            "#\n",
            "/",
            "*/",
            "{a} ",
            "{'} ",
            "{\"} ",
            "{\"a\": \"} ",
            "[1] ",
            "[1], ",
            "{}",
            "{} ",
            "{a: 1} ",
            "{\"a\": 1}\n",
            "[a] ",
            "see [1] ",
            "<think>",
            "</think>",
            "<think>{</think>",
            "a ",
            "a: ",
            "a:",
            "(",
            "...",
            "]",
            "}",
            "[}",
            "{]",
            " ",
            "\n",
            "\t\"",
            "True ",
            "None,",
            "{,",
            "é",
            "🙂\"",
        ];
        let openers = [
            "",
            "{",
            "[",
            "{\"a\": ",
            "{\"a\": \"",
            "[\"",
            "['",
            "[\"\"\"",
            "[/*",
            "[#",
            "[1",
            "```json\n{\"a\": ",
            "so {",
        ];
        for opener in openers {
            for part in parts {
                let make = move |count: usize| format!("{opener}{}", part.repeat(count));
                texts.push((format!("{opener}{part}…"), Box::new(make)));
            }
        }
        texts
    }

    #[test]
    fn any_text_is_parsed_in_linear_steps() {
        for (name, text) in hostile() {
            for leniency in [Leniency::Strict, Leniency::Full] {
                grows(&name, &text, |text| {
                    let mut parser = Parser::new(Limits::default()).leniency(leniency);
                    parser.push(text);
                    let _ = parser.finish();
                });
            }
        }
    }

    #[test]
    fn pieces_take_linear_steps_too() {
        for (name, text) in hostile() {
            grows(&name, &text, |text| {
                let mut parser = Parser::default();
                for (at, c) in text.char_indices() {
                    parser.push(&text[at..at + c.len_utf8()]);
                }
                let _ = parser.finish();
            });
        }
    }

    #[test]
    fn any_reply_is_read_in_linear_steps() {
        let schemas = [
            json!({}),
            json!({"type": "array", "items": {"type": "integer"}}),
            json!({"enum": ["one", "two", "one two"]}),
            json!({
                "$ref": "#/$defs/Tree",
                "$defs": {"Tree": {
                    "type": "object",
                    "properties": {"a": {"anyOf": [
                        {"$ref": "#/$defs/Tree"},
                        {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
                        {"type": "number"},
                    ]}},
                    "additionalProperties": false,
                }},
            }),
        ];
        for schema in schemas {
            let reader = Reader::<Value>::from_schema(&schema).unwrap();
            for (name, text) in hostile() {
                grows(&name, &text, |text| {
                    took(1);
                    let _ = reader.read(text);
                });
            }
        }
    }

    /// As many names as the text has words, each of which might begin any of them.
    #[test]
    fn names_take_linear_steps() {
        let text = |count: usize| "a ".repeat(count);
        grows("names", text, |text| {
            let names: Vec<String> = (0..text.len() / 2).map(|at| format!("a {at}")).collect();
            let reader = Reader::<Value>::from_schema(&json!({ "enum": names })).unwrap();
            let _ = reader.read(text);
        });
    }
}
