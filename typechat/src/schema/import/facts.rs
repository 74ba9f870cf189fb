//! What is known of a value, gathered from all schemas that it must fit.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::index::Sub;
use crate::schema::{Length, NumberRange, StringRules};

/// A kind of JSON value; whole numbers are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Null = 1,
    Boolean = 2,
    Number = 4,
    String = 8,
    Array = 16,
    Object = 32,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Null,
        Self::Boolean,
        Self::Number,
        Self::String,
        Self::Array,
        Self::Object,
    ];

    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(63);

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 & kind as u8 != 0
    }

    pub(super) fn add(&mut self, kind: Kind) {
        self.0 |= kind as u8;
    }

    pub(super) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

/// One of the constants that are allowed.
#[derive(Debug, Clone)]
pub(super) struct Constant<'a> {
    pub(super) value: &'a Value,
    pub(super) docs: String,
    pub(super) aliases: Vec<String>,
}

/// What one schema says of a list's items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Items<'a> {
    /// Those at fixed places, by which keyword.
    pub(super) first: &'a [Value],
    pub(super) first_keyword: &'static str,
    /// The others, by which keyword.
    pub(super) rest: Option<&'a Value>,
    pub(super) rest_keyword: &'static str,
    pub(super) base: usize,
}

/// What one schema says of an object's members.
#[derive(Debug, Clone, Copy)]
pub(super) struct Members<'a> {
    pub(super) properties: Option<&'a Map<String, Value>>,
    pub(super) patterns: Option<&'a Map<String, Value>>,
    pub(super) rest: Option<&'a Value>,
    pub(super) rest_keyword: &'static str,
    pub(super) base: usize,
}

impl<'a> Members<'a> {
    /// What is said of a member by its name.
    pub(super) fn named(&self, name: &str) -> Option<&'a Value> {
        self.properties?.get(name)
    }

    /// What is said of members without a name; where there are patterns, that is a rule.
    pub(super) fn others(&self) -> Option<&'a Value> {
        self.rest.filter(|_| !self.has_patterns())
    }

    pub(super) fn has_patterns(&self) -> bool {
        self.patterns.is_some_and(|patterns| !patterns.is_empty())
    }
}

/// Schemas of which some must fit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<'a> {
    pub(super) branches: &'a [Value],
    pub(super) only_one: bool,
    pub(super) base: usize,
}

impl Choice<'_> {
    pub(super) fn keyword(&self) -> &'static str {
        if self.only_one { "oneOf" } else { "anyOf" }
    }
}

/// What is known of a value.
#[derive(Debug, Clone)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they are facts, and independent"
)]
pub(super) struct Facts<'a> {
    /// The kinds that are allowed, and whether a schema said so.
    pub(super) kinds: Kinds,
    pub(super) typed: bool,
    /// The kinds in the order in which they were named.
    pub(super) order: Vec<Kind>,
    /// Whether numbers must be whole.
    pub(super) whole: bool,
    /// The kinds of which keywords speak.
    pub(super) spoken: Kinds,
    pub(super) constants: Option<Vec<Constant<'a>>>,
    /// The name of the list of words that the constants are.
    pub(super) vocabulary: Option<&'a str>,
    pub(super) number: NumberRange,
    pub(super) string: StringRules,
    pub(super) items: Vec<Items<'a>>,
    pub(super) length: Length,
    pub(super) unique: bool,
    pub(super) members: Vec<Members<'a>>,
    pub(super) required: Vec<&'a str>,
    pub(super) count: Length,
    pub(super) names: Vec<Sub<'a>>,
    /// Whether members that no schema names are refused, by a rule besides.
    pub(super) closed: bool,
    pub(super) aliases: Vec<&'a Map<String, Value>>,
    pub(super) choices: Vec<Choice<'a>>,
    /// Into how many branches choices have been multiplied out.
    pub(super) fan: usize,
    /// Rules in words, some perhaps more than once.
    pub(super) rules: Vec<String>,
    pub(super) docs: Vec<String>,
    pub(super) examples: Vec<&'a Value>,
    /// Whether a reference led to some of this.
    pub(super) followed: bool,
    /// The schemas that have been gathered, and those that are being gathered.
    pub(super) seen: HashSet<usize>,
    pub(super) trail: Vec<usize>,
}

impl Default for Facts<'_> {
    fn default() -> Self {
        Self {
            kinds: Kinds::ALL,
            typed: false,
            order: Vec::new(),
            whole: false,
            spoken: Kinds::NONE,
            constants: None,
            vocabulary: None,
            number: NumberRange::default(),
            string: StringRules::default(),
            items: Vec::new(),
            length: Length::default(),
            unique: false,
            members: Vec::new(),
            required: Vec::new(),
            count: Length::default(),
            names: Vec::new(),
            closed: false,
            aliases: Vec::new(),
            choices: Vec::new(),
            fan: 1,
            rules: Vec::new(),
            docs: Vec::new(),
            examples: Vec::new(),
            followed: false,
            seen: HashSet::new(),
            trail: Vec::new(),
        }
    }
}

impl Facts<'_> {
    /// Whether nothing but the kinds is known, choices aside.
    pub(super) fn only_kinds(&self) -> bool {
        self.spoken.is_empty()
            && self.constants.is_none()
            && self.vocabulary.is_none()
            && self.choices.is_empty()
    }

    /// The kinds that a value may have, as far as is known.
    pub(super) fn possible(&self) -> Kinds {
        let Some(constants) = &self.constants else {
            return self.kinds;
        };
        let mut kinds = Kinds::NONE;
        for constant in constants {
            kinds.add(Kind::of(constant.value));
        }
        kinds.both(self.kinds)
    }
}
