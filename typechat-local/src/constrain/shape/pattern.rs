//! Patterns as JSON Schema means them, in the words of the engine that holds them.

use llguidance::{derivre::RegexAst, regex_to_lark};

/// What a dot is in ECMAScript: anything but the end of a line.
const DOT: &str = "[^\\n\\r\\x{2028}\\x{2029}]";

/// A pattern, which is found anywhere in a text. Where the two languages differ in a class, it
/// is read as what both agree on.
pub(super) fn search(pattern: &str) -> RegexAst {
    let mut own = String::new();
    let mut in_class = false;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match (character, in_class) {
            ('\\', _) => match characters.next() {
                Some('s') if !in_class => own.push_str("[ \\t\\n\\r\\f\\v]"),
                Some('S') if !in_class => own.push_str("[^\\s\\x{feff}]"),
                Some(escaped) => own.extend(['\\', escaped]),
                None => own.push('\\'),
            },
            ('.', false) => own.push_str(DOT),
            ('[', false) => {
                in_class = true;
                own.push('[');
            }
            (']', true) => {
                in_class = false;
                own.push(']');
            }
            // No operators within a class.
            ('[' | '&' | '~', true) => own.extend(['\\', character]),
            _ => own.push(character),
        }
    }
    RegexAst::SearchRegex(regex_to_lark(&own, "dw"))
}
