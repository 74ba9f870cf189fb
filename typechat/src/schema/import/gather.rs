//! From schemas to facts: `allOf` and references beside other rules are read into one.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{
    Import, ImportError, MAX_DEPTH, Place,
    constants::constants,
    facts::{Choice, Facts, Kind, Kinds},
    index::Sub,
    words::{self, brief},
};

/// References that lead on to references are followed this far into one set of facts.
const MAX_TRAIL: usize = 64;

impl<'a> Import<'a, '_> {
    /// Adds what a schema says to what is known.
    pub(super) fn gather(
        &mut self,
        sub: Sub<'a>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        if place.depth > MAX_DEPTH {
            let pointer = place.pointer();
            return Err(ImportError::TooDeep { pointer });
        }
        let members = match sub.schema {
            Value::Object(members) => members,
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(place.unsatisfiable("`false` allows no value")),
            _ => {
                let pointer = place.pointer();
                return Err(ImportError::NotAnObject { pointer });
            }
        };
        if facts.trail.contains(&sub.key()) {
            let pointer = place.pointer();
            return Err(ImportError::Circular { pointer });
        }
        if !facts.seen.insert(sub.key()) {
            return Ok(());
        }
        facts.trail.push(sub.key());
        let result = self.schema(members, sub, place, facts);
        facts.trail.pop();
        result
    }

    fn schema(
        &mut self,
        members: &'a Map<String, Value>,
        sub: Sub<'a>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        facts.docs.extend(words::docs(members, place.hint));
        facts.examples.extend(words::examples(members));
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = members.get(keyword)
                && self.draft.knows(keyword)
            {
                self.follow(keyword, reference, sub, place, facts)?;
                if keyword == "$ref" && self.draft.ref_stands_alone() {
                    return Ok(());
                }
            }
        }
        self.lists(members, sub, place, facts)?;
        self.objects(members, sub, place, facts)?;
        for (keyword, value) in members {
            if !self.draft.knows(keyword) {
                continue;
            }
            match keyword.as_str() {
                "type" => self.kinds(value, place, facts)?,
                "enum" | "const" => constants(keyword, members, place, facts)?,
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                    self.number(keyword, members, place, facts)?;
                }
                "minLength" | "maxLength" | "pattern" | "format" => {
                    self.string(keyword, members, place, facts)?;
                }
                "contentEncoding" | "contentMediaType" | "contentSchema" => {
                    facts.spoken.add(Kind::String);
                    self.rule(facts, format!("{keyword} {}", brief(value)));
                }
                "x-vocabulary" => facts.vocabulary = facts.vocabulary.or(value.as_str()),
                "allOf" => {
                    let list = schemas(keyword, value, place)?;
                    for (index, schema) in list.iter().enumerate() {
                        let child = self.index.child(schema, sub.base);
                        self.gather(child, place.within("allOf", &index.to_string()), facts)?;
                    }
                }
                "anyOf" | "oneOf" => facts.choices.push(Choice {
                    branches: schemas(keyword, value, place)?,
                    only_one: keyword == "oneOf",
                    base: sub.base,
                }),
                "not" => match value {
                    Value::Bool(false) => {}
                    Value::Bool(true) => return Err(place.unsatisfiable("`not` excludes all")),
                    Value::Object(not) if not.is_empty() => {
                        return Err(place.unsatisfiable("`not` excludes all"));
                    }
                    _ => self.rule(facts, format!("must not match {}", brief(value))),
                },
                "if" => self.condition(members, facts),
                _ => {}
            }
        }
        Ok(())
    }

    /// A rule that no node holds: it is told, and makes the import inexact.
    pub(super) fn rule(&mut self, facts: &mut Facts<'a>, rule: String) {
        self.exact = false;
        facts.rules.push(rule);
    }

    fn condition(&mut self, members: &Map<String, Value>, facts: &mut Facts<'a>) {
        let part = |keyword: &str| members.get(keyword).filter(|part| !allows_all(part));
        let (then, other) = (part("then"), part("else"));
        if then.is_none() && other.is_none() {
            return;
        }
        let mut rule = format!("if it matches {}", brief(&members["if"]));
        if let Some(then) = then {
            let _ = write!(rule, ", it must match {}", brief(then));
        }
        if let Some(other) = other {
            let _ = write!(rule, ", else it must match {}", brief(other));
        }
        self.rule(facts, rule);
    }

    fn follow(
        &mut self,
        keyword: &str,
        reference: &'a Value,
        sub: Sub<'a>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        let (target, text) = self.target(keyword, reference, sub.base, place)?;
        self.exact &= self.is_static(keyword, &text);
        if facts.trail.len() > MAX_TRAIL || !self.afford(1) {
            self.rule(
                facts,
                format!("must match the definition {}", words::cut(&text)),
            );
            return Ok(());
        }
        facts.followed = true;
        let mut inner = Place::of(&text, "");
        inner.depth = place.depth;
        self.gather(target, inner, facts)
    }

    /// Whether a reference means the same wherever it is followed from.
    pub(super) fn is_static(&self, keyword: &str, reference: &str) -> bool {
        match keyword {
            "$recursiveRef" => !self.scan.recursive_anchor,
            "$dynamicRef" => {
                let name = reference.rsplit('#').next().unwrap_or_default();
                self.scan.dynamic_anchors.get(name).is_none_or(|&n| n == 1)
            }
            _ => true,
        }
    }

    fn kinds(
        &mut self,
        value: &'a Value,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        let list = match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut kinds, mut order) = (Kinds::NONE, Vec::new());
        let (mut integer, mut number) = (false, false);
        for name in list {
            let kind = match name.as_str() {
                Some("null") => Kind::Null,
                Some("boolean") => Kind::Boolean,
                Some("integer" | "number") => Kind::Number,
                Some("string") => Kind::String,
                Some("array") => Kind::Array,
                Some("object") => Kind::Object,
                _ => {
                    let expected = "`null`, `boolean`, `integer`, `number`, `string`, `array`, \
                                    `object`, or a list of these";
                    return Err(place.malformed("type", Some(name), expected));
                }
            };
            integer |= name == "integer";
            number |= name == "number";
            kinds.add(kind);
            if !order.contains(&kind) {
                order.push(kind);
            }
        }
        // To draft 4, `1.0` is no integer.
        self.exact &= !(integer && !number && self.draft == super::draft::Draft::D4);
        facts.whole |= integer && !number;
        facts.typed = true;
        facts.kinds = facts.kinds.both(kinds);
        if facts.order.is_empty() {
            facts.order = order;
        }
        if facts.kinds.is_empty() {
            return Err(place.unsatisfiable("its types exclude each other"));
        }
        Ok(())
    }
}

/// Whether a schema allows everything, plainly.
pub(super) fn allows_all(schema: &Value) -> bool {
    match schema {
        Value::Bool(all) => *all,
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn schemas<'a>(
    keyword: &str,
    value: &'a Value,
    place: Place<'_>,
) -> Result<&'a [Value], ImportError> {
    match value {
        Value::Array(list) if !list.is_empty() => Ok(list),
        _ => Err(place.malformed(
            keyword,
            Some(value),
            "a list of schemas, and not an empty one",
        )),
    }
}
