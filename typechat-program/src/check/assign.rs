//! Whether values of one type are values of another.

use std::collections::HashMap;

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

    /// Perhaps, where something keeps it from being sure.
    fn unless(is_unsure: bool, why: &'static str) -> Self {
        if is_unsure {
            Self::Perhaps(why)
        } else {
            Self::Always
        }
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

/// Types that lead to others deeper than this are left to the run.
const DEPTH: usize = 128;

/// Compares types of one graph, each pair of named types once.
pub(crate) struct Assign<'a> {
    judge: &'a TypeJudge,
    known: HashMap<(usize, usize), State>,
    /// Pairs whose outcome counts on one that is still open.
    counting: Vec<(usize, usize)>,
    /// The outermost open pair that was counted on.
    lowest: usize,
    depth: usize,
}

#[derive(Clone, Copy)]
enum State {
    /// It is being compared, so deep within others; what leads back to it fits if it does.
    Open(usize),
    Done(Fit),
}

impl<'a> Assign<'a> {
    pub(crate) fn new(judge: &'a TypeJudge) -> Self {
        Self {
            judge,
            known: HashMap::new(),
            counting: Vec::new(),
            lowest: usize::MAX,
            depth: 0,
        }
    }

    /// How values of the type `from` go where `to` is wanted.
    pub(crate) fn fit(&mut self, from: &Type, to: &Type) -> Fit {
        match (from, to) {
            (_, Type::Any) => Fit::Always,
            _ if std::ptr::eq(from, to) => Fit::Always,
            (Type::Any, _) => Fit::Perhaps(ANY),
            (Type::Ref(from), Type::Ref(to)) if from == to => Fit::Always,
            (Type::Guarded(from), Type::Guarded(to)) if from == to => Fit::Always,
            (Type::Vocabulary(from), Type::Vocabulary(to)) if from == to => Fit::Always,
            (Type::Ref(_), _) | (_, Type::Ref(_)) => self.named(from, to),
            (Type::Guarded(from), _) => self.fit(&from.ty, to),
            (_, Type::Guarded(to)) => {
                let rules = match to.schema {
                    Some(_) => Fit::Perhaps(RULE),
                    None => Fit::Always,
                };
                self.fit(from, &to.ty).and(|| rules)
            }
            (Type::Union(branches), _) => self.each(branches.iter().map(|b| (&b.ty, to))),
            (Type::Nullable(inner), _) => self.each([(&Type::Null, to), (&**inner, to)]),
            (Type::Enum(members), _) => {
                let mut values = members.iter().map(|member| member.value.to_value());
                Fit::when(values.all(|value| self.judge.fits(to, &value)))
            }
            (Type::Boolean, Type::Enum(_) | Type::Union(_)) => {
                let fits = |value: bool| self.judge.fits(to, &value.into());
                Fit::when(fits(true) && fits(false))
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
                self.each(items.map(|item| (&*from.items, item)))
                    .and(|| Fit::Perhaps(LENGTH))
            }
            (Type::Tuple(from), Type::Tuple(to)) => self.tuples(from, to),
            (Type::Object(from), Type::Object(to)) => self.objects(from, to),
            (Type::Object(from), Type::Map(to)) => self.object_as_map(from, to),
            (Type::Map(from), Type::Map(to)) => {
                let keys = self.keys(&from.keys, &to.keys);
                keys.and(|| self.fit(&from.values, &to.values))
                    .and(|| length(from.length, to.length))
            }
            (Type::Map(from), Type::Object(to)) => self.map_as_object(from, to),
            _ => scalars(from, to),
        }
    }

    /// Every pair must fit; after one that does not, no other is looked at.
    fn each<'t>(&mut self, pairs: impl IntoIterator<Item = (&'t Type, &'t Type)>) -> Fit {
        let mut all = Fit::Always;
        for (from, to) in pairs {
            all = all.and(|| self.fit(from, to));
            if all == Fit::Not {
                break;
            }
        }
        all
    }

    fn named(&mut self, from: &Type, to: &Type) -> Fit {
        let pair = (address(from), address(to));
        match self.known.get(&pair) {
            Some(State::Open(depth)) => {
                self.lowest = self.lowest.min(*depth);
                return Fit::Always;
            }
            Some(State::Done(fit)) => return *fit,
            None if self.depth == DEPTH => return Fit::Perhaps(ANY),
            None => {}
        }
        let (depth, before) = (self.depth, self.counting.len());
        let outer = std::mem::replace(&mut self.lowest, usize::MAX);
        self.known.insert(pair, State::Open(depth));
        self.depth += 1;
        let judge = self.judge;
        let fit = self.fit(deref(judge, from), deref(judge, to));
        self.depth -= 1;
        self.known.insert(pair, State::Done(fit));
        let counts_on_outer = self.lowest < depth && fit != Fit::Not;
        if counts_on_outer {
            self.counting.push(pair);
        } else if fit == Fit::Always {
            // What was counted on has come true.
            self.counting.truncate(before);
        } else {
            for pair in self.counting.drain(before..) {
                self.known.remove(&pair);
            }
        }
        self.lowest = if counts_on_outer {
            outer.min(self.lowest)
        } else {
            outer
        };
        fit
    }

    fn arrays(&mut self, from: &ArrayType, to: &ArrayType) -> Fit {
        let unique = Fit::unless(to.unique && !from.unique, RULE);
        self.fit(&from.items, &to.items)
            .and(|| length(from.length, to.length))
            .and(|| unique)
    }

    fn tuple_as_array(&mut self, from: &TupleType, to: &ArrayType) -> Fit {
        let items = from.items.iter().chain(from.rest.as_deref());
        let has_rules = to.length.min.is_some() || to.length.max.is_some() || to.unique;
        self.each(items.map(|item| (item, &*to.items)))
            .and(|| Fit::unless(has_rules, LENGTH))
    }

    fn tuples(&mut self, from: &TupleType, to: &TupleType) -> Fit {
        if from.required < to.required {
            return Fit::Not;
        }
        let mut all = Fit::Always;
        for (at, item) in from.items.iter().enumerate() {
            let Some(wanted) = to.items.get(at).or(to.rest.as_deref()) else {
                return Fit::Not;
            };
            all = all.and(|| self.fit(item, wanted));
        }
        let Some(rest) = &from.rest else {
            return all;
        };
        let more = to.items.iter().skip(from.items.len());
        let more = more.chain(to.rest.as_deref());
        all.and(|| self.each(more.map(|wanted| (&**rest, wanted))))
            .and(|| Fit::unless(to.rest.is_none(), LENGTH))
    }

    fn objects(&mut self, from: &ObjectType, to: &ObjectType) -> Fit {
        let mut all = Fit::Always;
        for wanted in &to.fields {
            let found = from.fields.iter().find(|field| field.name == wanted.name);
            let is_required = wanted.presence == Presence::Required;
            all = all.and(|| match found {
                Some(field) if is_required && field.presence == Presence::Optional => Fit::Not,
                Some(field) => self.fit(&field.ty, &wanted.ty),
                None if is_required => Fit::Not,
                None => Fit::unless(from.rest.is_some(), MEMBERS),
            });
            if all == Fit::Not {
                return all;
            }
        }
        for field in &from.fields {
            if to.fields.iter().any(|wanted| wanted.name == field.name) {
                continue;
            }
            all = all.and(|| match &to.rest {
                Some(rest) => self.fit(&field.ty, rest),
                // A closed object takes no others; what is passed on is passed on whole.
                None => Fit::Not,
            });
        }
        match (&from.rest, &to.rest) {
            (None, _) => all,
            (Some(rest), Some(wanted)) => all.and(|| self.fit(rest, wanted)),
            (Some(_), None) => all.and(|| Fit::Perhaps(MEMBERS)),
        }
    }

    fn object_as_map(&mut self, from: &ObjectType, to: &MapType) -> Fit {
        let values = from.fields.iter().map(|field| &field.ty);
        let values = values.chain(from.rest.as_deref());
        let is_open = to.length.min.is_none() && to.length.max.is_none();
        let has_rules = !(is_open && self.takes_any_key(&to.keys));
        self.each(values.map(|value| (value, &*to.values)))
            .and(|| Fit::unless(has_rules, MEMBERS))
    }

    fn map_as_object(&mut self, from: &MapType, to: &ObjectType) -> Fit {
        let wanted = to.fields.iter().map(|field| &field.ty);
        let wanted = wanted.chain(to.rest.as_deref());
        let has_rules = !to.fields.is_empty() || to.rest.is_none();
        self.each(wanted.map(|wanted| (&*from.values, wanted)))
            .and(|| Fit::unless(has_rules, MEMBERS))
    }

    /// Keys are texts, whatever they say.
    fn keys(&mut self, from: &Type, to: &Type) -> Fit {
        let is_sure = self.takes_any_key(to) || self.fit(from, to) == Fit::Always;
        Fit::unless(!is_sure, MEMBERS)
    }

    fn takes_any_key(&self, keys: &Type) -> bool {
        matches!(deref(self.judge, keys), Type::String(rules) if *rules == StringRules::default())
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
            let is_multiple = to.multiple_of.is_none() || to.multiple_of == from.multiple_of;
            if from.within(to) == *from && is_multiple {
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
