//! Arguments that are put together from results.

use serde_json::{Map, Value};

use crate::value::Slot;

/// How a value is put together.
#[derive(Debug, Clone)]
pub(crate) enum Template {
    Constant(Value),
    /// A result, or a part of one.
    Slot {
        op: usize,
        /// A JSON Pointer.
        path: String,
        may_be_absent: bool,
    },
    Array(Vec<Template>),
    Object(Vec<(String, Template)>),
}

/// Why a value cannot be put together.
#[derive(Debug)]
pub(crate) enum Missing {
    /// A result has no such part.
    Part { pointer: String },
    /// A result has no JSON.
    NoJson(serde_json::Error),
}

impl Template {
    /// The value; `None` when it is absent.
    pub(crate) fn make(&self, slots: &[Slot]) -> Result<Option<Value>, Missing> {
        Ok(Some(match self {
            Self::Constant(value) => value.clone(),
            Self::Slot {
                op,
                path,
                may_be_absent,
            } => {
                let mut json = slots[*op].to_json().map_err(Missing::NoJson)?;
                if path.is_empty() {
                    return Ok(Some(json));
                }
                match json.pointer_mut(path) {
                    Some(part) => part.take(),
                    None if *may_be_absent => return Ok(None),
                    None => {
                        let pointer = path.clone();
                        return Err(Missing::Part { pointer });
                    }
                }
            }
            Self::Array(items) => {
                let items = items
                    .iter()
                    .map(|item| Ok(item.make(slots)?.unwrap_or_default()));
                Value::Array(items.collect::<Result<_, _>>()?)
            }
            Self::Object(fields) => {
                let mut members = Map::new();
                for (name, field) in fields {
                    if let Some(value) = field.make(slots)? {
                        members.insert(name.clone(), value);
                    }
                }
                Value::Object(members)
            }
        }))
    }

    pub(super) fn uses(&self, found: &mut Vec<usize>) {
        match self {
            Self::Constant(_) => {}
            Self::Slot { op, .. } => found.push(*op),
            Self::Array(items) => items.iter().for_each(|item| item.uses(found)),
            Self::Object(fields) => fields.iter().for_each(|(_, field)| field.uses(found)),
        }
    }
}
