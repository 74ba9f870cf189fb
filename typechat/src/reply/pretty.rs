//! Findings as a person wants to see them: the reply, with carets.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Note, Problem, Span};

/// Problems and notes over the text they are about, in the look of compiler messages. `name`
/// stands where a compiler puts the file; `color` adds terminal colours.
pub fn render_pretty(
    reply: &str,
    name: &str,
    problems: &[Problem],
    notes: &[Note],
    color: bool,
) -> String {
    let clean: String = reply
        .chars()
        .map(|c| if is_control(c) { ' ' } else { c })
        .collect();
    // Replacing one character by another keeps the spans only while the widths agree.
    let text = if clean.len() == reply.len() {
        clean.as_str()
    } else {
        reply
    };
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut out = String::new();
    let problems = problems
        .iter()
        .map(|p| (Level::ERROR, p.to_string(), p.span));
    let notes = notes.iter().map(|n| (Level::NOTE, n.to_string(), n.span));
    for (level, title, span) in problems.chain(notes) {
        let group = match span {
            Some(span) => level
                .primary_title(title)
                .element(snippet(text, name, span)),
            None => Group::with_title(level.primary_title(title)),
        };
        out.push_str(&renderer.render(&[group]));
        out.push('\n');
    }
    out
}

fn snippet<'a>(
    text: &'a str,
    name: &'a str,
    span: Span,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let end = span.end.min(text.len());
    // An object over many lines is shown by its first line.
    let end = text[span.start.min(end)..end]
        .find('\n')
        .map_or(end, |line| span.start + line);
    let range = span.start.min(end)..end;
    Snippet::source(text)
        .path(name)
        .annotation(AnnotationKind::Primary.span(range))
}

fn is_control(c: char) -> bool {
    c.is_ascii_control() && c != '\n'
}
