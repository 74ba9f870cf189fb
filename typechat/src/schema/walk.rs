//! Going through a graph: every node, a node by its place, the same graph with all optional.

use super::{Presence, Type, TypeGraph};

impl Type {
    /// Calls `each` with the types directly within this one; references are not followed.
    pub(crate) fn each<'a>(&'a self, each: &mut dyn FnMut(&'a Self)) {
        match self {
            Self::Array(array) => each(&array.items),
            Self::Nullable(inner) => each(inner),
            Self::Guarded(guarded) => each(&guarded.ty),
            Self::Tuple(tuple) => {
                tuple.items.iter().for_each(&mut *each);
                tuple.rest.iter().for_each(|rest| each(rest));
            }
            Self::Map(map) => {
                each(&map.keys);
                each(&map.values);
            }
            Self::Object(object) => {
                object.fields.iter().for_each(|field| each(&field.ty));
                object.flattened.iter().for_each(|(_, ty)| each(ty));
                object.rest.iter().for_each(|rest| each(rest));
            }
            Self::Union(branches) => branches.iter().for_each(|branch| each(&branch.ty)),
            _ => {}
        }
    }

    /// Like [`each`](Self::each), to change them.
    pub(crate) fn each_mut(&mut self, each: &mut dyn FnMut(&mut Self)) {
        match self {
            Self::Array(array) => each(&mut array.items),
            Self::Nullable(inner) => each(inner),
            Self::Guarded(guarded) => each(&mut guarded.ty),
            Self::Tuple(tuple) => {
                tuple.items.iter_mut().for_each(&mut *each);
                tuple.rest.iter_mut().for_each(|rest| each(rest));
            }
            Self::Map(map) => {
                each(&mut map.keys);
                each(&mut map.values);
            }
            Self::Object(object) => {
                object
                    .fields
                    .iter_mut()
                    .for_each(|field| each(&mut field.ty));
                object.flattened.iter_mut().for_each(|(_, ty)| each(ty));
                object.rest.iter_mut().for_each(|rest| each(rest));
            }
            Self::Union(branches) => branches.iter_mut().for_each(|branch| each(&mut branch.ty)),
            _ => {}
        }
    }

    /// The indices of the definitions that this type names, in order, repetitions included.
    pub(crate) fn refs(&self) -> Vec<usize> {
        fn collect(ty: &Type, found: &mut Vec<usize>) {
            if let Type::Ref(id) = ty {
                found.push(id.0);
            }
            ty.each(&mut |inner| collect(inner, found));
        }
        let mut found = Vec::new();
        collect(self, &mut found);
        found
    }

    /// Like [`refs`](Self::refs), without those inside lists and objects.
    pub(crate) fn bare_refs(&self) -> Vec<usize> {
        fn collect(ty: &Type, found: &mut Vec<usize>) {
            match ty {
                Type::Ref(id) => found.push(id.0),
                Type::Nullable(_) | Type::Union(_) | Type::Guarded(_) => {
                    ty.each(&mut |inner| collect(inner, found));
                }
                _ => {}
            }
        }
        let mut found = Vec::new();
        collect(self, &mut found);
        found
    }
}

impl TypeGraph {
    /// Every node: the root and what it contains, then each definition in order. References are
    /// nodes of their own and are not followed.
    ///
    /// ```
    /// use typechat::schema::{Type, TypeGraph};
    /// let graph = TypeGraph::of::<Vec<Option<bool>>>();
    /// assert_eq!(graph.walk().filter(|ty| matches!(ty, Type::Boolean)).count(), 1);
    /// ```
    pub fn walk(&self) -> impl Iterator<Item = &Type> {
        let mut todo: Vec<&Type> = self.defs.iter().rev().map(|def| &def.ty).collect();
        todo.push(&self.root);
        std::iter::from_fn(move || {
            let ty = todo.pop()?;
            let start = todo.len();
            ty.each(&mut |inner| todo.push(inner));
            todo[start..].reverse();
            Some(ty)
        })
    }

    /// The type at a place, given as a JSON Pointer into a value: `/items/0/price`. References
    /// are followed, `null` is left aside, and of a union the first branch that has the place
    /// is meant.
    ///
    /// ```
    /// use typechat::schema::{Type, TypeGraph};
    /// let graph = TypeGraph::of::<Vec<Option<bool>>>();
    /// assert_eq!(graph.at("/7"), Some(&Type::Boolean));
    /// assert_eq!(graph.at("/name"), None);
    /// ```
    pub fn at(&self, pointer: &str) -> Option<&Type> {
        let steps: Vec<String> = pointer
            .split('/')
            .skip(1)
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        self.below(&self.root, &steps)
    }

    fn below<'a>(&'a self, ty: &'a Type, steps: &[String]) -> Option<&'a Type> {
        let ty = self.resolve(ty);
        match ty {
            Type::Nullable(inner) => return self.below(inner, steps),
            Type::Union(branches) if !steps.is_empty() => {
                return branches
                    .iter()
                    .find_map(|branch| self.below(&branch.ty, steps));
            }
            _ => {}
        }
        let Some((step, steps)) = steps.split_first() else {
            return Some(ty);
        };
        let index = || step.parse::<usize>().ok();
        let next = match ty {
            Type::Any => return Some(ty),
            Type::Array(array) => index().map(|_| &*array.items)?,
            Type::Tuple(tuple) => tuple.items.get(index()?).or(tuple.rest.as_deref())?,
            Type::Map(map) => &map.values,
            Type::Object(object) => object
                .fields
                .iter()
                .find(|field| field.name == *step)
                .map(|field| &field.ty)
                .or(object.rest.as_deref())?,
            _ => return None,
        };
        self.below(next, steps)
    }

    /// The same graph with every member optional and every list allowed to be shorter: what a
    /// value looks like while it is arriving. The schemas of guards are left out, since they
    /// speak of whole values.
    ///
    /// ```
    /// # use typechat::{Schema, schema::TypeGraph};
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Order { dish: String }
    /// let text = TypeGraph::of::<Order>().partial().to_typescript();
    /// assert_eq!(text, "interface Order {\n  dish?: string;\n}\n");
    /// ```
    #[must_use]
    pub fn partial(&self) -> Self {
        fn loosen(ty: &mut Type) {
            match ty {
                Type::Object(object) => object
                    .fields
                    .iter_mut()
                    .for_each(|field| field.presence = Presence::Optional),
                Type::Tuple(tuple) => tuple.required = 0,
                Type::Array(array) => array.length.min = None,
                Type::Map(map) => map.length.min = None,
                Type::Guarded(guarded) => guarded.schema = None,
                _ => {}
            }
            ty.each_mut(&mut loosen);
        }
        let mut graph = self.clone();
        loosen(&mut graph.root);
        graph.defs.iter_mut().for_each(|def| loosen(&mut def.ty));
        graph
    }
}
