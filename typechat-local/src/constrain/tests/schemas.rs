//! Schemas of all kinds.
