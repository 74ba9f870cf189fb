//! The kinds of findings: what a problem is and what a note tells of.

use serde::Serialize;

/// The stage that a problem comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// The reply holds no JSON.
    Absent,
    /// The JSON is not well formed.
    Syntax,
    /// The JSON ends too early.
    Truncated,
    /// A limit of the reader was passed.
    Limit,
    /// The JSON does not fit the type.
    Type,
    /// The value did not pass a check.
    Check,
}

/// What exactly is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemCode {
    /// No JSON value in the reply.
    NoJson,
    /// JSON grammar.
    Syntax,
    /// The text ends inside the value.
    Truncated,
    /// Nested too deeply.
    TooDeep,
    /// Too many bytes.
    TooLarge,
    /// The same key twice, with different values.
    DuplicateKey,
    /// The reply says that it leaves something out: an ellipsis in place of items or members.
    LeftOut,
    /// A number that cannot be held exactly.
    InexactNumber,
    /// Another JSON type is wanted.
    WrongType,
    /// None of the allowed constants.
    NotInEnum,
    /// The tag names no branch of the union.
    UnknownTag,
    /// A required member is missing.
    MissingMember,
    /// A member that the type does not have.
    UnknownMember,
    /// A number out of bounds.
    OutOfRange,
    /// Two readings are as good as each other, and they differ.
    Ambiguous,
    /// No branch of the union fits.
    NoBranch,
    /// Another rule of the schema.
    Rule,
    /// Serde refused it.
    Deserialize,
    /// A check refused it.
    Check,
    /// Not a problem of its own: so many more were found.
    More,
}

/// What a note tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoteKind {
    /// A comment was passed over.
    Comment,
    /// A comma was missing, or one too many.
    Comma,
    /// Other quotes than `"` stand round a text.
    Quotes,
    /// A key or a text stands without quotes.
    Unquoted,
    /// A quote inside a text is not escaped.
    InnerQuote,
    /// A line break or another control character inside a text is not escaped.
    ControlCharacter,
    /// A backslash before what JSON has no escape for.
    Escape,
    /// A word of another language for `true`, `false` or `null`.
    Word,
    /// A number in a form that JSON does not have, such as `+1`, `.5` or `1_000`.
    Number,
    /// A closing bracket was missing, or one too many.
    Bracket,
    /// Several values stand one after the other; they were read as a list.
    Concatenated,
    /// The reply ends inside the value; what was open was closed.
    Truncated,
    /// The same key twice with equal values; one was kept.
    MergedKey,
    /// The same value in another form, such as `2.0` read as 2 or `"12"` as 12.
    Representation,
    /// A name or a constant differs from the type's in case or punctuation.
    Spelling,
    /// A name or a constant is one of the type's aliases.
    Alias,
    /// A sentence names exactly one of the constants.
    Sentence,
    /// One value was read as a list of one, or a list of one as its item.
    List,
    /// The value stands inside an object that has the type's name for its key.
    Wrapper,
    /// `null` was read as an absent member.
    Null,
    /// JSON inside a text was read as a value.
    Embedded,
    /// The words of the reply themselves are the value.
    Words,
    /// A check warned.
    Warning,
    /// The value may not say what the request says, see [`Doubt`](crate::grounding::Doubt).
    Doubt,
    /// The reply holds more JSON than what was read; this was left aside.
    Chosen,
    /// Not a note of its own: so many more were found.
    More,
}
