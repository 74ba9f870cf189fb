//! The constants of a type, by the words that name them.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use super::{Mentions, words::phrases};
use crate::schema::{Branch, Literal, Member, Type, TypeGraph};

/// The constants of a type, by their words. Built once for a type, cheap to clone.
///
/// ```
/// use serde_json::json;
/// use typechat::{grounding::Lexicon, schema::TypeGraph};
/// let graph = TypeGraph::from_json_schema(&json!({"enum": ["flat white", "latte"]}))?;
/// let lexicon = Lexicon::of(&graph);
/// assert_eq!(lexicon.mentions("two Lattes").constants().collect::<Vec<_>>(), ["latte"]);
/// # Ok::<(), typechat::schema::ImportError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Lexicon {
    pub(super) entries: Arc<Entries>,
}

#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Each list of constants once, whichever members have it.
    pub(super) lists: Vec<List>,
    /// The place of a list by its constants.
    places: BTreeMap<Vec<String>, usize>,
    /// The place of each constant among all of them, where it stands first.
    pub(super) order: HashMap<String, usize>,
    /// The phrases that begin with a word.
    pub(super) openings: HashMap<String, Vec<Vec<String>>>,
}

/// Constants of which a value has one.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) constants: Vec<Constant>,
}

/// A constant and what names it.
#[derive(Debug, Clone)]
pub(super) struct Constant {
    pub(super) value: String,
    /// Its own words, then its aliases'.
    pub(super) phrases: Vec<Vec<String>>,
}

impl Lexicon {
    /// The constants of a graph: every list of two or more strings, those that are branches of one
    /// union included, and the words of its vocabularies. A single constant, such as a tag, is
    /// none: there is nothing to choose.
    pub fn of(graph: &TypeGraph) -> Self {
        let mut entries = Entries::default();
        for ty in graph.walk() {
            match ty {
                Type::Enum(members) => entries.add(members),
                Type::Union(branches) => entries.add(&constants_among(branches)),
                _ => {}
            }
        }
        for (_, words) in graph.vocabularies() {
            entries.add(&as_members(words));
        }
        let entries = Arc::new(entries);
        Self { entries }
    }

    /// The texts that a value of a graph can have by choice, single ones included.
    pub(super) fn constants_of(graph: &TypeGraph) -> HashSet<&str> {
        let members = graph.walk().flat_map(|ty| match ty {
            Type::Enum(members) => members.as_slice(),
            _ => &[],
        });
        let constants = members.filter_map(|member| match &member.value {
            Literal::String(text) => Some(text.as_str()),
            _ => None,
        });
        let words = graph.vocabularies().flat_map(|(_, words)| words);
        constants.chain(words.map(String::as_str)).collect()
    }

    /// What a request names.
    pub fn mentions(&self, request: &str) -> Mentions {
        Mentions::of(self, request)
    }

    /// Whether there is nothing that a request could name.
    pub fn is_empty(&self) -> bool {
        self.entries.lists.is_empty()
    }
}

impl Entries {
    fn add(&mut self, members: &[Member]) {
        let Some(key) = key(members) else { return };
        if self.places.contains_key(&key) {
            return;
        }
        let constants: Vec<Constant> = members.iter().filter_map(constant).collect();
        for constant in &constants {
            let next = self.order.len();
            self.order.entry(constant.value.clone()).or_insert(next);
        }
        for phrase in constants.iter().flat_map(|constant| &constant.phrases) {
            if let Some(first) = phrase.first() {
                let opening = self.openings.entry(first.clone()).or_default();
                if !opening.contains(phrase) {
                    opening.push(phrase.clone());
                }
            }
        }
        self.places.insert(key, self.lists.len());
        self.lists.push(List { constants });
    }

    /// The place of a list; `None` for one that is not to be chosen from.
    pub(super) fn place(&self, members: &[Member]) -> Option<usize> {
        self.places.get(&key(members)?).copied()
    }

    /// Whether a text is one of the constants.
    pub(super) fn holds(&self, text: &str) -> bool {
        self.order.contains_key(text)
    }
}

/// The strings that stand as branches of a union, such as `"no" | "extra" | number`.
pub(super) fn constants_among(branches: &[Branch]) -> Vec<Member> {
    let constants = branches.iter().flat_map(|branch| match &branch.ty {
        Type::Enum(members) => members.as_slice(),
        _ => &[],
    });
    let texts = constants.filter(|member| matches!(member.value, Literal::String(_)));
    texts.cloned().collect()
}

fn key(members: &[Member]) -> Option<Vec<String>> {
    let texts = members.iter().map(|member| match &member.value {
        Literal::String(text) => Some(text.clone()),
        _ => None,
    });
    texts
        .collect::<Option<Vec<_>>>()
        .filter(|texts| texts.len() > 1)
}

fn constant(member: &Member) -> Option<Constant> {
    let Literal::String(value) = &member.value else {
        return None;
    };
    let spellings = [value].into_iter().chain(&member.aliases);
    let phrases = spellings.flat_map(|text| phrases(text)).collect();
    Some(Constant {
        value: value.clone(),
        phrases,
    })
}

/// The words of a vocabulary as constants.
pub(super) fn as_members(words: &[String]) -> Vec<Member> {
    let words = words.iter().map(String::as_str);
    words.map(|word| Member::new(word, "")).collect()
}
