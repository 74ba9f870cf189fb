//! The attributes that a schema cannot follow, and what to do instead.

/// Why an attribute is refused.
///
/// Two laws are behind every case: what the schema accepts can be deserialized, and what
/// serializes is accepted by the schema.
#[derive(Clone, Copy)]
pub(crate) enum Refusal {
    Alias,
    DenyTag,
    Flatten,
    From,
    Identifier,
    Into,
    OneWaySkip,
    Other,
    Remote,
    SkipWithoutDefault,
    SplitName,
    UntaggedVariant,
    With,
}

impl Refusal {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Alias => {
                "a schema shows one name for each member: remove the alias, or rename the member"
            }
            Self::DenyTag => {
                "serde refuses the tag of a struct that denies unknown fields: remove \
                 `deny_unknown_fields`, which the schema implies anyway"
            }
            Self::Flatten => {
                "`flatten` is not supported yet: write the members out, or keep them in a member \
                 of their own"
            }
            Self::From => {
                "the JSON of a type with `from` or `try_from` is another type's: derive `Schema` \
                 for that type and convert afterwards"
            }
            Self::Identifier => {
                "identifier enums are not supported: remove the attribute, an enum of unit \
                 variants is read from strings as it is"
            }
            Self::Into => {
                "the JSON of a type with `into` is another type's: derive `Schema` for that type \
                 and convert before serializing"
            }
            Self::OneWaySkip => {
                "what is serialized but never read has no place in a schema: use \
                 `#[serde(skip)]` to leave it out both ways"
            }
            Self::Other => {
                "`other` accepts tags that a schema cannot list: remove it, and name every variant"
            }
            Self::Remote => {
                "`remote` describes a type that this crate does not own: derive `Schema` for a \
                 type of your own and convert it"
            }
            Self::SkipWithoutDefault => {
                "a member that serializing can leave out must be optional when it is read: add \
                 `#[serde(default)]`"
            }
            Self::SplitName => {
                "a schema shows one name for both directions: give `serialize` and `deserialize` \
                 the same name"
            }
            Self::UntaggedVariant => {
                "`untagged` on a single variant is not supported yet: put it on the whole enum"
            }
            Self::With => {
                "the JSON of a member with its own serialize or deserialize function is not \
                 visible to `Schema`: give the member a type that derives `Schema`"
            }
        }
    }
}
