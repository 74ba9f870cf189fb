//! A trait of functions as the rest of this module sees it, under its wire names.

use syn::{Expr, Ident, Type};

use super::params::Taken;
use crate::ast::Rules;

pub(super) struct Api {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) functions: Vec<Function>,
}

pub(super) struct Function {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) params: Vec<Param>,
    pub(super) output: Output,
    pub(super) is_async: bool,
    pub(super) traits: Traits,
}

/// What is known of a function's effects.
#[derive(Default, Clone, Copy)]
pub(super) struct Traits {
    pub(super) is_pure: bool,
    pub(super) is_parallel: bool,
    pub(super) is_confirmed: bool,
}

pub(super) struct Param {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) taken: Taken,
    pub(super) default: Option<DefaultValue>,
    pub(super) rules: Rules,
}

/// What stands in for an argument that is left out.
pub(super) enum DefaultValue {
    OfType,
    Given(Expr),
}

/// What a function gives back.
pub(super) struct Output {
    /// What the model gets: of a `Result`, its value.
    pub(super) value: Type,
    pub(super) is_fallible: bool,
}
