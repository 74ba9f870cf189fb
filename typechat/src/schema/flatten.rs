//! Members of one type among those of another: serde's `flatten`, and its internal tags.

use super::{Branch, Field, Literal, ObjectType, Presence, SchemaError, Type, builder::NewDef};

/// How many combinations of flattened enums one object may have.
const COMBINATIONS: usize = 64;

/// Replaces objects that flatten others by objects, or unions of objects, that do not.
pub(super) struct Flatten<'a> {
    defs: &'a [NewDef],
    done: Vec<State>,
}

#[derive(Clone)]
enum State {
    New,
    Busy,
    Done(Type),
}

/// One way in which members may come together, and its documentation.
type Shape = (ObjectType, String);

impl<'a> Flatten<'a> {
    pub(super) fn new(defs: &'a [NewDef]) -> Self {
        let done = vec![State::New; defs.len()];
        Self { defs, done }
    }

    pub(super) fn definition(&mut self, index: usize) -> Result<Type, SchemaError> {
        let NewDef { name, ty, .. } = &self.defs[index];
        match &self.done[index] {
            State::Done(ty) => return Ok(ty.clone()),
            // Members that contain themselves would have no end.
            State::Busy => {
                return Err(SchemaError::Endless {
                    owner: name.clone(),
                });
            }
            State::New => {}
        }
        self.done[index] = State::Busy;
        let ty = self.expand(ty.clone(), name)?;
        self.done[index] = State::Done(ty.clone());
        Ok(ty)
    }

    pub(super) fn expand(&mut self, mut ty: Type, owner: &str) -> Result<Type, SchemaError> {
        if let Type::Union(branches) = ty {
            let mut flat = Vec::with_capacity(branches.len());
            for Branch { ty, docs } in branches {
                let combines = matches!(&ty, Type::Object(object) if !object.flattened.is_empty());
                match self.expand(ty, owner)? {
                    Type::Union(inner) if combines => {
                        flat.extend(inner.into_iter().map(|branch| Branch {
                            docs: joined(&docs, &branch.docs),
                            ..branch
                        }));
                    }
                    ty => flat.push(Branch { ty, docs }),
                }
            }
            return Ok(Type::union(flat));
        }
        let mut failed = Ok(());
        let expand =
            &mut |inner: &mut Type| match self.expand(std::mem::replace(inner, Type::Any), owner) {
                Ok(ty) => *inner = ty,
                Err(error) => failed = Err(error),
            };
        if let Type::Object(object) = &mut ty {
            // What is flattened is expanded where its members are taken.
            object.fields.iter_mut().for_each(|f| expand(&mut f.ty));
            object.rest.iter_mut().for_each(|rest| expand(rest));
        } else {
            ty.each_mut(expand);
        }
        failed?;
        match ty {
            Type::Object(object) => self.object(object, owner),
            Type::Nullable(inner) => Ok(inner.nullable()),
            other => Ok(other),
        }
    }

    fn object(&mut self, mut object: ObjectType, owner: &str) -> Result<Type, SchemaError> {
        let flattened = std::mem::take(&mut object.flattened);
        let mut shapes = vec![(object, String::new())];
        let mut shift = vec![0; 1];
        for (at, ty) in flattened {
            let ways = self.shapes(ty, owner)?;
            if shapes.len() * ways.len() > COMBINATIONS {
                return Err(SchemaError::TooManyCombinations {
                    owner: owner.to_owned(),
                    limit: COMBINATIONS,
                });
            }
            let mut combined = Vec::new();
            let mut shifts = Vec::new();
            for (shape, by) in shapes.iter().zip(&shift) {
                for way in &ways {
                    shifts.push(by + way.0.fields.len());
                    combined.push(merge(shape, way, at + by, owner)?);
                }
            }
            (shapes, shift) = (combined, shifts);
        }
        let mut branches = Vec::new();
        for (object, docs) in shapes {
            refuse_duplicates(&object, owner)?;
            branches.push(Branch {
                ty: map_or_object(object),
                docs,
            });
        }
        match branches.len() {
            // The words of a single way are those of the type that was flattened.
            1 => Ok(branches.remove(0).ty),
            _ => Ok(Type::union(branches)),
        }
    }

    fn shapes(&mut self, ty: Type, owner: &str) -> Result<Vec<Shape>, SchemaError> {
        let plain = |object| vec![(object, String::new())];
        let not_an_object = |found: String| {
            Err(SchemaError::NotAnObject {
                owner: owner.to_owned(),
                found,
            })
        };
        Ok(match ty {
            Type::Ref(id) => {
                let name = &self.defs[id.0].name;
                let content = self.definition(id.0)?;
                match self.shapes(content, owner) {
                    Err(SchemaError::NotAnObject { .. }) => {
                        return not_an_object(format!("`{name}`"));
                    }
                    other => other?,
                }
            }
            Type::Object(object) => match self.expand(Type::Object(object), owner)? {
                Type::Object(object) => plain(object),
                other => self.shapes(other, owner)?,
            },
            Type::Null => plain(ObjectType::default()),
            Type::Any => plain(ObjectType {
                rest: Some(Box::new(Type::Any)),
                ..ObjectType::default()
            }),
            Type::Map(map) if map.length.is_open() && *map.keys == Type::string() => {
                plain(ObjectType {
                    rest: Some(map.values),
                    ..ObjectType::default()
                })
            }
            Type::Map(map) if !map.length.is_open() => {
                return Err(SchemaError::MapLength {
                    owner: owner.to_owned(),
                });
            }
            Type::Map(map) => match *map.keys {
                Type::Enum(members) => {
                    let field = |name: &str, docs: &str| {
                        Field::new(name, docs, (*map.values).clone(), Presence::Optional)
                    };
                    let fields = members.iter().filter_map(|member| match &member.value {
                        Literal::String(name) => Some(field(name, &member.docs)),
                        _ => None,
                    });
                    plain(ObjectType::new(fields.collect()))
                }
                _ => return not_an_object("a map with rules".into()),
            },
            Type::Nullable(inner) => {
                let mut ways = self.shapes(*inner, owner)?;
                ways.push((ObjectType::default(), String::new()));
                ways
            }
            Type::Union(branches) => {
                let mut ways = Vec::new();
                for branch in branches {
                    let inner = self.shapes(branch.ty, owner)?;
                    ways.extend(
                        inner
                            .into_iter()
                            .map(|(object, docs)| (object, joined(&branch.docs, &docs))),
                    );
                }
                ways
            }
            // A unit variant that is flattened is a member of its name, with `null`.
            Type::Enum(members) => members
                .into_iter()
                .filter_map(|member| match member.value {
                    Literal::String(name) => Some((
                        ObjectType::new(vec![Field::new(
                            &name,
                            "",
                            Type::Null,
                            Presence::Required,
                        )]),
                        member.docs,
                    )),
                    _ => None,
                })
                .collect(),
            Type::Boolean => return not_an_object("a boolean".into()),
            Type::Integer(_) | Type::Number(_) => return not_an_object("a number".into()),
            Type::String(_) | Type::Vocabulary(_) => return not_an_object("a string".into()),
            Type::Array(_) | Type::Tuple(_) => return not_an_object("a list".into()),
            Type::Guarded(_) => return not_an_object("a type of another schema".into()),
        })
    }
}

fn merge(left: &Shape, right: &Shape, at: usize, owner: &str) -> Result<Shape, SchemaError> {
    let mut object = left.0.clone();
    let tail = object.fields.split_off(at.min(object.fields.len()));
    object.fields.extend(right.0.fields.iter().cloned());
    object.fields.extend(tail);
    match (&object.rest, &right.0.rest) {
        (Some(own), Some(other)) if own != other => {
            return Err(SchemaError::NotAnObject {
                owner: owner.to_owned(),
                found: "a second map of other values".into(),
            });
        }
        (None, Some(rest)) => {
            object.rest = Some(rest.clone());
            object.untold = right.0.untold;
        }
        (Some(_), Some(_)) => object.untold &= right.0.untold,
        _ => {}
    }
    Ok((object, joined(&left.1, &right.1)))
}

fn refuse_duplicates(object: &ObjectType, owner: &str) -> Result<(), SchemaError> {
    let mut names = std::collections::HashSet::new();
    match object
        .fields
        .iter()
        .find(|field| !names.insert(&field.name))
    {
        Some(field) => Err(SchemaError::DuplicateMember {
            owner: owner.to_owned(),
            name: field.name.clone(),
        }),
        None => Ok(()),
    }
}

/// An open object without members of its own is a map.
fn map_or_object(object: ObjectType) -> Type {
    match object.rest {
        Some(values) if object.fields.is_empty() => Type::map(Type::string(), *values),
        rest => Type::Object(ObjectType { rest, ..object }),
    }
}

fn joined(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ => format!("{first}\n{second}"),
    }
}
