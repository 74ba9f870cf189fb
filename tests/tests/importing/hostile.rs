//! Schemas that mean no good.
