//! The graph as TypeScript: what the model reads.

mod inline;
mod interface;
mod objects;
mod printer;
mod rendering;
mod unions;
mod words;

use std::fmt;

use super::{Type, TypeGraph};
pub use interface::Method;
use printer::Printer;
pub use rendering::{Comments, Names, Rendering};
use words::literal;

/// Lines of members are broken before they are longer than this.
const WIDTH: usize = 120;

impl TypeGraph {
    /// The graph as TypeScript declarations: the root first, then the named types in order of
    /// first use, then the vocabularies that are bound at run time. A named type that is used
    /// once, is not recursive and has no documentation is written where it is used.
    pub fn to_typescript(&self) -> String {
        self.to_typescript_as(Rendering::default())
    }

    /// The graph as TypeScript declarations in another rendering than the usual one.
    pub fn to_typescript_as(&self, rendering: Rendering) -> String {
        let mut printer = Printer::new(self, true, rendering);
        let mut out = String::new();
        if !matches!(self.root.unguarded(), Type::Ref(_)) {
            printer.declare(self.root_name(), "", &self.root, &mut out);
        }
        printer.definitions(&mut out);
        out
    }

    /// One type in TypeScript terms on one line, for messages: names stand for named types.
    ///
    /// ```
    /// use typechat::schema::{Type, TypeGraph};
    /// let graph = TypeGraph::of::<Vec<u8>>();
    /// assert_eq!(graph.phrase(graph.root()), "number[]");
    /// ```
    pub fn phrase(&self, ty: &Type) -> String {
        let mut printer = Printer::new(self, false, Rendering::default());
        match self.resolve(ty) {
            // Constants and scalars say more than the name of their type.
            constants @ Type::Enum(_) => printer.free(constants, 0),
            Type::Union(branches)
                if !branches
                    .iter()
                    .any(|b| matches!(self.resolve(&b.ty), Type::Object(_))) =>
            {
                // A union that leads back to itself without an object would not be JSON's.
                let mut phrases: Vec<String> = Vec::new();
                for branch in branches {
                    let phrase = match self.resolve(&branch.ty) {
                        Type::Union(_) | Type::Array(_) => printer.free(&branch.ty, 0),
                        other => self.phrase(other),
                    };
                    if !phrases.contains(&phrase) {
                        phrases.push(phrase);
                    }
                }
                phrases.join(" | ")
            }
            Type::Integer(range) => range.words("integer"),
            Type::String(rules) => match rules.words() {
                Some(words) => format!("string ({words})"),
                None => "string".into(),
            },
            Type::Vocabulary(name) => match self.vocabularies.get(name) {
                Some(words) if !words.is_empty() => words
                    .iter()
                    .map(|word| literal(&word.as_str().into()))
                    .collect::<Vec<_>>()
                    .join(" | "),
                _ => "string".into(),
            },
            _ => printer.free(ty, 0),
        }
    }
}

impl fmt::Display for TypeGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_typescript())
    }
}
