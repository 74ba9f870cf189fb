//! One file for each feature.

mod adjacent;
mod aliases;
mod builtins;
mod checks;
mod containers;
mod conversions;
mod defaults;
mod external;
mod flatten;
mod foreign;
mod generics;
mod internal;
mod maps;
mod numbers;
mod recursion;
mod rename;
mod rules;
mod skip;
mod structs;
mod tuples;
mod untagged;
