//! Alternatives of which no value can be two.

use serde_json::Value;

use super::read::Reader;

impl<'a> Reader<'a> {
    /// Whether no value can be two of these: when they are of different types, or differ in the
    /// constant of a member that all have.
    pub(super) fn are_apart(&self, schemas: &'a [Value]) -> bool {
        let kinds: Vec<_> = schemas
            .iter()
            .map(|schema| self.mark(schema, None))
            .collect();
        let all_differ = |marks: &[Option<&Value>]| {
            let distinct = |at: usize| marks[at].is_some() && !marks[..at].contains(&marks[at]);
            (0..marks.len()).all(distinct)
        };
        let numbers = [Some("number"), Some("integer")];
        let text = |mark: Option<&'a Value>| mark.and_then(Value::as_str);
        if all_differ(&kinds) {
            return !numbers
                .iter()
                .all(|kind| kinds.iter().copied().map(text).any(|k| k == *kind));
        }
        let first = schemas.first().and_then(|schema| self.resolved(schema));
        let names = first.and_then(|schema| schema.get("required")?.as_array());
        names
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .any(|name| {
                let marks: Vec<_> = schemas.iter().map(|s| self.mark(s, Some(name))).collect();
                all_differ(&marks)
            })
    }

    /// The type of a schema, or the constant of one of its required members.
    fn mark(&self, schema: &'a Value, member: Option<&str>) -> Option<&'a Value> {
        let schema = self.resolved(schema)?;
        let Some(name) = member else {
            return schema.get("type").or_else(|| schema.get("const"));
        };
        let required = schema.get("required")?.as_array()?;
        required.iter().find(|required| *required == name)?;
        let member = self.resolved(schema.get("properties")?.get(name)?)?;
        let only = |values: &'a Value| values.as_array().filter(|v| v.len() == 1)?.first();
        member
            .get("const")
            .or_else(|| member.get("enum").and_then(only))
    }
}
