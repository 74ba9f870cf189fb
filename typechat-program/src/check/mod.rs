//! From a program to a plan: every name, every argument and every reference is looked at before
//! anything runs.

mod assign;
mod call;
mod fit;
mod node;
mod problem;
mod project;
mod trail;

use std::fmt;

use serde_json::Value;
use typechat::{reply::Path, schema::Type};

use crate::{
    Api, Plan, Program,
    lower::Lowering,
    program::{Reading, read},
};
pub(crate) use assign::{Assign, Fit};
pub use problem::{Problem, ProblemCode, ProgramError};
pub(crate) use problem::{Problems, brief, key};
pub(crate) use trail::Trail;

/// Something that only a run can tell: where in the program, and what must then hold.
///
/// ```
/// use typechat_program::{Program, samples::{Data, DataApi}};
///
/// let program = Program::parse(
///     r#"{"@steps": [{"@func": "list", "@args": [[[1], 2]]},
///                    {"@func": "count", "@args": [{"@ref": 0, "@path": "/0"}]}]}"#,
/// )?;
/// let plan = Data.into_api().check(&program)?;
/// let deferred: Vec<String> = plan.deferred().iter().map(ToString::to_string).collect();
/// assert_eq!(deferred, [
///     "@steps[1].@args[0]: the list must have that item",
///     "@steps[1].@args[0]: its type is only known when it is there",
/// ]);
/// # Ok::<(), typechat_program::ProgramError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deferred {
    path: Path,
    text: String,
}

impl Deferred {
    pub(crate) fn new(path: Path, text: &str) -> Self {
        let text = text.to_owned();
        Self { path, text }
    }

    /// The argument, or the part of one, that it is about.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What must hold, in words.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}

impl Api {
    /// Checks a program: names, arguments, references and the types of all of them. Nothing is
    /// called. What comes of it is a plan that can be shown, confirmed and run; it runs into an
    /// error of types only at the points that [`Plan::deferred`] lists, unless a function returns
    /// what it does not say that it returns ([`RunErrorKind::Result`](crate::RunErrorKind::Result)).
    ///
    /// ```
    /// use typechat_program::{Api, Function, Program};
    ///
    /// let api = Api::builder()
    ///     .function(Function::new("add", |x: f64, y: f64| x + y).params(["x", "y"]))
    ///     .build()?;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [1, "2"]}]}"#)?;
    /// let error = api.check(&program).unwrap_err();
    /// assert_eq!(
    ///     error.problems()[0].to_string(),
    ///     "@steps[0].@args[1]: expected number, found \"2\" (in add(x: number, y: number): number)",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ProgramError`], with every problem at once.
    pub fn check(&self, program: &Program) -> Result<Plan, ProgramError> {
        self.plan(program.clone(), Vec::new())
    }

    /// Reads and checks a program at once, so that problems of both kinds come together.
    ///
    /// ```
    /// use serde_json::json;
    /// use typechat_program::samples::{Math, MathApi};
    ///
    /// let steps = json!([{ "@func": "ad", "@args": [1, 2] }, { "@ref": 0 }]);
    /// let error = Math.into_api().check_value(&json!({ "@steps": steps })).unwrap_err();
    /// assert_eq!(error.problems().len(), 2);
    /// ```
    ///
    /// # Errors
    /// [`ProgramError`], with every problem at once.
    pub fn check_value(&self, value: &Value) -> Result<Plan, ProgramError> {
        let Reading { program, problems } = read(value);
        self.plan(program, problems)
    }

    /// Reads a model's reply as [`Program::parse`] does, and checks it at once.
    ///
    /// ```
    /// use typechat_program::samples::{Math, MathApi};
    /// let plan = Math.into_api().check_reply("So: {'@steps': [{'@func': 'pi'}]}")?;
    /// assert_eq!(plan.to_string(), "step1 = pi()\n");
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProgramError`], with every problem at once.
    pub fn check_reply(&self, reply: &str) -> Result<Plan, ProgramError> {
        self.check_value(&crate::program::value(reply)?)
    }

    fn plan(&self, program: Program, shape: Vec<Problem>) -> Result<Plan, ProgramError> {
        let mut problems = Problems::default();
        problems.extend(shape);
        let mut checker = Checker {
            api: self,
            problems,
            deferred: Vec::new(),
            lowering: Lowering::new(program.steps.len()),
            results: Vec::with_capacity(program.steps.len()),
            step: 0,
        };
        checker.program(&program);
        let Checker {
            problems,
            deferred,
            lowering,
            ..
        } = checker;
        if !problems.is_empty() {
            return Err(ProgramError::new(problems.finish()));
        }
        let lowered = lowering.finish(self);
        Ok(Plan::new(self.clone(), program, lowered, deferred))
    }
}

/// Checks one program.
pub(crate) struct Checker<'a> {
    api: &'a Api,
    problems: Problems,
    deferred: Vec<Deferred>,
    lowering: Lowering,
    /// The results of the steps so far; `None` for one that a problem tells of.
    results: Vec<Option<(usize, &'a Type)>>,
    /// The step that is being checked.
    step: usize,
}

impl<'a> Checker<'a> {
    fn program(&mut self, program: &'a Program) {
        let root = Trail::root();
        let steps = root.key("@steps");
        for (number, step) in program.steps.iter().enumerate() {
            self.step = number;
            let result = self.call(step, &steps.index(number), true);
            if let Some((op, _)) = result {
                self.lowering.step(op);
            }
            self.results.push(result);
        }
        let last = self.results.last().copied().flatten();
        if let (Some(wanted), Some((_, found))) = (&self.api.inner.wanted, last) {
            let path = steps.index(program.steps.len() - 1).path();
            match Assign::new(&self.api.inner.judge).fit(found, wanted) {
                Fit::Always => {}
                Fit::Perhaps(why) => {
                    self.lowering.is_result_checked = true;
                    self.deferred.push(Deferred::new(path, why));
                }
                Fit::Not => {
                    let graph = self.api.graph();
                    let (wanted, found) = (graph.phrase(wanted), graph.phrase(found));
                    self.problems.add(|| {
                        let code = ProblemCode::ResultType;
                        let mut problem = Problem::mismatch(code, path, wanted, found);
                        problem.text.insert_str(0, "the result of the last step: ");
                        problem
                    });
                }
            }
        }
    }
}
