//! What the parameters of a generic type must fulfil.

use proc_macro2::TokenStream;
use syn::{GenericParam, Generics, WhereClause, parse_quote, punctuated::Punctuated, token::Where};

use crate::{ast::Container, types};

/// The generics of the implementation: each parameter that reaches the wire is a `Schema`, a
/// parameter that is the key of a map a `MapKey`, and all are `'static`, as the trait is.
pub(crate) fn bound(container: &Container, schema: &TokenStream) -> Generics {
    let mut generics = container.generics.clone();
    let params: Vec<GenericParam> = generics.params.iter().cloned().collect();
    let clause = generics.where_clause.get_or_insert_with(|| WhereClause {
        where_token: Where::default(),
        predicates: Punctuated::new(),
    });
    let described = container.types();
    for param in &params {
        match param {
            GenericParam::Lifetime(lifetime) => {
                let lifetime = &lifetime.lifetime;
                clause.predicates.push(parse_quote!(#lifetime: 'static));
            }
            GenericParam::Type(param) => {
                let ident = &param.ident;
                clause.predicates.push(parse_quote!(#ident: 'static));
                if container.bound.is_some() {
                    continue;
                }
                let mut projections = Vec::new();
                for ty in &described {
                    types::projections(ty, ident, &mut projections);
                }
                for projection in projections {
                    clause
                        .predicates
                        .push(parse_quote!(#projection: #schema::Schema));
                }
                if described.iter().any(|ty| types::is_key_in(ty, ident)) {
                    clause
                        .predicates
                        .push(parse_quote!(#ident: #schema::MapKey));
                }
                if described.iter().any(|ty| types::uses(ty, ident)) {
                    clause
                        .predicates
                        .push(parse_quote!(#ident: #schema::Schema));
                }
            }
            GenericParam::Const(_) => {}
        }
    }
    clause
        .predicates
        .extend(container.bound.iter().flatten().cloned());
    generics
}
