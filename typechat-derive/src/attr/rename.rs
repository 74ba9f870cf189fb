//! Serde's `rename_all`, for names that are written in snake case.

use serde_derive_internals::attr::RenameRule;
use syn::{Error, LitStr, Result};

#[derive(Clone, Copy)]
pub(crate) struct Rename(RenameRule);

impl Rename {
    pub(crate) fn read(rule: &LitStr) -> Result<Self> {
        RenameRule::from_str(&rule.value())
            .map(Self)
            .map_err(|error| Error::new_spanned(rule, error))
    }

    pub(crate) fn apply(self, name: &str) -> String {
        if self.0 != RenameRule::CamelCase {
            return self.0.apply_to_field(name);
        }
        // Serde takes the first letter to be a single byte.
        let pascal = RenameRule::PascalCase.apply_to_field(name);
        let mut letters = pascal.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        first.into_iter().chain(letters).collect()
    }
}

impl Default for Rename {
    fn default() -> Self {
        Self(RenameRule::None)
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::Rename;

    #[test]
    fn rules_are_those_of_serde() {
        let rules = [
            ("lowercase", "set_timer"),
            ("UPPERCASE", "SET_TIMER"),
            ("PascalCase", "SetTimer"),
            ("camelCase", "setTimer"),
            ("snake_case", "set_timer"),
            ("SCREAMING_SNAKE_CASE", "SET_TIMER"),
            ("kebab-case", "set-timer"),
            ("SCREAMING-KEBAB-CASE", "SET-TIMER"),
        ];
        for (rule, expected) in rules {
            let rule = Rename::read(&parse_quote!(#rule)).unwrap();
            assert_eq!(rule.apply("set_timer"), expected);
        }
        assert_eq!(Rename::default().apply("set_timer"), "set_timer");
    }

    #[test]
    fn odd_names_do_no_harm() {
        let camel = Rename::read(&parse_quote!("camelCase")).unwrap();
        assert_eq!(camel.apply("__"), "");
        assert_eq!(camel.apply("über_uns"), "überUns");
    }

    #[test]
    fn unknown_rules_are_told_with_those_that_exist() {
        let error = Rename::read(&parse_quote!("camel")).err().unwrap();
        let message = error.to_string();
        assert!(message.contains("\"camel\"") && message.contains("\"SCREAMING-KEBAB-CASE\""));
    }
}
