//! Replies written beforehand, for tests, examples and replays.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Deserialize;

use super::{
    ChatReply, ChatRequest, FinishReason, LanguageModel, ModelError, Profile, Role, Usage,
};

/// A model that says what was written down for it, in order. Clones share what is left.
///
/// ```
/// use typechat::model::Script;
/// let script = Script::from_json_lines(
///     r#"
///     ## a comment
///     {"request": "two lattes", "reply": "{\"items\": []}"}
///     {"reply": "cut sh", "finish": "length", "usage": {"input": 9, "output": 2}}
///     "#,
/// )?;
/// assert!(script.requests().is_empty());
/// # Ok::<(), typechat::model::ScriptError>(())
/// ```
///
/// `Debug` tells how many replies are left, not what they say.
#[derive(Clone)]
pub struct Script(Arc<Mutex<State>>);

struct State {
    /// `None` where the entry is used.
    entries: Vec<Option<Entry>>,
    requests: Vec<ChatRequest>,
}

struct Entry {
    request: Option<String>,
    reply: ChatReply,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    request: Option<String>,
    reply: String,
    finish: Option<FinishReason>,
    usage: Option<Usage>,
}

impl Script {
    /// Replies of text, one for each request.
    pub fn new<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::replies(texts.into_iter().map(ChatReply::new))
    }

    /// Replies, one for each request.
    pub fn replies(replies: impl IntoIterator<Item = ChatReply>) -> Self {
        Self::from_entries(replies.into_iter().map(|reply| Entry {
            request: None,
            reply,
        }))
    }

    /// Reads a script of one JSON object a line: `reply`, and optionally `finish`, `usage` and
    /// `request`, a text that a user's message must contain for the reply to be given. Empty
    /// lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// [`ScriptError`] for a line that is not such an object.
    pub fn from_json_lines(text: &str) -> Result<Self, ScriptError> {
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Line {
                request,
                reply,
                finish,
                usage,
            } = serde_json::from_str(line).map_err(|cause| ScriptError {
                line: index + 1,
                cause,
            })?;
            let mut reply = ChatReply::new(reply);
            reply.finish = finish.or(reply.finish);
            reply.usage = usage;
            entries.push(Entry { request, reply });
        }
        Ok(Self::from_entries(entries))
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.state().requests.clone()
    }

    fn from_entries(entries: impl IntoIterator<Item = Entry>) -> Self {
        let entries = entries.into_iter().map(Some).collect();
        Self(Arc::new(Mutex::new(State {
            entries,
            requests: Vec::new(),
        })))
    }

    /// The state is whole between any two statements, so a panic elsewhere does no harm.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("Script")
            .field("left", &state.entries.iter().flatten().count())
            .field("requests", &state.requests.len())
            .finish()
    }
}

impl State {
    fn reply(&mut self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.requests.push(request.clone());
        let next = self
            .entries
            .iter_mut()
            .find(|slot| slot.as_ref().is_some_and(|entry| entry.matches(request)));
        match next.and_then(Option::take) {
            Some(entry) => Ok(entry.reply),
            None => Err(ModelError::Config(self.miss())),
        }
    }

    fn miss(&self) -> String {
        let mut left: Vec<String> = Vec::new();
        for request in self
            .entries
            .iter()
            .flatten()
            .filter_map(|entry| entry.request.as_ref())
        {
            let quoted = format!("{request:?}");
            if !left.contains(&quoted) {
                left.push(quoted);
            }
        }
        if left.is_empty() {
            return format!("the script is used up after {} replies", self.entries.len());
        }
        let left = left.join(", ");
        format!("the script holds no reply for this request; it has replies for: {left}")
    }
}

impl Entry {
    fn matches(&self, request: &ChatRequest) -> bool {
        let Some(wanted) = &self.request else {
            return true;
        };
        let mut from_user = request.messages.iter().filter(|m| m.role == Role::User);
        from_user.any(|message| message.text().contains(wanted))
    }
}

impl LanguageModel for Script {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.state().reply(request)
    }

    fn profile(&self) -> Profile {
        Profile::named("script")
    }
}

/// A line of a script that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "line {line} of the script: {cause}; \
     expected an object like {{\"request\": \"...\", \"reply\": \"...\"}}"
)]
#[non_exhaustive]
pub struct ScriptError {
    /// The line, counted from 1.
    line: usize,
    /// No `source`: the sentence tells all of it.
    cause: serde_json::Error,
}

impl ScriptError {
    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Message;

    fn say(script: &Script, text: &str) -> Result<String, String> {
        let request = ChatRequest::new([Message::system("tea"), Message::user(text)]);
        let reply = script.state().reply(&request);
        reply
            .map(|reply| reply.text)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_first_entry_that_matches_is_used_once() {
        let lines = [
            r#"{"request": "tea", "reply": "1"}"#,
            r#"{"request": "tea", "reply": "2"}"#,
            r#"{"request": "milk", "reply": "3", "finish": "length"}"#,
        ];
        let script = Script::from_json_lines(&lines.join("\n")).unwrap();
        assert_eq!(say(&script, "milk?"), Ok("3".into()));
        assert_eq!(
            say(&script, "coffee?"),
            Err("the script holds no reply for this request; it has replies for: \"tea\"".into())
        );
        assert_eq!(say(&script, "tea?"), Ok("1".into()));
        assert_eq!(say(&script.clone(), "more tea?"), Ok("2".into()));
        assert_eq!(
            say(&script, "tea?"),
            Err("the script is used up after 3 replies".into())
        );
        assert_eq!(script.requests().len(), 5);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = Script::from_json_lines("# ok\n{\"replay\": 1}").unwrap_err();
        assert_eq!(error.line(), 2);
        assert_eq!(
            error.to_string(),
            "line 2 of the script: unknown field `replay`, expected one of `request`, `reply`, \
             `finish`, `usage` at line 1 column 9; \
             expected an object like {\"request\": \"...\", \"reply\": \"...\"}"
        );
    }
}
