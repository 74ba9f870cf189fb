//! What must not be shown, and taking it out of what others wrote.

use std::sync::Arc;

use secrecy::{ExposeSecret, SecretString};

/// The client's secrets: its key, and the password in its address.
#[derive(Clone, Default)]
pub(super) struct Secrets(Arc<[SecretString]>);

impl Secrets {
    pub(super) fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        Self(
            secrets
                .into_iter()
                .filter(|secret| !secret.expose_secret().is_empty())
                .collect(),
        )
    }

    /// The text with every secret replaced. Call it before cutting: half a key is a leak too.
    pub(super) fn redact(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| {
            text.replace(secret.expose_secret(), "[key]")
        })
    }

    /// At most `limit` characters of the text, on one line and without secrets.
    pub(super) fn excerpt(&self, text: &str, limit: usize) -> String {
        let text = self
            .redact(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        match text.char_indices().nth(limit) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_across_the_cut_does_not_show() {
        let secrets = Secrets::new(["sk-secret".into()]);
        assert_eq!(secrets.excerpt("key sk-secret end", 9), "key [key]...");
        assert_eq!(Secrets::new(["".into()]).redact("abc"), "abc");
    }
}
