//! `#[typechat(...)]`: where the crate is.

use quote::ToTokens;
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, LitStr, Path, Result, meta::ParseNestedMeta,
    parse_quote,
};

pub(crate) fn default() -> Path {
    parse_quote!(::typechat)
}

/// The path of the `typechat` crate.
///
/// # Errors
///
/// Every other content of a `#[typechat(...)]`, on the type or inside it.
pub(crate) fn read(input: &DeriveInput) -> Result<Path> {
    let mut path = default();
    for attr in own(&input.attrs) {
        attr.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(unknown(&meta));
            }
            path = meta
                .value()?
                .parse::<LitStr>()?
                .parse_with(Path::parse_mod_style)?;
            Ok(())
        })?;
    }
    for attrs in inner_attrs(&input.data) {
        for attr in own(attrs) {
            attr.parse_nested_meta(|meta| Err(unknown(&meta)))?;
        }
    }
    Ok(path)
}

fn own(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("typechat"))
}

fn unknown(meta: &ParseNestedMeta<'_>) -> Error {
    let name = meta.path.to_token_stream().to_string().replace(' ', "");
    let message = if name == "crate" {
        "`#[typechat(crate = \"...\")]` belongs on the type, not inside it".to_owned()
    } else {
        format!("no `typechat` attribute is known yet: `{name}`")
    };
    Error::new_spanned(&meta.path, message)
}

fn inner_attrs(data: &Data) -> Vec<&[Attribute]> {
    match data {
        Data::Struct(data) => field_attrs(&data.fields).collect(),
        Data::Enum(data) => data
            .variants
            .iter()
            .flat_map(|variant| field_attrs(&variant.fields).chain([variant.attrs.as_slice()]))
            .collect(),
        Data::Union(_) => Vec::new(),
    }
}

fn field_attrs(fields: &Fields) -> impl Iterator<Item = &[Attribute]> {
    fields.iter().map(|field| field.attrs.as_slice())
}
