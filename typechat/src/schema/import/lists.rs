//! Lists: all items alike, or the first ones each of a type of its own.

use super::{Import, ImportError, Place, facts::Facts, index::Sub};
use crate::schema::{ArrayType, Length, TupleType, Type};

impl<'a> Import<'a, '_> {
    pub(super) fn list(
        &mut self,
        facts: &Facts<'a>,
        place: Place<'_>,
        docs: &mut Vec<String>,
    ) -> Result<Type, ImportError> {
        let Length { min, max } = facts.length;
        let min_items = min.unwrap_or_default();
        if let Some(max) = max
            && min_items > max
        {
            let reason = format!("it wants at least {min_items} and at most {max} items");
            return Err(place.unsatisfiable(reason));
        }
        let count = facts.items.iter().map(|items| items.first.len()).max();
        let mut first = Vec::new();
        let mut ends = false;
        for at in 0..count.unwrap_or_default() {
            if max.is_some_and(|max| at as u64 >= max) {
                ends = true;
                break;
            }
            let (subs, keyword) = self.at(facts, at);
            let index = at.to_string();
            let keyed = if keyword == "prefixItems" || keyword == "items" {
                &*index
            } else {
                ""
            };
            let prefix = format!("[{at}]");
            match self.part(&subs, place.within(keyword, keyed), &prefix, docs) {
                Ok(ty) => first.push(ty),
                // Lists that end before this place are left.
                Err(ImportError::Unsatisfiable { .. }) if min_items <= at as u64 => {
                    ends = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let rest = if ends || max == Some(first.len() as u64) && !first.is_empty() {
            None
        } else {
            let (subs, keyword) = self.at(facts, usize::MAX);
            match self.part(&subs, place.within(keyword, ""), "Each", docs) {
                Ok(ty) => Some(Box::new(ty)),
                Err(ImportError::Unsatisfiable { .. }) if min_items <= first.len() as u64 => None,
                Err(error) => return Err(error),
            }
        };
        match rest {
            Some(items) if first.is_empty() => Ok(Type::Array(ArrayType {
                items,
                length: facts.length,
                unique: facts.unique,
            })),
            rest => Ok(self.tuple(facts, first, rest)),
        }
    }

    fn tuple(&mut self, facts: &Facts<'a>, items: Vec<Type>, rest: Option<Box<Type>>) -> Type {
        let count = items.len() as u64;
        let min = facts.length.min.unwrap_or_default();
        let mut rules = Vec::new();
        if min > count {
            rules.extend(Length::new(Some(min), None).words("item", "items"));
        }
        if let Some(max) = facts.length.max
            && max > count
            && rest.is_some()
        {
            rules.extend(Length::new(None, Some(max)).words("item", "items"));
        }
        if facts.unique && !(count == 0 || count == 1 && rest.is_none()) {
            rules.push("no two alike".to_owned());
        }
        let required = usize::try_from(min).unwrap_or(usize::MAX);
        let tuple = Type::Tuple(TupleType {
            required: required.min(items.len()),
            items,
            rest,
        });
        if rules.is_empty() {
            return tuple;
        }
        self.exact = false;
        super::node::guarded(tuple, rules)
    }

    /// What the item at a place must fit, and the keyword that says most of it.
    fn at(&self, facts: &Facts<'a>, at: usize) -> (Vec<Sub<'a>>, &'static str) {
        let mut subs = Vec::new();
        let mut keyword = "items";
        for items in &facts.items {
            let (schema, by) = match items.first.get(at) {
                Some(schema) => (Some(schema), items.first_keyword),
                None => (items.rest, items.rest_keyword),
            };
            if let Some(schema) = schema {
                subs.push(self.index.child(schema, items.base));
                keyword = by;
            }
        }
        (subs, keyword)
    }
}
