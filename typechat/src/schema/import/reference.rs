//! References: what they lead to, and what that is called.

use serde_json::Value;

use super::{
    DefId, Import, ImportError, MAX_DEPTH, Place, Type,
    index::{Missing, Sub},
    node::joined,
    uri,
    walk::Node,
    words,
};

/// Keywords that say nothing of which values fit.
const ANNOTATIONS: [&str; 17] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "example",
    "examples",
    "id",
    "nullable",
    "readOnly",
    "title",
    "writeOnly",
];

impl<'a> Import<'a, '_> {
    /// A schema that is a reference and nothing besides.
    pub(super) fn reference(
        &mut self,
        sub: Sub<'a>,
        place: Place<'_>,
    ) -> Result<Option<Node>, ImportError> {
        let Value::Object(members) = sub.schema else {
            return Ok(None);
        };
        let mut rules = members.iter().filter(|(keyword, _)| {
            !ANNOTATIONS.contains(&keyword.as_str()) && self.draft.knows(keyword)
        });
        let alone = self.draft.ref_stands_alone();
        let rule = match members.get_key_value("$ref").filter(|_| alone) {
            Some(reference) => reference,
            None => match (rules.next(), rules.next()) {
                (Some(only), None) => only,
                _ => return Ok(None),
            },
        };
        let docs = words::docs(members, place.hint).join("\n");
        let examples = || words::examples(members).cloned().collect();
        match (rule.0.as_str(), rule.1) {
            (keyword @ ("$ref" | "$dynamicRef" | "$recursiveRef"), reference) => {
                let (target, text) = self.target(keyword, reference, sub.base, place)?;
                self.exact &= self.is_static(keyword, &text);
                let id = self.definition(target, &text);
                Ok(Some(Node {
                    ty: Type::Ref(id),
                    docs,
                    examples: examples(),
                }))
            }
            ("allOf", Value::Array(list)) if list.len() == 1 => {
                let child = self.index.child(&list[0], sub.base);
                let place = place.within("allOf", "0");
                if place.depth > MAX_DEPTH {
                    return Ok(None);
                }
                Ok(self.reference(child, place)?.map(|inner| Node {
                    docs: joined([docs, inner.docs]),
                    examples: examples(),
                    ..inner
                }))
            }
            _ => Ok(None),
        }
    }

    /// The schema that a reference names.
    pub(super) fn target(
        &self,
        keyword: &str,
        reference: &Value,
        base: usize,
        place: Place<'_>,
    ) -> Result<(Sub<'a>, String), ImportError> {
        let Value::String(text) = reference else {
            return Err(place.malformed(keyword, Some(reference), "a string"));
        };
        let pointer = || place.pointer();
        let reference = text.clone();
        match self.index.find(text, base) {
            Ok(sub) => Ok((sub, reference)),
            Err(Missing::Nowhere) => Err(ImportError::DanglingRef {
                reference,
                pointer: pointer(),
            }),
            Err(Missing::Elsewhere) => Err(ImportError::RemoteRef {
                reference,
                pointer: pointer(),
            }),
        }
    }

    /// The definition of a schema that is referred to.
    pub(super) fn definition(&mut self, sub: Sub<'a>, reference: &str) -> DefId {
        let file = |path: &str| {
            let file = path.rsplit(['/', ':']).find(|part| !part.is_empty())?;
            Some(file.split('.').next().unwrap_or(file).to_owned())
        };
        let (path, fragment) = uri::split(reference);
        let name = if fragment.is_empty() {
            let id = sub
                .schema
                .get(self.draft.id_keyword())
                .and_then(Value::as_str);
            let id = id.filter(|_| sub.key() != self.root_key).or(Some(path));
            title(sub.schema)
                .map(str::to_owned)
                .or_else(|| id.and_then(file))
                .unwrap_or_else(|| self.root_name.clone())
        } else {
            name_of(sub.schema, &fragment)
        };
        self.declare(vec![sub], reference, name)
    }

    /// The definition of the values that fit several schemas, some of which are references.
    pub(super) fn intersection(&mut self, subs: &[Sub<'a>], place: Place<'_>) -> DefId {
        let name = if place.hint.is_empty() {
            "Part".to_owned()
        } else {
            capitalised(place.hint)
        };
        self.declare(subs.to_vec(), &place.pointer(), name)
    }
}

/// What a referenced schema is called: by its key among the definitions, else by its title, else
/// by the last name on the way to it.
fn name_of(schema: &Value, fragment: &str) -> String {
    const FIXED: [&str; 18] = [
        "properties",
        "patternProperties",
        "items",
        "prefixItems",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "$defs",
        "definitions",
        "dependentSchemas",
    ];
    let steps: Vec<String> = fragment
        .split('/')
        .map(|step| step.replace("~1", "/").replace("~0", "~"))
        .collect();
    let (last, before) = match steps.as_slice() {
        [.., before, last] => (last, before.as_str()),
        [last] => (last, ""),
        [] => return "Part".to_owned(),
    };
    if matches!(before, "$defs" | "definitions" | "schemas" | "") {
        return last.clone();
    }
    let is_name = |step: &&String| {
        !step.is_empty() && !FIXED.contains(&step.as_str()) && step.parse::<usize>().is_err()
    };
    let named = steps.iter().rev().find(is_name);
    title(schema)
        .map(str::to_owned)
        .or(named.map(|name| capitalised(name)))
        .unwrap_or_else(|| "Part".to_owned())
}

pub(super) fn title(schema: &Value) -> Option<&str> {
    let title = schema.get("title")?.as_str()?;
    (!title.trim().is_empty()).then_some(title)
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
