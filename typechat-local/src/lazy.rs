//! A model that is loaded at the first call.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::Mutex;
use typechat::model::{ChatReply, ChatRequest, DeltaStream, LanguageModel, ModelError, Profile};

/// How a model is loaded.
pub(crate) trait Load: Send + Sync + 'static {
    type Model: LanguageModel;

    /// What the model is called.
    fn name(&self) -> String;

    /// The model, or why there is none, in words for people.
    fn load(&self) -> impl Future<Output = Result<Self::Model, String>> + Send;
}

/// A model that is loaded at the first call, once for all callers. A load that fails is an error
/// of every call that waited for it; the next call tries again.
pub(crate) struct Lazy<L: Load> {
    load: L,
    state: Mutex<State<L::Model>>,
    /// How many loads have failed. It is read before the wait for the state.
    failed: AtomicU64,
}

enum State<M> {
    Missing { why: String },
    Loaded(Arc<M>),
}

impl<L: Load> Lazy<L> {
    pub(crate) fn new(load: L) -> Self {
        let why = String::new();
        Self {
            load,
            state: Mutex::new(State::Missing { why }),
            failed: AtomicU64::new(0),
        }
    }

    async fn model(&self) -> Result<Arc<L::Model>, ModelError> {
        let failed = self.failed.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        match &*state {
            State::Loaded(model) => return Ok(Arc::clone(model)),
            State::Missing { why } if self.failed.load(Ordering::Acquire) > failed => {
                return Err(ModelError::Config(why.clone()));
            }
            State::Missing { .. } => {}
        }
        match self.load.load().await {
            Ok(model) => {
                let model = Arc::new(model);
                *state = State::Loaded(Arc::clone(&model));
                Ok(model)
            }
            Err(why) => {
                *state = State::Missing { why: why.clone() };
                self.failed.fetch_add(1, Ordering::Release);
                Err(ModelError::Config(why))
            }
        }
    }
}

impl<L: Load> LanguageModel for Lazy<L> {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.model().await?.complete(request).await
    }

    async fn stream(&self, request: &ChatRequest) -> Result<DeltaStream, ModelError> {
        self.model().await?.stream(request).await
    }

    fn profile(&self) -> Profile {
        Profile::named(self.load.name())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex as Shared;

    use typechat::model::Message;

    use super::*;

    /// Fails as often as it is told to, and then gives a parrot.
    struct Failing(Arc<Shared<(u32, u32)>>);

    struct Parrot;

    impl LanguageModel for Parrot {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            Ok(ChatReply::new("hello"))
        }
    }

    impl Load for Failing {
        type Model = Parrot;

        fn name(&self) -> String {
            "parrot".to_owned()
        }

        async fn load(&self) -> Result<Parrot, String> {
            tokio::task::yield_now().await;
            let mut counts = self.0.lock().unwrap();
            counts.0 += 1;
            if counts.0 <= counts.1 {
                return Err(format!("failure {}", counts.0));
            }
            Ok(Parrot)
        }
    }

    fn lazy(failures: u32) -> (Lazy<Failing>, Arc<Shared<(u32, u32)>>) {
        let counts = Arc::new(Shared::new((0, failures)));
        (Lazy::new(Failing(Arc::clone(&counts))), counts)
    }

    #[tokio::test]
    async fn all_callers_share_one_load() {
        let (lazy, counts) = lazy(0);
        let request = ChatRequest::new([Message::user("hi")]);
        assert_eq!(lazy.profile().name, "parrot");
        assert_eq!(
            counts.lock().unwrap().0,
            0,
            "nothing is loaded before a call"
        );
        let (one, two, three) = tokio::join!(
            lazy.complete(&request),
            lazy.complete(&request),
            lazy.stream(&request)
        );
        assert_eq!(one.unwrap(), two.unwrap());
        assert_eq!(three.unwrap().collect().await.unwrap().text, "hello");
        assert_eq!(counts.lock().unwrap().0, 1);
    }

    #[tokio::test]
    async fn a_failure_is_shared_by_those_who_waited_and_then_tried_again() {
        let (lazy, counts) = lazy(1);
        let request = ChatRequest::new([Message::user("hi")]);
        let (one, two) = tokio::join!(lazy.complete(&request), lazy.complete(&request));
        for outcome in [one, two] {
            let error = outcome.unwrap_err();
            assert!(error.is_config() && !error.is_unconfigured());
            assert_eq!(error.to_string(), "failure 1");
        }
        assert_eq!(lazy.complete(&request).await.unwrap().text, "hello");
        assert_eq!(counts.lock().unwrap().0, 2);
    }
}
