//! From a value that the schema accepts to a Rust value.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment, capped::Capped,
    validate::value_at, whole::write_whole, words::foreign,
};
use crate::schema::TypeGraph;

/// The value in Rust, with notes of what was written otherwise for it. `again` gives the value
/// once more: only a refusal needs it.
pub(super) fn deserialize<T: DeserializeOwned>(
    graph: &TypeGraph,
    value: Value,
    again: impl FnOnce() -> Option<Value>,
) -> Result<(T, Vec<Note>), Box<Problem>> {
    let error = match serde_json::from_value::<T>(value) {
        Ok(value) => return Ok((value, Vec::new())),
        Err(error) => error,
    };
    let Some(mut value) = again() else {
        return Err(refusal(Path::root(), &error.to_string()));
    };
    // The schema takes `2.0` for an integer, and serde does not.
    let mut notes = Capped::default();
    write_whole(graph, &mut value, &mut |changed| {
        notes.add(|| {
            let changed = changed();
            let (kind, words) = (NoteKind::Representation, format!("read as {}", changed.now));
            Note::new(kind, changed.path, words)
        });
    });
    match serde_path_to_error::deserialize::<_, T>(&value) {
        Ok(value) => Ok((value, notes.finish())),
        Err(error) => {
            let words = error.inner().to_string();
            let path = below(&value, path_of(error.path(), &value), &words);
            Err(refusal(path, &words))
        }
    }
}

fn refusal(path: Path, words: &str) -> Box<Problem> {
    let (kind, code) = (ProblemKind::Type, ProblemCode::Deserialize);
    Box::new(Problem::new(kind, code, path, foreign(words)))
}

/// Serde's path as one of the value: a variant that is written as a member is a step, too.
fn path_of(path: &serde_path_to_error::Path, root: &Value) -> Path {
    use serde_path_to_error::Segment as Step;
    let mut at = root;
    let mut steps = Vec::new();
    for step in path {
        let (segment, next) = match step {
            Step::Seq { index } => (Segment::Index(*index), at.get(index)),
            Step::Map { key } => (Segment::Key(key.as_str().into()), at.get(key)),
            Step::Enum { variant } => match at.get(variant) {
                Some(next) => (Segment::Key(variant.as_str().into()), Some(next)),
                None => continue,
            },
            Step::Unknown => break,
        };
        steps.push(segment);
        let Some(next) = next else { break };
        at = next;
    }
    steps.into_iter().collect()
}

/// Serde loses its way inside tagged enums, since it keeps their members until it knows the
/// variant. The part that its words quote is meant, when there is only one.
fn below(root: &Value, path: Path, words: &str) -> Path {
    const MOST: usize = 1000;
    let within = value_at(root, &path);
    if words.len() > MOST || !(within.is_object() || within.is_array()) {
        return path;
    }
    let mut found = Vec::new();
    quoted_in(within, words, &mut Vec::new(), &mut found);
    match found.as_slice() {
        [only] => path.segments().iter().chain(only).cloned().collect(),
        _ => path,
    }
}

fn quoted_in(value: &Value, words: &str, at: &mut Vec<Segment>, found: &mut Vec<Vec<Segment>>) {
    // Two are as good as many.
    if found.len() > 1 {
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(Segment::Index(index));
                quoted_in(item, words, at, found);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                at.push(Segment::Key(key.as_str().into()));
                quoted_in(member, words, at, found);
                at.pop();
            }
        }
        Value::String(text) if text.len() > words.len() => {}
        Value::String(text) => {
            let forms = [
                format!("{text:?}"),
                format!("`{text}`"),
                format!("'{text}'"),
            ];
            if forms.iter().any(|form| words.contains(form)) {
                found.push(at.clone());
            }
        }
        Value::Number(number) if words.contains(&format!("`{number}`")) => found.push(at.clone()),
        Value::Bool(truth) if words.contains(&format!("boolean `{truth}`")) => {
            found.push(at.clone());
        }
        _ => {}
    }
}
