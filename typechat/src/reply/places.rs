//! Where each part of a value stands in the text.

use super::{Path, Segment, Span};

/// Where each value stands, in document order.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Places(pub(super) Vec<Place>);

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) span: Span,
    pub(super) key: Option<Span>,
    /// The index after this value's last part.
    pub(super) next: usize,
}

impl Places {
    /// The span of the value at `path`, or of the nearest enclosing value that is there; of the
    /// key instead, when `want_key` and the value has one.
    pub(crate) fn find(&self, text: &str, path: &Path, want_key: bool) -> Option<Span> {
        let mut at = 0;
        'steps: for segment in path.segments() {
            let end = self.0.get(at)?.next;
            let (mut child, mut count) = (at + 1, 0);
            while child < end {
                let place = self.0[child];
                let hit = match (segment, place.key) {
                    (Segment::Index(index), None) => *index == count,
                    (Segment::Key(key), Some(span)) => {
                        unescape(&text[span.start..span.end]).is_some_and(|found| found == *key)
                    }
                    _ => false,
                };
                if hit {
                    at = child;
                    continue 'steps;
                }
                child = place.next;
                count += 1;
            }
            break;
        }
        let place = self.0.get(at)?;
        Some(if want_key {
            place.key.unwrap_or(place.span)
        } else {
            place.span
        })
    }
}

/// The text that a string in JSON stands for; `None` for a bad escape.
pub(super) fn unescape(raw: &str) -> Option<String> {
    if raw.contains('\\') {
        serde_json::from_str(raw).ok()
    } else {
        Some(raw.trim_matches('"').to_owned())
    }
}
