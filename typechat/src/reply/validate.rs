//! The verdict: the `jsonschema` crate decides, its errors become problems.

use std::fmt::Write;

use jsonschema::{
    ValidationError, Validator,
    error::{TypeKind, ValidationErrorKind as Kind},
    paths::{Location, LocationSegment},
};
use serde_json::Value;

use super::{
    Path, Problem, ProblemCode, ProblemKind, Segment,
    capped::Capped,
    words::{brief, foreign, quoted},
};
use crate::schema::{Branch, Literal, Type, TypeGraph};

/// What is wrong with `value`, all at once.
pub(crate) fn problems(validator: &Validator, graph: &TypeGraph, value: &Value) -> Vec<Problem> {
    if validator.is_valid(value) {
        return Vec::new();
    }
    let mut found = Capped::default();
    for error in validator.iter_errors(value) {
        Explain { graph, root: value }.error(&error, &mut found);
    }
    found.finish()
}

/// Whether the value fits.
pub(crate) fn fits(validator: &Validator, value: &Value) -> bool {
    validator.is_valid(value)
}

struct Explain<'a> {
    graph: &'a TypeGraph,
    root: &'a Value,
}

impl Explain<'_> {
    fn error(&self, error: &ValidationError<'_>, found: &mut Capped<Problem>) {
        let path = path_of(error.instance_path(), self.root);
        let value = value_at(self.root, &path);
        let ty = self.type_at(&path);
        let expected = || ty.map_or_else(|| "another value".to_owned(), |ty| self.graph.phrase(ty));
        let mismatch = |code| Problem::mismatch(code, path.clone(), expected(), brief(value));
        match error.kind() {
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.union(&path, value, context, found);
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let member = path.clone().key(name);
                let wanted = self.type_at(&member).map(|ty| self.graph.phrase(ty));
                found.add(|| missing(path, name, wanted));
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                let names = ty
                    .map(|ty| self.member_names(ty, value))
                    .unwrap_or_default();
                for name in unexpected {
                    found.add(|| unknown_member(&path, name, &names));
                }
            }
            Kind::Enum { .. } | Kind::Constant { .. } => {
                let nearest = ty.and_then(|ty| nearest(value, &self.constants(ty)));
                found.add(|| mismatch(ProblemCode::NotInEnum).hint(nearest.as_deref()));
            }
            Kind::Type {
                kind: TypeKind::Single(_) | TypeKind::Multiple(_),
            } => {
                found.add(|| mismatch(ProblemCode::WrongType));
            }
            Kind::Minimum { .. }
            | Kind::Maximum { .. }
            | Kind::ExclusiveMinimum { .. }
            | Kind::ExclusiveMaximum { .. } => {
                let mut problem = mismatch(ProblemCode::OutOfRange);
                // Bounds that the prompt leaves out are told here.
                problem.text = foreign(&error.masked_with(brief(value)).to_string());
                found.add(|| problem);
            }
            _ => {
                let text = foreign(&error.masked_with(brief(value)).to_string());
                found.add(|| Problem::new(ProblemKind::Type, ProblemCode::Rule, path, text));
            }
        }
    }

    /// One problem list for a union: that of the branch which is meant, when that is clear.
    fn union(
        &self,
        path: &Path,
        value: &Value,
        context: &[Vec<ValidationError<'static>>],
        found: &mut Capped<Problem>,
    ) {
        let depth = path.segments().len();
        let fits = |errors: &&Vec<ValidationError<'static>>| {
            !errors.iter().any(|error| {
                let at = path_of(error.instance_path(), self.root).segments().len();
                (matches!(error.kind(), Kind::Type { .. }) && at == depth)
                    || (matches!(error.kind(), Kind::Constant { .. }) && at == depth + 1)
            })
        };
        let meant: Vec<_> = context.iter().filter(fits).collect();
        let tags = self.type_at(path).and_then(|ty| self.tags(ty));
        if let (Value::Object(members), Some((tag, names))) = (value, &tags) {
            let expected = names.iter().map(|n| Value::from(n.as_str()).to_string());
            let expected = expected.collect::<Vec<_>>().join(" | ");
            match members.get(tag) {
                None => return found.add(|| missing(path.clone(), tag, Some(expected))),
                Some(value) if !names.iter().any(|name| value == name.as_str()) => {
                    let path = path.clone().key(tag.as_str());
                    let nearest = nearest(value, names);
                    let problem =
                        Problem::mismatch(ProblemCode::UnknownTag, path, expected, brief(value));
                    return found.add(|| problem.hint(nearest.as_deref()));
                }
                Some(_) => {}
            }
        }
        if let ([errors], true) = (meant.as_slice(), value.is_object() || value.is_array()) {
            for error in *errors {
                self.error(error, found);
            }
            return;
        }
        let expected = self
            .type_at(path)
            .map_or_else(|| "another value".to_owned(), |ty| self.graph.phrase(ty));
        found
            .add(|| Problem::mismatch(ProblemCode::NoBranch, path.clone(), expected, brief(value)));
    }

    /// The tag and its values, when every branch is an object with a constant under one name.
    fn tags(&self, ty: &Type) -> Option<(String, Vec<String>)> {
        let Type::Union(branches) = self.graph.resolve(ty) else {
            return None;
        };
        let mut tag: Option<String> = None;
        let mut names = Vec::new();
        for branch in branches {
            let (name, value) = self.tag_of(branch)?;
            if tag.get_or_insert_with(|| name.clone()) != &name {
                return None;
            }
            names.push(value);
        }
        Some((tag?, names))
    }

    fn tag_of(&self, branch: &Branch) -> Option<(String, String)> {
        let Type::Object(object) = self.graph.resolve(&branch.ty) else {
            return None;
        };
        object
            .fields
            .iter()
            .find_map(|field| match self.graph.resolve(&field.ty) {
                Type::Enum(members) => match members.as_slice() {
                    [only] => match &only.value {
                        Literal::String(value) => Some((field.name.clone(), value.clone())),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            })
    }

    /// The type that stands at a place of the value; unions are descended by their tag.
    fn type_at(&self, path: &Path) -> Option<&Type> {
        let (mut ty, mut value) = (&self.graph.root, self.root);
        for segment in path.segments() {
            let inner = self.branch_for(self.graph.resolve(ty), value)?;
            ty = match (inner, segment) {
                (Type::Array(array), Segment::Index(_)) => &array.items,
                (Type::Tuple(tuple), Segment::Index(index)) => {
                    tuple.items.get(*index).or(tuple.rest.as_deref())?
                }
                (Type::Map(map), Segment::Key(_)) => &map.values,
                (Type::Object(object), Segment::Key(key)) => object
                    .fields
                    .iter()
                    .find(|field| *field.name == **key)
                    .map(|field| &field.ty)
                    .or(object.rest.as_deref())?,
                _ => return None,
            };
            value = step(value, segment).unwrap_or(&Value::Null);
        }
        Some(ty)
    }

    fn branch_for<'t>(&'t self, ty: &'t Type, value: &Value) -> Option<&'t Type> {
        match ty {
            Type::Nullable(inner) => self.branch_for(self.graph.resolve(inner), value),
            Type::Union(branches) => {
                let mut fitting = branches.iter().filter(|branch| {
                    if let Some((tag, name)) = self.tag_of(branch) {
                        return value.get(&tag).is_some_and(|found| *found == name);
                    }
                    matches!(
                        (self.graph.resolve(&branch.ty), value),
                        (Type::Object(_) | Type::Map(_), Value::Object(_))
                            | (Type::Array(_) | Type::Tuple(_), Value::Array(_))
                            | (Type::Union(_), _)
                    )
                });
                let only = fitting.next()?;
                let only = fitting.next().is_none().then_some(only)?;
                self.branch_for(self.graph.resolve(&only.ty), value)
            }
            other => Some(other),
        }
    }

    fn member_names(&self, ty: &Type, value: &Value) -> Vec<String> {
        match self.branch_for(self.graph.resolve(ty), value) {
            Some(Type::Object(object)) => object.fields.iter().map(|f| f.name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    fn constants(&self, ty: &Type) -> Vec<String> {
        match self.graph.resolve(ty) {
            Type::Enum(members) => members
                .iter()
                .filter_map(|member| match &member.value {
                    Literal::String(text) => Some(text.clone()),
                    _ => None,
                })
                .collect(),
            Type::Nullable(inner) => self.constants(inner),
            _ => Vec::new(),
        }
    }
}

fn missing(path: Path, name: &str, expected: Option<String>) -> Problem {
    let quoted = quoted(name);
    let text = match &expected {
        Some(expected) => format!("the member {quoted} is missing; expected {expected}"),
        None => format!("the member {quoted} is missing"),
    };
    let mut problem = Problem::new(ProblemKind::Type, ProblemCode::MissingMember, path, text);
    problem.expected = expected;
    problem.found = Some("nothing".to_owned());
    problem
}

fn unknown_member(path: &Path, name: &str, names: &[String]) -> Problem {
    let nearest = nearest(&Value::from(name), names);
    let mut text = "the type has no such member".to_owned();
    if nearest.is_none() && !names.is_empty() && names.len() <= 12 {
        let _ = write!(text, "; it has {}", names.join(", "));
    }
    let path = path.clone().key(name);
    let problem = Problem::new(ProblemKind::Type, ProblemCode::UnknownMember, path, text);
    problem.hint(nearest.as_deref())
}

/// The one name that is clearly nearest to what was found.
fn nearest(found: &Value, names: &[String]) -> Option<String> {
    // Edit distance is quadratic in the length; long texts are no typing errors.
    let found = found.as_str().filter(|found| found.len() <= 256)?;
    let found = found.to_lowercase();
    if found.chars().count() > 64 {
        return None;
    }
    let most = (found.chars().count() / 3).max(1);
    names
        .iter()
        .filter(|name| name.chars().count() <= 96)
        .map(|name| (distance(&found, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.clone())
}

fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, r) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(l != *r);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

/// The place in the value: only the value tells an item's index from a member's name.
fn path_of(location: &Location, root: &Value) -> Path {
    let mut at = Some(root);
    let steps = location.iter().map(|segment| {
        let segment = match (segment, at) {
            (LocationSegment::Property(name), _) => Segment::Key(name.into()),
            (LocationSegment::Index(index), Some(Value::Object(_))) => {
                Segment::Key(index.to_string().into())
            }
            (LocationSegment::Index(index), _) => Segment::Index(index),
        };
        at = at.and_then(|value| step(value, &segment));
        segment
    });
    steps.collect()
}

pub(super) fn value_at<'a>(root: &'a Value, path: &Path) -> &'a Value {
    path.segments()
        .iter()
        .try_fold(root, step)
        .unwrap_or(&Value::Null)
}

fn step<'a>(value: &'a Value, segment: &Segment) -> Option<&'a Value> {
    match segment {
        Segment::Key(key) => value.get(&**key),
        Segment::Index(index) => value.get(index),
    }
}
