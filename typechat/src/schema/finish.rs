//! From what types said of themselves to a graph: flattened members are put in place, newtypes
//! that say nothing dissolve, what is not reached is dropped, names become unique.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    DefId, GraphBuilder, SchemaError, Type, TypeDef, TypeGraph, builder::NewDef, cycles::on_cycle,
    flatten::Flatten, graph::NAMELESS, names::Names,
};

impl GraphBuilder {
    /// The graph with this root: names are made unique, what the root does not reach is dropped.
    ///
    /// ```
    /// use typechat::{Schema, schema::{GraphBuilder, Type}};
    /// let mut builder = GraphBuilder::default();
    /// let item = bool::describe(&mut builder);
    /// let graph = builder.finish(Type::array(item))?;
    /// assert_eq!(graph.to_typescript(), "type Reply = boolean[];\n");
    /// # Ok::<(), typechat::schema::SchemaError>(())
    /// ```
    ///
    /// # Errors
    /// [`SchemaError`] for what only shows when types come together.
    pub fn finish(mut self, mut root: Type) -> Result<TypeGraph, SchemaError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.refuse_endless()?;
        self.refuse_integer_keys()?;
        let mut flatten = Flatten::new(&self.defs);
        let types = (0..self.defs.len())
            .map(|index| flatten.definition(index))
            .collect::<Result<Vec<_>, _>>()?;
        root = flatten.expand(root, "the type")?;
        for (def, ty) in self.defs.iter_mut().zip(types) {
            def.ty = ty;
        }
        self.dissolve_aliases(&mut root);

        let order = order(&root, |index| &self.defs[index].ty, self.defs.len());
        let place: HashMap<usize, usize> = order.iter().copied().zip(0..).collect();
        let mut names = Names::default();
        if !matches!(without_guards(&root), Type::Ref(_)) {
            // That is how a root without a name is called.
            names.take(NAMELESS, &[]);
        }
        let mut taken: Vec<Option<NewDef>> = std::mem::take(&mut self.defs)
            .into_iter()
            .map(Some)
            .collect();
        let defs = order
            .iter()
            .filter_map(|&old| taken[old].take())
            .map(|mut def| {
                renumber(&mut def.ty, &place);
                TypeDef {
                    name: names.take(&def.name, &def.qualifiers),
                    docs: def.docs,
                    ty: def.ty,
                }
            })
            .collect();
        renumber(&mut root, &place);
        let mut graph = TypeGraph {
            root,
            defs,
            vocabularies: BTreeMap::new(),
        };
        graph.vocabularies = graph
            .walk()
            .filter_map(|ty| match ty {
                Type::Vocabulary(name) => {
                    let words = self.vocabularies.get(name).cloned();
                    Some((name.clone(), words.unwrap_or_default()))
                }
                _ => None,
            })
            .collect();
        Ok(graph)
    }

    fn refuse_endless(&self) -> Result<(), SchemaError> {
        match self.endless() {
            Some(index) => Err(SchemaError::Endless {
                owner: self.defs[index].name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// A definition that leads back to itself without a list or an object in between.
    pub(super) fn endless(&self) -> Option<usize> {
        let edges: Vec<Vec<usize>> = self.defs.iter().map(|def| def.ty.bare_refs()).collect();
        on_cycle(&edges).iter().position(|&found| found)
    }

    fn refuse_integer_keys(&self) -> Result<(), SchemaError> {
        let mut seen = vec![false; self.defs.len()];
        for (owner, ty) in &self.buffered {
            let mut todo = vec![ty];
            while let Some(ty) = todo.pop() {
                if let Type::Map(map) = ty
                    && self.is_integer(&map.keys)
                {
                    let owner = owner.clone();
                    return Err(SchemaError::IntegerKeys { owner });
                }
                if let Type::Ref(id) = ty
                    && !std::mem::replace(&mut seen[id.0], true)
                {
                    todo.push(&self.defs[id.0].ty);
                }
                ty.each(&mut |inner| todo.push(inner));
            }
        }
        Ok(())
    }

    fn is_integer<'a>(&'a self, mut keys: &'a Type) -> bool {
        while let Type::Ref(id) = keys {
            keys = &self.defs[id.0].ty;
        }
        // The zero that `NonZero` leaves out makes two ranges of one.
        match keys {
            Type::Union(branches) => branches.iter().any(|branch| self.is_integer(&branch.ty)),
            other => matches!(other, Type::Integer(_)),
        }
    }

    /// Writes newtypes that say nothing where they are used, unless they contain themselves.
    fn dissolve_aliases(&mut self, root: &mut Type) {
        let only_aliases = |def: &NewDef| {
            let refs = if def.is_alias { def.ty.refs() } else { vec![] };
            refs.into_iter()
                .filter(|&to| self.defs[to].is_alias)
                .collect()
        };
        let edges: Vec<Vec<usize>> = self.defs.iter().map(only_aliases).collect();
        let stays = on_cycle(&edges);
        let contents: Vec<Option<Type>> = self
            .defs
            .iter()
            .zip(stays)
            .map(|(def, stays)| {
                let dissolves = def.is_alias && !stays && is_short(&def.ty);
                dissolves.then(|| def.ty.clone())
            })
            .collect();
        dissolve(root, &contents);
        self.defs
            .iter_mut()
            .for_each(|def| dissolve(&mut def.ty, &contents));
    }
}

fn without_guards(mut ty: &Type) -> &Type {
    while let Type::Guarded(guarded) = ty {
        ty = &guarded.ty;
    }
    ty
}

/// Whether a type is written in no more words than a name is.
fn is_short(ty: &Type) -> bool {
    match ty {
        Type::Enum(members) => members.len() <= 3 && members.iter().all(|m| m.docs.is_empty()),
        Type::Array(array) => is_short(&array.items),
        Type::Map(map) => is_short(&map.keys) && is_short(&map.values),
        Type::Nullable(inner) => is_short(inner),
        Type::Object(_) | Type::Tuple(_) | Type::Union(_) | Type::Guarded(_) => false,
        _ => true,
    }
}

fn dissolve(ty: &mut Type, contents: &[Option<Type>]) {
    if let Type::Ref(id) = ty
        && let Some(content) = &contents[id.0]
    {
        *ty = content.clone();
        return dissolve(ty, contents);
    }
    ty.each_mut(&mut |inner| dissolve(inner, contents));
    // What a name hid may be `null`, a constant, or a type that is nullable already.
    match std::mem::replace(ty, Type::Any) {
        Type::Union(branches) => *ty = Type::union(branches),
        Type::Nullable(inner) => *ty = inner.nullable(),
        other => *ty = other,
    }
}

impl TypeGraph {
    /// Drops the definitions and vocabularies that the root no longer reaches.
    pub(crate) fn without_unused(&mut self) {
        let order = order(&self.root, |index| &self.defs[index].ty, self.defs.len());
        let place: HashMap<usize, usize> = order.iter().copied().zip(0..).collect();
        let mut taken: Vec<Option<TypeDef>> = std::mem::take(&mut self.defs)
            .into_iter()
            .map(Some)
            .collect();
        self.defs = order.iter().filter_map(|&old| taken[old].take()).collect();
        renumber(&mut self.root, &place);
        for def in &mut self.defs {
            renumber(&mut def.ty, &place);
        }
        let used: HashSet<String> = self
            .walk()
            .filter_map(|ty| match ty {
                Type::Vocabulary(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        self.vocabularies.retain(|name, _| used.contains(name));
    }
}

/// What the root reaches, in order of first use.
fn order<'a>(root: &Type, ty: impl Fn(usize) -> &'a Type, count: usize) -> Vec<usize> {
    let mut seen = vec![false; count];
    let mut order = Vec::new();
    let mut todo = vec![root.refs().into_iter()];
    while let Some(refs) = todo.last_mut() {
        match refs.next() {
            None => {
                todo.pop();
            }
            Some(index) if std::mem::replace(&mut seen[index], true) => {}
            Some(index) => {
                order.push(index);
                todo.push(ty(index).refs().into_iter());
            }
        }
    }
    order
}

fn renumber(ty: &mut Type, place: &HashMap<usize, usize>) {
    if let Type::Ref(id) = ty {
        // `order` has met every reference that the root reaches.
        *id = DefId(place.get(&id.0).copied().unwrap_or(id.0));
    }
    ty.each_mut(&mut |inner| renumber(inner, place));
}
