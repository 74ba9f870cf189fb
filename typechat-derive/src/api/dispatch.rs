//! The code of calls: arguments taken as their types want them, the function called by its number.
//!
//! Its local names are of mixed site, so that no name of the user's can mean one of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Expr, ExprLit, Lit, Path, spanned::Spanned};

use super::{
    ast::{Api, DefaultValue, Function, Param},
    params::How,
    signatures::owned,
};

/// The type `__Dispatcher`, which holds what implements the trait. The names of items cannot be
/// hidden: these are none that a user would choose.
pub(super) fn dispatcher(api: &Api, krate: &Path) -> TokenStream {
    let this = &api.ident;
    let arms = api
        .functions
        .iter()
        .enumerate()
        .map(|(at, function)| arm(at, function, this, krate));
    quote_spanned! {Span::mixed_site()=>
        struct __Dispatcher<__This>(__This);

        #[automatically_derived]
        impl<__This: #this> #krate::support::Dispatch for __Dispatcher<__This> {
            fn call<'a>(
                &'a self,
                function: usize,
                args: &#krate::support::Args<'_>,
            ) -> ::core::result::Result<#krate::support::Called<'a>, #krate::support::CallError>
            {
                match function {
                    #(#arms)*
                    _ => #krate::support::unknown(function),
                }
            }
        }
    }
}

fn arm(number: usize, function: &Function, this: &Ident, krate: &Path) -> TokenStream {
    let Function {
        ident,
        params,
        output,
        ..
    } = function;
    let names: Vec<Ident> = (0..params.len())
        .map(|at| format_ident!("arg{at}", span = Span::mixed_site()))
        .collect();
    let taken = params.iter().enumerate().map(|(at, param)| take(at, param));
    let passed = params
        .iter()
        .zip(&names)
        .map(|(param, name)| pass(param, name));
    let span = here(&output.value);
    let call = quote_spanned!(span=> <__This as #this>::#ident(&self.0, #(#passed),*));
    let called = match (function.is_async, output.is_fallible) {
        (false, false) => quote_spanned!(span=> #krate::support::ready(#call)),
        (false, true) => quote_spanned!(span=> #krate::support::fallible(#call)),
        (true, is_fallible) => {
            let settle = format_ident!(
                "{}",
                if is_fallible {
                    "settle_fallible"
                } else {
                    "settle"
                }
            );
            quote_spanned! {span=>
                ::core::result::Result::Ok(#krate::support::Called::pending(async move {
                    #krate::support::#settle(#call.await)
                }))
            }
        }
    };
    quote_spanned! {Span::mixed_site()=>
        #number => {
            #(let #names = #taken;)*
            #called
        }
    }
}

/// The argument, owned or shared.
fn take(at: usize, param: &Param) -> TokenStream {
    let taken = &param.taken;
    let span = here(&taken.ty);
    let ty = owned(taken);
    match (&param.default, taken.how, taken.is_optional) {
        (Some(DefaultValue::OfType), ..) => {
            quote_spanned!(span=> args.optional::<#ty>(#at)?.unwrap_or_default())
        }
        (Some(DefaultValue::Given(expr)), ..) => {
            let default = given(expr);
            quote_spanned! {span=>
                match args.optional::<#ty>(#at)? {
                    ::core::option::Option::Some(value) => value,
                    ::core::option::Option::None => #default,
                }
            }
        }
        (None, How::Owned, false) => quote_spanned!(span=> args.value::<#ty>(#at)?),
        (None, How::Owned, true) => quote_spanned!(span=> args.optional::<#ty>(#at)?),
        (None, How::Text, false) => quote_spanned!(span=> args.text(#at)?),
        (None, How::Text, true) => quote_spanned!(span=> args.optional_text(#at)?),
        (None, _, false) => quote_spanned!(span=> args.shared::<#ty>(#at)?),
        (None, _, true) => quote_spanned!(span=> args.optional_shared::<#ty>(#at)?),
    }
}

/// A default as it is written; that of a text need not say `String::from`.
fn given(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote_spanned!(here(text)=> ::core::convert::From::from(#text)),
        other => quote_spanned!(here(other)=> #other),
    }
}

/// The argument as the function takes it.
fn pass(param: &Param, name: &Ident) -> TokenStream {
    let span = here(&param.taken.ty);
    match (param.taken.how, param.taken.is_optional) {
        (How::Owned, _) => quote_spanned!(span=> #name),
        (_, false) => quote_spanned!(span=> &*#name),
        (How::Slice, true) => quote_spanned!(span=> #name.as_deref().map(|items| &**items)),
        (_, true) => quote_spanned!(span=> #name.as_deref()),
    }
}

/// The place of what is written, with the meaning of this module's own names.
fn here(what: &impl Spanned) -> Span {
    Span::mixed_site().located_at(what.span())
}
