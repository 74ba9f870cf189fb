//! From facts to nodes.

use std::collections::HashSet;

use super::{
    Import, ImportError, MAX_DEPTH, Place,
    facts::{Facts, Kind},
    gather::allows_all,
    index::Sub,
    walk::Node,
    words::brief,
};
use crate::schema::{Branch, Guarded, Type};

/// What is merged from several places becomes a definition below this depth.
const MAX_INLINE: usize = 32;

/// So many levels are read in one go; those below wait, so that no stack overflows.
const STRETCH: usize = 16;

impl<'a> Import<'a, '_> {
    /// The type of the values that fit all of these schemas.
    pub(super) fn node(&mut self, subs: &[Sub<'a>], place: Place<'_>) -> Result<Node, ImportError> {
        if place.depth > MAX_DEPTH {
            let pointer = place.pointer();
            return Err(ImportError::TooDeep { pointer });
        }
        if self.copying && !self.afford(1) {
            let rules = subs.iter().map(|sub| brief(sub.schema)).collect();
            return Ok(Node::of(guarded(Type::Any, rules)));
        }
        if let [only] = subs
            && let Some(node) = self.reference(*only, place)?
        {
            return Ok(node);
        }
        let key: Vec<usize> = subs.iter().map(|sub| sub.key()).collect();
        if self.open.contains(&key) {
            return Ok(Node::of(Type::Ref(self.intersection(subs, place))));
        }
        let mut facts = Box::<Facts<'a>>::default();
        for sub in subs {
            self.gather(*sub, place, &mut facts)?;
        }
        if place.depth > MAX_INLINE && (facts.followed || self.copying) {
            return Ok(Node::of(Type::Ref(self.intersection(subs, place))));
        }
        self.open.push(key);
        let node = if place.depth.is_multiple_of(STRETCH) {
            Ok(self.defer(facts, place))
        } else {
            self.settle(facts, place)
        };
        self.open.pop();
        node
    }

    /// The type of the values of which these facts are known.
    pub(super) fn settle(
        &mut self,
        mut facts: Box<Facts<'a>>,
        place: Place<'_>,
    ) -> Result<Node, ImportError> {
        let choice = self.next_choice(&mut facts, place)?;
        let rules = std::mem::take(&mut facts.rules);
        let docs = std::mem::take(&mut facts.docs);
        let examples = std::mem::take(&mut facts.examples);
        let mut node = match choice {
            None => self.build(&facts, place)?,
            Some(choice) => self.choose(facts, choice, place)?,
        };
        if !rules.is_empty() {
            node.ty = guarded(node.ty, rules);
        }
        node.docs = joined(docs.into_iter().chain([node.docs]));
        node.examples = examples.into_iter().cloned().collect();
        Ok(node)
    }

    fn build(&mut self, facts: &Facts<'a>, place: Place<'_>) -> Result<Node, ImportError> {
        if facts.constants.is_some() {
            return self.listed(facts, place);
        }
        let mut kinds: Vec<Kind> = if facts.typed {
            let named = facts.order.iter().copied();
            named.filter(|kind| facts.kinds.has(*kind)).collect()
        } else if facts.closed && facts.spoken.is_empty() {
            vec![Kind::Object]
        } else {
            // Values of other kinds pass as well, and are not what is meant.
            facts.spoken.iter().collect()
        };
        if facts.typed && kinds.is_empty() {
            kinds = facts.kinds.iter().collect();
        }
        self.exact &= facts.typed || kinds.is_empty();
        let mut docs = Vec::new();
        let mut branches = Vec::new();
        let mut never = None;
        for kind in &kinds {
            let built = match kind {
                Kind::Null => Ok(Type::Null),
                Kind::Boolean => Ok(Type::Boolean),
                Kind::Number => number(facts, place),
                Kind::String => self.text(facts, place),
                Kind::Array => self.list(facts, place, &mut docs),
                Kind::Object => self.object(facts, place, &mut docs),
            };
            match built {
                Ok(ty) => branches.push(Branch::new(ty, "")),
                Err(error @ ImportError::Unsatisfiable { .. }) => never = never.or(Some(error)),
                Err(error) => return Err(error),
            }
        }
        let ty = match never {
            Some(error) if branches.is_empty() && facts.typed => return Err(error),
            Some(_) if branches.is_empty() => {
                let rule = "values of this kind are all refused".to_owned();
                guarded(Type::Any, vec![rule])
            }
            _ if branches.is_empty() => Type::Any,
            _ => Type::union(branches),
        };
        if let Some(format) = &facts.string.format
            && !kinds.contains(&Kind::String)
            && !is_storage(format)
        {
            docs.push(format!("Format: {format}"));
        }
        Ok(Node {
            ty,
            docs: docs.join("\n"),
            examples: Vec::new(),
        })
    }

    fn text(&mut self, facts: &Facts<'a>, place: Place<'_>) -> Result<Type, ImportError> {
        let rules = &facts.string;
        if let (Some(min), Some(max)) = (rules.length.min, rules.length.max)
            && min > max
        {
            let reason = format!("it wants at least {min} and at most {max} characters");
            return Err(place.unsatisfiable(reason));
        }
        if let Some(name) = facts.vocabulary
            && *rules == crate::schema::StringRules::default()
            && self.builder.bind_imported(name, &[])
        {
            return Ok(Type::Vocabulary(name.to_owned()));
        }
        Ok(Type::String(rules.clone()))
    }

    /// A schema within, whose docs and examples have no place of their own.
    pub(super) fn part(
        &mut self,
        subs: &[Sub<'a>],
        place: Place<'_>,
        prefix: &str,
        docs: &mut Vec<String>,
    ) -> Result<Type, ImportError> {
        let plain: Vec<Sub<'a>> = subs
            .iter()
            .filter(|sub| !allows_all(sub.schema))
            .copied()
            .collect();
        if plain.is_empty() {
            return Ok(Type::Any);
        }
        let node = self.node(&plain, place)?;
        let words = node.docs_with_examples();
        if !words.is_empty() {
            docs.push(format!("{prefix}: {words}"));
        }
        Ok(node.ty)
    }
}

fn number(facts: &Facts<'_>, place: Place<'_>) -> Result<Type, ImportError> {
    let range = &facts.number;
    if let Some((low, high)) = range.excluded() {
        return Err(place.unsatisfiable(format!("no number is {low} and {high}")));
    }
    Ok(if facts.whole {
        Type::Integer(range.clone())
    } else {
        Type::Number(range.clone())
    })
}

/// Formats by which `OpenAPI` and others say how a number is stored.
fn is_storage(format: &str) -> bool {
    let bits = format.trim_start_matches(['u', 'i', 'n', 't', 'f', 'l', 'o', 'a']);
    matches!(format, "float" | "double" | "decimal" | "int" | "uint")
        || format.contains("int") && matches!(bits, "8" | "16" | "32" | "64" | "128")
}

/// A type with rules that it does not hold; the schema that does is further out.
pub(super) fn guarded(ty: Type, rules: Vec<String>) -> Type {
    match ty {
        Type::Guarded(mut inner) => {
            let own = std::mem::take(&mut inner.rules);
            inner.rules = distinct(own.into_iter().chain(rules));
            Type::Guarded(inner)
        }
        ty => Type::Guarded(Box::new(Guarded {
            ty,
            rules: distinct(rules),
            schema: None,
        })),
    }
}

pub(super) fn joined(docs: impl IntoIterator<Item = String>) -> String {
    let docs = docs.into_iter().filter(|docs| !docs.is_empty());
    distinct(docs).join("\n")
}

/// Texts in order, each once.
fn distinct(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    let is_new: Vec<bool> = {
        let mut seen = HashSet::new();
        texts.iter().map(|text| seen.insert(&**text)).collect()
    };
    let mut is_new = is_new.into_iter();
    texts.retain(|_| is_new.next().unwrap_or_default());
    texts
}
