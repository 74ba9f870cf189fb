//! Mistakes round the value: prose, fences, thoughts, and replies that end too early.

use serde_json::Value;
use typechat::reply::Path;

use super::{
    syntax::quoted,
    text::{Broken, Role, Sample},
};

type Replies = Vec<Broken>;

fn whole(reply: String) -> Replies {
    let at = Path::root();
    vec![Broken { reply, at }]
}

/// Objects and lists can be found in prose; scalars cannot.
fn in_words(s: &Sample<'_>, reply: String) -> Replies {
    let is_bracketed = s.value.is_object() || s.value.is_array();
    if is_bracketed {
        whole(reply)
    } else {
        Vec::new()
    }
}

pub(super) fn fence(s: &Sample<'_>) -> Replies {
    whole(format!(
        "Here's the value you \"asked\" for:\n\n```json\n{}\n```\n\nIt's {{done}}!",
        s.text()
    ))
}

pub(super) fn fence_without_end(s: &Sample<'_>) -> Replies {
    whole(format!("```json\n{}\n", s.text()))
}

pub(super) fn prose_around(s: &Sample<'_>) -> Replies {
    let text = s.text();
    in_words(
        s,
        format!("Sure, here it's [as asked]: {text}\nThat's all; tell me if it isn't."),
    )
}

pub(super) fn thoughts_before(s: &Sample<'_>) -> Replies {
    let text = s.text();
    whole(format!(
        "<think>\nThey want {{\"a\": [1]}}, or {text}? I'll see.\n</think>\n\n{text}"
    ))
}

pub(super) fn name_before(s: &Sample<'_>) -> Replies {
    in_words(s, format!("const value = {};", s.text()))
}

pub(super) fn word_json_before(s: &Sample<'_>) -> Replies {
    in_words(s, format!("json\n{}", s.text()))
}

/// The same twice: as a draft, then as the answer.
pub(super) fn draft_and_final(s: &Sample<'_>) -> Replies {
    let text = s.text();
    in_words(
        s,
        format!("Draft:\n```json\n{text}\n```\nFinal:\n```json\n{text}\n```\n"),
    )
}

/// A draft that is not the answer, then the answer.
pub(super) fn other_draft(s: &Sample<'_>) -> Replies {
    let draft = match s.value {
        Value::Object(_) => "{}",
        _ => "[]",
    };
    let text = s.text();
    in_words(s, format!("First idea: {draft}\n\nNo, better:\n{text}\n"))
}

pub(super) fn all_of_it_as_text(s: &Sample<'_>) -> Replies {
    in_words(s, quoted(&s.text()))
}

/// The brackets at the end are missing, one to all.
pub(super) fn closing_missing(s: &Sample<'_>) -> Replies {
    let brackets = s
        .pieces
        .iter()
        .rev()
        .take_while(|p| p.role == Role::Close)
        .count();
    let most = brackets.min(s.pieces.len() - 1);
    let cut = (1..=most).map(|count| {
        let first = s.pieces.len() - count;
        let reply = s.with(|at, _| (at >= first).then(String::new));
        let at = s.pieces[first].path.clone();
        Broken { reply, at }
    });
    cut.collect()
}

/// The reply ends somewhere.
pub(super) fn cut_in_the_middle(s: &Sample<'_>) -> Replies {
    let text = s.text();
    let ends = (1..text.trim_end_matches(['}', ']', '\n', ' ']).len())
        .filter(|at| text.is_char_boundary(*at));
    ends.flat_map(|at| whole(text[..at].to_owned())).collect()
}

/// The same in a fence, after words. A number alone may end anywhere.
pub(super) fn cut_in_a_fence(s: &Sample<'_>) -> Replies {
    let mut broken = cut_in_the_middle(s);
    broken.retain(|_| !s.value.is_number());
    for one in &mut broken {
        one.reply.insert_str(0, "Here it is:\n```json\n");
    }
    broken
}
