//! What `#[typechat(...)]` says.

use proc_macro2::Span;
use syn::{
    Attribute, Error, Path, Result, Token, Type, WherePredicate, meta::ParseNestedMeta,
    parse::Parse, punctuated::Punctuated,
};

use super::{
    list::{each, flag, parsed, place, set, text},
    rules,
};
use crate::{ast::Rules, mistakes::Mistakes};

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
            match name {
                "as" => set(&mut own.like, parsed(meta, Type::parse)?, meta),
                "schemars" => set(&mut own.schemars, flag(meta)?, meta),
                "description" => set(&mut own.description, text(meta)?, meta),
                "nullable" => {
                    flag(meta)?;
                    own.rules.is_nullable = true;
                    Ok(())
                }
                "check" => {
                    own.rules.checks.push(meta.value()?.parse()?);
                    Ok(())
                }
                _ => rules::read(&mut own.rules, name, meta)
                    .unwrap_or_else(|| Err(unknown(name, "field", ON_FIELD, meta))),
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

fn predicates(meta: &ParseNestedMeta<'_>) -> Result<Vec<WherePredicate>> {
    let list = parsed(
        meta,
        Punctuated::<WherePredicate, Token![,]>::parse_terminated,
    )?;
    Ok(list.into_iter().collect())
}
