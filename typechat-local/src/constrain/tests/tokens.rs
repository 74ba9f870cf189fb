//! Vocabularies for tests: a small one, and that of a real model.

use std::{collections::HashMap, fs, path::Path, sync::Arc};

use crate::{
    constrain::Tokens,
    gguf::Gguf,
    tokenizer::{Tokenizer, Words},
};

/// Tokens by their bytes; encoding takes the longest that fits, or asks a
/// real tokenizer.
pub(super) struct Table {
    bytes: Vec<Option<Vec<u8>>>,
    ids: HashMap<Vec<u8>, u32>,
    longest: usize,
    ends: Vec<u32>,
    /// How a real model's tokenizer encodes.
    real: Option<Words>,
}

impl Table {
    fn new(bytes: Vec<Option<Vec<u8>>>, ends: Vec<u32>, real: Option<Words>) -> Arc<Self> {
        let known = bytes
            .iter()
            .zip(0..)
            .filter_map(|(b, id)| Some((b.clone()?, id)));
        Arc::new(Self {
            ids: known.collect(),
            longest: bytes.iter().flatten().map(Vec::len).max().unwrap_or(0),
            bytes,
            ends,
            real,
        })
    }

    /// All bytes, and what JSON is made of.
    pub(super) fn small() -> Arc<Self> {
        let pieces = "\",|\": |\":|\"}|{\"|[{\"|\", \"|, \"|, | \"|\"]|}]|]}|}}|}|: |: [| [| {|[]|{}|\"\"|\
             \n|\n  |  |```|json|true|false|null|tr|ue|00|12|123|1.5|0.5|-1|e5|99|2024|-01|:00|\
             type|name|size|items|product|quantity|options|text|unknown|lineitem|kind| macchiato|\
             latte|mocha|chai|flat| white|tall|grande|oat| milk|hot|iced|the| a| an|ing|er|st|ra|\
             caf|decaf|Latte|Drinks|Coffee|Bakery|Products|Sweet|eners|Milks|Syrups| syrup|va|ni|lla|\
             \\n|\\\"|\\\\|é|ü|日|日本|😀|ab|cd|abc|city|date|unit|value|number|location|a\"|e\",|t\"";
        let single = (0..=255_u8).map(|byte| vec![byte]);
        let mut words: Vec<Vec<u8>> = single.collect();
        words.extend(pieces.split('|').map(|piece| piece.as_bytes().to_vec()));
        // Parts of a character.
        words.extend([vec![0xf0, 0x9f], vec![0x98, 0x80], vec![0xe6, 0x97]]);
        words.sort();
        words.dedup();
        let mut bytes: Vec<_> = words.into_iter().map(Some).collect();
        let end = u32::try_from(bytes.len()).unwrap();
        bytes.extend([None, None]);
        Self::new(bytes, vec![end], None)
    }

    /// The tokens of a model's file.
    pub(super) fn of_model(path: &Path) -> Arc<Self> {
        let gguf = Gguf::parse(&fs::read(path).unwrap().into()).unwrap();
        let tokenizer = Tokenizer::from_metadata(&gguf.metadata).unwrap();
        let words = Words(Arc::new(tokenizer));
        let ids = 0..u32::try_from(words.count()).unwrap();
        let bytes = ids.map(|id| words.bytes(id).map(<[u8]>::to_vec)).collect();
        let ends = words.ends().to_vec();
        Self::new(bytes, ends, Some(words))
    }

    pub(super) fn id(&self, text: &str) -> u32 {
        self.ids[text.as_bytes()]
    }

    pub(super) fn text(&self, tokens: &[u32]) -> String {
        let bytes = tokens
            .iter()
            .flat_map(|id| self.bytes(*id).unwrap().iter().copied());
        String::from_utf8(bytes.collect()).unwrap()
    }
}

impl Tokens for Table {
    fn count(&self) -> usize {
        self.bytes.len()
    }

    fn bytes(&self, id: u32) -> Option<&[u8]> {
        self.bytes[id as usize].as_deref()
    }

    fn ends(&self) -> &[u32] {
        &self.ends
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        match &self.real {
            Some(words) => words.encode(text),
            None => self.longest(text.as_bytes()),
        }
    }
}

impl Table {
    /// Bytes as the longest tokens, one after the other.
    pub(super) fn longest(&self, mut rest: &[u8]) -> Vec<u32> {
        let mut ids = Vec::new();
        while !rest.is_empty() {
            let mut lengths = (1..=rest.len().min(self.longest)).rev();
            let (length, id) = lengths
                .find_map(|length| Some((length, *self.ids.get(&rest[..length])?)))
                .unwrap();
            ids.push(id);
            rest = &rest[length..];
        }
        ids
    }
}

/// The real model's tokens, when there is one on this machine.
pub(super) fn real() -> Option<Arc<Table>> {
    let path = crate::testing::weights("the real vocabulary")?;
    Some(Table::of_model(&path))
}
