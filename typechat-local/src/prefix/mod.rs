//! What the network remembers of prompts that begin alike, kept between requests and on disk.
//!
//! A prompt begins with the type that the model is to follow, most of it by far. Its keys and
//! values are the same for every request, to the bit: reading goes on from them.

mod folder;

use crate::transformer::{Config, KeyValues};
pub(crate) use folder::Folder;

/// Prefixes below this many tokens are read faster than they are found.
const SHORTEST: usize = 64;

/// Prefixes that are known.
pub(crate) struct Prefixes {
    /// The stable prefixes of prompts, the latest used one last.
    stable: Vec<KeyValues>,
    /// The whole latest prompt: a repair begins with it.
    latest: Option<KeyValues>,
    /// How many bytes the stable ones may take in memory, and the latest as many again; with none,
    /// nothing is kept there.
    limit: usize,
    folder: Option<Folder>,
}

impl Prefixes {
    pub(crate) fn new(limit: usize, folder: Option<Folder>) -> Self {
        Self {
            stable: Vec::new(),
            latest: None,
            limit,
            folder,
        }
    }

    /// What is remembered of the beginning of a prompt; at least its last token is left to read.
    /// The first `stable` tokens are those that other prompts begin with, too.
    pub(crate) fn recall(&mut self, config: &Config, tokens: &[u32], stable: usize) -> KeyValues {
        let readable = tokens.len().saturating_sub(1);
        let common = |known: &KeyValues| common(known.tokens(), tokens).min(readable);
        if let Some(latest) = self
            .latest
            .take_if(|latest| common(latest) > stable.min(readable))
        {
            let mut known = latest;
            known.truncate(common(&known));
            return known;
        }
        let best = (0..self.stable.len()).max_by_key(|index| common(&self.stable[*index]));
        let best = best.map(|index| (index, common(&self.stable[index])));
        let length = best.map_or(0, |(_, length)| length);
        if length < stable.min(readable)
            && let Some(known) = self.on_disk(config, tokens, stable)
        {
            return known;
        }
        if let Some((index, length)) = best.filter(|(_, length)| *length >= SHORTEST) {
            let known = self.stable.remove(index);
            let prefix = known.prefix(length);
            self.stable.push(known);
            return prefix;
        }
        KeyValues::new(config)
    }

    fn on_disk(&mut self, config: &Config, tokens: &[u32], stable: usize) -> Option<KeyValues> {
        if !(SHORTEST..tokens.len()).contains(&stable) {
            return None;
        }
        let folder = self.folder.as_ref()?;
        let known = folder.load(config, &tokens[..stable])?;
        self.keep(known.clone());
        Some(known)
    }

    /// Keeps the stable beginning of a prompt that was just read.
    pub(crate) fn remember(&mut self, memory: &KeyValues, stable: usize) {
        let tokens = &memory.tokens()[..stable.min(memory.tokens().len())];
        if tokens.len() < SHORTEST || self.stable.iter().any(|known| known.tokens() == tokens) {
            return;
        }
        let prefix = memory.prefix(tokens.len());
        if let Some(folder) = &self.folder {
            folder.store(&prefix);
        }
        self.keep(prefix);
    }

    /// Keeps a whole prompt until the next one.
    pub(crate) fn latest(&mut self, mut memory: KeyValues, prompt: usize) {
        // What was said after it was computed otherwise; a prompt that repeats it is read anew,
        // so that replies do not depend on what was asked before.
        memory.truncate(prompt);
        if memory.bytes() < self.limit {
            memory.shrink();
            self.latest = Some(memory);
        }
    }

    fn keep(&mut self, prefix: KeyValues) {
        self.stable.push(prefix);
        while self.stable.len() > usize::from(self.limit > 0)
            && self.stable.iter().map(KeyValues::bytes).sum::<usize>() > self.limit
        {
            self.stable.remove(0);
        }
    }
}

fn common(known: &[u32], tokens: &[u32]) -> usize {
    known.iter().zip(tokens).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
