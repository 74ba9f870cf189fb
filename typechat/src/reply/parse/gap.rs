//! What stands between the tokens: blanks, comments, the end of a fence.

use super::{
    super::{NoteKind, Problem, ProblemCode, ProblemKind, steps::took, words::shorten},
    machine::{Machine, Step},
    state::{Want, blank_end, is_invisible},
};

const FENCE: &str = "```";

enum Comment {
    None,
    /// Its end, or whether it is one, is still to come.
    Later,
    Until(usize),
}

/// Whether a comment says that something is not there.
fn leaves_out(comment: &str) -> bool {
    const WORDS: [&str; 5] = ["omitted", "and so on", "etc.", "remaining", "the rest of"];
    let words = comment.to_lowercase();
    comment.starts_with("...")
        || comment.contains('…')
        || comment.ends_with("...")
        || WORDS.iter().any(|word| words.contains(word))
}

impl Machine {
    /// Passes over what means nothing; `false` when nothing else is there yet.
    pub(super) fn gap(&mut self, text: &str, last: bool) -> Step<bool> {
        if self.fence.is_some() {
            return Ok(false);
        }
        loop {
            let start = self.pos;
            if self.open_text.is_none() && self.scan <= start {
                self.pos = blank_end(text, start);
                took(self.pos - start + 1);
            }
            let rest = &text[self.pos..];
            match rest.as_bytes().first() {
                None => return Ok(false),
                Some(b'/' | b'#') if !self.is_strict => match self.comment(text, last)? {
                    Comment::None => return Ok(true),
                    Comment::Later => return Ok(false),
                    Comment::Until(end) => self.pos = end,
                },
                Some(b'`') if self.is_fence_end(text) => {
                    self.fence = Some(self.pos);
                    return Ok(false);
                }
                Some(0x80..) if !self.is_strict && rest.starts_with(is_invisible) => {
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    self.note(
                        NoteKind::ControlCharacter,
                        self.pos,
                        self.pos + length,
                        || "a character that nobody sees was passed over".to_owned(),
                    );
                    self.pos += length;
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// Whether the marks that end a fence stand here: inside a value, only on a line of their own
    /// or at the end of the text.
    fn is_fence_end(&self, text: &str) -> bool {
        let Some(rest) = text[self.pos..].strip_prefix(FENCE) else {
            return false;
        };
        let line = text[..self.pos].trim_end_matches([' ', '\t']);
        self.is_prefix
            && (self.want == Want::Nothing || line.ends_with('\n') || rest.trim().is_empty())
    }

    fn comment(&mut self, text: &str, last: bool) -> Step<Comment> {
        let rest = &text[self.pos..];
        let (mark, end_mark) = match rest.as_bytes() {
            [b'#' | b'/'] if !last => return Ok(Comment::Later),
            // `#fff` is a value that lacks its quotes.
            [b'#', b' ' | b'\t' | b'\r' | b'\n' | b'#' | b'!', ..] | [b'#'] => ("#", "\n"),
            [b'/', b'/', ..] => ("//", "\n"),
            [b'/', b'*', ..] => ("/*", "*/"),
            _ => return Ok(Comment::None),
        };
        let from = self.scan.max(self.pos + mark.len());
        let found = text[from..].find(end_mark);
        took(found.unwrap_or(text.len() - from));
        let end = match found {
            Some(length) => from + length,
            None if last => text.len(),
            None => {
                // The mark's first half may be there already.
                self.scan = text.len() - usize::from(text.len() > from && text.ends_with('*'));
                return Ok(Comment::Later);
            }
        };
        let after = match found {
            Some(_) if end_mark == "*/" => end + end_mark.len(),
            _ => end,
        };
        let inside = text[self.pos + mark.len()..end].trim();
        if leaves_out(inside) {
            return Err(self.left_out_at(text, self.pos, after));
        }
        if found.is_none() && end_mark == "\n" && inside.contains(['}', ']']) {
            return Err(self.swallowed(end));
        }
        let start = self.pos;
        self.scan = start;
        self.note(NoteKind::Comment, start, after, || {
            format!(
                "the comment `{}` was passed over",
                shorten(text[start..after].trim_end(), 40)
            )
        });
        Ok(Comment::Until(after))
    }

    /// A comment to the end of the line in a reply of one line.
    #[allow(clippy::unnecessary_box_returns)]
    fn swallowed(&mut self, end: usize) -> Box<Problem> {
        let words =
            "a comment runs to the end of the text, and brackets stand in it; end comments \
                     with a line break"
                .to_owned();
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
        self.problem(kind, code, words, self.pos, end)
    }

    /// Whether the text says here that something is left out.
    pub(super) fn is_left_out(&self, text: &str) -> bool {
        let rest = &text[self.pos..];
        rest.starts_with("...") || rest.starts_with('…')
    }

    #[allow(clippy::unnecessary_box_returns)]
    pub(super) fn left_out(&mut self, text: &str) -> Box<Problem> {
        let length = if text[self.pos..].starts_with('…') {
            '…'.len_utf8()
        } else {
            3
        };
        self.left_out_at(text, self.pos, self.pos + length)
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn left_out_at(&mut self, text: &str, start: usize, end: usize) -> Box<Problem> {
        let found = shorten(&text[start..end], 40);
        let words = format!("`{found}` stands for something that is left out; write all of it");
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::LeftOut);
        self.problem(kind, code, words, start, end)
    }
}
