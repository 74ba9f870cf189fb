//! Strings, numbers and constants.

use std::{collections::HashMap, sync::Arc};

use llguidance::derivre::RegexAst;
use serde_json::Value;

use super::{
    Array, Id, Member, Number, Object, Shape, Text,
    automaton::Automaton,
    decimal::Decimal,
    facts::{Schema, largest, smallest},
    format,
    number::Bound,
    pattern::search,
    read::Reader,
};

/// A pattern that needs more characters than this has no value.
const LONGEST: usize = 4096;

impl<'a> Reader<'a> {
    /// `None` when no string is so short and so long.
    pub(super) fn string(&mut self, facts: &[Schema<'a>]) -> Option<Shape> {
        let min = largest(facts, "minLength").unwrap_or(0);
        let given = smallest(facts, "maxLength");
        let cap = given.unwrap_or_else(|| self.caps.characters.max(min));
        if min > cap {
            return None;
        }
        let plain = Text {
            min,
            max: cap,
            pattern: None,
        };
        let rules = self.patterns(facts);
        if rules.is_empty() {
            return Some(Shape::Text(plain));
        }
        let asts: Vec<RegexAst> = rules.iter().map(|(_, _, ast)| ast.clone()).collect();
        let wider = given.unwrap_or_else(|| LONGEST.max(min));
        for max in [cap, wider] {
            if let Some(text) = within(asts.clone(), min, max) {
                return Some(Shape::Text(text));
            }
        }
        for (schema, keyword, _) in rules {
            self.relax(schema, keyword);
        }
        Some(Shape::Text(plain))
    }

    /// Strings in which a pattern is found; `None` when the pattern cannot be held.
    pub(super) fn matching(&self, pattern: &str) -> Option<Text> {
        within(vec![search(pattern)], 0, self.caps.characters)
    }

    /// The patterns and formats that can be held.
    fn patterns(&mut self, facts: &[Schema<'a>]) -> Vec<(Schema<'a>, &'static str, RegexAst)> {
        let mut rules = Vec::new();
        for schema in facts {
            let text = |keyword| schema.get(keyword).and_then(Value::as_str);
            if let Some(pattern) = text("pattern") {
                let ast = search(pattern);
                match Automaton::new(ast.clone()) {
                    Some(_) => rules.push((*schema, "pattern", ast)),
                    None => self.relax(schema, "pattern"),
                }
            }
            if let Some(name) = text("format") {
                match format::pattern(name) {
                    Some(pattern) => rules.push((*schema, "format", RegexAst::Regex(pattern))),
                    None if format::is_hint(name) => {}
                    None => self.relax(schema, "format"),
                }
            }
        }
        rules
    }

    pub(super) fn number(&mut self, facts: &[Schema<'a>], integer: bool) -> Shape {
        let mut number = Number {
            integer,
            minimum: None,
            maximum: None,
            multiple: None,
            digits: self.caps.digits,
        };
        for schema in facts {
            let bound = |keyword: &str, strict: &str| {
                let plain = schema.get(keyword).and_then(|value| bound(value, false));
                // Draft 4 says with a flag that the bound itself is excluded.
                match schema.get(strict) {
                    Some(Value::Bool(exclusive)) => plain.map(|b| Bound {
                        exclusive: *exclusive,
                        ..b
                    }),
                    Some(value) => {
                        let strict = bound(value, true);
                        let tighter = match (plain, strict) {
                            (Some(a), Some(b)) if keyword == "minimum" => a.near > b.near,
                            (Some(a), Some(b)) => a.near < b.near,
                            (plain, _) => plain.is_some(),
                        };
                        if tighter { plain } else { strict }
                    }
                    None => plain,
                }
            };
            let minimum = bound("minimum", "exclusiveMinimum");
            let maximum = bound("maximum", "exclusiveMaximum");
            let of = |bound: Option<Bound>, none: f64| bound.map_or(none, |bound| bound.near);
            if of(minimum, f64::NEG_INFINITY) > of(number.minimum, f64::NEG_INFINITY) {
                number.minimum = minimum;
            }
            if of(maximum, f64::INFINITY) < of(number.maximum, f64::INFINITY) {
                number.maximum = maximum;
            }
            if let Some(value) = schema.get("multipleOf") {
                let multiple = Decimal::parse(&value.to_string());
                let usable = multiple.filter(|multiple| multiple.mantissa > 0);
                match (usable, number.multiple) {
                    (Some(multiple), None) => number.multiple = Some(multiple),
                    (Some(multiple), Some(other)) if multiple == other => {}
                    _ => self.relax(schema, "multipleOf"),
                }
            }
        }
        for bound in [number.minimum, number.maximum].into_iter().flatten() {
            if let Some(exact) = bound.exact {
                let digits = exact.scaled(0).0.unsigned_abs().to_string().len();
                number.digits.0 = number.digits.0.max(digits.min(36));
                number.digits.1 = number.digits.1.max(exact.scale as usize);
            }
        }
        Shape::Number(number)
    }

    /// The constants that hold for all the rest, too.
    pub(super) fn constants(&mut self, facts: &[Schema<'a>]) -> Shape {
        let lists: Vec<&'a [Value]> = facts
            .iter()
            .flat_map(|schema| {
                let list = schema
                    .get("enum")
                    .and_then(Value::as_array)
                    .map(Vec::as_slice);
                [list, schema.get("const").map(std::slice::from_ref)]
            })
            .flatten()
            .collect();
        let Some((first, others)) = lists.split_first() else {
            return Shape::Union(Vec::new());
        };
        let mut texts = Vec::new();
        let mut branches = Vec::new();
        let mut fits = HashMap::new();
        for value in *first {
            let kind = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            let rule = fits.entry(kind).or_insert_with(|| {
                let scalar = !matches!(kind, "array" | "object");
                let shape = if scalar {
                    self.of_type(kind, facts)
                } else {
                    None
                };
                (shape, scalar)
            });
            let holds = match (&rule.0, value) {
                (Some(Shape::Text(text)), Value::String(value)) => {
                    text.accepts_at_length(value, smallest(facts, "maxLength"))
                }
                (Some(Shape::Number(number)), Value::Number(value)) => number.allows(value),
                (None, _) => !rule.1,
                _ => true,
            };
            if !holds || !others.iter().all(|list| list.contains(value)) {
                continue;
            }
            match value {
                Value::Array(_) | Value::Object(_) => branches.push(self.constant(value)),
                _ => texts.push(value.to_string()),
            }
        }
        if branches.is_empty() {
            return Shape::Literals(texts);
        }
        if !texts.is_empty() {
            branches.push(self.add(Shape::Literals(texts)));
        }
        Shape::Union(branches)
    }

    fn constant(&mut self, value: &Value) -> Id {
        let shape = match value {
            Value::Array(items) => Shape::Array(Array {
                first: items.iter().map(|item| self.constant(item)).collect(),
                rest: None,
                min: items.len(),
                max: items.len(),
                unique: false,
            }),
            Value::Object(members) => Shape::Object(Object {
                places: members.keys().cloned().zip(0..).collect(),
                members: members
                    .iter()
                    .map(|(name, value)| Member {
                        name: Value::from(name.as_str()).to_string(),
                        shape: self.constant(value),
                        required: true,
                    })
                    .collect(),
                rest: None,
                min: 0,
                max: members.len(),
            }),
            scalar => Shape::Literals(vec![scalar.to_string()]),
        };
        self.add(shape)
    }
}

fn within(mut rules: Vec<RegexAst>, min: usize, max: usize) -> Option<Text> {
    rules.push(RegexAst::Regex(format!("(?s:.{{{min},{max}}})")));
    let automaton = Automaton::new(RegexAst::And(rules))?;
    Some(Text {
        min,
        max,
        pattern: Some(Arc::new(automaton)),
    })
}

fn bound(value: &Value, exclusive: bool) -> Option<Bound> {
    let near = value.as_f64()?;
    Some(Bound {
        exact: Decimal::parse(&value.to_string()),
        near,
        exclusive,
    })
}
