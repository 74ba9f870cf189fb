//! What came of a broken reply, compared with what it was made of.

use serde_json::Value;
use typechat::{
    reply::{Note, NoteKind, Path, Problem},
    schema::Type,
};

use super::{
    Want,
    samples::Subject,
    text::{Broken, Sample},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Another value of the type as it stands: nothing was broken.
    Valid,
    /// The value, and a note where one is wanted.
    Told,
    /// A part of the value, told as cut.
    Part,
    /// A problem at the place of the mistake.
    Here,
    /// A problem of what is round that place.
    Around,
    /// A problem elsewhere.
    Astray,
    /// The value, and nothing was said.
    Silent,
    /// Another value.
    Other,
}

impl Outcome {
    pub(super) const COUNT: usize = 8;
    pub(super) const HEAD: &'static str =
        "  valid   told   part   here around astray silent  other";
}

/// The outcome, and what was read in words.
pub(super) fn judge(
    subject: &Subject,
    sample: &Sample<'_>,
    broken: &Broken,
    want: Want,
) -> (Outcome, String) {
    let original = subject.written(sample.value);
    let strictly = subject.strictly(&broken.reply);
    if strictly.is_some_and(|value| value != original) {
        return (Outcome::Valid, String::new());
    }
    let (value, problems, notes) = subject.read(&broken.reply);
    let said = match &value {
        Some(value) => format!("{value} {notes:?}"),
        None => format!("{problems:?}"),
    };
    let outcome = match value {
        Some(value) => of_value(&value, &original, &notes, want, sample),
        None => of_problems(&problems, &broken.at),
    };
    (outcome, said)
}

fn of_value(
    value: &Value,
    original: &Value,
    notes: &[Note],
    want: Want,
    sample: &Sample<'_>,
) -> Outcome {
    let has = |kinds: &[NoteKind]| notes.iter().any(|note| kinds.contains(&note.kind));
    // The words of a constant alone may stand there without their end.
    let is_cut = has(&[NoteKind::Truncated, NoteKind::Words]);
    match want {
        Want::Problem => Outcome::Other,
        Want::Part if value != original => {
            if is_cut && is_part(value, original, &Path::root(), sample) {
                Outcome::Part
            } else {
                Outcome::Other
            }
        }
        _ if value != original => Outcome::Other,
        Want::Note([], _) if notes.is_empty() => Outcome::Silent,
        Want::Note(kinds, _) if !kinds.is_empty() && !has(kinds) => Outcome::Silent,
        Want::Part if !is_cut => Outcome::Silent,
        _ => Outcome::Told,
    }
}

/// Whether a value is the beginning of another: texts, lists and members may be missing their
/// end; numbers, constants and booleans may not.
fn is_part(value: &Value, whole: &Value, path: &Path, sample: &Sample<'_>) -> bool {
    let is_constant = || {
        let place = sample.places.iter().find(|place| place.path == *path);
        place.is_none_or(|place| matches!(place.ty, Type::Enum(_) | Type::Vocabulary(_)))
    };
    match (value, whole) {
        _ if value == whole => true,
        // An absent member is written as `null`.
        (Value::Null, _) => true,
        (Value::String(text), Value::String(whole)) => {
            !is_constant() && whole.starts_with(text.as_str())
        }
        (Value::Array(items), Value::Array(whole)) => {
            let mut pairs = items.iter().zip(whole).enumerate();
            items.len() <= whole.len()
                && pairs.all(|(at, (l, r))| is_part(l, r, &path.clone().index(at), sample))
        }
        (Value::Object(members), Value::Object(whole)) => members.iter().all(|(name, member)| {
            let path = path.clone().key(name.as_str());
            let other = whole.get(name);
            other.is_some_and(|other| is_part(member, other, &path, sample))
        }),
        _ => false,
    }
}

fn of_problems(problems: &[Problem], at: &Path) -> Outcome {
    let starts = |long: &Path, short: &Path| long.segments().starts_with(short.segments());
    if problems.iter().all(|problem| starts(&problem.path, at)) {
        Outcome::Here
    } else if problems
        .iter()
        .all(|p| starts(&p.path, at) || starts(at, &p.path))
    {
        Outcome::Around
    } else {
        Outcome::Astray
    }
}

#[test]
fn what_should_not_be_is_seen() {
    let graph = typechat::schema::TypeGraph::of::<Vec<String>>();
    let value = serde_json::json!(["one", "two"]);
    let sample = Sample::new(&graph, &value);
    let note = |kind| {
        let reply = match kind {
            NoteKind::Chosen => "[] or [\"x\"]",
            _ => "[\"x\", \"x\"]",
        };
        typechat::reply::read::<Vec<String>>(reply).notes().to_vec()
    };
    let of = |value: Value, original: &Value, notes: &[Note], want| {
        of_value(&value, original, notes, want, &sample)
    };
    let same = || value.clone();
    let comma = Want::Note(&[NoteKind::Comma], 0);
    let other = Value::Array(vec!["one".into()]);
    assert_eq!(of(other.clone(), &value, &[], comma), Outcome::Other);
    assert_eq!(of(same(), &value, &[], comma), Outcome::Silent);
    assert_eq!(
        of(same(), &value, &note(NoteKind::Chosen), comma),
        Outcome::Silent
    );
    assert_eq!(of(same(), &value, &[], Want::Note(&[], 0)), Outcome::Silent);
    assert_eq!(of(same(), &value, &[], Want::Problem), Outcome::Other);
    assert_eq!(of(other, &value, &[], Want::Part), Outcome::Other);
    let chosen = Want::Note(&[NoteKind::Chosen], 0);
    assert_eq!(
        of(same(), &value, &note(NoteKind::Chosen), chosen),
        Outcome::Told
    );

    let root = Path::root();
    let half = |json: &str| is_part(&json.parse().unwrap(), &value, &root, &sample);
    assert!(half(r#"["one", "t"]"#) && half("[]"));
    assert!(!half(r#"["two"]"#) && !half(r#"["one", "two", "x"]"#) && !half("{}"));

    let found = typechat::reply::read::<Vec<String>>("[{}, \"x\"]");
    let at = |path: Path| of_problems(found.problems(), &path);
    assert_eq!(at(root.clone().index(0)), Outcome::Here);
    assert_eq!(at(root.clone().index(0).key("a")), Outcome::Around);
    assert_eq!(at(root.clone().index(1)), Outcome::Astray);
}
