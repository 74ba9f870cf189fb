//! A program as the model's reply holds it, with the plan that came of checking it.

use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use typechat::{
    Schema,
    reply::Checks,
    schema::{GraphBuilder, Type},
};

use crate::{Api, Plan, ProblemCode, Program};

/// A program as it was written. Nothing fits it to a type: the check is its only judge.
#[derive(Debug, Clone)]
pub struct Written {
    value: Value,
    plan: OnceLock<Plan>,
}

impl Written {
    fn new(value: Value) -> Self {
        let plan = OnceLock::new();
        Self { value, plan }
    }

    /// Checks it against an API, and keeps the plan.
    pub(super) fn check(&self, api: &Api, checks: &mut Checks<'_>) {
        match api.check_value(&self.value) {
            Ok(plan) => {
                // It could run, and would not mean what was asked for.
                for step in plan.unused() {
                    let text = format!(
                        "no later step uses this result; use it there as {{\"@ref\": {step}}}, \
                         or leave the step out"
                    );
                    checks.refuse(&format!("/@steps/{step}"), text);
                }
                // The first plan stays; a later one would be the same.
                drop(self.plan.set(plan));
            }
            Err(error) => {
                for problem in error.problems() {
                    let mut text = problem.text.clone();
                    if let (Some(line), ProblemCode::ArgType) = (&problem.signature, problem.code) {
                        text = format!("{text} (in {line})");
                    }
                    checks.refuse(&problem.path.to_pointer(), text);
                }
            }
        }
    }

    pub(super) fn into_plan(self) -> Plan {
        match self.plan.into_inner() {
            Some(plan) => plan,
            // A translator gives only what its checks let pass, and this one made the plan.
            None => unreachable!("a program that was accepted was checked"),
        }
    }
}

impl From<&Program> for Written {
    fn from(program: &Program) -> Self {
        Self::new(program.to_value())
    }
}

impl Schema for Written {
    fn describe(graph: &mut GraphBuilder) -> Type {
        graph.define::<Self>("Program", module_path!(), "", |_| Type::Any)
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::new)
    }
}
