//! What must hold for any well-typed program, and for what is nearly one.

mod functions;
mod generate;

use proptest::prelude::*;
use serde_json::Value;
use typechat::reply::{Path, Segment};
use typechat_program::{Plan, Program, RunError, RunErrorKind};

use crate::wait;
use functions::{Wrong, api, naive};
use generate::{choices, mutate, program};

/// Evaluates a program by its JSON, from left to right, arguments first.
struct Naive {
    results: Vec<Value>,
    calls: Vec<String>,
    /// The place and the function of the call that failed.
    failed: Option<(String, String)>,
}

impl Naive {
    fn run(program: &Value) -> (Self, Result<Value, Wrong>) {
        let mut naive = Self {
            results: Vec::new(),
            calls: Vec::new(),
            failed: None,
        };
        for (number, step) in program["@steps"].as_array().unwrap().iter().enumerate() {
            match naive.value(step, &format!("/@steps/{number}")) {
                Ok(value) => naive.results.push(value),
                Err(wrong) => return (naive, Err(wrong)),
            }
        }
        let last = naive.results.last().cloned().unwrap_or_default();
        (naive, Ok(last))
    }

    /// The value of an expression. A part that is missing is an error of the call around it, once
    /// all calls within are made.
    fn value(&mut self, expr: &Value, at: &str) -> Result<Value, Wrong> {
        if expr.get("@func").is_some() {
            return self.call(expr, at);
        }
        match expr {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.map(|(number, item)| (number.to_string(), item));
                let values = self.all(items.collect(), at)?;
                Ok(values.into_iter().map(|(_, value)| value).collect())
            }
            Value::Object(members) if members.contains_key("@ref") => {
                let step = members["@ref"].as_u64().unwrap();
                let path = members.get("@path").and_then(Value::as_str);
                let result = &self.results[usize::try_from(step).unwrap()];
                let part = result.pointer(path.unwrap_or_default());
                part.cloned().ok_or(Wrong::Type)
            }
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(name, member)| (name.clone(), member));
                let values = self.all(members.collect(), at)?;
                Ok(Value::Object(values.into_iter().collect()))
            }
            scalar => Ok(scalar.clone()),
        }
    }

    /// The values of several expressions.
    fn all(
        &mut self,
        exprs: Vec<(String, &Value)>,
        at: &str,
    ) -> Result<Vec<(String, Value)>, Wrong> {
        let (mut values, mut missing) = (Vec::new(), None);
        for (name, expr) in exprs {
            match self.value(expr, &format!("{at}/{name}")) {
                Ok(value) => values.push((name, value)),
                Err(wrong) if self.failed.is_some() => return Err(wrong),
                Err(wrong) => missing = Some(wrong),
            }
        }
        missing.map_or(Ok(values), Err)
    }

    fn call(&mut self, call: &Value, at: &str) -> Result<Value, Wrong> {
        let name = call["@func"].as_str().unwrap();
        let shape = functions::FUNCTIONS
            .iter()
            .find(|shape| shape.name == name)
            .unwrap();
        let written: Vec<(String, &Value)> = match &call["@args"] {
            Value::Array(args) => args
                .iter()
                .enumerate()
                .map(|(at, arg)| (at.to_string(), arg))
                .collect(),
            args => args
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, arg)| (name.clone(), arg))
                .collect(),
        };
        let result = match self.all(written, &format!("{at}/@args")) {
            Err(wrong) if self.failed.is_some() => return Err(wrong),
            Err(wrong) => Err(wrong),
            Ok(values) => {
                let mut args = vec![Value::Null; values.len()];
                for (place, (name, value)) in values.into_iter().enumerate() {
                    let param = shape.params.iter().position(|(param, _)| *param == name);
                    args[param.unwrap_or(place)] = value;
                }
                naive(name, &args)
            }
        };
        if !matches!(result, Err(Wrong::Type)) {
            self.calls.push(name.to_owned());
        }
        if result.is_err() {
            self.failed = Some((at.to_owned(), name.to_owned()));
        }
        result
    }
}

/// Whether the check had said that the error may come.
fn was_deferred(plan: &Plan, error: &RunError) -> bool {
    let call = error.path().unwrap().clone().key("@args");
    let inside = |path: &Path| {
        let rest = path.segments().strip_prefix(call.segments());
        let Some([first, rest @ ..]) = rest else {
            return false;
        };
        let is_args =
            |segment: &Segment| matches!(segment, Segment::Key(name) if &**name == "@args");
        // What a call within needs is that call's matter.
        !rest.iter().any(is_args)
            && match (error.kind(), first) {
                (RunErrorKind::ArgType { argument, .. }, Segment::Index(index)) => {
                    argument == index
                }
                _ => true,
            }
    };
    plan.deferred()
        .iter()
        .any(|deferred| inside(deferred.path()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]
    #[test]
    fn a_run_gives_what_a_naive_evaluation_gives(made in choices(), waits in any::<[bool; 14]>()) {
        let program = program(&made);
        let kinds = waits.map(|waits| (0, waits));
        let (api, record) = api(&kinds);
        let plan = api.check_value(&program).map_err(|error| TestCaseError::fail(format!("{error}\n{program}")))?;
        let (naive, expected) = Naive::run(&program);
        match (wait(plan.run()), expected) {
            (Ok(outcome), Ok(value)) => {
                prop_assert_eq!(outcome.value(), value, "{}", plan);
                let results: Vec<Value> = outcome.results().into_iter().flatten().collect();
                prop_assert_eq!(results, naive.results);
            }
            (Err(error), Err(wrong)) => {
                prop_assert_eq!(error.is_type(), wrong == Wrong::Type, "{}: {}", error, plan);
                prop_assert!(!error.is_type() || was_deferred(&plan, &error), "{error}: {plan}");
                prop_assert_eq!(error.path().map(Path::to_pointer), naive.failed.map(|failed| failed.0));
                let results: Vec<Value> = error.results().iter().flatten().cloned().collect();
                prop_assert_eq!(results, naive.results);
            }
            (found, expected) => prop_assert!(false, "{found:?}, expected {expected:?}: {plan}"),
        }
        prop_assert_eq!(&*record.lock().unwrap(), &naive.calls, "calls from left to right");
    }

    #[test]
    fn declared_concurrency_changes_no_result(made in choices(), kinds in any::<[(u8, bool); 14]>()) {
        let program = program(&made);
        let (api, _) = api(&kinds);
        let plan = api.check_value(&program).unwrap();
        let (naive, expected) = Naive::run(&program);
        let is_pure = |function: &str| plan.api().signature(function).unwrap().is_pure();
        let failed = naive.failed.as_ref();
        for (is_folded, plan) in [(false, plan.clone()), (true, plan.clone().fold())] {
            // Folded, a call without effect may be left out, and fail no longer.
            if is_folded && failed.is_some_and(|(_, function)| is_pure(function)) {
                continue;
            }
            match (wait(plan.run()), &expected) {
                (Ok(outcome), Ok(value)) => {
                    prop_assert_eq!(&outcome.value(), value, "{}", plan);
                    for (found, expected) in outcome.results().into_iter().zip(&naive.results) {
                        prop_assert!(found.is_none_or(|found| found == *expected));
                    }
                }
                (Err(error), Err(wrong)) => {
                    prop_assert_eq!(error.is_type(), *wrong == Wrong::Type, "{}: {}", error, plan);
                    prop_assert!(!error.is_type() || was_deferred(&plan, &error));
                    let place = error.path().map(Path::to_pointer);
                    prop_assert_eq!(place.as_ref(), failed.map(|failed| &failed.0));
                }
                (found, expected) => prop_assert!(false, "{found:?}, expected {expected:?}: {plan}"),
            }
        }
    }

    #[test]
    fn programs_are_written_and_read_alike(made in choices()) {
        let value = program(&made);
        let program = Program::from_value(&value).unwrap();
        prop_assert_eq!(&program.to_value(), &value);
        let text = program.to_value().to_string();
        prop_assert_eq!(&Program::parse(&text).unwrap(), &program);
        let fenced = format!("Here it is:\n```json\n{value:#}\n```\n");
        prop_assert_eq!(&Program::parse(&fenced).unwrap(), &program);
        let read: Program = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read, program);
    }

    #[test]
    fn what_is_nearly_a_program_is_one_or_refused_where_it_is_wrong(
        made in choices(),
        edits in proptest::collection::vec(any::<(u32, u32)>(), 1..4),
        kinds in any::<[(u8, bool); 14]>(),
    ) {
        let mut value = program(&made);
        mutate(&mut value, &edits);
        match api(&kinds).0.check_value(&value) {
            Ok(plan) => {
                let again = Program::from_value(&plan.to_value());
                prop_assert_eq!(again.as_ref(), Ok(plan.program()));
                if let Err(error) = wait(plan.run()) {
                    prop_assert!(!error.is_type() || was_deferred(&plan, &error), "{error}: {plan}");
                }
            }
            Err(error) => {
                prop_assert!(!error.problems().is_empty());
                for problem in error.problems() {
                    let place = problem.path.to_pointer();
                    prop_assert!(value.pointer(&place).is_some(), "{problem} at {place}: {value}");
                }
            }
        }
    }
}
