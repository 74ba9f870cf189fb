//! The client that environment variables describe.

use typechat::model::{ChatRequest, LanguageModel, Message, ModelError, openai::ChatCompletions};
use typechat_tests::{Behaviour, Recorded, Server};

fn from(variables: &[(&str, &str)]) -> Result<ChatCompletions, ModelError> {
    ChatCompletions::from_lookup(|name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

fn refused(variables: &[(&str, &str)]) -> String {
    let error = from(variables).unwrap_err();
    assert!(matches!(error, ModelError::Config(_)), "{error:?}");
    assert!(error.is_config() && !error.is_unconfigured());
    error.to_string()
}

fn unconfigured(variables: &[(&str, &str)]) -> String {
    let error = from(variables).unwrap_err();
    assert!(error.is_config() && error.is_unconfigured(), "{error:?}");
    error.to_string()
}

fn shown(variables: &[(&str, &str)]) -> String {
    format!("{:?}", from(variables).unwrap())
}

async fn sent(variables: &[(&str, &str)], server: &Server) -> Recorded {
    let client = from(variables).unwrap();
    client
        .complete(&ChatRequest::new([Message::user("hi")]))
        .await
        .unwrap();
    server.requests().remove(0)
}

#[test]
fn nothing_or_half_is_refused_with_the_remedy() {
    let nothing = "no model is configured; set OPENAI_API_KEY and OPENAI_MODEL for OpenAI, \
        OPENAI_BASE_URL and OPENAI_MODEL for another server, \
        or AZURE_OPENAI_API_KEY and AZURE_OPENAI_ENDPOINT for Azure";
    assert_eq!(unconfigured(&[]), nothing);
    assert_eq!(
        unconfigured(&[("OPENAI_API_KEY", " "), ("OPENAI_MODEL", "m")]),
        nothing
    );
    let no_model = "OPENAI_MODEL is not set; set it to the name of the model to use";
    assert_eq!(refused(&[("OPENAI_API_KEY", "k")]), no_model);
    assert_eq!(
        refused(&[("OPENAI_BASE_URL", "http://h/v1"), ("OPENAI_MODEL", "")]),
        no_model
    );
    let root = "https://r.openai.azure.com";
    assert_eq!(
        refused(&[
            ("AZURE_OPENAI_API_KEY", "k"),
            ("AZURE_OPENAI_ENDPOINT", root)
        ]),
        no_model
    );
    assert_eq!(
        refused(&[("AZURE_OPENAI_API_KEY", "k")]),
        "AZURE_OPENAI_API_KEY is set but AZURE_OPENAI_ENDPOINT is not; set it to the resource, \
         for example https://NAME.openai.azure.com"
    );
    assert_eq!(
        refused(&[("AZURE_OPENAI_ENDPOINT", root)]),
        "AZURE_OPENAI_ENDPOINT is set but AZURE_OPENAI_API_KEY is not; \
         set it to a key of that resource"
    );
}

#[test]
fn a_bad_address_is_named_without_its_credentials() {
    let model = ("OPENAI_MODEL", "m");
    assert_eq!(
        refused(&[model, ("OPENAI_BASE_URL", "localhost:8080/v1")]),
        "the address \"localhost:8080/v1\" does not begin with http:// or https://; \
         write it in full, for example https://api.openai.com/v1"
    );
    assert_eq!(
        refused(&[model, ("OPENAI_BASE_URL", "http://me:pa/ss@h:x/v1?key=abc")]),
        "the address \"http://h:x/v1\" is not valid: invalid port number; \
         expected one like https://api.openai.com/v1"
    );
    assert_eq!(
        refused(&[model, ("OPENAI_API_KEY", "sk-1\nOPENAI_MODEL=x")]),
        "the API key holds a character that an HTTP header must not hold, such as a line break; \
         copy it again without what is round it"
    );
}

#[test]
fn addresses_are_made_whole() {
    let model = ("OPENAI_MODEL", "m");
    let base = |url| shown(&[model, ("OPENAI_BASE_URL", url)]);
    let whole = |url| shown(&[model, ("OPENAI_ENDPOINT", url)]);
    let client = |url: &str| format!("ChatCompletions {{ model: \"m\", endpoint: {url}, .. }}");
    assert_eq!(
        shown(&[model, ("OPENAI_API_KEY", "sk-secret")]),
        client("https://api.openai.com/v1/chat/completions")
    );
    assert_eq!(base("http://h/v1/"), client("http://h/v1/chat/completions"));
    assert_eq!(
        base("http://me:pw@h/v1?key=x"),
        client("http://h/v1/chat/completions")
    );
    assert_eq!(
        base("http://h/v1/chat/completions"),
        client("http://h/v1/chat/completions")
    );
    assert_eq!(whole("http://h/own/path"), client("http://h/own/path"));
    assert_eq!(whole("http://h/v1"), client("http://h/v1/chat/completions"));
    assert_eq!(
        shown(&[
            model,
            ("OPENAI_ENDPOINT", "http://a/x"),
            ("OPENAI_BASE_URL", "http://b/v1")
        ]),
        client("http://a/x")
    );
}

#[tokio::test]
async fn a_base_address_alone_needs_no_key() {
    let server = Server::start([Behaviour::text("hello")]);
    let base = format!("{}/v1", server.url());
    let sent = sent(
        &[
            ("OPENAI_MODEL", "m"),
            ("OPENAI_BASE_URL", &base),
            ("OPENAI_EMBEDDINGMODEL", "e"),
        ],
        &server,
    )
    .await;
    assert_eq!(sent.path, "/v1/chat/completions");
    assert_eq!(sent.header("authorization"), None);
    assert_eq!(sent.header("openai-organization"), None);
    assert_eq!(sent.body["model"], "m");
}

#[tokio::test]
async fn key_and_organization_become_headers() {
    for (name, also) in [
        ("OPENAI_ORGANIZATION", ""),
        ("OPENAI_ORG", ""),
        ("OPENAI_ORGANIZATION", "x"),
    ] {
        let server = Server::start([Behaviour::text("hello")]);
        let url = format!("{}/v1/chat/completions", server.url());
        let variables = [
            ("OPENAI_API_KEY", " sk-secret\n"),
            ("OPENAI_MODEL", "m"),
            ("OPENAI_ENDPOINT", url.as_str()),
            (name, "org-1"),
            ("OPENAI_ORG", also),
        ];
        let sent = sent(&variables, &server).await;
        assert_eq!(sent.header("authorization"), Some("Bearer sk-secret"));
        assert_eq!(sent.header("openai-organization"), Some("org-1"));
    }
}

#[tokio::test]
async fn azure_takes_a_deployment_or_a_resource() {
    let cases = [
        (
            "",
            Some("gpt"),
            "/openai/deployments/gpt/chat/completions?api-version=2024-10-21",
        ),
        (
            "/",
            Some("a b"),
            "/openai/deployments/a%20b/chat/completions?api-version=2024-10-21",
        ),
        (
            "/openai/deployments/d/chat/completions?api-version=2023-05-15",
            None,
            "/openai/deployments/d/chat/completions?api-version=2023-05-15",
        ),
        (
            "/openai/deployments/d",
            None,
            "/openai/deployments/d/chat/completions?api-version=2024-10-21",
        ),
        ("/openai/v1", Some("gpt"), "/openai/v1/chat/completions"),
    ];
    for (path, model, expected) in cases {
        let server = Server::start([Behaviour::text("hello")]);
        let endpoint = format!("{}{path}", server.url());
        let variables = [
            ("AZURE_OPENAI_API_KEY", "az-secret"),
            ("AZURE_OPENAI_ENDPOINT", endpoint.as_str()),
            ("OPENAI_MODEL", model.unwrap_or_default()),
        ];
        let sent = sent(&variables, &server).await;
        assert_eq!(sent.path, expected);
        assert_eq!(sent.header("api-key"), Some("az-secret"));
        assert_eq!(sent.header("authorization"), None);
        assert_eq!(sent.body["model"], model.unwrap_or("d"));
    }
}
