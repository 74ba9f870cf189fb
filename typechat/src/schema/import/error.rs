//! Why a JSON Schema cannot be imported.

/// Why a JSON Schema cannot be imported. Places are JSON Pointers into it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A keyword with a value that JSON Schema does not allow.
    #[error("the keyword `{keyword}` at {pointer} must be {expected}; found {found}")]
    Malformed {
        /// The keyword.
        keyword: String,
        /// The schema that has it.
        pointer: String,
        /// What it should be.
        expected: &'static str,
        /// What it is, as JSON, or the beginning of that.
        found: String,
    },
    /// A schema that is neither an object nor a boolean.
    #[error("{pointer} is not a schema; a schema is an object, or `true` for any value")]
    NotAnObject {
        /// The place.
        pointer: String,
    },
    /// A document that is no schema, and has one.
    #[error(
        "the document has no keyword of JSON Schema, and an object under `{member}`; give that \
         object, which is the schema"
    )]
    Wrapped {
        /// Where the schema stands.
        member: &'static str,
    },
    /// A schema that refuses every value.
    #[error("no value fits the schema at {pointer}: {reason}; loosen it, or leave it out")]
    Unsatisfiable {
        /// The place.
        pointer: String,
        /// What excludes what.
        reason: String,
    },
    /// A reference to nothing.
    #[error("the reference `{reference}` at {pointer} leads nowhere; add the definition")]
    DanglingRef {
        /// The reference as it is written.
        reference: String,
        /// The schema that has it.
        pointer: String,
    },
    /// A reference to another document.
    #[error(
        "the reference `{reference}` at {pointer} leads out of the document; copy what it names \
         into `$defs`, and refer to it as `#/$defs/NAME`"
    )]
    RemoteRef {
        /// The reference as it is written.
        reference: String,
        /// The schema that has it.
        pointer: String,
    },
    /// A definition that is defined as itself.
    #[error(
        "the schema at {pointer} refers to itself without a list or an object in between; refer \
         to it from `items` or `properties`"
    )]
    Circular {
        /// The place.
        pointer: String,
    },
    /// Too many schemas within schemas.
    #[error("the schemas at {pointer} nest deeper than 128 levels; use definitions")]
    TooDeep {
        /// The place.
        pointer: String,
    },
}
