//! Where in the document the import is.

use super::{DefId, ImportError};

/// Where a schema stands. The pointer is written only when there is an error to tell.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// The definition that is being read, and its pointer.
    pub(super) owner: DefId,
    base: &'p str,
    parent: Option<&'p Place<'p>>,
    /// A keyword, and a name or index within it when that is not empty.
    step: (&'p str, &'p str),
    pub(super) depth: usize,
    /// Whether no list and no object stands between the definition and this schema.
    pub(super) bare: bool,
}

impl<'p> Place<'p> {
    pub(super) fn of(owner: DefId, base: &'p str) -> Self {
        Self {
            owner,
            base,
            parent: None,
            step: ("", ""),
            depth: 1,
            bare: true,
        }
    }

    pub(super) fn branch(&'p self, keyword: &'p str, key: &'p str) -> Self {
        Self {
            parent: Some(self),
            step: (keyword, key),
            depth: self.depth + 1,
            ..*self
        }
    }

    pub(super) fn within(&'p self, keyword: &'p str, key: &'p str) -> Self {
        Self {
            bare: false,
            ..self.branch(keyword, key)
        }
    }

    pub(super) fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut place = self;
        while let Some(parent) = place.parent {
            let (keyword, key) = place.step;
            let key = key.replace('~', "~0").replace('/', "~1");
            let by_keyword_alone = matches!(keyword, "items" | "additionalProperties");
            steps.push(if by_keyword_alone {
                format!("/{keyword}")
            } else {
                format!("/{keyword}/{key}")
            });
            place = parent;
        }
        steps.reverse();
        format!("#{}{}", self.base, steps.concat())
    }

    pub(super) fn unsupported(&self, keyword: &str) -> ImportError {
        ImportError::Unsupported {
            keyword: keyword.to_owned(),
            pointer: self.pointer(),
        }
    }

    pub(super) fn malformed(&self, keyword: &str, expected: &'static str) -> ImportError {
        ImportError::Malformed {
            keyword: keyword.to_owned(),
            pointer: self.pointer(),
            expected,
        }
    }
}
