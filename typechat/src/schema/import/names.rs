//! References and the names of definitions.

/// Names that TypeScript keeps for itself, or that the text uses.
const RESERVED: &str = " any unknown never number bigint boolean string symbol object void \
     undefined null true false break case catch class const continue debugger default delete do \
     else enum export extends finally for function if import in instanceof new return super \
     switch this throw try typeof var while with implements interface let package private \
     protected public static yield await Record Array ";

/// A name as TypeScript takes it.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '$' {
            c
        } else {
            '_'
        }
    };
    let mut out: String = name.chars().map(plain).collect();
    if !out.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
        out.insert(0, '_');
    }
    if RESERVED.split_whitespace().any(|word| word == out) {
        out.push('_');
    }
    out
}

/// A URI fragment without its escapes.
pub(super) fn percent_decoded(text: &str) -> String {
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

/// A definition on, or before, a circle of references: what is left when those that refer to
/// nothing open are taken away, again and again.
pub(super) fn circular(count: usize, references: &[(usize, usize)]) -> Option<usize> {
    let mut open = vec![0_usize; count];
    let mut users = vec![Vec::new(); count];
    for &(from, to) in references {
        open[from] += 1;
        users[to].push(from);
    }
    let mut done: Vec<usize> = (0..count).filter(|&index| open[index] == 0).collect();
    while let Some(index) = done.pop() {
        for &user in &users[index] {
            open[user] -= 1;
            if open[user] == 0 {
                done.push(user);
            }
        }
    }
    // The last one is furthest from the root, and so most likely on the circle itself.
    open.iter().rposition(|&left| left > 0)
}
