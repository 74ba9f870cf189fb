//! Values and texts on a page.

use serde_json::Value;

/// The longest value on a line of its own.
const WIDTH: usize = 56;

/// A text as HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A value over as few lines as can be read.
pub(super) fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

fn write(value: &Value, indent: usize, out: &mut String) {
    let line = value.to_string();
    let is_short = line.len() + 2 * indent <= WIDTH;
    let pad = |out: &mut String, indent: usize| {
        out.push('\n');
        out.push_str(&"  ".repeat(indent));
    };
    match value {
        Value::Array(items) if !is_short => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                pad(out, indent + 1);
                write(item, indent + 1, out);
            }
            pad(out, indent);
            out.push(']');
        }
        Value::Object(members) if !is_short => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                pad(out, indent + 1);
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                write(member, indent + 1, out);
            }
            pad(out, indent);
            out.push('}');
        }
        _ => out.push_str(&line),
    }
}

/// A text as HTML, with the lines marked that the others do not have.
pub(super) fn unlike(text: &str, others: &[&str]) -> String {
    let bare = |line: &str| line.trim().trim_end_matches(',').to_owned();
    let known: Vec<String> = others
        .iter()
        .flat_map(|other| other.lines())
        .map(bare)
        .collect();
    let lines = text.lines().map(|line| {
        let is_bracket = !line.contains(char::is_alphanumeric);
        if others.is_empty() || is_bracket || known.contains(&bare(line)) {
            escaped(line)
        } else {
            let bare = line.trim_start();
            let indent = &line[..line.len() - bare.len()];
            format!("{indent}<mark>{}</mark>", escaped(bare))
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
