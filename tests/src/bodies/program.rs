//! A program that nobody wrote, against the sample APIs.

use std::time::Duration;

use typechat_program::{Api, Limits, Plan, Program, ProgramError, RunOptions, samples};

use super::head;

/// The sample APIs, and a runtime to run programs on.
#[derive(Debug)]
pub struct Programs {
    apis: Vec<Api>,
    options: RunOptions,
}

impl Programs {
    /// Builds the APIs.
    pub fn new() -> Self {
        let limits = Limits::default().steps(50).calls(200).bytes(1 << 16);
        Self {
            apis: samples::NAMES
                .iter()
                .filter_map(|name| samples::by_name(name))
                .collect(),
            options: RunOptions::default()
                .limits(limits.time(Duration::from_secs(5)))
                .trace(),
        }
    }

    /// Reads the text after the first line as a program, checks it against the API that the first
    /// letter names, `a` to `d`, and runs it.
    ///
    /// # Panics
    /// When what must hold for any program does not.
    pub fn run(&self, data: &[u8]) {
        let (kind, reply) = head(data);
        let kind = kind.first().map_or(0, |byte| byte.wrapping_sub(b'a'));
        let api = &self.apis[usize::from(kind) % self.apis.len()];
        let program = match Program::parse(&reply) {
            Ok(program) => program,
            Err(error) => return told(&error),
        };
        let value = program.to_value();
        assert_eq!(
            Program::from_value(&value).as_ref(),
            Ok(&program),
            "{value}"
        );
        assert_eq!(
            Program::parse(&value.to_string()).as_ref(),
            Ok(&program),
            "{value}"
        );
        let _ = (program.to_string(), program.to_mermaid(), program.to_dot());
        match api.check(&program) {
            Ok(plan) => self.both_ways(&plan),
            Err(error) => told(&error),
        }
    }

    /// Runs it as it is and folded: both give the same, but that a folded one leaves out calls
    /// that no one uses, also those that fail.
    fn both_ways(&self, plan: &Plan) {
        let calls = plan.dry_run();
        let first = self.once(plan);
        let folded = self.once(&plan.clone().fold());
        assert!(first.is_err() || first == folded, "{plan}");
        if let (Ok(value), Some(known)) =
            (&first, calls.last().and_then(|call| call.result.as_ref()))
        {
            assert_eq!(value, &known.to_string(), "{plan}");
        }
    }

    /// The value as text, or that there is none.
    fn once(&self, plan: &Plan) -> Result<String, ()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let runtime = runtime.expect("a runtime takes nothing");
        match runtime.block_on(plan.run_with(&self.options)) {
            Ok(outcome) => Ok(outcome.value().to_string()),
            Err(error) => {
                let is_deferred = !plan.deferred().is_empty();
                assert!(!error.is_type() || is_deferred, "{error}: {plan}");
                assert!(!error.to_string().is_empty());
                Err(())
            }
        }
    }
}

impl Default for Programs {
    fn default() -> Self {
        Self::new()
    }
}

fn told(error: &ProgramError) {
    assert!(!error.problems().is_empty());
    assert!(
        error
            .problems()
            .iter()
            .all(|problem| !problem.text.is_empty())
    );
}
