//! Comments, keys and constants: no text in them can end what surrounds it.

use std::collections::HashSet;

use crate::schema::{DefId, Type};

/// Documentation as line comments that cannot end early and cannot close a fence.
pub(super) fn comment(docs: &str, indent: usize) -> String {
    let pad = "  ".repeat(indent);
    let clean = docs
        .replace("```", "'''")
        .replace(['\r', '\u{2028}', '\u{2029}'], " ");
    clean
        .lines()
        .map(|line| format!("{pad}// {}", line.trim_end()).trim_end().to_owned() + "\n")
        .collect()
}

/// A member's name, quoted where it must be.
pub(super) fn key(name: &str) -> String {
    let mut chars = name.chars();
    let plain = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if plain {
        name.to_owned()
    } else {
        literal(&name.into())
    }
}

/// A constant; one that could close a fence is escaped.
pub(super) fn literal(value: &serde_json::Value) -> String {
    let escaped = "\\u0060".repeat(3);
    value.to_string().replace("```", &escaped)
}

/// What TypeScript cannot say of a type, in words. `inlined` gives the content of a definition
/// that is written where it is used.
pub(super) fn rule<'a>(
    ty: &'a Type,
    inlined: &dyn Fn(DefId) -> Option<&'a Type>,
) -> Option<String> {
    let inner = |ty: &'a Type| rule(ty, inlined);
    let each = |ty: &'a Type| inner(ty).map(|rule| format!("each: {rule}"));
    let words: Vec<String> = match ty {
        Type::Integer(range) => vec![range.words("integer")],
        Type::Number(range) => vec![range.words("number")]
            .into_iter()
            .filter(|words| words != "number")
            .collect(),
        Type::String(rules) => rules.words().into_iter().collect(),
        Type::Nullable(ty) => return inner(ty),
        Type::Ref(id) => return inlined(*id).and_then(inner),
        // It is written as `[]`.
        Type::Array(array) if array.length.max == Some(0) => Vec::new(),
        Type::Array(array) => [
            array.length.words("item", "items"),
            array.unique.then(|| "no two alike".to_owned()),
            each(&array.items),
        ]
        .into_iter()
        .flatten()
        .collect(),
        Type::Map(map) => {
            let keys = inner(&map.keys).map(|rule| format!("keys: {rule}"));
            let length = map.length.words("member", "members");
            [length, keys, each(&map.values)]
                .into_iter()
                .flatten()
                .collect()
        }
        Type::Tuple(tuple) => {
            let rules = tuple.items.iter().enumerate();
            let rules = rules.filter_map(|(at, ty)| Some(format!("[{at}]: {}", inner(ty)?)));
            let rest = tuple.rest.iter().filter_map(|rest| each(rest));
            rules.chain(rest).collect()
        }
        Type::Guarded(guarded) => inner(&guarded.ty)
            .into_iter()
            .chain(guarded.rules.iter().cloned())
            .collect(),
        Type::Union(branches) => {
            let told: Vec<(&str, Option<String>)> = branches
                .iter()
                .map(|branch| (kind(&branch.ty), inner(&branch.ty)))
                .collect();
            // A branch of the same type without a rule takes what the others refuse.
            let free: HashSet<&str> = told
                .iter()
                .filter(|(_, rule)| rule.is_none())
                .map(|(kind, _)| *kind)
                .collect();
            let mut seen = HashSet::new();
            let rules: Vec<String> = told
                .into_iter()
                .filter(|(kind, _)| !free.contains(kind))
                .filter_map(|(_, rule)| rule)
                .filter(|rule| seen.insert(rule.clone()))
                .collect();
            return (!rules.is_empty()).then(|| rules.join(" or "));
        }
        _ => Vec::new(),
    };
    (!words.is_empty()).then(|| words.join("; "))
}

/// What TypeScript calls a type, as far as it matters to rules.
fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Integer(_) | Type::Number(_) => "number",
        Type::String(_) => "string",
        Type::Array(_) | Type::Tuple(_) => "list",
        Type::Map(_) | Type::Object(_) => "object",
        _ => "other",
    }
}

/// Documentation with a rule: on its last line when it has one, else on a line of its own.
pub(super) fn with_rule(docs: &str, rule: Option<String>) -> String {
    match rule {
        Some(rule) if docs.is_empty() => rule,
        Some(rule) if docs.contains('\n') => format!("{docs}\n({rule})"),
        Some(rule) => format!("{docs} ({rule})"),
        None => docs.to_owned(),
    }
}
