//! From a trait to its functions; whatever is wrong with it is noted, and the rest still read.

use syn::{
    Error, FnArg, Ident, ItemTrait, Pat, PatType, ReturnType, TraitItem, TraitItemFn, Type,
    parse_quote_spanned, spanned::Spanned,
};

use super::{
    ast::{Api, DefaultValue, Function, Output, Param},
    attrs::{OnFunction, OnParam},
    exact, literal,
    names::{Names, unraw},
    params::{How, Taken},
    signature,
};
use crate::{attr::rename::Rename, docs, mistakes::Mistakes, types};

pub(super) fn read(item: &ItemTrait, rename: Rename, mistakes: &mut Mistakes) -> Api {
    signature::check_trait(item, mistakes);
    let mut names = Names::of("functions", rename);
    let mut functions = Vec::new();
    for item in &item.items {
        match item {
            TraitItem::Fn(method) => {
                functions.extend(function(method, rename, &mut names, mistakes));
            }
            other => mistakes.add(Error::new_spanned(other, signature::no_function(other))),
        }
    }
    if item.items.is_empty() {
        let message = "a trait without functions leaves a model nothing to call: declare one, such \
                       as `fn now(&self) -> String;`";
        mistakes.add(Error::new_spanned(&item.ident, message));
    }
    Api {
        ident: item.ident.clone(),
        name: unraw(&item.ident),
        docs: docs::text(&item.attrs),
        functions,
    }
}

fn function(
    method: &TraitItemFn,
    rename: Rename,
    names: &mut Names,
    mistakes: &mut Mistakes,
) -> Option<Function> {
    signature::check(method, mistakes);
    let own = OnFunction::read(&method.attrs, mistakes);
    let ident = &method.sig.ident;
    let name = names.give(ident, own.rename.as_ref(), mistakes);
    let mut names = Names::of("parameters", rename);
    let params: Vec<Option<Param>> = method
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(typed) => Some(param(typed, &mut names, mistakes)),
        })
        .collect();
    let output = output(&method.sig.output, ident, mistakes);
    Some(Function {
        ident: ident.clone(),
        name,
        docs: own.description.unwrap_or_else(|| docs::text(&method.attrs)),
        params: params.into_iter().collect::<Option<_>>()?,
        output,
        is_async: method.sig.asyncness.is_some(),
        traits: own.traits,
    })
}

/// `None` for what has no name.
fn param(typed: &PatType, names: &mut Names, mistakes: &mut Mistakes) -> Option<Param> {
    signature::refuse_cfg(&typed.attrs, mistakes);
    let own = OnParam::read(&typed.attrs, mistakes);
    let taken = Taken::read(&typed.ty, mistakes);
    if let Some((_, span)) = &own.default {
        if taken.is_optional {
            let message = "an `Option` that is left out is `None` already: remove `default`, or \
                           take the value without `Option`";
            mistakes.add(Error::new(*span, message));
        } else if taken.how != How::Owned {
            let message = "a default has no owner that a parameter could borrow from: take the \
                           value itself, such as `String` for `&str`";
            mistakes.add(Error::new(*span, message));
        }
    }
    let Some(ident) = plain_name(&typed.pat) else {
        let message = "a model is shown the names of parameters: write a plain name, and leave \
                       patterns, `_` and `mut` to the implementation";
        mistakes.add(Error::new_spanned(&typed.pat, message));
        return None;
    };
    let name = names.give(ident, own.rename.as_ref(), mistakes);
    let docs = own.description.unwrap_or_else(|| docs::text(&typed.attrs));
    let default = own.default.map(|(default, _)| default);
    Some(Param {
        name,
        docs: docs::joined(docs, &default.as_ref().map(told).unwrap_or_default()),
        taken,
        default,
        rules: own.rules,
    })
}

pub(super) fn plain_name(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(pat)
            if pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none() =>
        {
            Some(&pat.ident)
        }
        _ => None,
    }
}

/// A default as the model reads it, when it is written as a value.
fn told(default: &DefaultValue) -> String {
    let DefaultValue::Given(expr) = default else {
        return String::new();
    };
    let value = literal::told(expr);
    value.map_or_else(String::new, |value| format!("Default: {value}"))
}

fn output(output: &ReturnType, ident: &Ident, mistakes: &mut Mistakes) -> Output {
    let ReturnType::Type(_, written) = output else {
        return Output {
            value: parse_quote_spanned!(ident.span()=> ()),
            is_fallible: false,
        };
    };
    let (value, is_fallible) = match types::ungroup(written) {
        Type::Path(path) if types::last_name(written).is_some_and(|name| name == "Result") => {
            let mut arguments = types::arguments(&path.path);
            let value = arguments.next().cloned();
            arguments.for_each(|error| exact::failure(error, mistakes));
            let none = || parse_quote_spanned!(written.span()=> ());
            (value.unwrap_or_else(none), true)
        }
        _ => ((**written).clone(), false),
    };
    exact::result(&value, mistakes);
    Output { value, is_fallible }
}
