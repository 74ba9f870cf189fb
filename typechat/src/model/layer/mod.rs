//! Models around models.

mod retry;

pub use retry::Retry;
