//! From a sentence to a checked plan: the model writes a program, and is told what is wrong with
//! it until the check finds nothing, within a budget.

mod decoding;
mod prompt;
mod written;

use std::fmt;

use typechat::{
    BuildError, Model, TranslateError, Translation,
    model::ChatRequest,
    translate::{OutputMode, Request, Translator, TranslatorBuilder},
};

use crate::{Api, Plan, Program};
use prompt::ProgramPrompts;
pub use written::Written;

/// Turns requests into plans over an API. Built once, cheap to clone, used from many tasks.
///
/// ```
/// use typechat::model::Script;
/// use typechat_program::{Api, Function, ProgramTranslator};
///
/// let api = Api::builder()
///     .function(Function::new("add", |x: f64, y: f64| x + y).params(["x", "y"]))
///     .build()?;
/// // In the place of a model, the reply that it would give.
/// let model = Script::new([r#"{"@steps": [{"@func": "add", "@args": [1, 2]}]}"#]);
/// let translator = ProgramTranslator::new(model, api);
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let answer = translator.translate("one and two").await?;
/// let plan = answer.plan().ok_or("no plan")?;
/// assert_eq!(plan.to_string(), "step1 = add(1, 2)\n");
/// assert_eq!(plan.run().await?.value(), 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ProgramTranslator {
    translator: Translator<Written>,
    api: Api,
}

/// What the model made of a request.
///
/// ```
/// use typechat::model::Script;
/// use typechat_program::{ProgramTranslator, Translated, samples::{Math, MathApi}};
///
/// let reply = r#"{"@steps": [{"@func": "pi"}], "@cannot_translate": ["who won the race"]}"#;
/// let translator = ProgramTranslator::new(Script::new([reply]), Math.into_api());
/// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
/// match translator.translate("pi, and who won the race").await? {
///     Translated::Plan(plan) => print!("{plan}"),
///     Translated::Partial(plan, cannot) => print!("{plan}without {}", cannot.join(", ")),
///     Translated::Refused(cannot) => print!("not possible: {}", cannot.join(", ")),
///     _ => {}
/// }
/// # Ok::<(), typechat::TranslateError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Translated {
    /// A plan for all of it.
    Plan(Plan),
    /// A plan for a part of it, and what no function can do.
    Partial(Plan, Vec<String>),
    /// No plan: what no function can do.
    Refused(Vec<String>),
}

impl Translated {
    /// The plan, whole or for a part; nothing when the request was refused.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Self::Plan(plan) | Self::Partial(plan, _) => Some(plan),
            Self::Refused(_) => None,
        }
    }

    /// The plan, whole or for a part; nothing when the request was refused.
    pub fn into_plan(self) -> Option<Plan> {
        match self {
            Self::Plan(plan) | Self::Partial(plan, _) => Some(plan),
            Self::Refused(_) => None,
        }
    }

    /// What no function can do, in the model's words.
    pub fn cannot(&self) -> &[String] {
        match self {
            Self::Plan(_) => &[],
            Self::Partial(_, parts) | Self::Refused(parts) => parts,
        }
    }

    fn of(plan: Plan) -> Self {
        let cannot = plan.program().cannot_translate().to_vec();
        match (plan.program().is_empty(), cannot.is_empty()) {
            (true, _) => Self::Refused(cannot),
            (false, true) => Self::Plan(plan),
            (false, false) => Self::Partial(plan, cannot),
        }
    }
}

impl ProgramTranslator {
    /// A translator with default settings.
    pub fn new(model: impl Into<Model>, api: Api) -> Self {
        match Self::builder(model, api).build() {
            Ok(translator) => translator,
            // Only settings can be wrong, and these are the default ones.
            Err(error) => unreachable!("the default settings are whole: {error}"),
        }
    }

    /// A translator with other than default settings.
    pub fn builder(model: impl Into<Model>, api: Api) -> ProgramTranslatorBuilder {
        let checked = api.clone();
        let builder = Translator::<Written>::builder(model)
            .leniency(typechat::reply::Leniency::Syntax)
            .prompts(ProgramPrompts::new(&api))
            .held_to(decoding::schema(&api))
            .check(move |written, checks| written.check(&checked, checks));
        ProgramTranslatorBuilder { builder, api }
    }

    /// The API that programs are written for.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// Exactly what would be sent first for this request, before hooks.
    pub fn prompt(&self, request: impl Into<Request>) -> ChatRequest {
        self.translator.prompt(request)
    }

    /// The plan that the request means.
    ///
    /// # Errors
    /// [`TranslateError`], with the record of every attempt.
    pub async fn translate(
        &self,
        request: impl Into<Request>,
    ) -> Result<Translated, TranslateError> {
        Ok(self.translate_full(request).await?.into_value())
    }

    /// The plan, with notes, every attempt and what they cost.
    ///
    /// # Errors
    /// [`TranslateError`], with the same record.
    pub async fn translate_full(
        &self,
        request: impl Into<Request>,
    ) -> Result<Translation<Translated>, TranslateError> {
        let translation = self.translator.translate_full(request).await?;
        Ok(translation.map(|written| Translated::of(written.into_plan())))
    }
}

impl fmt::Debug for ProgramTranslator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramTranslator")
            .field("api", &self.api)
            .finish_non_exhaustive()
    }
}

/// Sets up a [`ProgramTranslator`].
#[derive(Debug)]
pub struct ProgramTranslatorBuilder {
    builder: TranslatorBuilder<Written>,
    api: Api,
}

impl ProgramTranslatorBuilder {
    /// How the model is held to the API. Unless it is prompted alone, the names and the argument
    /// types of the functions go along as a JSON Schema, and a model that can be held to it is:
    /// then it calls no function that there is not.
    #[must_use]
    pub fn output(self, mode: OutputMode) -> Self {
        self.configure(|builder| builder.output(mode))
    }

    /// A request and the program that it means.
    ///
    /// ```
    /// use typechat::model::Script;
    /// use typechat_program::{Api, Function, Program, ProgramTranslator};
    ///
    /// let api = Api::builder().function(Function::new("add", |x: f64, y: f64| x + y)).build()?;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [2, 2]}]}"#)?;
    /// let translator = ProgramTranslator::builder(Script::new(["…"]), api)
    ///     .example("two and two", &program)
    ///     .build()?;
    /// assert!(translator.prompt("1 + 1").messages[0].text().contains("two and two"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn example(self, request: impl Into<String>, program: &Program) -> Self {
        let written = Written::from(program);
        self.configure(|builder| builder.example(request, &written))
    }

    /// Everything else that a [`Translator`] can be set up with: budget, settings, hooks, trace,
    /// another model for repairs, facts, own prompts.
    ///
    /// ```
    /// use typechat::{Budget, model::Script};
    /// use typechat_program::{Api, Function, ProgramTranslator};
    ///
    /// let api = Api::builder().function(Function::new("now", || 12_u32)).build()?;
    /// let translator = ProgramTranslator::builder(Script::new(["…"]), api)
    ///     .configure(|builder| builder.budget(Budget::default().attempts(2)))
    ///     .build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn configure(
        mut self,
        set: impl FnOnce(TranslatorBuilder<Written>) -> TranslatorBuilder<Written>,
    ) -> Self {
        self.builder = set(self.builder);
        self
    }

    /// The translator.
    ///
    /// # Errors
    /// [`BuildError`] when the budget is not whole, or an example is no JSON.
    pub fn build(self) -> Result<ProgramTranslator, BuildError> {
        Ok(ProgramTranslator {
            translator: self.builder.build()?,
            api: self.api,
        })
    }
}
