//! The way to a server: proxies, clients of one's own, and connections that cannot be made.

use std::{error::Error, time::Duration};

use tokio::io::AsyncWriteExt;
use typechat::model::{
    ChatRequest, ConnectFault, LanguageModel, Message, ModelError, TimeoutPhase,
    openai::{ChatCompletions, ChatCompletionsBuilder},
};
use typechat_tests::{Behaviour, Server};

/// A name that no resolver may know (RFC 6761).
const NOWHERE: &str = "http://model.invalid/v1";

fn request() -> ChatRequest {
    ChatRequest::new([Message::user("hi")])
}

async fn error(builder: ChatCompletionsBuilder) -> ModelError {
    let client = builder.build().unwrap();
    client.complete(&request()).await.unwrap_err()
}

fn fault(error: &ModelError) -> ConnectFault {
    match error {
        ModelError::Connect { fault, .. } => *fault,
        other => panic!("{other}"),
    }
}

/// What a person sees who prints the whole chain.
fn chain(error: &dyn Error) -> String {
    error.source().map_or_else(
        || error.to_string(),
        |source| format!("{error}: {}", chain(source)),
    )
}

#[tokio::test]
async fn requests_go_through_the_proxy() {
    let proxy = Server::start([Behaviour::text("hello"), Behaviour::text("hello")]);
    let builder = ChatCompletions::new("m")
        .base_url(NOWHERE)
        .proxy(proxy.url());
    let reply = builder.build().unwrap().complete(&request()).await.unwrap();
    assert_eq!(reply.text, "hello");
    let sent = proxy.requests().remove(0);
    assert_eq!(sent.path, "http://model.invalid/v1/chat/completions");
    assert_eq!(sent.header("host"), Some("model.invalid"));
    // Also to this machine, when it is asked for by name.
    let builder = ChatCompletions::new("m")
        .base_url("http://127.0.0.1:9/v1")
        .proxy(proxy.url());
    assert!(builder.build().unwrap().complete(&request()).await.is_ok());
}

#[tokio::test]
async fn a_proxy_that_fails_is_named_without_its_password() {
    let proxy = "http://user:hush-4711@127.0.0.1:1";
    let error = error(ChatCompletions::new("m").base_url(NOWHERE).proxy(proxy)).await;
    let expected =
        "could not reach model.invalid through the proxy 127.0.0.1:1: Connection refused";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(fault(&error), ConnectFault::Refused);
    assert!(error.is_retryable());
    assert!(!format!("{error:?}").contains("hush"));
    let bad = ChatCompletions::new("m").proxy("http://u:hush-4711@ nowhere");
    let error = bad.build().unwrap_err().to_string();
    assert!(error.starts_with("the proxy \"http://"), "{error}");
    assert!(
        error.ends_with("expected an address like http://HOST:3128"),
        "{error}"
    );
    assert!(!error.contains("hush"), "{error}");
}

#[tokio::test]
async fn a_client_of_ones_own_is_used() {
    let server = Server::start([Behaviour::text("hello")]);
    let own = reqwest::Client::builder()
        .user_agent("mine")
        .no_proxy()
        .build()
        .unwrap();
    let builder = ChatCompletions::new("m").base_url(server.url()).client(own);
    builder.build().unwrap().complete(&request()).await.unwrap();
    assert_eq!(server.requests()[0].header("user-agent"), Some("mine"));
}

/// The bound of a caller's own client ends the whole exchange, and that is not asked for again.
#[tokio::test]
async fn a_timeout_of_ones_own_client_is_a_timeout() {
    let server = Server::start([Behaviour::SilentForever]);
    let own = reqwest::Client::builder()
        .no_proxy()
        .timeout(Duration::from_millis(50));
    let builder = ChatCompletions::new("m")
        .base_url(server.url())
        .client(own.build().unwrap());
    let error = error(builder).await;
    assert!(matches!(
        error,
        ModelError::Timeout {
            phase: TimeoutPhase::Total,
            ..
        }
    ));
    assert!(!error.is_retryable());
}

#[tokio::test]
async fn what_may_pass_is_told_from_what_will_not() {
    let refused = error(ChatCompletions::new("m").base_url("http://127.0.0.1:1/v1")).await;
    assert_eq!(fault(&refused), ConnectFault::Refused);
    assert!(refused.is_retryable());
    assert_eq!(
        chain(&refused).matches("refused").count(),
        1,
        "{}",
        chain(&refused)
    );

    let server = Server::start([Behaviour::Reset]);
    let lost = error(ChatCompletions::new("m").base_url(server.url())).await;
    assert_eq!(fault(&lost), ConnectFault::Lost);
    assert!(lost.is_retryable());

    // A server that speaks no TLS will not learn it by being asked again.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let https = format!("https://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 No TLS\r\n\r\n").await
    });
    let plain = error(ChatCompletions::new("m").base_url(https)).await;
    assert_eq!(fault(&plain), ConnectFault::Lasting, "{plain}");
    assert!(!plain.is_retryable());
}

/// A listener whose queue is full answers no further knock; so Linux has it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_that_takes_too_long_is_given_up() {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(0).unwrap();
    let address = listener.local_addr().unwrap();
    let _first = tokio::net::TcpStream::connect(address).await.unwrap();
    let bound = Duration::from_millis(200);
    let builder = ChatCompletions::new("m")
        .base_url(format!("http://{address}/v1"))
        .connect_timeout(bound);
    let error = error(builder).await;
    assert_eq!(error.to_string(), "no connection within 0.2 s");
    assert!(error.is_timeout() && error.is_retryable());
}

#[tokio::test]
async fn what_the_address_carries_is_not_repeated() {
    let echo = r#"{"error":"no route to /v1?key=hush%2F4711 for tok-5 (hush/4711)"}"#;
    let server = Server::start([Behaviour::json(400, echo)]);
    let host = server.host();
    let url = format!("http://tok-5@{host}/v1?key=hush%2F4711&api-version=1");
    let error = error(ChatCompletions::new("m").base_url(url)).await;
    assert_eq!(
        error.to_string(),
        "the provider answered 400: no route to /v1?key=[key] for [key] ([key])"
    );
}
