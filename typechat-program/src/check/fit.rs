//! Whether an argument is of its parameter's type, and what only a run can tell.

use std::collections::HashMap;

use serde_json::Value;
use typechat::reply::nearest_names;
use typechat::schema::{
    ArrayType, Field, Length, MapType, ObjectType, Presence, StringRules, Type,
};

use super::{
    Checker, Deferred,
    assign::{Assign, Fit},
    node::{Node, Source},
    problem::{Problem, ProblemCode, Problems, key},
    trail::Trail,
};

/// What came of fitting an argument.
#[derive(Default)]
pub(super) struct Fitted {
    pub(super) problems: Problems,
    pub(super) deferred: Vec<Deferred>,
    /// Which branch of a union each part is, by the addresses of both: every branch round a part
    /// would look for it again.
    known: HashMap<(usize, usize), Choice>,
    /// Whether a branch is being looked for, and nobody wants the details.
    is_search: bool,
    /// While searching: that a part fits no branch of its union, or perhaps one.
    is_refused: bool,
    is_perhaps: bool,
}

/// The branch of a union that a part is, and whether only a run can tell.
#[derive(Clone, Copy)]
struct Choice {
    branch: Option<usize>,
    is_perhaps: bool,
}

/// Whether there may be no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Absence {
    No,
    /// It may be left out, as a member may.
    Member,
    /// It may be left out, and `null` leaves it out, as with a parameter.
    Argument,
}

impl From<Presence> for Absence {
    /// As it is for a member.
    fn from(presence: Presence) -> Self {
        match presence {
            Presence::Optional => Self::Member,
            Presence::Required => Self::No,
        }
    }
}

impl Fitted {
    fn mismatch(
        &mut self,
        at: &Trail<'_>,
        expected: impl FnOnce() -> String,
        found: impl FnOnce() -> String,
    ) {
        self.problems
            .add(|| Problem::mismatch(ProblemCode::ArgType, at.path(), expected(), found()));
    }

    fn defer(&mut self, at: &Trail<'_>, why: &str) {
        self.deferred.push(Deferred::new(at.path(), why));
    }
}

impl<'a> Checker<'a> {
    /// Fits a part of an argument to a type.
    pub(super) fn fit(
        &self,
        node: &Node<'a>,
        ty: &Type,
        absence: Absence,
        at: &Trail<'_>,
        out: &mut Fitted,
    ) {
        match node {
            Node::Unknown => {}
            Node::Constant(value) => self.constant(value, ty, absence, at, out),
            Node::Source(source) => self.source(source, ty, absence, at, out),
            Node::Array(_) | Node::Object(_) => self.structure(node, ty, at, out),
        }
    }

    fn constant(
        &self,
        value: &Value,
        ty: &Type,
        absence: Absence,
        at: &Trail<'_>,
        out: &mut Fitted,
    ) {
        let judge = &self.api.inner.judge;
        // `null` in the place of an optional argument leaves it out.
        if judge.fits(ty, value) || (absence == Absence::Argument && value.is_null()) {
            return;
        }
        let problems = judge.problems(ty, value).into_iter();
        out.problems.extend(problems.map(|problem| {
            let steps = at.path().segments().to_vec().into_iter();
            let path = steps
                .chain(problem.path.segments().iter().cloned())
                .collect();
            Problem {
                expected: problem.expected,
                found: problem.found,
                ..Problem::new(ProblemCode::ArgType, path, problem.text)
            }
        }));
    }

    fn source(
        &self,
        source: &Source<'a>,
        ty: &Type,
        absence: Absence,
        at: &Trail<'_>,
        out: &mut Fitted,
    ) {
        let graph = self.api.graph();
        if source.may_be_absent && absence == Absence::No {
            let found = || format!("{} | undefined", self.phrase(source));
            out.mismatch(at, || graph.phrase(ty), found);
            return;
        }
        if let Some(why) = source.deferred {
            out.defer(at, why);
        }
        for found in source.types.all() {
            // An optional argument that is `null` is left out.
            let found: &Type = match (absence == Absence::Argument, graph.resolve(found)) {
                (true, Type::Nullable(inner)) => inner,
                (true, Type::Null) => continue,
                _ => found,
            };
            match Assign::new(&self.api.inner.judge).fit(found, ty) {
                Fit::Always => {}
                Fit::Perhaps(why) => out.defer(at, why),
                Fit::Not => {
                    out.mismatch(at, || graph.phrase(ty), || self.phrase(source));
                    return;
                }
            }
        }
    }

    fn phrase(&self, source: &Source<'_>) -> String {
        let graph = self.api.graph();
        let phrases: Vec<String> = source
            .types
            .all()
            .iter()
            .map(|ty| graph.phrase(ty))
            .collect();
        phrases.join(" | ")
    }

    fn structure(&self, node: &Node<'a>, ty: &Type, at: &Trail<'_>, out: &mut Fitted) {
        match (ty, node) {
            (Type::Any, _) => self.anything(node, at, out),
            (Type::Ref(id), _) => self.structure(node, self.api.graph().def(*id).ty(), at, out),
            (Type::Nullable(inner), _) => self.structure(node, inner, at, out),
            (Type::Guarded(guarded), _) => {
                self.structure(node, &guarded.ty, at, out);
                if guarded.schema.is_some() {
                    out.defer(at, "it must keep a rule of the parameter");
                }
            }
            (Type::Union(branches), _) => {
                let types: Vec<&Type> = branches.iter().map(|branch| &branch.ty).collect();
                self.branches(node, &types, ty, at, out);
            }
            (Type::Array(array), Node::Array(items)) => self.array(items, array, at, out),
            (Type::Tuple(tuple), Node::Array(items)) => {
                for (number, item) in items.iter().enumerate() {
                    let at = at.index(number);
                    match tuple.items.get(number).or(tuple.rest.as_deref()) {
                        Some(ty) => self.fit(item, ty, Absence::No, &at, out),
                        None => out.mismatch(
                            &at,
                            || "no further item".to_owned(),
                            || item.kind().to_owned(),
                        ),
                    }
                }
                if items.len() < tuple.required {
                    let expected = || format!("at least {} items", tuple.required);
                    out.mismatch(at, expected, || items.len().to_string());
                }
            }
            (Type::Object(object), Node::Object(fields)) => self.object(fields, object, at, out),
            (Type::Map(map), Node::Object(fields)) => self.map(fields, map, at, out),
            _ => out.mismatch(
                at,
                || self.api.graph().phrase(ty),
                || node.kind().to_owned(),
            ),
        }
    }

    /// The first branch that fits, those that may last; what keeps it from the only one.
    fn branches(
        &self,
        node: &Node<'a>,
        types: &[&Type],
        union: &Type,
        at: &Trail<'_>,
        out: &mut Fitted,
    ) {
        let key = (
            std::ptr::from_ref(node).addr(),
            std::ptr::from_ref(union).addr(),
        );
        let choice = if let Some(choice) = out.known.get(&key) {
            *choice
        } else {
            let choice = self.choose(node, types, at, out);
            out.known.insert(key, choice);
            choice
        };
        if out.is_search {
            out.is_refused |= choice.branch.is_none();
            out.is_perhaps |= choice.is_perhaps;
            return;
        }
        match (choice.branch, types) {
            (Some(branch), _) => self.structure(node, types[branch], at, out),
            (None, [only]) => self.structure(node, only, at, out),
            (None, _) => {
                let expected = || self.api.graph().phrase(union);
                out.mismatch(at, expected, || node.kind().to_owned());
            }
        }
    }

    /// The branch that is meant, by its place.
    fn choose(&self, node: &Node<'a>, types: &[&Type], at: &Trail<'_>, out: &mut Fitted) -> Choice {
        let mut choice = Choice {
            branch: None,
            is_perhaps: false,
        };
        for (number, ty) in types.iter().enumerate() {
            let mut fitted = Fitted {
                known: std::mem::take(&mut out.known),
                is_search: true,
                ..Fitted::default()
            };
            self.structure(node, ty, at, &mut fitted);
            out.known = std::mem::take(&mut fitted.known);
            if fitted.is_refused || !fitted.problems.is_empty() {
                continue;
            }
            if !fitted.is_perhaps && fitted.deferred.is_empty() {
                return Choice {
                    branch: Some(number),
                    is_perhaps: false,
                };
            }
            if choice.branch.is_none() {
                choice = Choice {
                    branch: Some(number),
                    is_perhaps: true,
                };
            }
        }
        choice
    }

    fn array(&self, items: &[Node<'a>], array: &ArrayType, at: &Trail<'_>, out: &mut Fitted) {
        for (number, item) in items.iter().enumerate() {
            self.fit(item, &array.items, Absence::No, &at.index(number), out);
        }
        count(items.len(), array.length, "items", at, out);
        if array.unique {
            out.defer(at, "no two items may be equal");
        }
    }

    fn object(
        &self,
        fields: &[(&str, Node<'a>)],
        object: &ObjectType,
        at: &Trail<'_>,
        out: &mut Fitted,
    ) {
        for (name, node) in fields {
            let at = at.key(name);
            let field: Option<&Field> = object.fields.iter().find(|field| field.name == *name);
            match (field, object.rest.as_deref()) {
                (Some(field), _) => {
                    self.fit(node, &field.ty, field.presence.into(), &at, out);
                }
                (None, Some(rest)) => self.fit(node, rest, Absence::No, &at, out),
                (None, None) => {
                    out.problems.add(|| {
                        let names = object.fields.iter().map(|field| field.name.clone());
                        let names: Vec<String> = names.collect();
                        let nearest = nearest_names(name, &names);
                        let text = format!("there is no member {}", key(name));
                        Problem::new(ProblemCode::ArgType, at.path(), text).hint(&nearest)
                    });
                }
            }
        }
        for field in &object.fields {
            let is_there = fields.iter().any(|(name, _)| *name == field.name);
            if field.presence == Presence::Required && !is_there {
                out.problems.add(|| {
                    let text = format!("the member {} is missing", key(&field.name));
                    Problem::new(ProblemCode::ArgType, at.path(), text)
                });
            }
        }
    }

    fn map(&self, fields: &[(&str, Node<'a>)], map: &MapType, at: &Trail<'_>, out: &mut Fitted) {
        for (name, node) in fields {
            self.fit(node, &map.values, Absence::No, &at.key(name), out);
        }
        count(fields.len(), map.length, "members", at, out);
        if !matches!(self.api.graph().resolve(&map.keys), Type::String(rules) if *rules == StringRules::default())
        {
            out.defer(at, "its keys must be of the right kind");
        }
    }

    /// What goes where anything may: only what may be absent does not.
    fn anything(&self, node: &Node<'a>, at: &Trail<'_>, out: &mut Fitted) {
        match node {
            Node::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.fit(item, &Type::Any, Absence::No, &at.index(number), out);
                }
            }
            Node::Object(fields) => {
                for (name, field) in fields {
                    self.fit(field, &Type::Any, Absence::Member, &at.key(name), out);
                }
            }
            _ => {}
        }
    }
}

fn count(found: usize, length: Length, what: &str, at: &Trail<'_>, out: &mut Fitted) {
    let words = || format!("{found} {what}");
    let number = found as u64;
    if let Some(min) = length.min.filter(|min| number < *min) {
        out.mismatch(at, || format!("at least {min} {what}"), words);
    }
    if let Some(max) = length.max.filter(|max| number > *max) {
        out.mismatch(at, || format!("at most {max} {what}"), words);
    }
}
