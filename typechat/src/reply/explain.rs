//! Why a value is refused: the graph is walked beside it, each part once.

mod expected;
mod members;
mod rules;
mod unions;

use serde_json::Value;

use super::{
    Problem, ProblemCode, ProblemKind,
    capped::Capped,
    nearest::nearest,
    scalar::{is_whole, is_within, outside},
    trail::Trail,
    verdict::{Verdict, is_length},
    words::{brief, foreign},
};
use expected::{expected, words};
use rules::{form, rules_at, told, twice};

use crate::schema::{ArrayType, Guarded, Literal, Member, TupleType, Type, TypeGraph};

/// Collects the problems of one value.
pub(super) struct Explain<'a> {
    graph: &'a TypeGraph,
    verdict: Verdict<'a>,
    pub(super) found: Capped<Problem>,
}

impl<'a> Explain<'a> {
    pub(super) fn new(graph: &'a TypeGraph, verdict: Verdict<'a>) -> Self {
        Self {
            graph,
            verdict,
            found: Capped::default(),
        }
    }

    /// Tells what is wrong with a part; nothing when it fits.
    pub(super) fn walk(&mut self, ty: &Type, value: &Value, at: &Trail<'_>) {
        self.shown(ty, ty, value, at);
    }

    /// The same, where `shown` is the type that messages name: it may allow `null`, too.
    fn shown(&mut self, shown: &Type, ty: &Type, value: &Value, at: &Trail<'_>) {
        let graph = self.graph;
        match (ty, value) {
            (Type::Ref(id), _) => self.shown(shown, &graph.def(*id).ty, value, at),
            (Type::Guarded(guarded), _) => self.guarded(shown, guarded, value, at),
            (Type::Nullable(_), Value::Null) => {}
            (Type::Nullable(inner), _) => self.shown(shown, inner, value, at),
            (Type::Union(branches), _) => self.union(shown, ty, branches, value, at),
            (Type::Array(array), Value::Array(items)) => self.array(array, value, items, at),
            (Type::Tuple(tuple), Value::Array(items)) => self.tuple(tuple, items, at),
            (Type::Object(object), Value::Object(members)) => self.object(object, members, at),
            (Type::Map(map), Value::Object(members)) => self.map(map, members, at),
            _ => self.scalar(shown, ty, value, at),
        }
    }

    fn scalar(&mut self, shown: &Type, ty: &Type, value: &Value, at: &Trail<'_>) {
        let fits = match (ty, value) {
            (Type::Any, _) | (Type::Null, Value::Null) | (Type::Boolean, Value::Bool(_)) => true,
            (Type::Enum(members), _) => {
                if !self.verdict.fits(ty, value) {
                    let names = || names(members);
                    self.mismatch(ProblemCode::NotInEnum, shown, value, names, at);
                }
                return;
            }
            (Type::Vocabulary(_), Value::String(_)) => {
                if !self.verdict.fits(ty, value) {
                    let graph = self.graph;
                    let names = || vocabulary(graph, ty);
                    self.mismatch(ProblemCode::NotInEnum, shown, value, names, at);
                }
                return;
            }
            (Type::String(rules), Value::String(text)) => {
                if !is_length(rules, text) {
                    let wanted = rules.length.words("character", "characters");
                    let count = text.chars().count();
                    self.rule(
                        at,
                        wanted.unwrap_or_default(),
                        format!("{count}: {}", brief(value)),
                    );
                } else if !self.verdict.has_form(ty, rules, value) {
                    let graph = self.graph;
                    self.found.add(|| {
                        let (wanted, found) = (expected(graph, shown), brief(value));
                        let mut problem =
                            Problem::mismatch(ProblemCode::Rule, at.path(), wanted, found);
                        problem.text += &form(rules, text);
                        problem
                    });
                }
                return;
            }
            (Type::Integer(range), Value::Number(number)) if is_whole(number) => {
                return self.range(shown, ty, outside(range, number), value, at);
            }
            (Type::Number(range), Value::Number(number)) => {
                return self.range(shown, ty, outside(range, number), value, at);
            }
            _ => false,
        };
        if !fits {
            self.mismatch(ProblemCode::WrongType, shown, value, Vec::new, at);
        }
    }

    fn range(
        &mut self,
        shown: &Type,
        ty: &Type,
        outside: Option<String>,
        value: &Value,
        at: &Trail<'_>,
    ) {
        if outside.is_none() && self.verdict.fits(ty, value) {
            return;
        }
        let graph = self.graph;
        self.found.add(|| {
            let (code, found) = (ProblemCode::OutOfRange, brief(value));
            let mut problem = Problem::mismatch(code, at.path(), expected(graph, shown), found);
            // Bounds that the prompt leaves out are told here.
            if let Some(words) = outside {
                problem.text = words;
            }
            problem
        });
    }

    fn array(&mut self, array: &ArrayType, list: &Value, items: &[Value], at: &Trail<'_>) {
        if !is_within(array.length, items.len()) {
            let wanted = array.length.words("item", "items").unwrap_or_default();
            self.rule(at, wanted, items.len().to_string());
        }
        for (index, item) in items.iter().enumerate() {
            self.walk(&array.items, item, &at.index(index));
        }
        if !self.verdict.are_unique(array, list) {
            let twice = || Some(format!("{} twice", brief(twice(items)?)));
            let found = twice().unwrap_or_else(|| "equal ones".to_owned());
            self.rule(at, "items that all differ".into(), found);
        }
    }

    fn tuple(&mut self, tuple: &TupleType, items: &[Value], at: &Trail<'_>) {
        let most = tuple.rest.is_none().then_some(tuple.items.len());
        if items.len() < tuple.required || most.is_some_and(|most| items.len() > most) {
            let wanted = match most {
                Some(most) if most == tuple.required => format!("exactly {most} items"),
                Some(most) => format!("{} to {most} items", tuple.required),
                None => format!("at least {} items", tuple.required),
            };
            self.rule(at, wanted, items.len().to_string());
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(ty) = tuple.items.get(index).or(tuple.rest.as_deref()) {
                self.walk(ty, item, &at.index(index));
            }
        }
    }

    /// What the type tells; else what only the guard's schema knows, in the validator's words.
    fn guarded(&mut self, shown: &Type, guarded: &Guarded, value: &Value, at: &Trail<'_>) {
        let before = self.found.total();
        let shown = match shown {
            Type::Guarded(_) => &guarded.ty,
            other => other,
        };
        self.shown(shown, &guarded.ty, value, at);
        let Some(schema) = &guarded.schema else {
            return;
        };
        if self.found.total() > before || self.verdict.passes(guarded, value) {
            return;
        }
        let steep = self.verdict.judge(&guarded.ty, value).steps;
        let validator = self.verdict.guard(schema);
        let Some(validator) = validator.filter(|_| !self.verdict.is_steep(steep)) else {
            return self.rule(at, guarded.rules.join(", "), brief(value));
        };
        let graph = self.graph;
        for error in validator.iter_errors(value) {
            let within = super::validate::path_of(error.instance_path(), value);
            self.found.add(|| {
                let found = super::validate::value_at(value, &within);
                let mut text = foreign(&error.masked_with(brief(found)).to_string());
                text += &told(&rules_at(graph, guarded, &within));
                let path = at
                    .path()
                    .segments()
                    .iter()
                    .chain(within.segments())
                    .cloned()
                    .collect();
                Problem::new(ProblemKind::Type, ProblemCode::Rule, path, text)
            });
        }
    }

    /// `names` are those of which one may be meant.
    fn mismatch(
        &mut self,
        code: ProblemCode,
        shown: &Type,
        value: &Value,
        names: impl FnOnce() -> Vec<String>,
        at: &Trail<'_>,
    ) {
        let graph = self.graph;
        self.found.add(|| {
            let nearest = nearest(value, &names());
            Problem::mismatch(code, at.path(), expected(graph, shown), brief(value)).hint(&nearest)
        });
    }

    fn rule(&mut self, at: &Trail<'_>, expected: String, found: String) {
        self.found
            .add(|| Problem::mismatch(ProblemCode::Rule, at.path(), expected, found));
    }
}

/// The words of a list that is bound at run time.
fn vocabulary(graph: &TypeGraph, ty: &Type) -> Vec<String> {
    match ty {
        Type::Vocabulary(name) => words(graph, name).to_vec(),
        _ => Vec::new(),
    }
}

/// The constants that are texts.
fn names(members: &[Member]) -> Vec<String> {
    let texts = members.iter().filter_map(|member| match &member.value {
        Literal::String(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}
