//! Definitions that no value fits, and definitions that are defined as themselves.

use std::collections::HashSet;

use super::{Import, ImportError, Type};

/// How often emptiness is handed on; longer chains of it are left to the validator.
const PASSES: usize = 64;

impl Import<'_, '_> {
    /// Refuses a root that no value fits, and definitions without content.
    pub(super) fn refuse_empty(&self, root: &Type) -> Result<(), ImportError> {
        let pointer = |index: usize| {
            let found = self.pointers.iter().find(|(id, _)| id.0 == index);
            let pointer = found.map_or("", |(_, pointer)| pointer);
            let base = if pointer.contains('#') { "" } else { "#" };
            format!("{base}{pointer}")
        };
        if let Some(index) = self.builder.endless() {
            let pointer = pointer(index);
            return Err(ImportError::Circular { pointer });
        }
        let defs = &self.builder.defs;
        let mut empty = HashSet::new();
        // Who uses a definition is declared before it, for the most part.
        for _ in 0..PASSES {
            let before = empty.len();
            for (id, _) in self.pointers.iter().rev() {
                if is_never(&defs[id.0].ty, &empty) {
                    empty.insert(id.0);
                }
            }
            if empty.len() == before {
                break;
            }
        }
        if is_never(root, &empty) {
            let culprit = self.pointers.iter().rev().find(
                |(id, _)| matches!(&defs[id.0].ty, Type::Enum(members) if members.is_empty()),
            );
            let reason = match culprit {
                Some((id, _)) => format!("it needs {}, which allows none", pointer(id.0)),
                None => "what it requires allows none".to_owned(),
            };
            let pointer = "#".to_owned();
            return Err(ImportError::Unsatisfiable { pointer, reason });
        }
        Ok(())
    }
}

fn is_never(ty: &Type, empty: &HashSet<usize>) -> bool {
    let never = |ty: &Type| is_never(ty, empty);
    match ty {
        Type::Enum(members) => members.is_empty(),
        Type::Ref(id) => empty.contains(&id.0),
        Type::Guarded(guarded) => never(&guarded.ty),
        Type::Union(branches) => branches.iter().all(|branch| never(&branch.ty)),
        Type::Object(object) => object
            .fields
            .iter()
            .any(|field| field.presence == crate::schema::Presence::Required && never(&field.ty)),
        Type::Tuple(tuple) => tuple.items[..tuple.required].iter().any(never),
        Type::Array(array) => array.length.min > Some(0) && never(&array.items),
        Type::Map(map) => map.length.min > Some(0) && never(&map.values),
        _ => false,
    }
}
