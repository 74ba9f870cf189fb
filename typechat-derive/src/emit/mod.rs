//! The code of `Schema::describe` and `Schema::check`. It stands where `graph` and `checks` are
//! in scope.

mod adjacent;
mod checks;
mod external;
mod field;
mod internal;
mod untagged;

use crate::{
    ast::{Container, Content, Field, Shape, Tagging, Variant},
    types,
};
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use checks::check;
pub(crate) use field::{at, narrowed};

/// The body of `describe`.
pub(crate) fn describe(container: &Container, schema: &TokenStream) -> TokenStream {
    let content = match &container.shape {
        Shape::Unit => quote!(#schema::Type::Null),
        Shape::Like(source) => return field::source(schema, source),
        Shape::Newtype(inner) => field::described(schema, inner, None),
        Shape::Tuple(fields) => tuple(schema, fields),
        Shape::Struct { tag, fields } => {
            let name = &container.name;
            let tag = tag
                .as_ref()
                .map(|tag| quote!(.field(#schema::Field::tag(#tag, #name, &[]))));
            let object = object(schema, tag.as_ref(), fields, false);
            quote!(#schema::Type::Object(#object))
        }
        Shape::Enum { tagging, variants } => enumeration(schema, tagging, variants),
    };
    let docs = &container.docs;
    let register = if matches!(container.shape, Shape::Newtype(_)) {
        quote!(alias)
    } else {
        quote!(define)
    };
    let name = name(container, schema);
    quote! {
        let name = #name;
        graph.#register::<Self>(&name, ::core::module_path!(), #docs, |graph| #content)
    }
}

/// The name of the type; that of a generic one names its arguments.
fn name(container: &Container, schema: &TokenStream) -> TokenStream {
    let name = &container.name;
    let described = container.types();
    // With bounds of the user's own, a parameter may have no schema.
    let has_names = container.bound.is_none() && !container.is_renamed;
    let mut arguments: Vec<TokenStream> = Vec::new();
    for param in container.generics.type_params().filter(|_| has_names) {
        let ident = &param.ident;
        if described.iter().any(|ty| types::uses(ty, ident)) {
            arguments.push(quote!(<#ident as #schema::Schema>::describe(graph)));
        } else {
            let mut projections = Vec::new();
            for ty in &described {
                types::projections(ty, ident, &mut projections);
            }
            let described = |ty| quote!(<#ty as #schema::Schema>::describe(graph));
            arguments.extend(projections.iter().map(described));
        }
    }
    let constants = container.generics.const_params().map(|param| &param.ident);
    let base = if arguments.is_empty() {
        quote!(::std::string::String::from(#name))
    } else {
        quote! {{
            let arguments = [#(#arguments),*];
            graph.generic_name(#name, &arguments)
        }}
    };
    if container.is_renamed {
        return base;
    }
    quote!(#base #(+ &::std::string::ToString::to_string(&#constants))*)
}

fn enumeration(schema: &TokenStream, tagging: &Tagging, variants: &[Variant]) -> TokenStream {
    let (untagged, tagged): (Vec<_>, Vec<_>) =
        variants.iter().partition(|variant| variant.is_untagged);
    let mut branches = match tagging {
        Tagging::External if untagged.is_empty() => {
            if let Some(constants) = external::constants(schema, variants) {
                return constants;
            }
            external::branches(schema, &tagged)
        }
        Tagging::External => external::branches(schema, &tagged),
        Tagging::Internal { tag } => internal::branches(schema, tag, &tagged),
        Tagging::Adjacent { tag, content } => adjacent::branches(schema, tag, content, &tagged),
        Tagging::Untagged => untagged::branches(schema, &tagged),
    };
    // Serde tries these after all others have failed.
    branches.extend(untagged::branches(schema, &untagged));
    quote!(#schema::Type::union(::std::vec::Vec::from([#(#branches),*])))
}

/// A list with an item for each field.
fn tuple(schema: &TokenStream, fields: &[Field]) -> TokenStream {
    let items = fields
        .iter()
        .enumerate()
        .map(|(at, item)| field::described(schema, item, Some(&format!("[{at}]"))));
    quote!(#schema::Type::tuple(::std::vec::Vec::from([#(#items),*])))
}

/// An `ObjectType` of these fields; `tag` adds the tag before them.
fn object(
    schema: &TokenStream,
    tag: Option<&TokenStream>,
    fields: &[Field],
    is_buffered: bool,
) -> TokenStream {
    let members = fields.iter().map(|f| field::member(schema, f, is_buffered));
    quote! {{
        let object = #schema::ObjectType::default() #tag;
        #(let object = object #members;)*
        object
    }}
}

/// The JSON of a variant's content alone, as a list or an object says it.
fn content(schema: &TokenStream, variant: &Variant, is_buffered: bool) -> TokenStream {
    let Variant { name, content, .. } = variant;
    let ty = match content {
        Content::Unit => quote!(#schema::Type::Null),
        Content::Newtype(inner) => field::described(schema, inner, Some(name)),
        Content::Tuple(fields) => tuple(schema, fields),
        Content::Struct(fields) => {
            let object = object(schema, None, fields, is_buffered);
            return quote!(#schema::Type::Object(#object));
        }
    };
    if is_buffered && !matches!(content, Content::Unit) {
        field::buffered(&ty)
    } else {
        ty
    }
}

fn branch(schema: &TokenStream, ty: &TokenStream, docs: &str) -> TokenStream {
    quote!(#schema::Branch::new(#ty, #docs))
}
