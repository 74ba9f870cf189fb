//! What a trait and its methods may be beside names and types.

use syn::{
    Attribute, Error, FnArg, Generics, ItemTrait, Receiver, ReceiverKind, Safety, TraitItem,
    TraitItemFn,
};

use super::{PROVIDED, names::unraw};
use crate::{attr::list::is_own, mistakes::Mistakes};

pub(super) fn check_trait(item: &ItemTrait, mistakes: &mut Mistakes) {
    generics(&item.generics, mistakes);
    for attr in item.attrs.iter().filter(|attr| is_own(attr)) {
        let message = "what is said of the whole trait stands in `#[api(...)]`";
        mistakes.add(Error::new_spanned(attr, message));
    }
}

pub(super) fn check(method: &TraitItemFn, mistakes: &mut Mistakes) {
    let sig = &method.sig;
    generics(&sig.generics, mistakes);
    refuse_cfg(&method.attrs, mistakes);
    if PROVIDED.contains(&unraw(&sig.ident).as_str()) {
        let message = format!(
            "`{}` is what `#[api]` adds to the trait: give this function another name, and the \
             model this one with `#[typechat(rename = \"...\")]`",
            sig.ident
        );
        mistakes.add(Error::new_spanned(&sig.ident, message));
    }
    if let Safety::Unsafe(token) = &sig.safety {
        let message = "a model cannot keep the promises that an `unsafe` function wants: make it \
                       safe, and refuse wrong arguments with an error";
        mistakes.add(Error::new_spanned(token, message));
    }
    if let Some(abi) = &sig.abi {
        let message = "a model's calls come from Rust: remove `extern`";
        mistakes.add(Error::new_spanned(abi, message));
    }
    if let Some(token) = &sig.constness {
        let message = "a model's calls come at run time: remove `const`";
        mistakes.add(Error::new_spanned(token, message));
    }
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first() {
        check_receiver(receiver, mistakes);
    } else {
        let message = "a function that a model calls is asked of a value: take `&self` first";
        mistakes.add(Error::new_spanned(&sig.ident, message));
    }
}

/// The list of functions is counted when the macro runs, before `cfg` is asked within the trait.
pub(super) fn refuse_cfg(attrs: &[Attribute], mistakes: &mut Mistakes) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("cfg")) {
        let message = "`cfg` has no place within the trait: put what is there at times into a trait \
                       of its own, and `#[cfg(...)]` on that";
        mistakes.add(Error::new_spanned(attr, message));
    }
}

/// Why something in a trait is no function.
pub(super) fn no_function(item: &TraitItem) -> &'static str {
    match item {
        TraitItem::Type(_) => {
            "a function that a model calls has exact types: remove the associated type, and write \
             out what it stands for"
        }
        TraitItem::Const(_) => {
            "a model calls functions alone: write a constant beside the trait, or a function that \
             returns it"
        }
        _ => "a model calls functions that are written out: write `fn name(&self);`",
    }
}

fn generics(generics: &Generics, mistakes: &mut Mistakes) {
    for param in &generics.params {
        let message = "a function that a model calls has exact types: remove the parameter, and \
                       write out what it stands for";
        mistakes.add(Error::new_spanned(param, message));
    }
    if let Some(clause) = &generics.where_clause {
        let message = "a function that a model calls has exact types: remove the `where` clause";
        mistakes.add(Error::new_spanned(clause, message));
    }
}

fn check_receiver(receiver: &Receiver, mistakes: &mut Mistakes) {
    for attr in receiver.attrs.iter().filter(|attr| is_own(attr)) {
        let message = "a model does not see `self`: remove the attribute";
        mistakes.add(Error::new_spanned(attr, message));
    }
    if let Some(message) = wrong_receiver(&receiver.kind) {
        mistakes.add(Error::new_spanned(receiver, message));
    }
}

fn wrong_receiver(kind: &ReceiverKind) -> Option<&'static str> {
    match kind {
        ReceiverKind::Reference(_, None, None) => None,
        ReceiverKind::Reference(_, Some(_), None) => {
            Some("a function that a model calls has exact types: write `&self` without a lifetime")
        }
        ReceiverKind::Reference(_, _, Some(_)) => Some(
            "several calls may run at once: take `&self`, and keep what changes in a `Mutex` or the \
             like",
        ),
        _ => Some("a function may be called many times: take `&self`"),
    }
}
