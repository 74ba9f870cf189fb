//! What `#[api(...)]` and, within the trait, `#[typechat(...)]` say.

use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Error, LitStr, Path, Result, Token, meta::ParseNestedMeta, parse::ParseStream,
};

use super::ast::{DefaultValue, Traits};
use crate::{
    ast::{Rules, Vocabulary},
    attr::{
        list::{each, each_in, flag, place, set, text},
        rename::Rename,
        rules,
    },
    mistakes::Mistakes,
};

/// What attributes there are where.
struct Place {
    what: &'static str,
    attribute: &'static str,
    known: &'static str,
}

const TRAIT: Place = Place {
    what: "trait",
    attribute: "api",
    known: "rename_all, crate",
};
const FUNCTION: Place = Place {
    what: "function",
    attribute: "typechat",
    known: "pure, parallel, confirm, rename, description",
};
const PARAMETER: Place = Place {
    what: "parameter",
    attribute: "typechat",
    known: "default, rename, description, range, length, pattern, format, vocab, example",
};

/// The attributes of the trait.
#[derive(Default)]
pub(super) struct OnTrait {
    pub(super) krate: Option<Path>,
    pub(super) rename_all: Rename,
}

/// The attributes of a function.
#[derive(Default)]
pub(super) struct OnFunction {
    pub(super) traits: Traits,
    pub(super) rename: Option<LitStr>,
    pub(super) description: Option<String>,
}

/// The attributes of a parameter.
#[derive(Default)]
pub(super) struct OnParam {
    pub(super) default: Option<(DefaultValue, Span)>,
    pub(super) rename: Option<LitStr>,
    pub(super) description: Option<String>,
    pub(super) rules: Rules,
}

impl OnTrait {
    pub(super) fn read(list: TokenStream, mistakes: &mut Mistakes) -> Self {
        let (mut krate, mut rename_all) = (None, None);
        each_in(list, mistakes, |name, meta| match name {
            "crate" => set(&mut krate, path(meta.value()?)?, meta),
            "rename_all" => set(
                &mut rename_all,
                Rename::read(&meta.value()?.parse()?)?,
                meta,
            ),
            _ => Err(unknown(name, &TRAIT, meta)),
        });
        Self {
            krate,
            rename_all: rename_all.unwrap_or_default(),
        }
    }
}

impl OnFunction {
    pub(super) fn read(attrs: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut own = Self::default();
        let (mut pure, mut parallel, mut confirm) = (None, None, None);
        each(attrs, mistakes, |name, meta| match name {
            "pure" => set(&mut pure, flag(meta)?, meta),
            "parallel" => set(&mut parallel, flag(meta)?, meta),
            "confirm" => set(&mut confirm, flag(meta)?, meta),
            "rename" => set(&mut own.rename, meta.value()?.parse()?, meta),
            "description" => set(&mut own.description, text(meta)?, meta),
            _ => Err(unknown(name, &FUNCTION, meta)),
        });
        if let (Some(_), Some(span)) = (pure, parallel) {
            let message = "`pure` says already that calls may run side by side: remove `parallel`";
            mistakes.add(Error::new(span, message));
        }
        if let (Some(_), Some(span)) = (pure, confirm) {
            let message = "a `pure` function has no effect that anybody could confirm: remove \
                           `pure` if it has one, otherwise `confirm`";
            mistakes.add(Error::new(span, message));
        }
        own.traits = Traits {
            is_pure: pure.is_some(),
            is_parallel: parallel.is_some(),
            is_confirmed: confirm.is_some(),
        };
        own
    }
}

impl OnParam {
    pub(super) fn read(attrs: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut own = Self::default();
        each(attrs, mistakes, |name, meta| match name {
            "default" => set(&mut own.default, (default(meta)?, place(meta)), meta),
            "rename" => set(&mut own.rename, meta.value()?.parse()?, meta),
            "description" => set(&mut own.description, text(meta)?, meta),
            _ => {
                let rule = rules::read(&mut own.rules, name, meta);
                rule.unwrap_or_else(|| Err(unknown(name, &PARAMETER, meta)))?;
                bound_words(&own.rules, meta)
            }
        });
        own
    }
}

fn default(meta: &ParseNestedMeta<'_>) -> Result<DefaultValue> {
    if meta.input.peek(Token![=]) {
        return Ok(DefaultValue::Given(meta.value()?.parse()?));
    }
    Ok(DefaultValue::OfType)
}

fn bound_words(rules: &Rules, meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.path.is_ident("vocab") && matches!(rules.vocabulary, Some(Vocabulary::Name(_))) {
        let message = "functions have no words that are bound at run time: write the list, \
                       `vocab = [\"a\", \"b\"]`";
        return Err(Error::new_spanned(&meta.path, message));
    }
    Ok(())
}

/// A path, or one in quotes, as `#[typechat(crate = "...")]` has it.
fn path(input: ParseStream<'_>) -> Result<Path> {
    if input.peek(LitStr) {
        return input.parse::<LitStr>()?.parse_with(Path::parse_mod_style);
    }
    Path::parse_mod_style(input)
}

fn unknown(name: &str, place: &Place, meta: &ParseNestedMeta<'_>) -> Error {
    let is_there = |other: &Place| other.known.split(", ").any(|known| known == name);
    let elsewhere = [TRAIT, FUNCTION, PARAMETER].into_iter().find(is_there);
    let Place {
        what,
        attribute,
        known,
    } = place;
    let message = if let Some(other) = elsewhere {
        format!(
            "`#[{}({name})]` belongs on a {}, not on a {what}",
            other.attribute, other.what
        )
    } else {
        format!("there is no `{attribute}` attribute `{name}`: on a {what} there are {known}")
    };
    Error::new_spanned(&meta.path, message)
}
