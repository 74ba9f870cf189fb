//! No input at all breaks the parser or the reader: the bodies of the fuzz targets, on inputs that
//! are nearly right, and on every input that once was read wrongly.

use std::{fs, path::Path, sync::LazyLock};

use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::Value;
use typechat_tests::bodies::{self, Types};

static TYPES: LazyLock<Types> = LazyLock::new(Types::new);

/// What replies are made of: JSON, what is nearly JSON, and what stands round it.
const TOKENS: [&str; 86] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "“",
    "”",
    "‘",
    "’",
    " ",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\\",
    "\\\"",
    "\\n",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\x41",
    "\\'",
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "true",
    "false",
    "null",
    "True",
    "None",
    "undefined",
    "NaN",
    "yes",
    "...",
    "…",
    "0",
    "-0",
    "1",
    "12",
    "3.0",
    "1.5",
    "+1",
    ".5",
    "1.",
    "01",
    "0x1F",
    "1_000",
    "1,000",
    "1e400",
    "1e5",
    "9007199254740993",
    "```",
    "```json\n",
    "\n```\n",
    "~~~",
    "<think>",
    "</think>",
    "a",
    "é",
    "😀",
    "word",
    "two words",
    "The answer is",
    "\"type\":",
    "\"name\":",
    "\"dish\": \"soup\"",
    "\"count\": \"2\"",
    "circle",
    "tall",
    "Extra Hot",
    "\"a\": 1",
    "{\"a\": 1}",
    "[1, 2]",
];

fn soup() -> impl Strategy<Value = String> {
    vec(select(&TOKENS[..]), 0..30).prop_map(|tokens| tokens.concat())
}

fn json() -> impl Strategy<Value = Value> {
    let name = || {
        select(vec![
            "a", "b", "type", "name", "children", "dish", "count", "size", "r",
        ])
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-9..99_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        select(vec!["circle", "box", "tall", "extra hot", "12", "true", ""]).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((name().prop_map(str::to_owned), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// JSON with a few tokens put in, or parts cut out.
fn nearly() -> impl Strategy<Value = String> {
    let edit = (
        any::<prop::sample::Index>(),
        0..4_usize,
        select(&TOKENS[..]),
    );
    let text = prop_oneof![
        json().prop_map(|value| value.to_string()),
        json().prop_map(|value| format!("{value:#}")),
    ];
    (text, vec(edit, 0..4)).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, cut, token) in edits {
            let at = at.index(chars.len() + 1);
            let end = chars.len().min(at + cut);
            chars.splice(at..end, token.chars());
        }
        chars.into_iter().collect()
    })
}

fn replies() -> impl Strategy<Value = String> {
    let prose = || {
        select(vec![
            "",
            "",
            "",
            "So: ",
            "```json\n",
            "<think>{}</think>",
            "\n```",
            ".",
        ])
    };
    let part = prop_oneof![3 => nearly(), 1 => soup()];
    (prose(), part, prose()).prop_map(|(before, part, after)| format!("{before}{part}{after}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn any_text_is_parsed_alike_in_pieces(lengths in "[0-9]{0,3}", text in replies()) {
        bodies::parse(format!("{lengths}\n{text}").as_bytes());
    }

    #[test]
    fn any_reply_is_a_valid_value_or_problems(kind in "[a-p]", reply in replies()) {
        TYPES.read(format!("{kind}\n{reply}").as_bytes());
    }

    #[test]
    fn any_bytes_are_read(data in vec(any::<u8>(), 0..60)) {
        bodies::parse(&data);
        TYPES.read(&data);
        bodies::import_read(&data);
    }
}

/// Each file is an input that a fuzz target starts from; most were once read wrongly.
#[test]
fn what_was_found_stays_found() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    let mut count = 0;
    for (target, body) in [
        ("parse", &bodies::parse as &dyn Fn(&[u8])),
        ("read", &|data| TYPES.read(data)),
        ("import_read", &bodies::import_read),
    ] {
        for file in fs::read_dir(seeds.join(target)).unwrap() {
            let path = file.unwrap().path();
            println!("{}", path.display());
            body(&fs::read(path).unwrap());
            count += 1;
        }
    }
    assert!(count > 10, "{count} seeds");
}
