//! A document in the words of one draft: what `OpenAPI` and older drafts say otherwise is
//! rewritten before it is read, since it is also what the validator is given.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{
    ImportError, MAX_DEPTH,
    discriminator::Tags,
    modern, nullable,
    scan::{Scan, each_schema_mut},
};

/// The document without the spellings that the scan found; `stated` when it names its draft, so
/// that old spellings have their place or are mistakes.
pub(super) fn normalised<'d>(
    document: &'d Value,
    scan: &Scan<'d>,
    stated: bool,
) -> Result<Cow<'d, Value>, ImportError> {
    let old = scan.old_spellings && !stated;
    if !scan.nullable && !old && scan.discriminated.is_empty() {
        return Ok(Cow::Borrowed(document));
    }
    let tags = Tags::of(document, scan);
    let mut own = document.clone();
    tags.mark_definitions(&mut own);
    let mut rewrite = |members: &mut Map<String, Value>| {
        tags.rewrite(members);
        if old {
            modern::rewrite(members, document);
        }
        nullable::rewrite(members);
    };
    for pointer in &scan.hidden {
        if let Some(schema) = own.pointer_mut(pointer) {
            innermost_first(schema, 1, &mut rewrite)?;
        }
    }
    innermost_first(&mut own, 1, &mut rewrite)?;
    Ok(Cow::Owned(own))
}

fn innermost_first(
    schema: &mut Value,
    depth: usize,
    rewrite: &mut dyn FnMut(&mut Map<String, Value>),
) -> Result<(), ImportError> {
    if depth > MAX_DEPTH + 1 {
        let pointer = "#".to_owned();
        return Err(ImportError::TooDeep { pointer });
    }
    let Value::Object(members) = schema else {
        return Ok(());
    };
    let mut failed = Ok(());
    each_schema_mut(members, &mut |inner| {
        if failed.is_ok() {
            failed = innermost_first(inner, depth + 1, rewrite);
        }
    });
    failed?;
    rewrite(members);
    Ok(())
}
