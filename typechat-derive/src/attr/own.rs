//! What `#[typechat(...)]` says.

use proc_macro2::{Span, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Error, Expr, ExprLit, Lit, LitStr, Path, Result, Token, Type, WherePredicate,
    meta::ParseNestedMeta, parse::Parse, punctuated::Punctuated,
};

use super::range::{Of, range};
use crate::{
    ast::{Rules, Vocabulary},
    mistakes::Mistakes,
};

const ON_TYPE: &str = "crate, bound, as, schemars, check, description";
const ON_FIELD: &str = "as, schemars, range, length, pattern, format, vocab, example, \
                        description, nullable, check";
const ON_VARIANT: &str = "description";

/// The attributes of a type.
#[derive(Default)]
pub(crate) struct OnType {
    pub(crate) krate: Option<Path>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) like: Option<Type>,
    pub(crate) schemars: Option<Span>,
    pub(crate) checks: Vec<Path>,
    pub(crate) description: Option<String>,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct OnField {
    pub(crate) like: Option<Type>,
    pub(crate) schemars: Option<Span>,
    pub(crate) description: Option<String>,
    pub(crate) rules: Rules,
    /// All of them by name, and where they stand.
    pub(crate) said: Vec<(String, Span)>,
}

impl OnType {
    pub(crate) fn read(attrs: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut own = Self::default();
        each(attrs, mistakes, |name, meta| match name {
            "crate" => set(&mut own.krate, parsed(meta, Path::parse_mod_style)?, meta),
            "bound" => set(&mut own.bound, predicates(meta)?, meta),
            "as" => set(&mut own.like, parsed(meta, Type::parse)?, meta),
            "schemars" => set(&mut own.schemars, flag(meta)?, meta),
            "check" => {
                own.checks.push(meta.value()?.parse()?);
                Ok(())
            }
            "description" => set(&mut own.description, text(meta)?, meta),
            _ => Err(unknown(name, "type", ON_TYPE, meta)),
        });
        if let (Some(like), Some(_)) = (&own.like, own.schemars) {
            mistakes.add(Error::new_spanned(
                like,
                "`as` and `schemars` both say what the type is: keep one",
            ));
        }
        own
    }
}

impl OnField {
    pub(crate) fn read(attrs: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut own = Self::default();
        each(attrs, mistakes, |name, meta| {
            own.said.push((name.to_owned(), place(meta)));
            let rules = &mut own.rules;
            match name {
                "as" => set(&mut own.like, parsed(meta, Type::parse)?, meta),
                "schemars" => set(&mut own.schemars, flag(meta)?, meta),
                "description" => set(&mut own.description, text(meta)?, meta),
                "range" => set(&mut rules.range, range(meta, Of::Range)?, meta),
                "length" => set(&mut rules.length, range(meta, Of::Length)?, meta),
                "pattern" => set(&mut rules.pattern, text(meta)?, meta),
                "format" => set(&mut rules.format, text(meta)?, meta),
                "vocab" => set(&mut rules.vocabulary, vocabulary(meta)?, meta),
                "example" => {
                    rules.examples.push(meta.value()?.parse()?);
                    Ok(())
                }
                "nullable" => {
                    flag(meta)?;
                    rules.is_nullable = true;
                    Ok(())
                }
                "check" => {
                    rules.checks.push(meta.value()?.parse()?);
                    Ok(())
                }
                _ => Err(unknown(name, "field", ON_FIELD, meta)),
            }
        });
        if let (Some(like), Some(_)) = (&own.like, own.schemars) {
            mistakes.add(Error::new_spanned(
                like,
                "`as` and `schemars` both say what the type is: keep one",
            ));
        }
        own
    }
}

/// The description of a variant, when an attribute gives one.
pub(crate) fn on_variant(attrs: &[Attribute], mistakes: &mut Mistakes) -> Option<String> {
    let mut description = None;
    each(attrs, mistakes, |name, meta| match name {
        "description" => set(&mut description, text(meta)?, meta),
        _ => Err(unknown(name, "variant", ON_VARIANT, meta)),
    });
    description
}

/// Reads each attribute of each list; a mistake in one does not hide the others.
fn each(
    attrs: &[Attribute],
    mistakes: &mut Mistakes,
    mut read: impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("typechat")) {
        let parsed = attr.parse_nested_meta(|meta| {
            let name = meta.path.to_token_stream().to_string().replace(' ', "");
            if let Err(error) = read(&name, &meta) {
                mistakes.add(error);
                while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
                    meta.input.parse::<TokenTree>()?;
                }
            }
            Ok(())
        });
        mistakes.extend(parsed.err());
    }
}

fn set<T>(slot: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>) -> Result<()> {
    if slot.replace(value).is_some() {
        return Err(meta.error("this attribute is given twice: keep one"));
    }
    Ok(())
}

fn unknown(name: &str, place: &str, known: &str, meta: &ParseNestedMeta<'_>) -> Error {
    let elsewhere = [
        ("type", ON_TYPE),
        ("field", ON_FIELD),
        ("variant", ON_VARIANT),
    ]
    .into_iter()
    .find(|(other, known)| *other != place && known.split(", ").any(|known| known == name));
    let message = match elsewhere {
        Some((other, _)) => format!("`#[typechat({name})]` belongs on a {other}, not on a {place}"),
        None => {
            format!("there is no `typechat` attribute `{name}`: on a {place} there are {known}")
        }
    };
    Error::new_spanned(&meta.path, message)
}

fn flag(meta: &ParseNestedMeta<'_>) -> Result<Span> {
    if meta.input.peek(Token![=]) {
        return Err(meta.error("this attribute takes no value"));
    }
    Ok(place(meta))
}

fn place(meta: &ParseNestedMeta<'_>) -> Span {
    let first = meta.path.segments.first();
    first.map_or_else(Span::call_site, |segment| segment.ident.span())
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

fn parsed<T>(
    meta: &ParseNestedMeta<'_>,
    parse: fn(syn::parse::ParseStream<'_>) -> Result<T>,
) -> Result<T> {
    meta.value()?.parse::<LitStr>()?.parse_with(parse)
}

fn predicates(meta: &ParseNestedMeta<'_>) -> Result<Vec<WherePredicate>> {
    let list = parsed(
        meta,
        Punctuated::<WherePredicate, Token![,]>::parse_terminated,
    )?;
    Ok(list.into_iter().collect())
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
