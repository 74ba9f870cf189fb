//! Where in the document the import is.

use serde_json::Value;

use super::{ImportError, words::brief};

/// Where a schema stands. The pointer is written only when there is an error to tell.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// The pointer of the definition that is being read.
    base: &'p str,
    parent: Option<&'p Place<'p>>,
    /// A keyword, and a name or index within it when that is not empty.
    step: (&'p str, &'p str),
    /// What the schema is called by those that use it.
    pub(super) hint: &'p str,
    pub(super) depth: usize,
}

impl<'p> Place<'p> {
    pub(super) fn of(base: &'p str, hint: &'p str) -> Self {
        Self {
            base,
            parent: None,
            step: ("", ""),
            hint,
            depth: 1,
        }
    }

    /// A schema within: of a property, the key is what it is called.
    pub(super) fn within(&'p self, keyword: &'p str, key: &'p str) -> Self {
        Self {
            parent: Some(self),
            step: (keyword, key),
            hint: if keyword == "properties" { key } else { "" },
            depth: self.depth + 1,
            ..*self
        }
    }

    pub(super) fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut place = self;
        while let Some(parent) = place.parent {
            let (keyword, key) = place.step;
            let key = key.replace('~', "~0").replace('/', "~1");
            let has_key = matches!(
                keyword,
                "properties" | "patternProperties" | "allOf" | "anyOf" | "oneOf" | "prefixItems"
            );
            steps.push(if key.is_empty() && !has_key {
                format!("/{keyword}")
            } else {
                format!("/{keyword}/{key}")
            });
            place = parent;
        }
        steps.reverse();
        let base = if self.base.contains('#') { "" } else { "#" };
        format!("{base}{}{}", self.base, steps.concat())
    }

    pub(super) fn malformed(
        &self,
        keyword: &str,
        found: Option<&Value>,
        expected: &'static str,
    ) -> ImportError {
        ImportError::Malformed {
            keyword: keyword.to_owned(),
            pointer: self.pointer(),
            expected,
            found: found.map_or_else(|| "nothing".to_owned(), brief),
        }
    }

    pub(super) fn unsatisfiable(&self, reason: impl Into<String>) -> ImportError {
        ImportError::Unsatisfiable {
            pointer: self.pointer(),
            reason: reason.into(),
        }
    }
}
