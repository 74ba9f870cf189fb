//! How byte-level vocabularies spell bytes: a visible character for each of the 256.
//!
//! Printable bytes of Latin-1 stand for themselves, the others for the characters from U+0100 on,
//! in their order.

/// The byte of each character below U+0144.
pub(crate) struct Alphabet([Option<u8>; 0x144]);

impl Alphabet {
    pub(crate) fn new() -> Self {
        let mut table = [None; 0x144];
        let mut next = 0x100;
        for byte in 0..=u8::MAX {
            let printable = matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..);
            let character = if printable {
                usize::from(byte)
            } else {
                next += 1;
                next - 1
            };
            table[character] = Some(byte);
        }
        Self(table)
    }

    /// Appends the bytes that a text spells. What is not spelled so stands for itself.
    pub(crate) fn read(&self, text: &str, into: &mut Vec<u8>) {
        let start = into.len();
        for character in text.chars() {
            let Some(Some(byte)) = self.0.get(character as usize) else {
                into.truncate(start);
                into.extend(text.as_bytes());
                return;
            };
            into.push(*byte);
        }
    }
}
