//! What a run would call, without calling it.

use std::fmt;

use serde_json::Value;
use typechat::reply::Path;

use crate::{
    Plan,
    lower::{Known, Lowered},
    program::{Arguments, Call, Expr, Ref},
    value::Slot,
};

/// A call that a run would make. Displayed as code, with what is known of its result.
///
/// ```
/// use typechat_program::{Program, samples::{Math, MathApi}};
///
/// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [1, 2]}]}"#)?;
/// let calls = Math.into_api().check(&program)?.dry_run();
/// assert_eq!((calls[0].function.as_str(), calls[0].asks), ("add", false));
/// assert_eq!(calls[0].to_string(), "add(1, 2) = 3.0");
/// # Ok::<(), typechat_program::ProgramError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DryCall {
    /// The step that it belongs to, from 0 on.
    pub step: usize,
    /// Its place in the program.
    pub path: Path,
    /// The function's name.
    pub function: String,
    /// The call as code, with what is known in the place of references and calls within.
    pub code: String,
    /// Its result, when that is known without a call that has effects.
    pub result: Option<Value>,
    /// Whether someone is asked before it: the plan is confirmed, or this very call.
    pub asks: bool,
}

impl fmt::Display for DryCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)?;
        match &self.result {
            Some(result) => write!(f, " = {result}"),
            None => Ok(()),
        }
    }
}

pub(crate) fn dry_run(plan: &Plan) -> Vec<DryCall> {
    let folded = plan.clone().fold();
    let lowered = folded.lowered();
    let mut known = Knowledge {
        lowered,
        next: 0,
        calls: Vec::new(),
    };
    for step in &plan.program().steps {
        known.call(step);
    }
    let calls = lowered.ops.iter().zip(known.calls);
    calls
        .map(|(op, (code, result))| {
            let entry = plan.api().entry(op.function);
            DryCall {
                step: op.step,
                path: op.path(),
                function: entry.signature.name().to_owned(),
                code,
                result,
                asks: entry.access == crate::Access::Ask || entry.signature.is_confirmed(),
            }
        })
        .collect()
}

/// The most bytes of a result that is told.
const BRIEF: usize = 1024;

/// Goes through the calls in the order in which the check did.
struct Knowledge<'a> {
    lowered: &'a Lowered,
    next: usize,
    calls: Vec<(String, Option<Value>)>,
}

impl Knowledge<'_> {
    /// The call as an expression: its result, when that is known.
    fn call(&mut self, call: &Call) -> Expr {
        let args = match &call.args {
            Arguments::Listed(args) => {
                Arguments::Listed(args.iter().map(|arg| self.expr(arg)).collect())
            }
            Arguments::Named(args) => {
                let arg = |(name, arg): &(String, Expr)| (name.clone(), self.expr(arg));
                Arguments::Named(args.iter().map(arg).collect())
            }
        };
        let function = call.function.clone();
        let call = Call { function, args };
        let result = self.result(self.next);
        self.next += 1;
        self.calls.push((call.to_string(), result.clone()));
        match result {
            Some(value) => Expr::Constant(value),
            None => Expr::Call(Box::new(call)),
        }
    }

    fn result(&self, op: usize) -> Option<Value> {
        match self.lowered.known.get(op) {
            // What is large is no help in the place of its name.
            Some(Known::Result(slot)) if slot.size(BRIEF).is_some() => Slot::to_json(slot).ok(),
            _ => None,
        }
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::Constant(_) | Expr::Invalid => expr.clone(),
            Expr::Array(items) => Expr::Array(items.iter().map(|item| self.expr(item)).collect()),
            Expr::Object(fields) => {
                let field = |(name, field): &(String, Expr)| (name.clone(), self.expr(field));
                Expr::Object(fields.iter().map(field).collect())
            }
            Expr::Call(call) => self.call(call),
            Expr::Ref(Ref { step, path }) => {
                let result = self.result(self.lowered.steps[*step]);
                let part = result.as_ref().and_then(|value| value.pointer(path));
                part.map_or_else(|| expr.clone(), |part| Expr::Constant(part.clone()))
            }
        }
    }
}
