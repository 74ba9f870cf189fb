//! What answers a request: a translator to a type, or one to programs that are then run.

use serde::{Serialize, de::DeserializeOwned};
use typechat::{TranslateError, Translator, model::ChatRequest, translate::Attempt};
use typechat_program::{Plan, ProgramTranslator, Translated};

use super::report::Verdict;

/// What a person is shown, and whether it is what was asked for.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) verdict: Verdict,
}

/// An answer, with the attempts that it took.
pub(super) struct Answer {
    pub(super) attempts: Vec<Attempt>,
    pub(super) shown: Result<Shown, TranslateError>,
}

/// Answers requests.
pub(super) trait Ask {
    /// What would be sent.
    fn prompt(&self, request: &str) -> ChatRequest;

    /// What comes of a request.
    async fn ask(&self, request: &str) -> Answer;
}

impl<T: DeserializeOwned + Serialize> Ask for Translator<T> {
    fn prompt(&self, request: &str) -> ChatRequest {
        Self::prompt(self, request)
    }

    async fn ask(&self, request: &str) -> Answer {
        match self.translate_full(request).await {
            Err(error) => Answer::failed(error),
            Ok(translation) => {
                let attempts = translation.attempts().to_vec();
                let shown = match serde_json::to_string_pretty(translation.value()) {
                    Ok(text) => Shown {
                        text,
                        verdict: Verdict::Valid,
                    },
                    Err(error) => Shown::failed(&format!("the value is no JSON: {error}")),
                };
                Answer {
                    attempts,
                    shown: Ok(shown),
                }
            }
        }
    }
}

/// A translator to programs, and whether their pictures are shown.
pub(super) struct Programmer {
    pub(super) translator: ProgramTranslator,
    pub(super) picture: bool,
}

impl Ask for Programmer {
    fn prompt(&self, request: &str) -> ChatRequest {
        self.translator.prompt(request)
    }

    async fn ask(&self, request: &str) -> Answer {
        match self.translator.translate_full(request).await {
            Err(error) => Answer::failed(error),
            Ok(translation) => Answer {
                attempts: translation.attempts().to_vec(),
                shown: Ok(self.run(translation.value()).await),
            },
        }
    }
}

impl Programmer {
    /// The program as code, what it gave, and what it could not do.
    async fn run(&self, translated: &Translated) -> Shown {
        let Some(plan) = translated.plan() else {
            let cannot = translated.cannot().join("; ");
            return Shown::failed(&format!("no function can do this: {cannot}"));
        };
        let mut text = plan.to_string();
        if self.picture {
            text = format!("{text}\n{}", plan.program().to_mermaid());
        }
        let (result, verdict) = result(plan).await;
        Shown {
            text: format!("{text}{result}"),
            verdict,
        }
    }
}

async fn result(plan: &Plan) -> (String, Verdict) {
    match plan.run().await {
        Ok(outcome) => (format!("= {:#}", outcome.value()), Verdict::Valid),
        Err(error) => (format!("! {error}"), Verdict::Failed),
    }
}

impl Shown {
    fn failed(words: &str) -> Self {
        Self {
            text: format!("! {words}"),
            verdict: Verdict::Failed,
        }
    }
}

impl Answer {
    fn failed(error: TranslateError) -> Self {
        Self {
            attempts: error.attempts().to_vec(),
            shown: Err(error),
        }
    }
}
