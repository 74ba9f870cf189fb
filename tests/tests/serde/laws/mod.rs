//! What must hold for every type: its texts, both laws with serde as the oracle, the round trip
//! through JSON Schema, and the verdicts of the real TypeScript compiler.

mod generate;
mod mutate;
mod tsc;

use std::fmt::Debug;

use insta::assert_snapshot;
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestRunner},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use typechat::{
    Schema,
    reply::{ProblemCode, Reader},
    schema::{Presence, Type, TypeGraph},
};

use generate::Choices;
use tsc::Verdicts;

/// The types of one serde feature.
pub(crate) struct Feature {
    name: &'static str,
    verdicts: Verdicts,
    /// Serde reads more than the schema accepts, on purpose: law (b) is asked of samples only.
    is_narrower: bool,
    /// Serde refuses what the schema accepts: `try_from` is a check in disguise.
    may_refuse: bool,
}

impl Feature {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            verdicts: Verdicts::default(),
            is_narrower: false,
            may_refuse: false,
        }
    }

    /// For the next type: serde reads, on purpose, what the schema refuses. `_why` is a line of
    /// the list of differences.
    pub(crate) fn narrower(mut self, _why: &str) -> Self {
        self.is_narrower = true;
        self
    }

    /// For the next type: the conversion may refuse what the schema accepts.
    pub(crate) fn may_refuse(mut self) -> Self {
        self.may_refuse = true;
        self
    }

    /// Asserts everything of one type; `samples` has one value of each kind at least.
    pub(crate) fn of<T>(mut self, name: &str, samples: impl IntoIterator<Item = T>) -> Self
    where
        T: Schema + Serialize + DeserializeOwned + Debug,
    {
        let graph = TypeGraph::of::<T>();
        let schema = graph.to_json_schema();
        let title = format!("{}_{name}", self.name);
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_snapshot_path("snapshots");
        settings.bind(|| assert_snapshot!(title.clone(), format!("{graph}\n{schema:#}")));
        let again = TypeGraph::from_json_schema(&schema);
        assert_eq!(
            again.as_ref(),
            Ok(&graph),
            "{title}: the round trip through\n{schema:#}"
        );

        let laws = Laws {
            title: &title,
            graph: &graph,
            reader: Reader::<T>::new(),
            is_narrower: std::mem::take(&mut self.is_narrower),
            may_refuse: std::mem::take(&mut self.may_refuse),
        };
        let mut good = Vec::new();
        for sample in samples {
            let json = laws.canonical(&sample);
            laws.accepts(&json);
            good.push(json);
        }
        assert!(!good.is_empty(), "{title} has no samples");
        let (mut generated, mut mutated) = (Vec::new(), Vec::new());
        // The same cases in every run: a new one is a new test, not a surprise.
        let config = Config {
            cases: 60,
            failure_persistence: None,
            rng_algorithm: RngAlgorithm::ChaCha,
            rng_seed: RngSeed::Fixed(7),
            ..Config::default()
        };
        let choices = proptest::collection::vec(any::<u32>(), 0..60);
        let kept = std::cell::RefCell::new((&mut generated, &mut mutated));
        TestRunner::new(config)
            .run(&choices, |choices| {
                let mut choices = Choices::new(&choices);
                let made = generate::value(&graph, graph.root(), &mut choices, 0);
                let base = match made {
                    Some(made) => {
                        laws.law_a(&made, true)?;
                        kept.borrow_mut().0.push(made.clone());
                        if choices.next(2) == 0 {
                            made
                        } else {
                            pick(&good, &mut choices)
                        }
                    }
                    None => pick(&good, &mut choices),
                };
                let changed = mutate::once(base, &mut choices);
                laws.law_a(&changed, false)?;
                laws.law_b(&changed)?;
                kept.borrow_mut().1.push(changed);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
        good.extend(generated.into_iter().take(12));
        self.verdicts.add(name, &graph, &good, &mutated);
        self
    }

    /// Asks the TypeScript compiler about every text and value.
    pub(crate) fn tsc(self) {
        self.verdicts.compare(self.name);
    }
}

fn pick(values: &[Value], choices: &mut Choices<'_>) -> Value {
    values[choices.next(values.len())].clone()
}

struct Laws<'a, T> {
    title: &'a str,
    graph: &'a TypeGraph,
    reader: Reader<T>,
    is_narrower: bool,
    may_refuse: bool,
}

impl<T: Schema + Serialize + DeserializeOwned + Debug> Laws<'_, T> {
    /// What a value serializes to, without the `null`s of absent optional members.
    fn canonical(&self, value: &T) -> Value {
        let mut json = serde_json::to_value(value).unwrap();
        without_nulls(self.graph, self.graph.root(), &mut json);
        json
    }

    fn accepts(&self, json: &Value) {
        let reading = self.reader.read(&json.to_string());
        assert_eq!(reading.problems(), [], "{}: {json}", self.title);
    }

    /// What the schema accepts deserializes.
    fn law_a(&self, json: &Value, is_generated: bool) -> Result<(), TestCaseError> {
        let reading = self.reader.read(&json.to_string());
        let by_serde = |code| matches!(code, ProblemCode::Deserialize);
        let refused = reading.problems().iter().any(|p| by_serde(p.code));
        prop_assert!(
            self.may_refuse || !refused,
            "{}: the schema accepts {json}, serde says {:?}",
            self.title,
            reading.problems()
        );
        prop_assert!(
            !is_generated || self.may_refuse || reading.value().is_some(),
            "{}: the graph makes {json}, its schema refuses it: {:?}",
            self.title,
            reading.problems()
        );
        Ok(())
    }

    /// What a value serializes to, and serde itself would read back, the schema accepts.
    fn law_b(&self, json: &Value) -> Result<(), TestCaseError> {
        if self.is_narrower {
            return Ok(());
        }
        let Ok(value) = serde_json::from_value::<T>(json.clone()) else {
            return Ok(());
        };
        let written = self.canonical(&value);
        if serde_json::from_value::<T>(written.clone()).is_ok() {
            let reading = self.reader.read(&written.to_string());
            prop_assert!(
                reading.value().is_some(),
                "{}: serde reads {json} and writes {written}, the schema refuses it: {:?}",
                self.title,
                reading.problems()
            );
        }
        Ok(())
    }
}

/// Drops `null` where it stands for an optional member that is absent.
fn without_nulls(graph: &TypeGraph, ty: &Type, value: &mut Value) {
    match (graph.resolve(ty), value) {
        (Type::Nullable(inner), value) => without_nulls(graph, inner, value),
        (Type::Array(array), Value::Array(items)) => items
            .iter_mut()
            .for_each(|item| without_nulls(graph, &array.items, item)),
        (Type::Tuple(tuple), Value::Array(items)) => {
            for (item, ty) in items.iter_mut().zip(&tuple.items) {
                without_nulls(graph, ty, item);
            }
        }
        (Type::Map(map), Value::Object(members)) => members
            .values_mut()
            .for_each(|member| without_nulls(graph, &map.values, member)),
        (Type::Object(object), Value::Object(members)) => {
            for field in &object.fields {
                let Some(member) = members.get_mut(&field.name) else {
                    continue;
                };
                let takes_null = matches!(
                    graph.resolve(&field.ty),
                    Type::Nullable(_) | Type::Null | Type::Any
                );
                if member.is_null() && field.presence == Presence::Optional && !takes_null {
                    members.remove(&field.name);
                } else {
                    without_nulls(graph, &field.ty, member);
                }
            }
        }
        // Of the branches, those that the value's members fit.
        (Type::Union(branches), value) => {
            for branch in branches {
                if fits(graph, &branch.ty, value) {
                    return without_nulls(graph, &branch.ty, value);
                }
            }
        }
        _ => {}
    }
}

/// Whether an object has the members and constants of a type.
fn fits(graph: &TypeGraph, ty: &Type, value: &Value) -> bool {
    match (graph.resolve(ty), value) {
        (Type::Object(object), Value::Object(members)) => {
            let constant = |ty: &Type, value: &Value| match graph.resolve(ty) {
                Type::Enum(list) => list.iter().any(|member| member.value.to_value() == *value),
                _ => true,
            };
            let known = members
                .keys()
                .all(|key| object.rest.is_some() || object.fields.iter().any(|f| f.name == *key));
            known
                && object.fields.iter().all(|field| {
                    members
                        .get(&field.name)
                        .map_or(field.presence == Presence::Optional, |value| {
                            constant(&field.ty, value)
                        })
                })
        }
        (Type::Union(branches), value) => branches.iter().any(|b| fits(graph, &b.ty, value)),
        (Type::Array(_) | Type::Tuple(_), Value::Array(_)) | (Type::Map(_), Value::Object(_)) => {
            true
        }
        _ => false,
    }
}
