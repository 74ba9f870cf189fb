//! What must not be shown, and taking it out of what others wrote.

use std::sync::Arc;

use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};

/// The client's secrets: its key, and what its addresses carry.
#[derive(Clone, Default)]
pub(super) struct Secrets(Arc<[SecretString]>);

impl Secrets {
    pub(super) fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        let mut secrets: Vec<SecretString> = secrets
            .into_iter()
            .filter(|secret| !secret.expose_secret().is_empty())
            .collect();
        // The longest first, so that one inside another does not leave the rest to be seen.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.expose_secret().len()));
        Self(secrets.into())
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

/// What an address carries that must not be shown, as it is written there and decoded: the
/// password; a user name that stands alone or is long, which is a token; and what its query calls
/// a key.
pub(super) fn secrets_of(url: &Url) -> Vec<SecretString> {
    const LONGEST_USER: usize = 20;
    let user =
        Some(url.username()).filter(|user| url.password().is_none() || user.len() > LONGEST_USER);
    let query = url.query().unwrap_or_default().split('&');
    let values = query.filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        is_secret(&decoded(name), value).then_some(value)
    });
    values
        .chain(user)
        .chain(url.password())
        .flat_map(|text| {
            [
                text.to_owned(),
                decoded(text),
                decoded(&text.replace('+', " ")),
            ]
        })
        .map(SecretString::from)
        .collect()
}

/// Parameters whose names say so, and values too long to be a setting.
fn is_secret(name: &str, value: &str) -> bool {
    const WORDS: [&str; 7] = ["key", "token", "secret", "sig", "pass", "auth", "cred"];
    const LONGEST_SETTING: usize = 24;
    let name = name.to_lowercase();
    WORDS.iter().any(|word| name.contains(word)) || value.len() > LONGEST_SETTING
}

/// The text with `%41` and its like as the bytes that they stand for.
fn decoded(text: &str) -> String {
    let hex = |at: usize| {
        let digits = text.as_bytes().get(at + 1..at + 3)?;
        let [high, low] = [digits[0], digits[1]].map(|digit| char::from(digit).to_digit(16));
        u8::try_from(high? * 16 + low?).ok()
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let (meant, width) = match hex(at) {
            Some(meant) if byte == b'%' => (meant, 3),
            _ => (byte, 1),
        };
        bytes.push(meant);
        at += width;
    }
    String::from_utf8_lossy(&bytes).into_owned()
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

    #[test]
    fn what_an_address_carries_does_not_show() {
        let shown = |url: &str, text: &str| {
            Secrets::new(secrets_of(&Url::parse(url).unwrap())).redact(text)
        };
        let user = "https://tok%2Fen@h/v1?api-version=2024-10-21";
        assert_eq!(
            shown(user, user),
            "https://[key]@h/v1?api-version=2024-10-21"
        );
        assert_eq!(shown(user, "who is tok/en?"), "who is [key]?");
        let both = "https://user:pa%20ss@h/v1";
        assert_eq!(shown(both, "user, pa ss, pa%20ss"), "user, [key], [key]");
        let token = "https://ghp_0123456789abcdefghij:x-oauth@h/v1";
        assert_eq!(shown(token, token), "https://[key]:[key]@h/v1");
        for name in ["key", "api-key", "subscription-key", "access_token", "sig"] {
            let url = format!("https://h/v1?a=1&{name}=x%2By+z");
            let text = format!("{url} x+y z");
            let expected = format!("https://h/v1?a=1&{name}=[key] [key]");
            assert_eq!(shown(&url, &text), expected);
        }
    }
}
