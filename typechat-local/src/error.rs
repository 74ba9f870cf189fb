//! Why a file of weights does not become a model.

use crate::{
    constrain::ConstrainError, gguf::GgufError, template::TemplateError, tokenizer::TokenizerError,
};

/// Why a file of weights does not become a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LocalError {
    /// The file cannot be read.
    #[error("the weights {path} cannot be read")]
    Read {
        /// The file.
        path: String,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// The file is not the one that it is meant to be.
    #[error(
        "the weights {path} are damaged: SHA-256 {found}, expected {expected}; fetch them again"
    )]
    Hash {
        /// The file.
        path: String,
        /// Its hash.
        found: String,
        /// The hash that it should have.
        expected: String,
    },
    /// The file does not fit into memory.
    #[error("the weights {path} of {bytes} bytes do not fit into memory; use a smaller file")]
    Memory {
        /// The file.
        path: String,
        /// How large it is.
        bytes: u64,
    },
    /// The file was read, and is not what a model needs.
    #[error("the weights {path} cannot be used; name another file, or fetch them again")]
    Unusable {
        /// The file.
        path: String,
        /// Why not.
        #[source]
        fault: LoadFault,
    },
    /// There are no threads to be had.
    #[error("no thread can be started for the model")]
    Thread(#[source] std::io::Error),
    /// The thread ended while it loaded.
    #[error("loading ended before its end; this is a bug")]
    Ended,
}

impl LocalError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Read { source, .. } if source.kind() == std::io::ErrorKind::NotFound)
    }

    /// Whether the file is cut or changed: fetching it again helps.
    pub fn is_damaged(&self) -> bool {
        matches!(
            self,
            Self::Hash { .. }
                | Self::Unusable {
                    fault: LoadFault::Gguf(GgufError::Cut { .. } | GgufError::Magic { .. }),
                    ..
                }
        )
    }
}

/// What is wrong with a file that was read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadFault {
    /// The file is no file of weights, or one of a network that is not computed here.
    #[error(transparent)]
    Gguf(#[from] GgufError),
    /// Its tokenizer is not known.
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
    /// Its chat template cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The tokenizer knows more tokens than the network.
    #[error("the tokenizer has {tokens} tokens, the network {rows}")]
    Vocabulary {
        /// How many tokens the tokenizer knows.
        tokens: usize,
        /// How many the network knows.
        rows: usize,
    },
    /// The tokens cannot be held to grammars.
    #[error(transparent)]
    Constrain(#[from] ConstrainError),
}
