//! Where byte-level tokenizers cut a text into words: no token crosses such a cut.

use fancy_regex::Regex;

use super::TokenizerError;

/// Patterns that cut one after the other, each the pieces of the one before.
pub(crate) struct Split {
    patterns: Vec<Regex>,
    /// Whether spaces before a line break belong to it.
    lines: bool,
}

/// The pattern of newer models, which differ in how many digits make a word.
macro_rules! words {
    ($digits:literal) => {
        concat!(
            r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])",
            r"|[^\r\n\p{L}\p{N}]?\p{L}+|",
            $digits,
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+"
        )
    };
}

/// The patterns by the names that files give them. Their last alternative is always `\s+`, written
/// elsewhere as `\s+(?!\S)|\s+`; `Split::word` does what the look-ahead does, in linear time.
const KNOWN: &[(&[&str], &[&str])] = &[
    (&["qwen2", "deepseek-r1-qwen"], &[words!(r"\p{N}")]),
    (
        &["llama-bpe", "llama3", "llama-v3"],
        &[words!(r"\p{N}{1,3}")],
    ),
    (&["gpt-2"], &[GPT_2]),
    (&["smollm"], &[r"\p{N}", GPT_2]),
    (
        &["default"],
        &[r"[\p{P}$+<=>^~|]+", GPT_2, r"\p{N}+", r"[0-9][0-9][0-9]"],
    ),
];

const GPT_2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+";

impl Split {
    pub(crate) fn named(name: &str) -> Result<Self, TokenizerError> {
        let known = KNOWN.iter().find(|(names, _)| names.contains(&name));
        let Some((_, patterns)) = known else {
            let names = KNOWN.iter().flat_map(|(names, _)| *names);
            let names: Vec<_> = names.map(|name| format!("{name:?}")).collect();
            return Err(TokenizerError::Words {
                found: name.to_owned(),
                supported: names.join(", "),
            });
        };
        let lines = patterns
            .iter()
            .any(|pattern| pattern.contains(r"\s*[\r\n]+"));
        let patterns = patterns.iter().map(|pattern| Regex::new(pattern));
        let patterns: Result<_, _> = patterns.collect();
        let patterns = patterns.map_err(|error| TokenizerError::Malformed(error.to_string()))?;
        Ok(Self { patterns, lines })
    }

    /// Visits the words of a text, which add up to it.
    pub(crate) fn words(&self, text: &str, visit: &mut dyn FnMut(&str)) {
        Self::cut(&self.patterns, self.lines, text, visit);
    }

    fn cut(patterns: &[Regex], lines: bool, text: &str, visit: &mut dyn FnMut(&str)) {
        let Some((pattern, rest)) = patterns.split_first() else {
            if !text.is_empty() {
                visit(text);
            }
            return;
        };
        let mut position = 0;
        while position < text.len() {
            // Patterns without look-around cannot fail.
            let Ok(Some(found)) = pattern.find_from_pos(text, position) else {
                break;
            };
            let end = found.start() + Self::word(found.as_str(), &text[found.end()..], lines);
            if end <= position {
                break;
            }
            if position < found.start() {
                Self::cut(rest, lines, &text[position..found.start()], visit);
            }
            Self::cut(rest, lines, &text[found.start()..end], visit);
            position = end;
        }
        Self::cut(rest, lines, &text[position..], visit);
    }

    /// How much of what was found is the word: the last of several spaces belongs to what follows.
    fn word(found: &str, after: &str, lines: bool) -> usize {
        let Some(last) = found.chars().next_back().filter(|c| c.is_whitespace()) else {
            return found.len();
        };
        let shorter = found.len() - last.len_utf8();
        let ends_line = lines && matches!(last, '\r' | '\n');
        if after.is_empty() || shorter == 0 || ends_line || !found.trim_start().is_empty() {
            return found.len();
        }
        shorter
    }
}
