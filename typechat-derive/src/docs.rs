//! Doc comments as plain text.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the `#[doc = "..."]` attributes, without the space after `///` and without empty
/// lines at either end.
pub(crate) fn text(attrs: &[Attribute]) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter_map(literal)
        .flat_map(|doc| doc.lines().map(clean).collect::<Vec<_>>())
        .collect();
    let is_text = |line: &String| !line.is_empty();
    let start = lines.iter().position(is_text).unwrap_or(0);
    let end = lines
        .iter()
        .rposition(is_text)
        .map_or(start, |last| last + 1);
    lines[start..end].join("\n")
}

fn literal(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attr.meta else {
        return None;
    };
    match &meta.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if meta.path.is_ident("doc") => {
            // `str::lines` has no line for the empty text of a bare `///`.
            let text = text.value();
            Some(if text.is_empty() {
                "\n".to_owned()
            } else {
                text
            })
        }
        _ => None,
    }
}

fn clean(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
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
    fn nothing_said_is_empty() {
        assert_eq!(
            text(&[parse_quote!(#[doc(hidden)]), parse_quote!(#[doc = " "])]),
            ""
        );
    }
}
