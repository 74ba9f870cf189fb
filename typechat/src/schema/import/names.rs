//! References and the names of definitions.

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
