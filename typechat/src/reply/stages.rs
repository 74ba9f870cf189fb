//! The stages after parsing: validate, align, deserialize, check.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Checks, Leniency, Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Reader, Reading,
    align::{Aligned, align, align_words},
    capped,
    check::Found,
    deserialize::deserialize,
    parse,
    parse::Parsed,
    places::{Places, Wanted},
    reader::{Contract, Outcome},
    words::shorten,
};

impl<T: DeserializeOwned> Reader<T> {
    /// Reads what one candidate says, with spans in its own text.
    pub(super) fn read_parsed(&self, text: &str, outcome: Outcome) -> Reading<T> {
        let Parsed {
            value,
            notes,
            places,
        } = match outcome {
            Ok(parsed) => parsed,
            Err(problem) => return Reading::refused(vec![*problem]),
        };
        let Contract { graph, judge } = &*self.contract;
        // What was read as `null` may be a constant of the type: `None`.
        let is_certain = notes.iter().all(|note| note.kind != NoteKind::Word);
        let problems = if self.leniency < Leniency::Full {
            Some(judge.problems(graph, &value))
        } else {
            (is_certain && judge.fits(graph, &value)).then(Vec::new)
        };
        if let Some(problems) = problems {
            let again = || Some(parse::parse(text, self.limits, self.leniency).ok()?.value);
            return self.typed(text, value, &places, notes, problems, again);
        }
        let Aligned {
            value,
            places,
            notes: changes,
            mut problems,
            changes_structure,
            ..
        } = align(graph, &judge.leaves, value, places, text);
        let refused = judge.problems(graph, &value);
        let is_told = |path: &Path| problems.iter().any(|problem| problem.path == *path);
        let more: Vec<_> = refused.into_iter().filter(|p| !is_told(&p.path)).collect();
        problems.extend(more);
        let notes = capped::joined([notes, changes]);
        let again = || {
            let parsed = parse::parse(text, self.limits, self.leniency).ok()?;
            Some(align(graph, &judge.leaves, parsed.value, parsed.places, text).value)
        };
        let mut reading = self.typed(text, value, &places, notes, problems, again);
        reading.is_rebuilt = changes_structure;
        reading
    }

    /// Reads the words of a reply without JSON, when the type is one that words can say.
    pub(super) fn read_words(&self, text: &str) -> Option<Reading<T>> {
        if self.leniency < Leniency::Full {
            return None;
        }
        let Contract { graph, judge } = &*self.contract;
        let aligned = align_words(graph, &judge.leaves, text)?;
        let problems = judge.problems(graph, &aligned.value);
        let problems = capped::joined([aligned.problems, problems]);
        let again = || Some(align_words(graph, &judge.leaves, text)?.value);
        let Aligned {
            value,
            places,
            notes,
            ..
        } = aligned;
        Some(self.typed(text, value, &places, notes, problems, again))
    }

    /// A value that was judged as a `T`, checked. `again` gives the value once more.
    fn typed(
        &self,
        text: &str,
        value: Value,
        places: &Places,
        notes: Vec<Note>,
        problems: Vec<Problem>,
        again: impl FnOnce() -> Option<Value>,
    ) -> Reading<T> {
        let mut reading = Reading::refused(problems);
        let mut added = Vec::new();
        if reading.problems.is_empty() {
            let remarks = self.remarks.as_ref();
            let remarks = remarks.map_or_else(Vec::new, |remarks| remarks(&value));
            match deserialize::<T>(&self.contract.graph, value, again) {
                Ok((value, changed)) => {
                    let mut found = Found::default();
                    let mut checks = Checks::new(&mut found);
                    (self.own_checks)(&value, &mut checks);
                    for check in &self.checks {
                        check(&value, &mut checks);
                    }
                    reading.problems = capped::joined([found.problems]);
                    reading.value = reading.problems.is_empty().then_some(value);
                    added = capped::joined([changed, found.notes, remarks]);
                }
                Err(problem) => reading.problems.push(*problem),
            }
        }
        locate(text, places, &mut reading.problems, &mut added);
        if reading.value.is_none() {
            let shape = notes.iter().filter_map(as_problem);
            let problems = std::mem::take(&mut reading.problems);
            reading.problems = capped::joined([shape.collect(), problems]);
        }
        for note in &mut added {
            if let (NoteKind::Representation, Some(span)) = (note.kind, note.span) {
                let written = shorten(&text[span.start..span.end], 40);
                note.text = format!("`{written}` was {}", note.text);
            }
        }
        reading.notes = capped::joined([notes, added]);
        reading
    }
}

/// What was closed for the reply may be why it does not fit; a model sees no notes.
fn as_problem(note: &Note) -> Option<Problem> {
    let (kind, code) = match note.kind {
        NoteKind::Truncated => (ProblemKind::Truncated, ProblemCode::Truncated),
        NoteKind::Bracket => (ProblemKind::Syntax, ProblemCode::Syntax),
        _ => return None,
    };
    let problem = Problem::new(kind, code, note.path.clone(), note.text.clone());
    Some(problem.at(note.span))
}

/// Finds the spans of problems and notes in the text.
fn locate(text: &str, places: &Places, problems: &mut [Problem], notes: &mut [Note]) {
    let problems = problems.iter_mut();
    let problems = problems.filter(|problem| problem.code != ProblemCode::More);
    let problems = problems.map(|problem| Wanted {
        key: problem.code == ProblemCode::UnknownMember,
        path: &mut problem.path,
        span: &mut problem.span,
    });
    let notes = notes.iter_mut().filter(|note| note.kind != NoteKind::More);
    let notes = notes.map(|note| Wanted {
        key: false,
        path: &mut note.path,
        span: &mut note.span,
    });
    places.locate(text, problems.chain(notes).collect());
}
