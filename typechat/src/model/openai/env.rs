//! Settings from environment variables, under the names that the TypeChat family uses.

use secrecy::SecretString;

use super::{ChatCompletions, ChatCompletionsBuilder, endpoint};
use crate::model::ModelError;

const NOTHING: &str = "no model is configured; set OPENAI_API_KEY and OPENAI_MODEL for OpenAI, \
     OPENAI_BASE_URL and OPENAI_MODEL for another server, \
     or AZURE_OPENAI_API_KEY and AZURE_OPENAI_ENDPOINT for Azure";

/// The builder that the variables describe.
pub(super) fn builder(
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<ChatCompletionsBuilder, ModelError> {
    let get = |name: &str| {
        let value = lookup(name)?;
        let value = value.trim();
        (!value.is_empty()).then(|| value.to_owned())
    };
    let key = get("OPENAI_API_KEY");
    let (whole, base) = (get("OPENAI_ENDPOINT"), get("OPENAI_BASE_URL"));
    let builder = if key.is_some() || whole.is_some() || base.is_some() {
        open_ai(get("OPENAI_MODEL"), key, whole, base)?
    } else {
        azure(
            get("OPENAI_MODEL"),
            get("AZURE_OPENAI_API_KEY"),
            get("AZURE_OPENAI_ENDPOINT"),
        )?
    };
    Ok(
        match get("OPENAI_ORGANIZATION").or_else(|| get("OPENAI_ORG")) {
            Some(organization) => builder.organization(organization),
            None => builder,
        },
    )
}

fn open_ai(
    model: Option<String>,
    key: Option<String>,
    whole: Option<String>,
    base: Option<String>,
) -> Result<ChatCompletionsBuilder, ModelError> {
    let mut builder = ChatCompletions::new(model.ok_or_else(no_model)?);
    if let Some(key) = key {
        builder = builder.api_key(SecretString::from(key));
    }
    Ok(match (whole, base) {
        (Some(whole), _) => builder.endpoint(whole),
        (None, Some(base)) => builder.base_url(base),
        (None, None) => builder,
    })
}

fn azure(
    model: Option<String>,
    key: Option<String>,
    endpoint: Option<String>,
) -> Result<ChatCompletionsBuilder, ModelError> {
    let (key, endpoint) = match (key, endpoint) {
        (Some(key), Some(endpoint)) => (key, endpoint),
        (None, None) => return Err(ModelError::Unconfigured(NOTHING.to_owned())),
        (Some(_), None) => {
            return Err(ModelError::Config(
                "AZURE_OPENAI_API_KEY is set but AZURE_OPENAI_ENDPOINT is not; set it to the \
                 resource, for example https://NAME.openai.azure.com"
                    .to_owned(),
            ));
        }
        (None, Some(_)) => {
            return Err(ModelError::Config(
                "AZURE_OPENAI_ENDPOINT is set but AZURE_OPENAI_API_KEY is not; \
                 set it to a key of that resource"
                    .to_owned(),
            ));
        }
    };
    let model = model
        .or_else(|| endpoint::deployment(&endpoint))
        .ok_or_else(no_model)?;
    Ok(ChatCompletions::new(model)
        .azure(endpoint)
        .api_key(SecretString::from(key)))
}

fn no_model() -> ModelError {
    ModelError::Config("OPENAI_MODEL is not set; set it to the name of the model to use".to_owned())
}
