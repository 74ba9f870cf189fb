//! What must hold for whatever is told of a text.

use typechat::reply::{Note, Problem, Span, render_for_model, render_pretty};

/// The most bytes of a finding in words: it quotes a reply, it does not repeat it.
const WORDS: usize = 4096;

/// Every span lies within the text, between characters; what is said is said in few words; and
/// it can be shown.
pub(super) fn check(text: &str, problems: &[Problem], notes: &[Note]) {
    for problem in problems {
        check_one(text, problem.span, &problem.to_string(), problem);
    }
    for note in notes {
        check_one(text, note.span, &note.to_string(), note);
    }
    let _ = render_for_model(problems);
    let _ = render_pretty(text, "reply", problems, notes, false);
}

fn check_one(text: &str, span: Option<Span>, words: &str, finding: &dyn std::fmt::Debug) {
    if let Some(span) = span {
        assert!(
            text.get(span.start..span.end).is_some(),
            "no span of the text: {finding:?}"
        );
    }
    assert!(!words.is_empty(), "no words: {finding:?}");
    assert!(words.len() <= WORDS, "too many words: {finding:?}");
}
