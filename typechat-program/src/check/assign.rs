//! Whether values of one type are values of another.

use std::collections::HashSet;

use typechat::{
    reply::TypeJudge,
    schema::{ArrayType, Length, MapType, ObjectType, Presence, StringRules, TupleType, Type},
};

/// How a type goes into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    /// Every value does.
    Always,
    /// A value may; only it can tell. Why, in words.
    Perhaps(&'static str),
    /// Some value cannot.
    Not,
}

impl Fit {
    /// Both must fit.
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Not => Self::Not,
            Self::Always => other(),
            Self::Perhaps(_) => match other() {
                Self::Not => Self::Not,
                _ => self,
            },
        }
    }

    /// Either may fit.
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        match (self, other) {
            (Self::Always, _) => Self::Always,
            (Self::Not, other) => other(),
            (Self::Perhaps(_), other) => match other() {
                Self::Always => Self::Always,
                _ => self,
            },
        }
    }

    fn all(fits: impl Iterator<Item = Self>) -> Self {
        let mut all = Self::Always;
        for fit in fits {
            all = all.and(|| fit);
            if all == Self::Not {
                break;
            }
        }
        all
    }

    fn when(holds: bool) -> Self {
        if holds { Self::Always } else { Self::Not }
    }
}

const ANY: &str = "its type is only known when it is there";
const RULE: &str = "it must keep a rule of the parameter";
const RANGE: &str = "it must be within the bounds";
const WHOLE: &str = "it must be a whole number";
const LENGTH: &str = "it must have the right length";
const MEMBERS: &str = "it must have the right members";

/// Compares types of one graph, each pair of named types once.
pub(crate) struct Assign<'a> {
    judge: &'a TypeJudge,
    /// Pairs that are being compared, or were: what leads back to itself fits so far.
    known: HashSet<(usize, usize)>,
}

impl<'a> Assign<'a> {
    pub(crate) fn new(judge: &'a TypeJudge) -> Self {
        let known = HashSet::new();
        Self { judge, known }
    }

    /// How values of the type `from` go where `to` is wanted.
    pub(crate) fn fit(&mut self, from: &Type, to: &Type) -> Fit {
        if std::ptr::eq(from, to) {
            return Fit::Always;
        }
        match (from, to) {
            (_, Type::Any) => Fit::Always,
            (Type::Any, _) => Fit::Perhaps(ANY),
            (Type::Ref(from), Type::Ref(to)) if from == to => Fit::Always,
            (Type::Guarded(from), Type::Guarded(to)) if from == to => Fit::Always,
            (Type::Vocabulary(from), Type::Vocabulary(to)) if from == to => Fit::Always,
            (Type::Ref(_), _) | (_, Type::Ref(_)) => {
                let pair = (address(from), address(to));
                if !self.known.insert(pair) {
                    return Fit::Always;
                }
                let (from, to) = (deref(self.judge, from), deref(self.judge, to));
                let fit = self.fit(from, to);
                if fit == Fit::Not {
                    // Met again elsewhere, it is refused again.
                    self.known.remove(&pair);
                }
                fit
            }
            (Type::Guarded(from), _) => self.fit(&from.ty, to),
            (_, Type::Guarded(to)) => self.fit(from, &to.ty).and(|| Fit::Perhaps(RULE)),
            (Type::Union(branches), _) => {
                let fits: Vec<Fit> = branches.iter().map(|b| self.fit(&b.ty, to)).collect();
                Fit::all(fits.into_iter())
            }
            (Type::Nullable(inner), _) => {
                let null = self.fit(&Type::Null, to);
                null.and(|| self.fit(inner, to))
            }
            (Type::Enum(members), _) => {
                let mut values = members.iter().map(|member| member.value.to_value());
                Fit::when(values.all(|value| self.judge.fits(to, &value)))
            }
            (Type::Null, Type::Nullable(_)) => Fit::Always,
            (_, Type::Nullable(inner)) => self.fit(from, inner),
            (_, Type::Union(branches)) => {
                let mut best = Fit::Not;
                for branch in branches {
                    best = best.or(|| self.fit(from, &branch.ty));
                }
                best
            }
            (Type::Array(from), Type::Array(to)) => self.arrays(from, to),
            (Type::Tuple(from), Type::Array(to)) => self.tuple_as_array(from, to),
            (Type::Array(from), Type::Tuple(to)) => {
                let items = to.items.iter().chain(to.rest.as_deref());
                let fits: Vec<Fit> = items.map(|item| self.fit(&from.items, item)).collect();
                Fit::all(fits.into_iter()).and(|| Fit::Perhaps(LENGTH))
            }
            (Type::Tuple(from), Type::Tuple(to)) => self.tuples(from, to),
            (Type::Object(from), Type::Object(to)) => self.objects(from, to),
            (Type::Object(from), Type::Map(to)) => self.object_as_map(from, to),
            (Type::Map(from), Type::Map(to)) => self
                .fit(&from.keys, &to.keys)
                .and(|| self.fit(&from.values, &to.values))
                .and(|| length(from.length, to.length)),
            (Type::Map(from), Type::Object(to)) => self.map_as_object(from, to),
            _ => scalars(from, to),
        }
    }

    fn arrays(&mut self, from: &ArrayType, to: &ArrayType) -> Fit {
        let unique = if to.unique && !from.unique {
            Fit::Perhaps(RULE)
        } else {
            Fit::Always
        };
        self.fit(&from.items, &to.items)
            .and(|| length(from.length, to.length))
            .and(|| unique)
    }

    fn tuple_as_array(&mut self, from: &TupleType, to: &ArrayType) -> Fit {
        let items = from.items.iter().chain(from.rest.as_deref());
        let fits: Vec<Fit> = items.map(|item| self.fit(item, &to.items)).collect();
        let is_open = to.length.min.is_none() && to.length.max.is_none() && !to.unique;
        let rules = if is_open {
            Fit::Always
        } else {
            Fit::Perhaps(LENGTH)
        };
        Fit::all(fits.into_iter()).and(|| rules)
    }

    fn tuples(&mut self, from: &TupleType, to: &TupleType) -> Fit {
        if from.required < to.required {
            return Fit::Not;
        }
        let mut fits = Vec::new();
        for (at, item) in from.items.iter().enumerate() {
            fits.push(match to.items.get(at).or(to.rest.as_deref()) {
                Some(wanted) => self.fit(item, wanted),
                None => Fit::Not,
            });
        }
        if let Some(rest) = &from.rest {
            let wanted = to
                .items
                .iter()
                .skip(from.items.len())
                .chain(to.rest.as_deref());
            fits.extend(wanted.map(|wanted| self.fit(rest, wanted)));
            if to.rest.is_none() {
                fits.push(Fit::Perhaps(LENGTH));
            }
        }
        Fit::all(fits.into_iter())
    }

    fn objects(&mut self, from: &ObjectType, to: &ObjectType) -> Fit {
        let mut fits = Vec::new();
        for wanted in &to.fields {
            let found = from.fields.iter().find(|field| field.name == wanted.name);
            let is_required = wanted.presence == Presence::Required;
            fits.push(match found {
                Some(field) if is_required && field.presence == Presence::Optional => Fit::Not,
                Some(field) => self.fit(&field.ty, &wanted.ty),
                None if is_required => Fit::Not,
                None if from.rest.is_some() => Fit::Perhaps(MEMBERS),
                None => Fit::Always,
            });
        }
        for field in &from.fields {
            if !to.fields.iter().any(|wanted| wanted.name == field.name) {
                fits.push(match &to.rest {
                    Some(rest) => self.fit(&field.ty, rest),
                    // A closed object takes no others; what is passed on is passed on whole.
                    None => Fit::Not,
                });
            }
        }
        if let Some(rest) = &from.rest {
            fits.push(match &to.rest {
                Some(wanted) => self.fit(rest, wanted),
                None => Fit::Perhaps(MEMBERS),
            });
        }
        Fit::all(fits.into_iter())
    }

    fn object_as_map(&mut self, from: &ObjectType, to: &MapType) -> Fit {
        let values = from
            .fields
            .iter()
            .map(|field| &field.ty)
            .chain(from.rest.as_deref());
        let fits: Vec<Fit> = values.map(|value| self.fit(value, &to.values)).collect();
        let keys = deref(self.judge, &to.keys);
        let any_key = matches!(keys, Type::String(rules) if *rules == StringRules::default());
        let is_open = to.length.min.is_none() && to.length.max.is_none();
        let rules = if any_key && is_open {
            Fit::Always
        } else {
            Fit::Perhaps(MEMBERS)
        };
        Fit::all(fits.into_iter()).and(|| rules)
    }

    fn map_as_object(&mut self, from: &MapType, to: &ObjectType) -> Fit {
        let wanted = to
            .fields
            .iter()
            .map(|field| &field.ty)
            .chain(to.rest.as_deref());
        let fits: Vec<Fit> = wanted
            .map(|wanted| self.fit(&from.values, wanted))
            .collect();
        let is_open = to.fields.is_empty() && to.rest.is_some();
        let rules = if is_open {
            Fit::Always
        } else {
            Fit::Perhaps(MEMBERS)
        };
        Fit::all(fits.into_iter()).and(|| rules)
    }
}

fn deref<'a>(judge: &'a TypeJudge, ty: &'a Type) -> &'a Type {
    match ty {
        Type::Ref(id) => judge.graph().def(*id).ty(),
        other => other,
    }
}

fn address(ty: &Type) -> usize {
    match ty {
        // Every reference to a type is one.
        Type::Ref(id) => id.index(),
        other => std::ptr::from_ref(other).addr(),
    }
}

fn scalars(from: &Type, to: &Type) -> Fit {
    match (from, to) {
        (Type::Null, Type::Null) | (Type::Boolean, Type::Boolean) => Fit::Always,
        (Type::Boolean, Type::Enum(members)) => {
            let has = |value: bool| {
                members
                    .iter()
                    .any(|member| member.value.to_value() == value)
            };
            Fit::when(has(true) && has(false))
        }
        (Type::String(from), Type::String(to)) => {
            let is_open = *to == StringRules::default();
            if is_open || from == to {
                Fit::Always
            } else {
                Fit::Perhaps(RULE)
            }
        }
        (Type::Vocabulary(_), Type::String(to)) => {
            if *to == StringRules::default() {
                Fit::Always
            } else {
                Fit::Perhaps(RULE)
            }
        }
        (Type::Integer(from) | Type::Number(from), Type::Number(to))
        | (Type::Integer(from), Type::Integer(to)) => {
            if from.within(to) == *from {
                Fit::Always
            } else {
                Fit::Perhaps(RANGE)
            }
        }
        (Type::Number(_), Type::Integer(_)) => Fit::Perhaps(WHOLE),
        _ => Fit::Not,
    }
}

fn length(from: Length, to: Length) -> Fit {
    let least = to
        .min
        .is_none_or(|min| from.min.is_some_and(|least| least >= min));
    let most = to
        .max
        .is_none_or(|max| from.max.is_some_and(|most| most <= max));
    if least && most {
        Fit::Always
    } else {
        Fit::Perhaps(LENGTH)
    }
}
