//! A small HTTP server for tests: it does what it is told, request by request, and remembers what
//! it was sent. It runs on a thread and a clock of its own, so tests may pause theirs.
#![allow(clippy::expect_used, reason = "a helper of tests fails loudly")]

pub mod bodies;
pub mod carts;
pub mod command;
pub mod corpus;
pub mod cost;
#[cfg(unix)]
pub mod pip;
pub mod replies;
pub mod tsc;

use std::fmt::Write as _;
use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

/// What the server does with one request.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Answers.
    Respond {
        /// The status.
        status: u16,
        /// Headers; the length is added.
        headers: Vec<(String, String)>,
        /// The body.
        body: Vec<u8>,
    },
    /// Closes the connection without an answer.
    Reset,
    /// Reads the request and says nothing.
    SilentForever,
    /// Sends good headers and a part of the body, then nothing.
    HeadersThenSilence(Vec<u8>),
    /// Announces a body, sends its beginning, and closes the connection.
    Cut {
        /// What is sent.
        begin: Vec<u8>,
        /// The length that is announced.
        length: usize,
    },
}

impl Behaviour {
    /// An answer of JSON.
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::Respond {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
        .header("content-type", "application/json")
    }

    /// An answer of some other type.
    pub fn typed(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::Respond {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
        .header("content-type", content_type)
    }

    /// A good chat completion with this text.
    pub fn text(text: &str) -> Self {
        let choice = serde_json::json!({ "message": { "content": text }, "finish_reason": "stop" });
        Self::json(200, serde_json::json!({ "choices": [choice] }).to_string())
    }

    /// Adds a header to an answer.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let Self::Respond { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }
}

/// A request that the server got.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// `POST`, as a rule.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; null when it is not JSON.
    pub body: Value,
}

impl Recorded {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// A server on the loopback interface; it ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    _stop: oneshot::Sender<()>,
}

#[derive(Debug)]
struct State {
    left: std::vec::IntoIter<Behaviour>,
    requests: Vec<Recorded>,
}

impl Server {
    /// Starts a server with these behaviours, one for each request.
    ///
    /// # Panics
    /// When the system gives no port or thread.
    pub fn start(behaviours: impl Into<Vec<Behaviour>>) -> Self {
        let left = behaviours.into().into_iter();
        let state = Arc::new(Mutex::new(State {
            left,
            requests: Vec::new(),
        }));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener
            .set_nonblocking(true)
            .expect("a listener that does not block");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .build();
            runtime.expect("a runtime").block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                tokio::select! {
                    () = accept(listener, shared) => {}
                    _ = stopped => {}
                }
            });
        });
        Self {
            address,
            state,
            _stop: stop,
        }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// `127.0.0.1:PORT`.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.state).requests.clone()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: TcpListener, state: Arc<Mutex<State>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let state = Arc::clone(&state);
        tokio::spawn(async move { serve(stream, &state).await });
    }
}

async fn serve(mut stream: TcpStream, state: &Mutex<State>) -> io::Result<()> {
    let request = read(&mut stream).await?;
    let behaviour = {
        let mut state = lock(state);
        state.requests.push(request);
        let spent = Behaviour::typed(500, "text/plain", "the test server has no more answers");
        state.left.next().unwrap_or(spent)
    };
    match behaviour {
        Behaviour::Reset => return Ok(()),
        Behaviour::SilentForever => {}
        Behaviour::Respond {
            status,
            headers,
            body,
        } => {
            stream
                .write_all(head(status, &headers, body.len()).as_bytes())
                .await?;
            stream.write_all(&body).await?;
            return stream.shutdown().await;
        }
        Behaviour::Cut { begin, length } => {
            stream.write_all(head(200, &[], length).as_bytes()).await?;
            stream.write_all(&begin).await?;
            return stream.shutdown().await;
        }
        Behaviour::HeadersThenSilence(part) => {
            stream
                .write_all(head(200, &[], part.len() + 1).as_bytes())
                .await?;
            stream.write_all(&part).await?;
        }
    }
    std::future::pending().await
}

fn head(status: u16, headers: &[(String, String)], length: usize) -> String {
    let mut head = format!("HTTP/1.1 {status} Test\r\nconnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head + &format!("content-length: {length}\r\n\r\n")
}

async fn read(stream: &mut TcpStream) -> io::Result<Recorded> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let mut first = lines
        .next()
        .unwrap_or_default()
        .split(' ')
        .map(str::to_owned);
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut request = Recorded {
        method: first.next().unwrap_or_default(),
        path: first.next().unwrap_or_default(),
        headers,
        body: Value::Null,
    };
    let length = request
        .header("content-length")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await? == 0 {
            break;
        }
    }
    request.body = serde_json::from_slice(&bytes[end + 4..]).unwrap_or_default();
    Ok(request)
}
