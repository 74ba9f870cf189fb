//! The thread that a model lives in, and the queue before it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc,
    thread,
};

use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    oneshot,
};
use typechat::model::{ChatRequest, Delta, ModelError};

use crate::{
    LocalError,
    engine::{Engine, Listener, Setup},
};

/// Pieces of a reply, or why there is none.
pub(crate) type Pieces = UnboundedReceiver<Result<Delta, ModelError>>;

/// The way to a model's thread. Requests are answered in the order in which they came; the
/// thread ends when the last way to it is gone.
#[derive(Debug, Clone)]
pub(crate) struct Worker {
    jobs: mpsc::Sender<Job>,
}

struct Job {
    request: ChatRequest,
    pieces: Caller,
}

struct Caller(UnboundedSender<Result<Delta, ModelError>>);

impl Listener for Caller {
    fn hear(&self, piece: Delta) {
        // Whoever does not listen any more is noticed by `is_gone`.
        let _ = self.0.send(Ok(piece));
    }

    fn is_gone(&self) -> bool {
        self.0.is_closed()
    }
}

impl Worker {
    /// Starts a thread that loads a model. Gives the way to it and the model's name.
    pub(crate) async fn start(setup: Setup) -> Result<(Self, String), LocalError> {
        let (jobs, queue) = mpsc::channel();
        let (loaded, outcome) = oneshot::channel();
        thread::Builder::new()
            .name("typechat-local".to_owned())
            .spawn(move || live(&setup, loaded, &queue))
            .map_err(LocalError::Thread)?;
        let name = outcome.await.map_err(|_| LocalError::Ended)??;
        Ok((Self { jobs }, name))
    }

    /// Queues a request. Dropping what this gives cancels it.
    pub(crate) fn ask(&self, request: &ChatRequest) -> Result<Pieces, ModelError> {
        let (pieces, heard) = unbounded_channel();
        let job = Job {
            request: request.clone(),
            pieces: Caller(pieces),
        };
        self.jobs.send(job).map_err(|_| ended())?;
        Ok(heard)
    }
}

/// What is said when the thread is not there any more.
pub(crate) fn ended() -> ModelError {
    ModelError::other("the embedded model's thread has ended unexpectedly; load the model again")
}

fn live(
    setup: &Setup,
    loaded: oneshot::Sender<Result<String, LocalError>>,
    queue: &mpsc::Receiver<Job>,
) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(setup.threads.unwrap_or(0))
        .thread_name(|index| format!("typechat-local-{index}"))
        .build()
        .map_err(|error| LocalError::Thread(std::io::Error::other(error)));
    let (pool, mut engine) = match pool.and_then(|pool| Ok((pool, Engine::load(setup)?))) {
        Ok(ready) => ready,
        Err(error) => {
            let _ = loaded.send(Err(error));
            return;
        }
    };
    if loaded.send(Ok(engine.name().to_owned())).is_err() {
        return;
    }
    for Job { request, pieces } in queue {
        // Nobody waits for requests that were cancelled in the queue.
        if pieces.is_gone() {
            continue;
        }
        // A fault in one answer is no reason to leave the others without one. What the engine
        // keeps is put into it whole, so that it holds whatever happened.
        let answer = AssertUnwindSafe(|| pool.install(|| engine.answer(&request, &pieces)));
        let answered = catch_unwind(answer).unwrap_or_else(|_| {
            Err(ModelError::other(
                "the embedded model failed at this request; this is a bug",
            ))
        });
        if let Err(error) = answered {
            let _ = pieces.0.send(Err(error));
        }
    }
}
