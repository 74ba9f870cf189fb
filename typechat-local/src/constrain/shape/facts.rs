//! From the keywords that hold for a value to its shapes, one for each type.

use serde_json::{Map, Value};

use super::{
    Array, Id, Shape,
    read::{Part, Reader},
};

pub(super) type Schema<'a> = &'a Map<String, Value>;

impl<'a> Reader<'a> {
    pub(super) fn facts(&mut self, facts: &[Schema<'a>]) -> Shape {
        if facts
            .iter()
            .any(|f| f.contains_key("const") || f.contains_key("enum"))
        {
            return self.constants(facts);
        }
        let mut branches = Vec::new();
        for kind in ["null", "boolean", "string", "number", "array", "object"] {
            if let Some(shape) = self.of_type(kind, facts) {
                let id = self.add(shape);
                branches.push(id);
            }
        }
        Shape::Union(branches)
    }

    /// What the keywords allow of a type.
    pub(super) fn of_type(&mut self, kind: &str, facts: &[Schema<'a>]) -> Option<Shape> {
        let allows = |schema: &Schema<'a>, kind: &str| match schema.get("type") {
            Some(Value::String(only)) => only == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            _ => true,
        };
        let number = |schema: &Schema<'a>| kind == "number" && allows(schema, "integer");
        if !facts
            .iter()
            .all(|schema| allows(schema, kind) || number(schema))
        {
            return None;
        }
        let literals =
            |texts: &[&str]| Shape::Literals(texts.iter().map(|text| (*text).to_owned()).collect());
        Some(match kind {
            "null" => literals(&["null"]),
            "boolean" => literals(&["true", "false"]),
            "string" => self.string(facts)?,
            "number" => {
                let integer = facts.iter().any(|schema| !allows(schema, "number"));
                self.number(facts, integer)
            }
            "array" => self.array(facts),
            _ => self.object(facts),
        })
    }

    fn array(&mut self, facts: &[Schema<'a>]) -> Shape {
        let mut first: Vec<Vec<Part<'a>>> = Vec::new();
        let lists: Vec<_> = facts.iter().map(|schema| items(schema)).collect();
        let longest = lists
            .iter()
            .map(|(first, _)| first.len())
            .max()
            .unwrap_or(0);
        for at in 0..longest {
            let of = |(first, rest): &(&'a [Value], Option<&'a Value>)| first.get(at).or(*rest);
            first.push(lists.iter().filter_map(of).map(Part::Whole).collect());
        }
        let rest: Vec<_> = lists.iter().filter_map(|(_, rest)| *rest).collect();
        let closed = rest.contains(&&Value::Bool(false));
        let first: Vec<Id> = first.into_iter().map(|parts| self.shape(parts)).collect();
        let rest = (!closed).then(|| {
            let parts = rest.into_iter().map(Part::Whole).collect();
            self.shape(parts)
        });
        let min = largest(facts, "minItems").unwrap_or(0);
        let cap = self.caps.items.max(min).max(first.len());
        let max = smallest(facts, "maxItems").unwrap_or(cap);
        Shape::Array(Array {
            max: if closed { max.min(first.len()) } else { max },
            first,
            rest,
            min,
            unique: facts
                .iter()
                .any(|f| f.get("uniqueItems") == Some(&Value::Bool(true))),
        })
    }
}

/// The schemas of the first items, and of those after them, in old and in new words.
fn items(schema: &Map<String, Value>) -> (&[Value], Option<&Value>) {
    let list = |keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
    };
    match (list("prefixItems"), list("items")) {
        (Some(first), _) => (first, schema.get("items")),
        (None, Some(first)) => (first, schema.get("additionalItems")),
        (None, None) => (&[], schema.get("items")),
    }
}

pub(super) fn largest(facts: &[Schema<'_>], keyword: &str) -> Option<usize> {
    sizes(facts, keyword).max()
}

pub(super) fn smallest(facts: &[Schema<'_>], keyword: &str) -> Option<usize> {
    sizes(facts, keyword).min()
}

fn sizes<'a>(facts: &'a [Schema<'a>], keyword: &'a str) -> impl Iterator<Item = usize> + 'a {
    let size = |value: &Value| {
        let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number that is not negative; too large a one becomes the largest"
        )]
        whole(value.as_f64()?).map(|number| number as usize)
    };
    facts
        .iter()
        .filter_map(move |schema| size(schema.get(keyword)?))
}
