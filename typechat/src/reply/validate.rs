//! The verdict on a value: the `jsonschema` crate decides, the graph explains.

use jsonschema::{
    Validator,
    paths::{Location, LocationSegment},
};
use serde_json::Value;

use super::{
    Path, Problem, ProblemCode, ProblemKind, Segment,
    capped::Capped,
    compile::{compile, compile_own},
    explain::Explain,
    leaves::{Compile, Leaves},
    steep::is_steep,
    trail::Trail,
    verdict::Verdict,
    words::{brief, foreign},
};
use crate::schema::TypeGraph;

/// Judges values by a graph and its JSON Schema.
pub(super) struct Judge {
    validator: Validator,
    pub(super) leaves: Leaves,
    /// Whether the schema was written by the graph, so that both say the same.
    is_written: bool,
    /// Whether the validator may take steps out of proportion to a value.
    is_steep: bool,
}

enum Decision {
    Fits,
    Refused,
    TooManySteps,
}

impl Judge {
    /// A judge by the graph of a Rust type.
    pub(super) fn of_type(graph: &TypeGraph) -> Result<Self, String> {
        Self::of_graph(graph, compile_own)
    }

    fn of_graph(graph: &TypeGraph, compile: Compile) -> Result<Self, String> {
        let mut judge = Self::new(compile(&graph.to_json_schema())?, graph);
        (judge.is_written, judge.leaves) = (true, Leaves::new(compile));
        Ok(judge)
    }

    /// A judge by a schema, of which the graph holds as much as it can.
    pub(super) fn new(validator: Validator, graph: &TypeGraph) -> Self {
        Self {
            validator,
            leaves: Leaves::new(compile),
            is_written: false,
            is_steep: is_steep(graph),
        }
    }

    /// A judge of the same kind by the graph as it is now.
    pub(super) fn again(&self, graph: &TypeGraph) -> Result<Self, String> {
        Self::of_graph(graph, self.leaves.compile)
    }

    /// What is wrong with `value`, all at once.
    pub(super) fn problems(&self, graph: &TypeGraph, value: &Value) -> Vec<Problem> {
        match self.decide(graph, value) {
            Decision::Fits => Vec::new(),
            Decision::Refused => self.explain(graph, value),
            Decision::TooManySteps => {
                let (kind, code) = (ProblemKind::Limit, ProblemCode::TooDeep);
                let text = "nested so deeply that checking it takes too long; nest less";
                vec![Problem::new(kind, code, Path::root(), text.to_owned())]
            }
        }
    }

    /// Whether the value fits.
    pub(super) fn fits(&self, graph: &TypeGraph, value: &Value) -> bool {
        matches!(self.decide(graph, value), Decision::Fits)
    }

    fn decide(&self, graph: &TypeGraph, value: &Value) -> Decision {
        if self.is_steep {
            let mut own = Verdict::new(graph, &self.leaves);
            let outcome = own.judge(&graph.root, value);
            let too_many = own.is_steep(outcome.steps);
            match (self.is_written, outcome.fits) {
                (true, false) => return Decision::Refused,
                // The schema says what the graph says, and this way it is said in time.
                (true, true) if too_many => return Decision::Fits,
                (false, _) if too_many => return Decision::TooManySteps,
                _ => {}
            }
        }
        if self.validator.is_valid(value) {
            Decision::Fits
        } else {
            Decision::Refused
        }
    }

    fn explain(&self, graph: &TypeGraph, value: &Value) -> Vec<Problem> {
        let mut explain = Explain::new(graph, Verdict::new(graph, &self.leaves));
        explain.walk(&graph.root, value, &Trail::root());
        let found = explain.found.finish();
        if found.is_empty() {
            return self.in_its_own_words(value);
        }
        found
    }

    /// Rules that only the schema has.
    fn in_its_own_words(&self, value: &Value) -> Vec<Problem> {
        let mut found = Capped::default();
        let told = |text| Problem::new(ProblemKind::Type, ProblemCode::Rule, Path::root(), text);
        if self.is_steep {
            return vec![told("the value does not fit the schema".to_owned())];
        }
        for error in self.validator.iter_errors(value) {
            let path = path_of(error.instance_path(), value);
            found.add(|| {
                let masked = error.masked_with(brief(value_at(value, &path)));
                Problem {
                    path,
                    ..told(foreign(&masked.to_string()))
                }
            });
        }
        found.finish()
    }
}

/// The place in the value: only the value tells an item's index from a member's name.
pub(super) fn path_of(location: &Location, root: &Value) -> Path {
    let mut at = Some(root);
    let steps = location.iter().map(|segment| {
        let segment = match (segment, at) {
            (LocationSegment::Property(name), _) => Segment::Key(name.into()),
            (LocationSegment::Index(index), Some(Value::Object(_))) => {
                Segment::Key(index.to_string().into())
            }
            (LocationSegment::Index(index), _) => Segment::Index(index),
        };
        at = at.and_then(|value| step(value, &segment));
        segment
    });
    steps.collect()
}

pub(super) fn value_at<'a>(root: &'a Value, path: &Path) -> &'a Value {
    path.segments()
        .iter()
        .try_fold(root, step)
        .unwrap_or(&Value::Null)
}

fn step<'a>(value: &'a Value, segment: &Segment) -> Option<&'a Value> {
    match segment {
        Segment::Key(key) => value.get(&**key),
        Segment::Index(index) => value.get(index),
    }
}
