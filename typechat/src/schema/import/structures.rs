//! The keywords of lists and objects, read into the facts.

use serde_json::{Map, Value};

use super::{
    Import, ImportError, Place,
    draft::Draft,
    facts::{Facts, Items, Kind, Members},
    gather::allows_all,
    index::Sub,
    scalars::{bound, count},
    words::{brief, quoted},
};

/// Keywords whose schemas speak of the same value, so that what they say of its members counts.
pub(super) const IN_PLACE: [&str; 8] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
];
/// The same, where a member asks for them.
const DEPENDENT: [&str; 2] = ["dependentSchemas", "dependencies"];

/// Whether other schemas speak of the value that these keywords are about.
fn has_others(members: &Map<String, Value>) -> bool {
    let mut keywords = IN_PLACE.iter().chain(&DEPENDENT);
    keywords.any(|keyword| members.contains_key(*keyword))
}

impl<'a> Import<'a, '_> {
    pub(super) fn lists(
        &mut self,
        members: &'a Map<String, Value>,
        sub: Sub<'a>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        let draft = self.draft;
        let get = |keyword: &str| members.get(keyword).filter(|_| draft.knows(keyword));
        let mut items = Items {
            first: &[],
            first_keyword: "items",
            rest: get("items"),
            rest_keyword: "items",
            base: sub.base,
        };
        if self.draft == Draft::D2020 {
            items.first_keyword = "prefixItems";
            items.first = match get("prefixItems") {
                None => &[],
                Some(Value::Array(list)) => list,
                found => return Err(place.malformed("prefixItems", found, "a list of schemas")),
            };
        } else if let Some(Value::Array(list)) = items.rest {
            items.first = list;
            items.rest = get("additionalItems");
            items.rest_keyword = "additionalItems";
        }
        let unevaluated = get("unevaluatedItems").filter(|schema| !allows_all(schema));
        if let Some(schema) = unevaluated
            && items.rest.is_none()
        {
            facts.spoken.add(Kind::Array);
            if has_others(members) || members.contains_key("contains") {
                self.rule(
                    facts,
                    format!("items that no other rule names: {}", brief(schema)),
                );
            } else {
                items.rest = unevaluated;
                items.rest_keyword = "unevaluatedItems";
            }
        }
        if !items.first.is_empty() || items.rest.is_some() {
            facts.spoken.add(Kind::Array);
            facts.items.push(items);
        }
        if let Some(schema) = get("contains") {
            let count = |keyword| match get(keyword) {
                None => Ok(None),
                Some(value) => count(keyword, value, place).map(Some),
            };
            let (min, max) = (count("minContains")?.unwrap_or(1), count("maxContains")?);
            let most = max.map_or(String::new(), |max| format!(", at most {max}"));
            if min > 0 || max.is_some() {
                facts.spoken.add(Kind::Array);
                let least = if min == 1 {
                    "an item".into()
                } else {
                    format!("{min} items")
                };
                let rule = format!("must contain {least} matching {}{most}", brief(schema));
                self.rule(facts, rule);
            }
        }
        for keyword in ["minItems", "maxItems"] {
            if let Some(value) = members.get(keyword) {
                facts.spoken.add(Kind::Array);
                facts.length = facts.length.within(bound(keyword, value, place)?);
            }
        }
        match members.get("uniqueItems") {
            None | Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) => {
                facts.spoken.add(Kind::Array);
                facts.unique = true;
            }
            found => return Err(place.malformed("uniqueItems", found, "`true` or `false`")),
        }
        Ok(())
    }

    pub(super) fn objects(
        &mut self,
        members: &'a Map<String, Value>,
        sub: Sub<'a>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        let draft = self.draft;
        let get = |keyword: &str| members.get(keyword).filter(|_| draft.knows(keyword));
        let named = |keyword: &str| match get(keyword) {
            None => Ok(None),
            Some(Value::Object(named)) => Ok(Some(named)),
            found => Err(place.malformed(keyword, found, "an object of schemas")),
        };
        let mut own = Members {
            properties: named("properties")?,
            patterns: named("patternProperties")?,
            rest: get("additionalProperties"),
            rest_keyword: "additionalProperties",
            base: sub.base,
        };
        let unevaluated = get("unevaluatedProperties").filter(|schema| !allows_all(schema));
        if let Some(schema) = unevaluated
            && own.rest.is_none()
        {
            facts.spoken.add(Kind::Object);
            if !has_others(members) {
                own.rest = unevaluated;
                own.rest_keyword = "unevaluatedProperties";
            } else if *schema == Value::Bool(false) {
                self.exact = false;
                facts.closed = true;
            } else {
                self.rule(
                    facts,
                    format!("members that no other rule names: {}", brief(schema)),
                );
            }
        }
        if own.properties.is_some() || own.patterns.is_some() || own.rest.is_some() {
            facts.spoken.add(Kind::Object);
            facts.members.push(own);
        }
        if let Some(list) = members.get("required") {
            facts.spoken.add(Kind::Object);
            let list = names(list)
                .ok_or_else(|| place.malformed("required", Some(list), "a list of names"))?;
            facts.required.extend(list);
        }
        for keyword in ["minProperties", "maxProperties"] {
            if let Some(value) = members.get(keyword) {
                facts.spoken.add(Kind::Object);
                facts.count = facts.count.within(bound(keyword, value, place)?);
            }
        }
        if let Some(schema) = get("propertyNames").filter(|schema| !allows_all(schema)) {
            facts.spoken.add(Kind::Object);
            facts.names.push(self.index.child(schema, sub.base));
        }
        facts
            .aliases
            .extend(members.get("x-aliases").and_then(Value::as_object));
        for keyword in ["dependencies", "dependentRequired", "dependentSchemas"] {
            for (name, wanted) in named(keyword)?.into_iter().flatten() {
                let rule = match names(wanted) {
                    Some(list) if list.is_empty() => continue,
                    Some(list) => format!("with {}, also {}", quoted([&**name]), quoted(list)),
                    None if allows_all(wanted) => continue,
                    None => format!("with {}, must match {}", quoted([&**name]), brief(wanted)),
                };
                facts.spoken.add(Kind::Object);
                self.rule(facts, rule);
            }
        }
        Ok(())
    }
}

fn names(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}
