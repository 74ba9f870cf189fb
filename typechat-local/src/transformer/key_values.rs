//! What attention remembers of the tokens so far.

use super::Config;

/// The keys and values of a sequence of tokens, layer by layer.
#[derive(Clone)]
pub(crate) struct KeyValues {
    /// For each layer keys and values, token by token.
    pub(super) layers: Vec<[Vec<f32>; 2]>,
    tokens: Vec<u32>,
    width: usize,
}

impl KeyValues {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            layers: vec![[Vec::new(), Vec::new()]; config.layers],
            tokens: Vec::new(),
            width: config.key_width(),
        }
    }

    /// The tokens that are remembered.
    pub(crate) fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// Counts tokens whose keys and values are in all layers by now.
    pub(super) fn extend(&mut self, tokens: &[u32]) {
        self.tokens.extend(tokens);
    }

    /// Forgets all but the first tokens, and what an unfinished step left.
    pub(crate) fn truncate(&mut self, tokens: usize) {
        self.tokens.truncate(tokens);
        let length = self.tokens.len() * self.width;
        for list in self.layers.iter_mut().flatten() {
            list.truncate(length);
        }
    }

    /// Gives back memory that was kept for more.
    pub(crate) fn shrink(&mut self) {
        for list in self.layers.iter_mut().flatten() {
            list.shrink_to_fit();
        }
    }

    /// A copy of the first tokens.
    pub(crate) fn prefix(&self, tokens: usize) -> Self {
        let length = tokens.min(self.tokens.len()) * self.width;
        let layers = self.layers.iter();
        Self {
            layers: layers
                .map(|[keys, values]| [keys[..length].to_vec(), values[..length].to_vec()])
                .collect(),
            tokens: self.tokens[..tokens.min(self.tokens.len())].to_vec(),
            width: self.width,
        }
    }

    /// The bytes that it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.layers.len() * 2 * self.tokens.len() * self.width * size_of::<f32>()
    }

    /// All numbers, layer by layer, keys before values.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[f32]> {
        self.layers.iter().flatten().map(Vec::as_slice)
    }

    /// Puts together what [`parts`](Self::parts) gave; `None` when the numbers are not as many as
    /// the tokens need.
    pub(crate) fn from_parts(
        config: &Config,
        tokens: Vec<u32>,
        mut part: impl FnMut(usize) -> Option<Vec<f32>>,
    ) -> Option<Self> {
        let width = config.key_width();
        let length = tokens.len() * width;
        let mut part = || part(length).filter(|part| part.len() == length);
        let layers = (0..config.layers).map(|_| Some([part()?, part()?]));
        Some(Self {
            layers: layers.collect::<Option<_>>()?,
            tokens,
            width,
        })
    }
}
