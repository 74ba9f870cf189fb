//! Tokens that are written out in a text, such as `<|im_end|>`.

use std::collections::{BTreeSet, HashMap};

use fancy_regex::Regex;

use super::{
    TokenizerError,
    vocabulary::{Kind, Vocabulary},
};

/// The tokens that are found before a text is cut into words.
pub(crate) struct Specials {
    ids: HashMap<String, u32>,
    control: Vec<String>,
    /// Finds control tokens only.
    controls: Option<Regex>,
    /// Finds those that are part of any text.
    user_defined: Option<Regex>,
    /// Finds either.
    all: Option<Regex>,
}

/// A stretch of a text.
pub(crate) enum Fragment<'a> {
    Text(&'a str),
    Token(u32),
}

impl Specials {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Result<Self, TokenizerError> {
        let mut ids = HashMap::new();
        let (mut control, mut user_defined) = (Vec::new(), Vec::new());
        for id in (0..).take(vocabulary.size()) {
            let list = match vocabulary.kind(id) {
                Kind::Control => &mut control,
                Kind::UserDefined => &mut user_defined,
                _ => continue,
            };
            let Ok(text) = str::from_utf8(vocabulary.bytes(id)) else {
                continue;
            };
            // A control token of one character could not be told from the character.
            let least = if vocabulary.kind(id) == Kind::Control {
                2
            } else {
                1
            };
            if text.chars().count() >= least {
                list.push(text.to_owned());
                ids.insert(text.to_owned(), id);
            }
        }
        let all = [control.as_slice(), &user_defined].concat();
        Ok(Self {
            controls: any_of(&control)?,
            user_defined: any_of(&user_defined)?,
            all: any_of(&all)?,
            ids,
            control,
        })
    }

    /// Visits a text's fragments in order; control tokens are only found where asked for.
    pub(crate) fn fragments<'t>(
        &self,
        text: &'t str,
        control: bool,
        mut visit: impl FnMut(Fragment<'t>),
    ) {
        let pattern = if control {
            &self.all
        } else {
            &self.user_defined
        };
        let mut position = 0;
        if let Some(pattern) = pattern {
            // A pattern without look-around cannot fail.
            for found in pattern.find_iter(text).map_while(Result::ok) {
                let Some(id) = self.ids.get(found.as_str()) else {
                    continue;
                };
                if position < found.start() {
                    visit(Fragment::Text(&text[position..found.start()]));
                }
                visit(Fragment::Token(*id));
                position = found.end();
            }
        }
        if position < text.len() {
            visit(Fragment::Text(&text[position..]));
        }
    }

    /// Writes a mark into every control token that a text spells, and into the beginning or end of
    /// one at the text's edges: with the mark in it, it is none. Taking the marks away gives the
    /// text back.
    pub(crate) fn quote(&self, text: &str, mark: char) -> String {
        let mut marks = BTreeSet::new();
        let after_first = |at: usize| at + text[at..].chars().next().map_or(0, char::len_utf8);
        if let Some(controls) = &self.controls {
            let mut position = 0;
            // One may begin within another.
            while let Ok(Some(found)) = controls.find_from_pos(text, position) {
                position = after_first(found.start());
                marks.insert(position);
            }
        }
        // Templates trim what they are given.
        let start = text.len() - text.trim_start().len();
        let end = text.trim_end().len();
        for control in &self.control {
            for (middle, _) in control.char_indices().skip(1) {
                if text[..end].ends_with(&control[..middle]) {
                    marks.insert(after_first(end - middle));
                }
                if text[start..].starts_with(&control[middle..]) {
                    marks.insert(after_first(start));
                }
            }
        }
        let mut quoted = String::with_capacity(text.len() + marks.len() * mark.len_utf8());
        let mut position = 0;
        for at in marks {
            quoted.push_str(&text[position..at]);
            quoted.push(mark);
            position = at;
        }
        quoted.push_str(&text[position..]);
        quoted
    }
}

/// A pattern of texts, the longest first.
fn any_of(texts: &[String]) -> Result<Option<Regex>, TokenizerError> {
    let mut texts: Vec<_> = texts.iter().map(|text| fancy_regex::escape(text)).collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    if texts.is_empty() {
        return Ok(None);
    }
    let pattern = Regex::new(&texts.join("|"));
    pattern
        .map(Some)
        .map_err(|error| TokenizerError::Malformed(format!("its special tokens: {error}")))
}
