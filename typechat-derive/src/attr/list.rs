//! Lists of attributes: `name`, `name = value`, with commas between them.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, LitStr, Result, Token,
    meta::ParseNestedMeta,
    parse::{ParseStream, Parser},
};

use crate::mistakes::Mistakes;

/// Reads each attribute of each list; a mistake in one does not hide the others.
pub(crate) fn each(
    attrs: &[Attribute],
    mistakes: &mut Mistakes,
    mut read: impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) {
    for attr in attrs.iter().filter(|attr| is_own(attr)) {
        let parsed = attr.parse_nested_meta(|meta| one(&meta, mistakes, &mut read));
        mistakes.extend(parsed.err());
    }
}

/// The same of the list that stands in an attribute macro's own parentheses.
pub(crate) fn each_in(
    list: TokenStream,
    mistakes: &mut Mistakes,
    mut read: impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) {
    let parsed = syn::meta::parser(|meta| one(&meta, mistakes, &mut read)).parse2(list);
    mistakes.extend(parsed.err());
}

/// Whether it is `#[typechat(...)]`.
pub(crate) fn is_own(attr: &Attribute) -> bool {
    attr.path().is_ident("typechat")
}

fn one(
    meta: &ParseNestedMeta<'_>,
    mistakes: &mut Mistakes,
    read: &mut impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    let name = meta.path.to_token_stream().to_string().replace(' ', "");
    if let Err(error) = read(&name, meta) {
        mistakes.add(error);
        while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
            meta.input.parse::<TokenTree>()?;
        }
    }
    Ok(())
}

pub(crate) fn set<T>(slot: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>) -> Result<()> {
    if slot.replace(value).is_some() {
        return Err(meta.error("this attribute is given twice: keep one"));
    }
    Ok(())
}

pub(crate) fn flag(meta: &ParseNestedMeta<'_>) -> Result<Span> {
    if meta.input.peek(Token![=]) {
        return Err(meta.error("this attribute takes no value"));
    }
    Ok(place(meta))
}

pub(crate) fn place(meta: &ParseNestedMeta<'_>) -> Span {
    let first = meta.path.segments.first();
    first.map_or_else(Span::call_site, |segment| segment.ident.span())
}

pub(crate) fn text(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

pub(crate) fn parsed<T>(
    meta: &ParseNestedMeta<'_>,
    parse: fn(ParseStream<'_>) -> Result<T>,
) -> Result<T> {
    meta.value()?.parse::<LitStr>()?.parse_with(parse)
}
