//! The end of the text: what was read, and what is still open.

use serde_json::Value;

use super::{
    super::{
        NoteKind, ProblemCode, Span,
        places::{Place, Places},
    },
    Parsed, Prefix,
    machine::{Machine, Step},
    state::Want,
};

impl Machine {
    /// Reads a whole text.
    pub(super) fn whole(mut self, text: &str) -> Step<Parsed> {
        self.reserve(text);
        self.finish(text)
    }

    /// Makes room for the places of so long a text, as far as is usual.
    fn reserve(&mut self, text: &str) {
        self.places.reserve((text.len() / 16).min(1 << 12));
    }

    pub(super) fn finish(mut self, text: &str) -> Step<Parsed> {
        self.advance(text, true)?;
        self.end(text)
    }

    pub(super) fn prefix(mut self, text: &str) -> Prefix {
        self.is_prefix = true;
        self.reserve(text);
        let advanced = self.advance(text, true);
        let is_whole = advanced.is_ok() && self.want == Want::Nothing;
        let end = match &advanced {
            Ok(()) => self.fence.unwrap_or(self.pos),
            Err(problem) if problem.code == ProblemCode::Truncated => text.len(),
            Err(problem) => problem.span.map_or(self.pos, |span| span.end).max(self.pos),
        };
        let outcome = advanced.and_then(|()| self.end(text));
        Prefix {
            outcome,
            end,
            is_whole,
        }
    }

    fn end(mut self, text: &str) -> Step<Parsed> {
        if self.want != Want::Nothing
            && let Some(missing) = self.missing.take()
        {
            return Err(missing);
        }
        let at = self.fence.unwrap_or(text.len());
        if let Some(open) = self.open_text.take() {
            return Err(self.unclosed(text, &open, at));
        }
        if self.want != Want::Nothing {
            if self.is_strict || self.stack.is_empty() || !self.roots.is_empty() {
                let words = if self.want == Want::Root {
                    "nothing stands here; write the value".to_owned()
                } else {
                    let wanted = self.want.words();
                    format!("the reply is cut where {wanted} is expected; write the whole value")
                };
                return Err(self.truncated(&words, at, at));
            }
            self.close_all(text, at)?;
        } else if self.comma > 0 {
            self.note_comma();
        }
        Ok(self.parsed(text))
    }

    /// Closes what is open. A key whose value has not come is left out.
    fn close_all(&mut self, text: &str, at: usize) -> Step<()> {
        let cut = matches!(self.want, Want::Colon | Want::Value);
        let words = if cut {
            "the reply ends before the member's value; the member was left out, and what was open \
             was closed"
        } else {
            "the reply ends before the value does; what was open was closed"
        };
        self.note(NoteKind::Truncated, at, at, || words.to_owned());
        self.key = None;
        self.pos = at;
        while !self.stack.is_empty() {
            self.close_top(text)?;
        }
        Ok(())
    }

    fn parsed(mut self, text: &str) -> Parsed {
        if self.roots.len() > 1 {
            self.join(text);
        }
        Parsed {
            // Whatever ends without a problem has a value.
            value: self.roots.pop().unwrap_or(Value::Null),
            notes: self.notes.finish(),
            places: Places {
                list: self.places,
                names: self.names,
            },
        }
    }

    /// Makes one list of several values.
    fn join(&mut self, text: &str) {
        let (start, count) = (self.places[0].span.start, self.roots.len());
        self.stack.clear();
        let end = text.trim_end().len();
        let roots = std::mem::take(&mut self.roots);
        self.note(NoteKind::Concatenated, start, end, || {
            format!("{count} values stand one after the other; they were read as a list")
        });
        self.roots = vec![Value::Array(roots)];
        for place in &mut self.places {
            place.next += 1;
        }
        let list = Place {
            span: Span::new(start, end),
            key: None,
            next: self.places.len() + 1,
            is_object: false,
        };
        self.places.insert(0, list);
        let names = std::mem::take(&mut self.names);
        self.names = names.into_iter().map(|(at, name)| (at + 1, name)).collect();
    }
}
