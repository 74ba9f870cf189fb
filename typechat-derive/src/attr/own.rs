//! What `#[typechat(...)]` says.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{
    Attribute, Error, Expr, ExprLit, ExprRange, ExprUnary, Lit, LitStr, Path, RangeLimits, Result,
    Token, Type, UnOp, WherePredicate, meta::ParseNestedMeta, parse::Parse, punctuated::Punctuated,
};

use crate::ast::{Bound, Rules, Vocabulary};

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
}

impl OnType {
    pub(crate) fn read(attrs: &[Attribute]) -> Result<Self> {
        let mut own = Self::default();
        each(attrs, |name, meta| match name {
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
        })?;
        if let (Some(like), Some(_)) = (&own.like, own.schemars) {
            return Err(Error::new_spanned(
                like,
                "`as` and `schemars` both say what the type is: keep one",
            ));
        }
        Ok(own)
    }
}

impl OnField {
    pub(crate) fn read(attrs: &[Attribute]) -> Result<Self> {
        let mut own = Self::default();
        each(attrs, |name, meta| {
            let rules = &mut own.rules;
            match name {
                "as" => set(&mut own.like, parsed(meta, Type::parse)?, meta),
                "schemars" => set(&mut own.schemars, flag(meta)?, meta),
                "description" => set(&mut own.description, text(meta)?, meta),
                "range" => set(&mut rules.range, range(meta, "range")?, meta),
                "length" => set(&mut rules.length, range(meta, "length")?, meta),
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
        })?;
        if let (Some(like), Some(_)) = (&own.like, own.schemars) {
            return Err(Error::new_spanned(
                like,
                "`as` and `schemars` both say what the type is: keep one",
            ));
        }
        Ok(own)
    }
}

/// The description of a variant, when an attribute gives one.
pub(crate) fn on_variant(attrs: &[Attribute]) -> Result<Option<String>> {
    let mut description = None;
    each(attrs, |name, meta| match name {
        "description" => set(&mut description, text(meta)?, meta),
        _ => Err(unknown(name, "variant", ON_VARIANT, meta)),
    })?;
    Ok(description)
}

fn each(
    attrs: &[Attribute],
    mut read: impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("typechat")) {
        attr.parse_nested_meta(|meta| {
            let name = meta.path.to_token_stream().to_string().replace(' ', "");
            read(&name, &meta)
        })?;
    }
    Ok(())
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
    Ok(meta
        .path
        .segments
        .first()
        .map_or_else(Span::call_site, |s| s.ident.span()))
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

/// `1..=5`, `1..`, `..=5`, `0.0..1.0`; for lengths a number alone, too.
fn range(meta: &ParseNestedMeta<'_>, what: &str) -> Result<(Bound, Bound)> {
    let expr: Expr = meta.value()?.parse()?;
    let wrong = || {
        let example = if what == "length" {
            "`1..=20` or `3`"
        } else {
            "`1..=5` or `0.0..1.0`"
        };
        Error::new_spanned(
            &expr,
            format!("`{what}` takes a range of numbers, such as {example}"),
        )
    };
    let bound = |end: &Expr, is_exclusive| {
        let value = number(end).ok_or_else(wrong)?;
        let is_count = value.bytes().all(|byte| byte.is_ascii_digit());
        if what == "length" && !is_count {
            return Err(wrong());
        }
        Ok(Bound {
            value: Some(value),
            is_exclusive,
        })
    };
    match &expr {
        Expr::Range(ExprRange {
            start, limits, end, ..
        }) => {
            let is_exclusive = matches!(limits, RangeLimits::HalfOpen(_));
            let from = start
                .as_deref()
                .map(|start| bound(start, false))
                .transpose()?;
            let to = end
                .as_deref()
                .map(|end| bound(end, is_exclusive))
                .transpose()?;
            if from.is_none() && to.is_none() {
                return Err(wrong());
            }
            Ok((from.unwrap_or_default(), to.unwrap_or_default()))
        }
        other if what == "length" => {
            let exactly = bound(other, false)?;
            Ok((exactly.clone(), exactly))
        }
        _ => Err(wrong()),
    }
}

/// A number literal as JSON.
fn number(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) => Some(int.base10_digits().to_owned()),
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => {
            let value: f64 = float.base10_parse().ok()?;
            value.is_finite().then(|| format!("{value:?}"))
        }
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr)
            .filter(|digits| !digits.starts_with('-'))
            .map(|digits| format!("-{digits}")),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}
