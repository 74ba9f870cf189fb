//! Arguments that are put together from results.

use serde_json::{Map, Value};

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
    NoJson { why: String },
    /// What is put together is larger than results may be.
    TooLarge,
}

/// Gives a part of a result, when there is one.
type Part<'a> = dyn FnMut(usize, &str) -> Result<Option<Value>, Missing> + 'a;

impl Template {
    /// The value; `None` when it is absent.
    pub(crate) fn make(&self, part: &mut Part<'_>) -> Result<Option<Value>, Missing> {
        Ok(Some(match self {
            Self::Constant(value) => value.clone(),
            Self::Slot {
                op,
                path,
                may_be_absent,
            } => match part(*op, path)? {
                Some(value) => value,
                None if *may_be_absent => return Ok(None),
                None => {
                    let pointer = path.clone();
                    return Err(Missing::Part { pointer });
                }
            },
            Self::Array(items) => {
                let items = items.iter();
                let items = items.map(|item| Ok(item.make(part)?.unwrap_or_default()));
                Value::Array(items.collect::<Result<_, _>>()?)
            }
            Self::Object(fields) => {
                let mut members = Map::new();
                for (name, field) in fields {
                    if let Some(value) = field.make(part)? {
                        members.insert(name.clone(), value);
                    }
                }
                Value::Object(members)
            }
        }))
    }

    /// The call whose result this is, or the first of those that it is made of.
    pub(crate) fn source(&self) -> Option<usize> {
        let mut uses = Vec::new();
        self.uses(&mut uses);
        uses.first().copied()
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
