//! Why a Rust type has no schema, where the compiler cannot tell.

use super::ImportError;

/// Why a Rust type has no schema. The derive refuses at compile time what it can see; this is
/// what only shows when the types come together.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A type that is no object is flattened, or stands behind an internal tag.
    #[error(
        "in `{owner}`, {found} is put among the members of an object, but it is no object: keep \
         it in a member of its own"
    )]
    NotAnObject {
        /// The type that flattens.
        owner: String,
        /// What it flattens.
        found: String,
    },
    /// Two members of one object have the same name.
    #[error("`{owner}` has two members named {name:?}: rename one of them")]
    DuplicateMember {
        /// The type.
        owner: String,
        /// The name.
        name: String,
    },
    /// Flattened enums have too many combinations.
    #[error(
        "the flattened enums of `{owner}` have more than {limit} combinations: keep them in \
         members of their own"
    )]
    TooManyCombinations {
        /// The type.
        owner: String,
        /// How many are allowed.
        limit: usize,
    },
    /// A type contains itself with nothing in between that could end it.
    #[error("`{owner}` contains itself without a list or an object in between")]
    Endless {
        /// The type.
        owner: String,
    },
    /// Serde reads integer keys only where it reads straight from the text, which it does not
    /// behind a tag, in an untagged enum and in what is flattened.
    #[error(
        "`{owner}` has a map with integer keys behind a tag, in an untagged enum or flattened, \
         where serde cannot read it: use string keys"
    )]
    IntegerKeys {
        /// The type whose members are read through serde's buffer.
        owner: String,
    },
    /// A map whose length has a rule is put among the members of an object.
    #[error(
        "in `{owner}`, a map with a rule for its length is put among the members of an object, \
         which would count, too: keep it in a member of its own, or drop the rule"
    )]
    MapLength {
        /// The type that flattens.
        owner: String,
    },
    /// A rule stands on a type that it says nothing about, or beside one that it would replace.
    #[error(
        "in `{owner}`, the rule `{rule}`{} does not apply to {found}",
        of(member.as_deref())
    )]
    Rule {
        /// The type in which the rule stands.
        owner: String,
        /// The member, when there is one.
        member: Option<String>,
        /// The rule, as the attribute names it.
        rule: &'static str,
        /// The type.
        found: String,
    },
    /// A rule leaves no value.
    #[error("in `{owner}`, the rule `{rule}`{} leaves no value: {why}", of(member.as_deref()))]
    EmptyRule {
        /// The type in which the rule stands.
        owner: String,
        /// The member, when there is one.
        member: Option<String>,
        /// The rule, as the attribute names it.
        rule: &'static str,
        /// What excludes what.
        why: String,
    },
    /// The schema that `schemars` made cannot be imported.
    #[error("the schema of `{name}` by schemars cannot be used")]
    Schemars {
        /// The type.
        name: String,
        /// Why.
        #[source]
        source: ImportError,
    },
}

fn of(member: Option<&str>) -> String {
    member.map_or_else(String::new, |name| format!(" of `{name}`"))
}
