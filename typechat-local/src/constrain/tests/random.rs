//! Schemas by chance, of the parts that the graph of types writes.

use serde_json::{Map, Value, json};

use super::models::Random;

const NAMES: [&str; 12] = [
    "name", "size", "items", "product", "kind", "type", "unit", "odd key!", "é", "a", "quantity",
    "x",
];
const WORDS: [&str; 10] = [
    "latte",
    "latte macchiato",
    "mocha",
    "hot",
    "iced",
    "a \"b\"",
    "",
    "no",
    "日本",
    "tall",
];

pub(super) struct Maker<'a> {
    pub(super) random: &'a mut Random,
    defs: usize,
}

/// A whole schema with definitions that may refer to each other.
pub(super) fn schema(seed: u64) -> Value {
    let random = &mut Random(seed);
    let defs = random.below(4);
    let mut maker = Maker { random, defs };
    let mut definitions = Map::new();
    for at in 0..defs {
        // What may be left out may refer to anything; so there always is a value.
        definitions.insert(format!("D{at}"), maker.object(2, true));
    }
    let mut root = match maker.schema(3, false) {
        Value::Object(root) => root,
        other => panic!("{other}"),
    };
    root.insert("$defs".into(), Value::Object(definitions));
    Value::Object(root)
}

impl Maker<'_> {
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    /// `needed` values refer to nothing, so that none contains itself.
    fn schema(&mut self, depth: usize, needed: bool) -> Value {
        let kinds = if depth == 0 { 9 } else { 15 };
        let depth = depth.saturating_sub(1);
        match self.random.below(kinds) {
            0 => json!({"type": "boolean"}),
            1 => self.string(),
            2 => self.integer(),
            3 => self.number(),
            4 => json!({"const": self.pick(&WORDS)}),
            5 | 6 => self.words(),
            7 => json!({"type": "null"}),
            8 if !needed && self.defs > 0 => {
                json!({"$ref": format!("#/$defs/D{}", self.random.below(self.defs))})
            }
            8 => json!({}),
            9 | 10 => self.object(depth, needed),
            11 => self.array(depth, needed),
            12 => self.union(depth, needed),
            13 => json!({"anyOf": [self.schema(depth, needed), {"type": "null"}]}),
            _ => self.map(depth, needed),
        }
    }

    fn string(&mut self) -> Value {
        match self.random.below(7) {
            0 => {
                json!({"type": "string", "minLength": self.random.below(6), "maxLength": 6 + self.random.below(6)})
            }
            1 => {
                json!({"type": "string", "pattern": self.pick(&["^[a-z]+$", "^\\d{3}-\\d{4}$", "[A-Z]", "^(é|日)+$", "^.{2,}\\.$"])})
            }
            2 => {
                json!({"type": "string", "format": self.pick(&["date", "date-time", "uuid", "ipv4", "ipv6", "email", "uri"])})
            }
            3 => json!({"type": "string", "minLength": 1}),
            _ => json!({"type": "string"}),
        }
    }

    fn integer(&mut self) -> Value {
        match self.random.below(6) {
            0 => json!({"type": "integer", "minimum": 0, "maximum": 255}),
            1 => json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}),
            2 => json!({"type": "integer", "minimum": 0, "maximum": u64::MAX}),
            3 => {
                let low = self.random.below(2000);
                json!({"type": "integer", "minimum": low, "maximum": low + self.random.below(300)})
            }
            4 => {
                json!({"type": "integer", "exclusiveMaximum": -3, "multipleOf": 1 + self.random.below(9)})
            }
            _ => json!({"type": "integer"}),
        }
    }

    fn number(&mut self) -> Value {
        match self.random.below(4) {
            0 => {
                json!({"type": "number", "minimum": f64::from(f32::MIN), "maximum": f64::from(f32::MAX)})
            }
            1 => json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
            2 => json!({"type": "number", "minimum": -1.25, "exclusiveMaximum": 7.5}),
            _ => json!({"type": "number"}),
        }
    }

    fn words(&mut self) -> Value {
        let mut words: Vec<&str> = WORDS.to_vec();
        words.rotate_left(self.random.below(WORDS.len()));
        words.truncate(2 + self.random.below(6));
        json!({"enum": words})
    }

    fn object(&mut self, depth: usize, needed: bool) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for _ in 0..self.random.below(6) {
            let name = self.pick(&NAMES);
            let is_required = self.random.chance(2) && !properties.contains_key(name);
            if is_required {
                required.push(name);
            }
            let value = self.schema(depth, needed || is_required);
            properties.entry(name).or_insert(value);
        }
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }

    fn array(&mut self, depth: usize, needed: bool) -> Value {
        match self.random.below(5) {
            0 => {
                json!({"type": "array", "prefixItems": [self.schema(depth, true), self.schema(depth, needed)], "items": false, "minItems": 1})
            }
            1 => json!({"type": "array", "items": self.string(), "uniqueItems": true}),
            2 => {
                json!({"type": "array", "items": self.words(), "uniqueItems": true, "minItems": 1})
            }
            3 => {
                json!({"type": "array", "items": self.schema(depth, true), "minItems": 2, "maxItems": 4})
            }
            _ => json!({"type": "array", "items": self.schema(depth, needed)}),
        }
    }

    fn union(&mut self, depth: usize, needed: bool) -> Value {
        let mut branches = Vec::new();
        let count = 2 + self.random.below(3);
        for word in WORDS.iter().take(count) {
            let mut branch = self.object(depth, needed);
            branch["properties"]["type"] = json!({"const": word});
            branch["required"]
                .as_array_mut()
                .unwrap()
                .retain(|name| name != "type");
            branch["required"]
                .as_array_mut()
                .unwrap()
                .insert(0, json!("type"));
            branches.push(branch);
        }
        json!({"anyOf": branches})
    }

    fn map(&mut self, depth: usize, needed: bool) -> Value {
        let values = self.schema(depth, needed);
        match self.random.below(3) {
            0 => {
                json!({"type": "object", "additionalProperties": values, "propertyNames": {"pattern": "^-?\\d{1,3}$"}})
            }
            1 => {
                json!({"type": "object", "additionalProperties": values, "propertyNames": {"enum": ["a", "b", "latte"]}})
            }
            _ => json!({"type": "object", "additionalProperties": values}),
        }
    }
}
