//! The model of the environment, else the embedded one.

use std::{error::Error, io::Write};

use typechat::model::{Model, ModelError};

use crate::{
    lazy::{Lazy, Load},
    local::{Local, LocalBuilder},
    weights::{self, Choice, Known, Store, WeightsError},
};

/// The model that the environment names, else the embedded model.
///
/// A provider comes first, as [`Model::from_env`] reads it; one that is configured in part is an
/// error. When none is configured, the embedded model answers, which a line on the error output
/// says: the default one, or what `TYPECHAT_LOCAL_MODEL` names. Its weights are found, or fetched
/// with a progress bar on the error output, checked and loaded at the first call; what it computes
/// of instructions and types is kept beside them, readable by their owner alone.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let model = typechat_local::from_env_or_local()?;
/// let open: bool = typechat::Translator::new(model).translate("Are we open? Yes!").await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`ModelError::Config`] when a provider is not configured wholly, or when
/// `TYPECHAT_LOCAL_MODEL` names nothing.
pub fn from_env_or_local() -> Result<Model, ModelError> {
    let is_named = std::env::var_os(weights::VARIABLE).is_some_and(|value| !value.is_empty());
    match Model::from_env() {
        Ok(model) => {
            if is_named {
                note(&format!(
                    "# {} of the configured provider answers, not {} (for that, unset OPENAI_API_KEY, \
                     OPENAI_BASE_URL and AZURE_OPENAI_API_KEY)",
                    model.profile().name,
                    weights::VARIABLE
                ));
            }
            Ok(model)
        }
        Err(error) if error.is_unconfigured() => {
            let config = |error: WeightsError| ModelError::Config(chain(&error));
            let choice = Choice::from_env().map_err(config)?;
            let store = Store::from_env().map_err(config)?;
            note(&format!(
                "# no provider is configured: the embedded model {} answers",
                choice.name()
            ));
            Ok(Model::new(Lazy::new(Embedded { choice, store })))
        }
        Err(error) => Err(error),
    }
}

/// The embedded model, before it is loaded.
struct Embedded {
    choice: Choice,
    store: Store,
}

impl Load for Embedded {
    type Model = Local;

    fn name(&self) -> String {
        self.choice.name()
    }

    async fn load(&self) -> Result<Local, String> {
        match &self.choice {
            Choice::File(path) => self.loaded(Local::builder(path)).await,
            Choice::Known(known) => self.known(known).await,
        }
    }
}

impl Embedded {
    /// Every byte is checked before use: while it is fetched, and while the file is loaded.
    async fn known(&self, known: &Known) -> Result<Local, String> {
        if let Ok(path) = self.store.find(known) {
            let error = match self
                .loaded(Local::builder(&path).sha256(known.sha256))
                .await
            {
                Ok(local) => return Ok(local),
                Err(error) => error,
            };
            // What is damaged may be refused for something else first; fetching removes it.
            let checked = weights::verify(known, &path).await;
            if !checked.is_err_and(|error| error.is_damaged()) {
                return Err(error);
            }
        }
        let fetched = self.store.fetch(known, weights::on_stderr(known)).await;
        let path = fetched.map_err(|error| chain(&error))?;
        self.loaded(Local::builder(path).sha256(known.sha256)).await
    }

    async fn loaded(&self, builder: LocalBuilder) -> Result<Local, String> {
        let loaded = self.setup(builder).load().await;
        loaded.map_err(|error| chain(&error))
    }

    fn setup(&self, builder: LocalBuilder) -> LocalBuilder {
        builder
            .name(self.choice.name())
            .prefix_folder(self.store.folder().join("prefixes"))
    }
}

/// An error with its causes, in one line.
fn chain(error: &dyn Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        sentence.push_str(": ");
        sentence.push_str(&error.to_string());
        cause = error.source();
    }
    sentence
}

/// Writes a line to the error output. When that is gone, nobody is left to be told.
fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
