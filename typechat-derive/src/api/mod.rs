//! `#[api]`: a trait whose functions a model may call.

mod ast;
mod attrs;
mod dispatch;
mod exact;
mod item;
mod literal;
mod names;
mod params;
mod provided;
mod read;
mod signature;
mod signatures;
#[cfg(test)]
mod tests;

use proc_macro2::{Span, TokenStream};
use syn::{Error, Item, ItemTrait, Path, Result, parse_quote};

use crate::mistakes::Mistakes;
use attrs::OnTrait;

/// The methods that the macro adds to the trait.
const PROVIDED: [&str; 2] = ["into_functions", "into_api"];

pub(crate) fn expand(list: TokenStream, input: TokenStream) -> TokenStream {
    let item = match parse(input.clone()) {
        Ok(item) => item,
        Err(error) => {
            let mut out = error.to_compile_error();
            out.extend(input);
            return out;
        }
    };
    let mut mistakes = Mistakes::default();
    let own = OnTrait::read(list, &mut mistakes);
    let krate: Path = own
        .krate
        .unwrap_or_else(|| parse_quote!(::typechat_program));
    let api = read::read(&item, own.rename_all, &mut mistakes);
    match mistakes.or(api) {
        Ok(api) => item::with(item, provided::methods(&api, &krate)),
        // The trait all the same: otherwise each use of it would add an error of its own.
        Err(error) => {
            let mut out = error.to_compile_error();
            out.extend(item::with(item, provided::stubs(&krate)));
            out
        }
    }
}

fn parse(input: TokenStream) -> Result<ItemTrait> {
    match syn::parse2(input)? {
        Item::Trait(item) => Ok(item),
        _ => Err(Error::new(
            Span::call_site(),
            "`#[api]` belongs on a trait: declare the functions in one, and implement it for the \
             type that has them",
        )),
    }
}
