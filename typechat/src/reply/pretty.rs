//! Findings as a person wants to see them: the reply, with carets.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Note, Problem, Span};

/// The most findings that are drawn.
const MOST: usize = 20;

/// Problems and notes over the text they are about, in the look of compiler messages, up to
/// twenty. `name` stands where a compiler puts the file; `color` adds terminal colours. What
/// would steer a terminal is drawn as blanks.
///
/// ```
/// use typechat::reply::{read, render_pretty};
/// let reading = read::<Vec<bool>>("[true, 1]");
/// let picture = render_pretty("[true, 1]", "reply", reading.problems(), reading.notes(), false);
/// assert!(picture.contains("error: [1]: expected boolean, found 1"));
/// ```
pub fn render_pretty(
    reply: &str,
    name: &str,
    problems: &[Problem],
    notes: &[Note],
    color: bool,
) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let text = clean(reply);
    let lines = Lines::of(&text);
    let problems = problems
        .iter()
        .map(|p| (Level::ERROR, p.to_string(), p.span, p.count));
    let notes = notes
        .iter()
        .map(|n| (Level::NOTE, n.to_string(), n.span, n.count));
    let (mut out, mut left) = (String::new(), 0);
    for (position, (level, title, span, count)) in problems.chain(notes).enumerate() {
        if position >= MOST {
            left += count;
            continue;
        }
        let title = level.primary_title(clean(&title).replace('\n', " "));
        let group = match span {
            Some(span) => title.element(lines.snippet(name, span)),
            None => Group::with_title(title),
        };
        out.push_str(&renderer.render(&[group]));
        out.push('\n');
    }
    if left > 0 {
        let title = Level::NOTE.primary_title(format!("and {left} more"));
        out.push_str(&renderer.render(&[Group::with_title(title)]));
        out.push('\n');
    }
    out
}

/// The text by lines, found in one scan: each picture is drawn from one of them.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).collect();
        Self { text, starts }
    }

    /// The first line of a span: an object over many lines is shown by it.
    fn snippet<'b>(
        &self,
        name: &'b str,
        span: Span,
    ) -> Snippet<'b, annotate_snippets::Annotation<'b>>
    where
        'a: 'b,
    {
        let number = self.starts.partition_point(|start| *start <= span.start) - 1;
        let start = self.starts[number];
        let end = self
            .starts
            .get(number + 1)
            .map_or(self.text.len(), |n| n - 1);
        // A span of another text may end inside a character: the whole line is shown then.
        let from = span.start.min(end) - start;
        let to = span.end.clamp(start + from, end) - start;
        let line = &self.text[start..end];
        let is_within = line.is_char_boundary(from) && line.is_char_boundary(to);
        let range = if is_within { from..to } else { 0..line.len() };
        Snippet::source(line)
            .line_start(number + 1)
            .path(name)
            .annotation(AnnotationKind::Primary.span(range))
    }
}

/// The text without what steers a terminal or turns its direction; each character gives way to
/// one of the same width in bytes, so that spans keep their places.
fn clean(text: &str) -> String {
    let one = |c: char| match c {
        '\n' => c,
        _ if !(c.is_control() || turns(c)) => c,
        _ => match c.len_utf8() {
            1 => ' ',
            2 => '\u{a0}',
            _ => '\u{fffd}',
        },
    };
    text.chars().map(one).collect()
}

/// Unicode's controls of direction and its separators of lines.
fn turns(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::{Note, Problem, Span, render_pretty};
    use crate::reply::{NoteKind, Path, ProblemCode, ProblemKind};

    #[test]
    fn nothing_steers_the_terminal() {
        let reply = "{\"a\u{85}\": \"\u{202e}x\u{1b}[2J\"}";
        let (kind, code) = (ProblemKind::Type, ProblemCode::Rule);
        let problem = Problem::new(kind, code, Path::root().key("\u{9b}a"), "\u{1b}b\nc".into());
        let problem = problem.at(Some(Span::new(8, 17)));
        let picture = render_pretty(reply, "reply", &[problem], &[], false);
        assert!(
            !picture
                .chars()
                .any(|c| c != '\n' && (c.is_control() || super::turns(c))),
            "{picture:?}"
        );
        assert!(
            picture.contains("[\"\u{a0}a\"]:  b c") && picture.contains("^^^^"),
            "{picture}"
        );
    }

    #[test]
    fn twenty_are_drawn_and_the_others_counted() {
        let reply = "x\n".repeat(200);
        let note = |at| {
            Note::new(NoteKind::Warning, Path::root().index(at), "seen".into())
                .at(Span::new(2 * at, 2 * at + 1))
        };
        let notes: Vec<Note> = (0..50).map(note).collect();
        let picture = render_pretty(&reply, "reply", &[], &notes, false);
        assert_eq!(picture.matches("seen").count(), 20);
        assert!(picture.contains("--> reply:20:1"), "{picture}");
        assert!(picture.ends_with("note: and 30 more\n"), "{picture}");
    }

    #[test]
    fn a_span_of_another_text_is_harmless() {
        let problem = Problem::new(
            ProblemKind::Type,
            ProblemCode::Rule,
            Path::root(),
            "wrong".into(),
        );
        for (reply, span) in [("", (3, 9)), ("äö", (1, 3)), ("a\nb", (9, 2))] {
            let problem = problem.clone().at(Some(Span::new(span.0, span.1)));
            assert!(render_pretty(reply, "r", &[problem], &[], false).contains("wrong"));
        }
    }
}
