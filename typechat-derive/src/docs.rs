//! Doc comments as plain text.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::ast::Field;

/// The text of the `#[doc = "..."]` attributes as rustdoc shows it, without empty lines at either
/// end.
pub(crate) fn text(attrs: &[Attribute]) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter_map(literal)
        .flat_map(|doc| lines(&doc))
        .collect();
    let is_text = |line: &String| !line.is_empty();
    let start = lines.iter().position(is_text).unwrap_or(0);
    let end = lines
        .iter()
        .rposition(is_text)
        .map_or(start, |last| last + 1);
    lines[start..end].join("\n")
}

/// The documentation of a list, and under it that of its items.
pub(crate) fn with_items(docs: String, items: &[Field]) -> String {
    let said = |(at, item): (usize, &Field)| {
        (!item.docs.is_empty()).then(|| format!("[{at}]: {}", item.docs))
    };
    let items = items.iter().enumerate().filter_map(said);
    items.fold(docs, |docs, item| joined(docs, &item))
}

/// One text under the other.
pub(crate) fn joined(first: String, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (_, true) => first,
        (true, _) => second.to_owned(),
        _ => first + "\n" + second,
    }
}

fn literal(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attr.meta else {
        return None;
    };
    match &meta.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if meta.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

fn lines(doc: &str) -> Vec<String> {
    let mut lines: Vec<&str> = doc.lines().collect();
    // The text of a comment begins with the space or the line break after its opening.
    if lines.len() > 1 && doc.starts_with(char::is_whitespace) {
        without_stars(&mut lines[1..]);
        without_indentation(&mut lines);
    } else {
        let cut = |line: &mut &str| *line = line.strip_prefix(' ').unwrap_or(line);
        lines.iter_mut().for_each(cut);
    }
    if lines.is_empty() {
        // `str::lines` has no line for the empty text of a bare `///`.
        lines.push("");
    }
    let clean = |line: &str| line.trim_end().to_owned();
    lines.into_iter().map(clean).collect()
}

/// Takes the column of stars away, when every line of a block comment has one.
fn without_stars(lines: &mut [&str]) {
    let column = |line: &&str| {
        let indentation = indentation(line);
        line[indentation..].starts_with('*').then_some(indentation)
    };
    let mut columns = lines.iter().filter(|line| is_text(line)).map(column);
    let Some(Some(first)) = columns.next() else {
        return;
    };
    if columns.all(|column| column == Some(first)) {
        let lines = lines.iter_mut().filter(|line| is_text(line));
        lines.for_each(|line| *line = &line[first + 1..]);
    }
}

fn without_indentation(lines: &mut [&str]) {
    let texts = lines.iter().filter(|line| is_text(line));
    let common = texts.map(|line| indentation(line)).min().unwrap_or(0);
    // A line of nothing but spaces may have fewer.
    let cut = |line: &mut &str| *line = line.get(common..).unwrap_or_default();
    lines.iter_mut().for_each(cut);
}

/// How many bytes of white space a line begins with.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn is_text(line: &&str) -> bool {
    !line.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use syn::{Attribute, parse_quote};

    use super::text;

    #[test]
    fn lines_are_joined_and_edges_trimmed() {
        let attrs: Vec<Attribute> = vec![
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " One."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "   indented  "]),
            parse_quote!(#[serde(default)]),
            parse_quote!(#[doc = ""]),
        ];
        assert_eq!(text(&attrs), "One.\n\n  indented");
    }

    #[test]
    fn block_comments_lose_their_stars_and_indentation() {
        let starred = "\n     * One.\n     *\n     *   * indented\n     ";
        let bare = "\n        One.\n\n          * indented\n    ";
        let begun = " One.\n     *\n     *   * indented ";
        for doc in [starred, bare, begun] {
            assert_eq!(text(&[parse_quote!(#[doc = #doc])]), "One.\n\n  * indented");
        }
        let attribute = "Either\n* this\n* or that";
        assert_eq!(text(&[parse_quote!(#[doc = #attribute])]), attribute);
    }

    #[test]
    fn nothing_said_is_empty() {
        assert_eq!(
            text(&[parse_quote!(#[doc(hidden)]), parse_quote!(#[doc = " "])]),
            ""
        );
    }
}
