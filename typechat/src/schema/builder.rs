//! How a graph comes about: types describe themselves, names are made unique.

use std::{any::TypeId, collections::HashMap};

use super::{Branch, DefId, Field, ObjectType, Schema, Type, TypeDef, TypeGraph};

/// Collects definitions while types describe themselves.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    defs: Vec<TypeDef>,
    known: HashMap<(TypeId, Option<(String, String)>), DefId>,
    modules: Vec<String>,
    tags: Vec<PendingTag>,
}

/// A definition that will be another one with a tag in it.
#[derive(Debug)]
struct PendingTag {
    target: DefId,
    payload: DefId,
    tag: String,
    value: String,
}

impl GraphBuilder {
    /// Registers the named type `T` once, and returns the reference to it. `module` is its
    /// `module_path!()`, used when another type has the same name.
    pub fn define<T: Schema + ?Sized>(
        &mut self,
        name: &str,
        module: &str,
        docs: &str,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        self.enter((TypeId::of::<T>(), None), name, module, docs, content)
    }

    /// The object type `T` with the tag that an internally tagged enum puts into it. The same
    /// type under the same tag is one definition, whichever enum uses it.
    ///
    /// # Panics
    /// When `T` is not an object, since serde cannot put a tag into it either.
    pub fn tagged<T: Schema + ?Sized>(&mut self, tag: &str, value: &str) -> Type {
        let plain = T::describe(self);
        let Type::Ref(payload) = plain else {
            return with_tag(plain, &self.defs, tag, value);
        };
        let key = (TypeId::of::<T>(), Some((tag.to_owned(), value.to_owned())));
        if let Some(&id) = self.known.get(&key) {
            return Type::Ref(id);
        }
        let TypeDef { name, docs, .. } = self.defs[payload.0].clone();
        let module = self.modules[payload.0].clone();
        let ty = self.enter(key, &name, &module, &docs, |_| Type::Any);
        if let Type::Ref(target) = ty {
            // The payload may still be describing itself, so the tag is put in at the end.
            self.tags.push(PendingTag {
                target,
                payload,
                tag: tag.to_owned(),
                value: value.to_owned(),
            });
        }
        ty
    }

    fn enter(
        &mut self,
        key: (TypeId, Option<(String, String)>),
        name: &str,
        module: &str,
        docs: &str,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        if let Some(&id) = self.known.get(&key) {
            return Type::Ref(id);
        }
        let id = DefId(self.defs.len());
        self.known.insert(key, id);
        self.defs.push(TypeDef {
            name: name.to_owned(),
            docs: docs.to_owned(),
            ty: Type::Any,
        });
        self.modules.push(module.to_owned());
        let ty = content(self);
        self.defs[id.0].ty = ty;
        Type::Ref(id)
    }

    /// Adds a definition by name alone: for types that have no Rust identity.
    pub(crate) fn declare(&mut self, name: &str) -> DefId {
        let id = DefId(self.defs.len());
        self.defs.push(TypeDef {
            name: name.to_owned(),
            docs: String::new(),
            ty: Type::Any,
        });
        self.modules.push(String::new());
        id
    }

    /// Fills what [`declare`](Self::declare) promised.
    pub(crate) fn fill(&mut self, id: DefId, docs: &str, ty: Type) {
        let def = &mut self.defs[id.0];
        docs.clone_into(&mut def.docs);
        def.ty = ty;
    }

    /// Drops what the root does not reach, orders by first use and makes the names unique.
    pub(crate) fn finish(mut self, mut root: Type) -> TypeGraph {
        for pending in std::mem::take(&mut self.tags) {
            let PendingTag {
                target,
                payload,
                tag,
                value,
            } = pending;
            let ty = self.defs[payload.0].ty.clone();
            self.defs[target.0].ty = with_tag(ty, &self.defs, &tag, &value);
        }
        let mut order = Vec::new();
        let mut place = vec![None; self.defs.len()];
        reach(&root, &self.defs, &mut place, &mut order);
        let rename = |ty: &mut Type| {
            visit(ty, &mut |id| {
                // Every reachable reference was placed by `reach`.
                id.0 = place[id.0].unwrap_or(id.0);
            });
        };
        rename(&mut root);
        let mut defs = Vec::with_capacity(order.len());
        let mut taken: Vec<String> = Vec::new();
        for old in order {
            let mut def = self.defs[old].clone();
            rename(&mut def.ty);
            def.name = unique(&def.name, &self.modules[old], &taken);
            taken.push(def.name.clone());
            defs.push(def);
        }
        TypeGraph { root, defs }
    }
}

fn with_tag(ty: Type, defs: &[TypeDef], tag: &str, value: &str) -> Type {
    let tag_field = Field::tag(tag, value);
    match ty {
        Type::Object(mut object) => {
            object.fields.insert(0, tag_field);
            Type::Object(object)
        }
        // Serde merges the tag into whatever the payload's enum writes.
        Type::Union(branches) => {
            let tagged = |branch: Branch| Branch {
                ty: with_tag(branch.ty, defs, tag, value),
                docs: branch.docs,
            };
            Type::Union(branches.into_iter().map(tagged).collect())
        }
        Type::Ref(id) => with_tag(defs[id.0].ty.clone(), defs, tag, value),
        Type::Any => Type::Object(ObjectType {
            fields: vec![tag_field],
            rest: Some(Box::new(Type::Any)),
        }),
        other => panic!(
            "the variant `{value}` holds {other:?}, which is not an object: serde cannot put the \
             tag `{tag}` into it; use a struct variant"
        ),
    }
}

fn reach(ty: &Type, defs: &[TypeDef], place: &mut [Option<usize>], order: &mut Vec<usize>) {
    let mut found = Vec::new();
    let mut copy = ty.clone();
    visit(&mut copy, &mut |id| found.push(id.0));
    for id in found {
        if place[id].is_none() {
            place[id] = Some(order.len());
            order.push(id);
            reach(&defs[id].ty, defs, place, order);
        }
    }
}

fn visit(ty: &mut Type, each: &mut dyn FnMut(&mut DefId)) {
    match ty {
        Type::Ref(id) => each(id),
        Type::Array(inner) | Type::Nullable(inner) => visit(inner, each),
        Type::Object(object) => {
            for field in &mut object.fields {
                visit(&mut field.ty, each);
            }
            if let Some(rest) = &mut object.rest {
                visit(rest, each);
            }
        }
        Type::Union(branches) => {
            for branch in branches {
                visit(&mut branch.ty, each);
            }
        }
        _ => {}
    }
}

fn unique(name: &str, module: &str, taken: &[String]) -> String {
    let free = |candidate: &String| !taken.contains(candidate);
    let plain = name.to_owned();
    if free(&plain) {
        return plain;
    }
    let parent = module.rsplit("::").next().unwrap_or_default();
    let qualified: String = parent
        .split('_')
        .filter_map(|word| {
            let mut chars = word.chars();
            chars
                .next()
                .map(|first| first.to_uppercase().chain(chars).collect::<String>())
        })
        .chain([name.to_owned()])
        .collect();
    if free(&qualified) {
        return qualified;
    }
    let mut digit = 2;
    loop {
        let candidate = format!("{name}{digit}");
        if free(&candidate) {
            return candidate;
        }
        digit += 1;
    }
}
