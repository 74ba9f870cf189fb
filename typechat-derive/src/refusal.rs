//! The attributes that a schema cannot follow, and what to do instead.

/// Why an attribute is refused.
#[derive(Clone, Copy)]
pub(crate) enum Refusal {
    DenyFlatten,
    DenyTag,
    Identifier,
    Remote,
    With,
    WithOnVariant,
}

impl Refusal {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::DenyFlatten => {
                "serde does not support `deny_unknown_fields` together with `flatten`: remove \
                 `deny_unknown_fields`, which the schema implies anyway"
            }
            Self::DenyTag => {
                "serde refuses the tag of a struct that denies unknown fields: remove \
                 `deny_unknown_fields`, which the schema implies anyway"
            }
            Self::Identifier => {
                "identifier enums are not supported: remove the attribute, an enum of unit \
                 variants is read from strings as it is"
            }
            Self::Remote => {
                "`remote` describes a type that this crate does not own: derive `Schema` for a \
                 type of your own, and name it with `#[typechat(as = \"...\")]` where the other is \
                 used"
            }
            Self::With => {
                "the JSON of a member with its own deserialize function is not visible to \
                 `Schema`: say what it looks like with `#[typechat(as = \"...\")]`, or use the \
                 type's `schemars::JsonSchema` with `#[typechat(schemars)]`"
            }
            Self::WithOnVariant => {
                "the JSON of a variant with its own deserialize function is not visible to \
                 `Schema`: give the variant one member, and say there what it looks like with \
                 `#[typechat(as = \"...\")]`"
            }
        }
    }
}
