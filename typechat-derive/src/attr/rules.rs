//! The rules that a value may have beside its type, wherever it stands.

use syn::{Error, Expr, ExprLit, Lit, Result, meta::ParseNestedMeta};

use super::{
    list::{set, text},
    range::{Of, range},
};
use crate::ast::{Rules, Vocabulary};

/// Reads the rule of that name; `None` when there is none.
pub(crate) fn read(
    rules: &mut Rules,
    name: &str,
    meta: &ParseNestedMeta<'_>,
) -> Option<Result<()>> {
    type Read = fn(&mut Rules, &ParseNestedMeta<'_>) -> Result<()>;
    let read: Read = match name {
        "range" => |rules, meta| set(&mut rules.range, range(meta, Of::Range)?, meta),
        "length" => |rules, meta| set(&mut rules.length, range(meta, Of::Length)?, meta),
        "pattern" => |rules, meta| set(&mut rules.pattern, text(meta)?, meta),
        "format" => |rules, meta| set(&mut rules.format, text(meta)?, meta),
        "vocab" => |rules, meta| set(&mut rules.vocabulary, vocabulary(meta)?, meta),
        "example" => |rules, meta| {
            rules.examples.push(meta.value()?.parse()?);
            Ok(())
        },
        _ => return None,
    };
    Some(read(rules, meta))
}

fn vocabulary(meta: &ParseNestedMeta<'_>) -> Result<Vocabulary> {
    let expr: Expr = meta.value()?.parse()?;
    let word = |expr: &Expr| match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    };
    let wrong = || {
        Error::new_spanned(
            &expr,
            "`vocab` takes a list of words, `[\"a\", \"b\"]`, or the name of a list that is bound at run time, `\"name\"`",
        )
    };
    match &expr {
        Expr::Array(list) if !list.elems.is_empty() => {
            let words = list.elems.iter().map(word).collect::<Option<Vec<_>>>();
            words.map(Vocabulary::Words).ok_or_else(wrong)
        }
        other => word(other)
            .filter(|name| !name.is_empty())
            .map(Vocabulary::Name)
            .ok_or_else(wrong),
    }
}
