//! The drafts of JSON Schema, and what tells them apart.

use serde_json::Value;

/// A draft, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

use Draft::{D4, D6, D7, D2019, D2020};

/// Keywords by the drafts that know them, where not all do.
const SINCE: [(&str, Draft, Draft); 18] = [
    ("const", D6, D2020),
    ("contains", D6, D2020),
    ("propertyNames", D6, D2020),
    ("if", D7, D2020),
    ("contentEncoding", D6, D2020),
    ("contentMediaType", D6, D2020),
    ("contentSchema", D2019, D2020),
    ("dependentRequired", D2019, D2020),
    ("dependentSchemas", D2019, D2020),
    ("minContains", D2019, D2020),
    ("maxContains", D2019, D2020),
    ("unevaluatedItems", D2019, D2020),
    ("unevaluatedProperties", D2019, D2020),
    ("$anchor", D2019, D2020),
    ("$recursiveRef", D2019, D2019),
    ("$dynamicRef", D2020, D2020),
    ("$dynamicAnchor", D2020, D2020),
    ("prefixItems", D2020, D2020),
];

impl Draft {
    /// The draft that the document states.
    pub(super) fn stated(document: &Value) -> Option<Self> {
        let uri = document.get("$schema")?.as_str()?;
        let names = [
            ("draft-04", D4),
            ("draft-06", D6),
            ("draft-07", D7),
            ("2019-09", D2019),
            ("2020-12", D2020),
        ];
        if !uri.contains("json-schema.org/") {
            return None;
        }
        names
            .iter()
            .find(|(name, _)| uri.contains(name))
            .map(|(_, draft)| *draft)
    }

    /// Whether the keyword means something in this draft.
    pub(super) fn knows(self, keyword: &str) -> bool {
        SINCE
            .iter()
            .find(|(name, ..)| *name == keyword)
            .is_none_or(|(_, first, last)| (*first..=*last).contains(&self))
    }

    /// The keyword that gives a schema its address.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == D4 { "id" } else { "$id" }
    }

    /// Whether `$ref` makes the keywords beside it count for nothing.
    pub(super) fn ref_stands_alone(self) -> bool {
        self <= D7
    }

    /// Whether the validator checks a format otherwise than in the newest draft.
    pub(super) fn format_differs(self, name: &str) -> bool {
        match name {
            "hostname" => self <= D6,
            "duration" | "uuid" => self < D2019,
            "json-pointer" | "uri-reference" | "uri-template" => self < D6,
            "iri" | "iri-reference" | "relative-json-pointer" | "idn-hostname" => self < D7,
            _ => false,
        }
    }
}
