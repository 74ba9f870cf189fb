//! Maps: objects whose keys are data.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::{
    Import, ImportError, Place,
    facts::{Facts, Kind, Kinds},
    gather::allows_all,
    index::Sub,
    node::guarded,
};
use crate::schema::{MapType, ObjectType, StringRules, Type, integer_keys};

/// Keys are strings, whatever else is said of them.
static TEXT: LazyLock<Value> = LazyLock::new(|| json!({"type": "string"}));

impl<'a> Import<'a, '_> {
    /// A map with these values.
    pub(super) fn map(
        &mut self,
        facts: &Facts<'a>,
        values: Type,
        rules: Vec<String>,
        place: Place<'_>,
    ) -> Result<Type, ImportError> {
        let keys = match self.keys(&facts.names, place.within("propertyNames", "")) {
            Ok(keys) => keys,
            // Only the empty object has no names.
            Err(ImportError::Unsatisfiable { .. })
                if facts.count.min.is_none_or(|min| min == 0) =>
            {
                return Ok(Type::Object(ObjectType::default()));
            }
            Err(error) => return Err(error),
        };
        let map = Type::Map(MapType {
            keys: Box::new(keys),
            values: Box::new(values),
            length: facts.count,
        });
        if rules.is_empty() {
            return Ok(map);
        }
        self.exact = false;
        Ok(guarded(map, rules))
    }

    /// A map whose keys are what one pattern allows.
    pub(super) fn by_pattern(
        &mut self,
        facts: &Facts<'a>,
        place: Place<'_>,
        docs: &mut Vec<String>,
    ) -> Result<Option<Type>, ImportError> {
        let [members] = facts.members.as_slice() else {
            return Ok(None);
        };
        let named = members
            .properties
            .is_some_and(|properties| !properties.is_empty());
        let (Some(patterns), Some(Value::Bool(false))) = (members.patterns, members.rest) else {
            return Ok(None);
        };
        if named || patterns.len() != 1 || !facts.required.is_empty() || !facts.names.is_empty() {
            return Ok(None);
        }
        let Some((pattern, schema)) = patterns.iter().next() else {
            return Ok(None);
        };
        let keys = integer_keys::of_pattern(pattern).unwrap_or_else(|| {
            Type::String(StringRules {
                pattern: Some(pattern.clone()),
                ..StringRules::default()
            })
        });
        let sub = self.index.child(schema, members.base);
        let within = place.within("patternProperties", pattern);
        match self.part(&[sub], within, "Each", docs) {
            Ok(values) => Ok(Some(Type::Map(MapType {
                keys: Box::new(keys),
                values: Box::new(values),
                length: facts.count,
            }))),
            Err(ImportError::Unsatisfiable { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn keys(&mut self, names: &[Sub<'a>], place: Place<'_>) -> Result<Type, ImportError> {
        let names: Vec<Sub<'a>> = names
            .iter()
            .filter(|sub| !allows_all(sub.schema))
            .copied()
            .collect();
        if names.is_empty() {
            return Ok(Type::string());
        }
        if let [only] = names.as_slice() {
            if let Value::Object(members) = only.schema
                && members.keys().all(|key| key == "pattern" || key == "type")
                && let Some(Value::String(pattern)) = members.get("pattern")
                && let Some(integer) = integer_keys::of_pattern(pattern)
            {
                return Ok(integer);
            }
            let mut facts = Facts::default();
            self.gather(*only, place, &mut facts)?;
            let mut text = Kinds::NONE;
            text.add(Kind::String);
            if facts.possible() == text {
                // A definition keeps its name.
                return Ok(self.node(&names, place)?.ty);
            }
        }
        let mut facts = Box::<Facts<'a>>::default();
        let text = Sub {
            schema: &TEXT,
            base: 0,
        };
        for sub in std::iter::once(&text).chain(&names) {
            self.gather(*sub, place, &mut facts)?;
        }
        Ok(self.settle(facts, place)?.ty)
    }
}
