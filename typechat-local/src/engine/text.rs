//! Tokens on their way to text: whole characters only, and not past a text that ends the reply.

/// What was said so far.
pub(super) struct Text {
    stops: Vec<String>,
    /// Bytes that are no whole character yet.
    bytes: Vec<u8>,
    /// Text that may be the beginning of a stop, and is not given out yet.
    held: String,
    stopped: bool,
}

impl Text {
    pub(super) fn new(stops: &[String]) -> Self {
        let stops = stops.iter().filter(|stop| !stop.is_empty());
        Self {
            stops: stops.cloned().collect(),
            bytes: Vec::new(),
            held: String::new(),
            stopped: false,
        }
    }

    /// Whether a stop was met. It and what comes after it is no part of the reply.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// What can be given out after a token.
    pub(super) fn push(&mut self, token: &[u8]) -> String {
        self.bytes.extend(token);
        self.decode(false);
        self.release(false)
    }

    /// What is left at the end.
    pub(super) fn finish(&mut self) -> String {
        self.decode(true);
        self.release(true)
    }

    fn decode(&mut self, last: bool) {
        let bytes = std::mem::take(&mut self.bytes);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.held.push_str(text);
                    return;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    self.held.push_str(&String::from_utf8_lossy(good));
                    let Some(length) = error.error_len() else {
                        if last {
                            self.held.push(char::REPLACEMENT_CHARACTER);
                        } else {
                            self.bytes = bad.to_vec();
                        }
                        return;
                    };
                    self.held.push(char::REPLACEMENT_CHARACTER);
                    rest = &bad[length..];
                }
            }
        }
    }

    fn release(&mut self, last: bool) -> String {
        if self.stopped {
            return String::new();
        }
        let stop = self.stops.iter().filter_map(|stop| self.held.find(stop));
        if let Some(end) = stop.min() {
            self.stopped = true;
            self.held.truncate(end);
            return std::mem::take(&mut self.held);
        }
        if last {
            return std::mem::take(&mut self.held);
        }
        let begun = |stop: &String| {
            let starts = self.held.char_indices().map(|(start, _)| start);
            starts
                .rev()
                .take_while(|start| self.held.len() - start < stop.len())
                .filter(|start| stop.starts_with(&self.held[*start..]))
                .last()
        };
        let keep = self.stops.iter().filter_map(begun).min();
        let rest = self.held.split_off(keep.unwrap_or(self.held.len()));
        std::mem::replace(&mut self.held, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(stops: &[&str], tokens: &[&[u8]]) -> (Vec<String>, bool) {
        let stops: Vec<String> = stops.iter().map(|stop| (*stop).to_owned()).collect();
        let mut text = Text::new(&stops);
        let mut pieces: Vec<String> = tokens.iter().map(|token| text.push(token)).collect();
        pieces.push(text.finish());
        (pieces, text.is_stopped())
    }

    #[test]
    fn characters_come_whole() {
        let (found, _) = pieces(
            &[],
            &[b"caf\xc3", b"\xa9 \xf0\x9f", b"\x98\x80", b"\xff.", b"\xe2"],
        );
        assert_eq!(found, ["caf", "é ", "😀", "\u{fffd}.", "", "\u{fffd}"]);
    }

    #[test]
    fn a_stop_ends_the_text_also_when_it_comes_in_pieces() {
        let (found, stopped) = pieces(
            &["END", "\n\n"],
            &[b"one E", b"N two\n", b"three EN", b"D four"],
        );
        assert_eq!(found, ["one ", "EN two", "\nthree ", "", ""]);
        assert!(stopped);
        let (found, stopped) = pieces(&["END"], &[b"nearly EN"]);
        assert_eq!(found, ["nearly ", "EN"]);
        assert!(!stopped);
    }
}
