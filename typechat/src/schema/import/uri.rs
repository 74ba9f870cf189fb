//! Just enough of URIs to follow references within a document.

/// A reference as seen from a base, without fragments.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let scheme = scheme(base);
    if self::scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (root, path) = match scheme {
        Some(scheme) => {
            let rest = &base[scheme.len() + 1..];
            let authority = rest
                .strip_prefix("//")
                .map_or(0, |rest| 2 + rest.find(['/', '?']).unwrap_or(rest.len()));
            base.split_at(scheme.len() + 1 + authority)
        }
        None => ("", base),
    };
    if reference.starts_with("//") {
        return format!("{}:{reference}", scheme.unwrap_or("https"));
    }
    if reference.starts_with('/') {
        return format!("{root}{}", without_dots(reference));
    }
    let folder = path.rfind('/').map_or("", |at| &path[..=at]);
    let folder = if folder.is_empty() && root.contains("//") {
        "/"
    } else {
        folder
    };
    format!("{root}{}", without_dots(&format!("{folder}{reference}")))
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(plain))
        .then_some(scheme)
}

fn without_dots(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/') {
        match step {
            "." => {}
            ".." => {
                if steps.len() > 1 {
                    steps.pop();
                }
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// A reference in two: what it names, and the fragment within that, without its escapes.
pub(super) fn split(reference: &str) -> (&str, String) {
    match reference.split_once('#') {
        Some((uri, fragment)) => (uri, percent_decoded(fragment)),
        None => (reference, String::new()),
    }
}

/// A URI fragment without its escapes.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, skipped) = code
            .filter(|_| *first == b'%')
            .map_or((*first, 0), |byte| (byte, 2));
        bytes.push(byte);
        rest = &tail[skipped..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{resolve, split};

    #[test]
    fn references_are_seen_from_their_base() {
        let base = "http://x.org/a/b.json";
        for (reference, whole) in [
            ("c.json", "http://x.org/a/c.json"),
            ("./c/d", "http://x.org/a/c/d"),
            ("../c", "http://x.org/c"),
            ("/c", "http://x.org/c"),
            ("urn:c", "urn:c"),
            ("//y.org/c", "http://y.org/c"),
            ("", base),
        ] {
            assert_eq!(resolve(base, reference), whole, "{reference}");
        }
        assert_eq!(resolve("", "c.json"), "c.json");
        assert_eq!(resolve("http://x.org", "c"), "http://x.org/c");
        assert_eq!(split("a#/b%20c%"), ("a", "/b c%".to_owned()));
    }
}
