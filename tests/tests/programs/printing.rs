//! Programs as code and as pictures.

use serde_json::{Value, json};
use typechat_program::Program;

fn program(steps: Value) -> Program {
    Program::from_value(&json!({ "@steps": steps })).unwrap()
}

/// What is data in one language is code in another.
const STRANGE: [&str; 12] = [
    "\"quoted\"",
    "it's",
    "a\nb\r\tc",
    "<script>alert(1)</script>",
    "a & b",
    "]]> -->",
    "\\",
    "\\\"",
    "naïve 日本 🦀",
    "`#;#quot;`",
    "\u{0}\u{7}\u{1b}[31m",
    "} -> step9 [label=\"x\"",
];

fn mixed() -> Program {
    program(json!([
        { "@func": "list", "@args": [[1, 2.5, null, true, "a\"b"], {}] },
        { "@func": "find", "@args": { "in": { "@ref": 0, "@path": "/0/a b/~1x" }, "options": { "max-size": -1, "deep": { "@ref": 0 } } } },
        { "@func": "join", "@args": [{ "@func": "now" }, [{ "@ref": 1, "@path": "/name" }, { "@ref": 1, "@path": "/name" }], []] },
    ]))
}

#[test]
fn code_reads_like_code() {
    insta::assert_snapshot!(mixed());
    let cannot =
        json!({ "@steps": [{ "@func": "now" }], "@cannot_translate": ["order\na taxi", "pay"] });
    insta::assert_snapshot!(Program::from_value(&cannot).unwrap());
}

#[test]
fn mermaid_and_dot_show_what_flows() {
    insta::assert_snapshot!(mixed().to_mermaid());
    insta::assert_snapshot!(mixed().to_dot());
}

#[test]
fn every_step_is_one_line_of_code() {
    for text in STRANGE {
        let program = program(
            json!([{ "@func": text, "@args": [text] }, { "@func": "f", "@args": { text: { text: { "@ref": 0, "@path": format!("/{text}") } } } }]),
        );
        assert_eq!(program.to_string().lines().count(), 2, "{program}");
        assert!(
            !program.to_string().trim_end().contains('\u{1b}'),
            "{program:?}"
        );
    }
}

#[test]
fn no_text_leaves_its_label() {
    for text in STRANGE {
        let program = program(
            json!([{ "@func": text, "@args": [text] }, { "@func": "f", "@args": [{ "@ref": 0, "@path": format!("/{text}") }] }]),
        );
        let mermaid = program.to_mermaid();
        let lines: Vec<&str> = mermaid.lines().collect();
        assert_eq!(lines.len(), 4, "{mermaid}");
        assert!(
            lines[1].starts_with("  step1[\"") && lines[1].ends_with("\"]"),
            "{mermaid}"
        );
        for line in &lines[1..] {
            assert_eq!(line.matches('"').count(), 2, "{mermaid}");
            assert!(!line.contains('<') && !line.contains('`'), "{mermaid}");
        }
        let dot = program.to_dot();
        assert_eq!(dot.lines().count(), 6, "{dot}");
        for line in dot.lines().filter(|line| line.contains("label=")) {
            let text = line
                .split_once("label=\"")
                .unwrap()
                .1
                .strip_suffix("\"];")
                .unwrap();
            let bare = text.replace("\\\\", "").replace("\\\"", "");
            assert!(!bare.contains('"') && !bare.contains('\\'), "{dot}");
        }
    }
}

/// The texts of an SVG picture, its entities read; panics unless its tags match.
fn texts(svg: &str) -> Vec<String> {
    let (mut open, mut texts, mut rest) = (Vec::new(), Vec::new(), svg);
    while let Some(start) = rest.find('<') {
        let text = rest[..start].trim();
        assert!(
            !text.contains('>') || open.last() == Some(&"style"),
            "{text}"
        );
        if !text.is_empty() && open.contains(&"text") {
            let read = [
                ("&lt;", "<"),
                ("&gt;", ">"),
                ("&quot;", "\""),
                ("&apos;", "'"),
                ("&#39;", "'"),
                ("&amp;", "&"),
            ];
            texts.push(
                read.iter()
                    .fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c)),
            );
            let bare = read.iter().fold(text.to_owned(), |text, (entity, _)| {
                text.replace(entity, "")
            });
            assert!(!bare.contains('&'), "{text}");
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        let name = tag
            .trim_start_matches('/')
            .split([' ', '\n', '/'])
            .next()
            .unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    texts
}

#[test]
fn a_picture_holds_the_text_of_every_step() {
    let found = texts(&mixed().to_svg()).join("\n");
    for name in ["list(", "find(", "join(now()", "/name"] {
        assert!(found.contains(name), "{name}: {found}");
    }
    for text in STRANGE {
        let program = program(
            json!([{ "@func": "say", "@args": [text] }, { "@func": "f", "@args": [{ "@ref": 0, "@path": format!("/{text}") }] }]),
        );
        let svg = program.to_svg();
        assert!(!svg.contains("<script"), "{svg}");
        let words = |text: &str| {
            text.split(|c: char| c.is_whitespace() || c.is_control())
                .collect::<String>()
        };
        let found = words(&texts(&svg).concat());
        let step = program.steps().next().unwrap();
        assert!(found.contains(&words(&step)), "{step}: {found}");
    }
}

#[test]
fn long_steps_are_cut_and_empty_programs_are_pictures_too() {
    let long = program(json!([{ "@func": "say", "@args": ["é".repeat(10_000)] }]));
    assert!(long.to_mermaid().len() < 300 && long.to_dot().len() < 300);
    assert!(texts(&long.to_svg()).concat().contains('…'));
    let none = Program::from_value(&json!({ "@cannot_translate": ["all of it"] })).unwrap();
    assert_eq!(none.to_mermaid(), "flowchart TD\n");
    assert!(texts(&none.to_svg()).is_empty());
}

#[test]
fn of_a_long_program_the_first_steps_are_pictured() {
    let long = |count: usize| {
        let steps = (0..count).map(|number| {
            if number == 0 {
                json!({ "@func": "first" })
            } else {
                let path = format!("/{}", "x".repeat(number));
                json!({ "@func": "next", "@args": [{ "@ref": number - 1, "@path": path }, { "@ref": number / 2 }] })
            }
        });
        program(steps.collect())
    };
    for count in [41, 2_000] {
        let found = texts(&long(count).to_svg()).join(" ");
        assert!(
            found.contains("step39") && found.contains(&format!("… and {} more", count - 40)),
            "{found}"
        );
    }
    assert!(!texts(&long(40).to_svg()).join(" ").contains("more"));
    let parts = (0..2_000).map(|number| json!({ "@ref": 0, "@path": format!("/{number}") }));
    let wide = program(
        json!([{ "@func": "first" }, { "@func": "next", "@args": parts.collect::<Vec<_>>() }]),
    );
    assert!(wide.to_svg().len() < 100_000);
    assert_eq!(wide.to_dot().lines().count(), 2_000 + 5);
}
