//! A request's own words against the constants of a type.
//!
//! Where a type is a menu, people name what they want by the menu's words: whoever says "a tall
//! latte with oat milk" names `"tall"`, `"latte"` and `"oat milk"`, and no muffin. That can be
//! seen without a model, and helps one, the more the smaller it is. [`Grounding`] says what a
//! translator makes of it:
//!
//! | | what | what it costs |
//! |---|---|---|
//! | [`point_out`](Grounding::point_out) | the prompt lists the constants that the request names | a line of prompt |
//! | [`narrow`](Grounding::narrow) | the model is shown the type without the constants that the request does not name | nothing; the prompt is shorter, but its beginning differs from request to request |
//! | [`require`](Grounding::require) | … and with what the request names no longer optional, where it can stand nowhere else | nothing |
//! | [`doubt`](Grounding::doubt) | a value that leaves out what the request names, or has what it does not name, is doubted in notes, and can be had once more | nothing, or a second reply where there is doubt |
//!
//! Nothing of this changes what is accepted: a value is always checked against the whole type.
//!
//! # When not to narrow
//!
//! A constant counts as named when the request says it, one of its aliases (serde's `alias`), or a
//! part of it that no other constant is nearer to: "peppermint" names `"peppermint syrup"`.
//! Other ways to say it are not known, nor are other languages: words that say nothing by themselves,
//! numbers and plurals are those of English. A request of more than 512 words, one in a script
//! without spaces, and one with pictures or earlier turns is left alone, because what it names
//! cannot be seen. So are facts of the [context](crate::translate::TranslatorBuilder::context) that
//! name something: do not narrow where these matter.
//!
//! A list of constants that the model is to *conclude*, such
//! as the mood of a text or the department that a complaint goes to, is not a menu; a translator
//! of such a type is better left without grounding. A list of which nothing is named stays whole
//! where it must be filled, and is left out where the type has another way.
//!
//! ```
//! use typechat::{Schema, grounding::Lexicon, schema::TypeGraph};
//!
//! #[derive(serde::Deserialize, Schema)]
//! struct Drink { name: Name, size: Option<Size> }
//! #[derive(serde::Deserialize, Schema)]
//! #[serde(rename_all = "lowercase")]
//! enum Name { Latte, Mocha, #[serde(rename = "flat white")] FlatWhite }
//! #[derive(serde::Deserialize, Schema)]
//! #[serde(rename_all = "lowercase")]
//! enum Size { Small, #[serde(alias = "big")] Large }
//!
//! let graph = TypeGraph::of::<Drink>();
//! let lexicon = Lexicon::of(&graph);
//! let mentions = lexicon.mentions("two big flat whites");
//! assert_eq!(mentions.constants().collect::<Vec<_>>(), ["large", "flat white"]);
//! let narrowed = mentions.narrow(&graph);
//! assert_eq!(
//!     narrowed.shown().to_typescript(),
//!     "interface Drink {\n  name: \"flat white\";\n  size?: \"large\";\n}\n",
//! );
//! ```

mod counted;
mod doubts;
mod filled;
mod lexicon;
mod mentions;
mod narrow;
mod numbers;
mod places;
mod words;

pub use doubts::Doubt;
pub use lexicon::Lexicon;
pub use mentions::Mentions;
pub use narrow::Narrowed;

/// What a translator makes of the constants that a request names; nothing unless set. See the
/// [module](self).
///
/// ```
/// use typechat::{Grounding, Translator, grounding::Again, model::Script};
/// let translator = Translator::<u8>::builder(Script::new(["2"]))
///     .grounding(Grounding::default().narrow().doubt(Again::Ask))
///     .build()?;
/// # Ok::<(), typechat::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Grounding {
    pub(crate) point_out: bool,
    pub(crate) narrow: bool,
    pub(crate) require: bool,
    pub(crate) doubt: Option<Again>,
}

/// Whether and how a second value is had when the first is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Again {
    /// It is not; the doubt is told in notes.
    No,
    /// The model is shown its first reply and what makes it doubtful.
    Ask,
    /// The request is sent again as it was, at temperature 0.7 where none is set, or 0.
    Sample,
}

impl Grounding {
    /// The prompt lists the constants that the request names.
    pub fn point_out(mut self) -> Self {
        self.point_out = true;
        self
    }

    /// The model is shown the type without the constants that the request does not name; what it
    /// answers is checked against the whole type.
    pub fn narrow(mut self) -> Self {
        self.narrow = true;
        self
    }

    /// Like [`narrow`](Self::narrow), and what the request names has to be in the value, where the
    /// type has one place for it: an optional member becomes a required one, a list has at least
    /// as many items as different things are named for it. A request that denies something
    /// ("no", "instead of", "don't", …) requires nothing.
    pub fn require(mut self) -> Self {
        self.narrow = true;
        self.require = true;
        self
    }

    /// A value that leaves out what the request names, or has what it does not name, or has a number
    /// more often than the request says it, is doubted in [notes](crate::reply::NoteKind::Doubt).
    /// It can be had once more, within the budget, as after a refusal (also from the model to
    /// [escalate](crate::translate::TranslatorBuilder::escalate) to); then the better of the two is
    /// taken.
    pub fn doubt(mut self, again: Again) -> Self {
        self.doubt = Some(again);
        self
    }

    /// Whether nothing is made of it.
    pub(crate) fn is_off(self) -> bool {
        self == Self::default()
    }
}
