//! Objects of several types.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::api;

/// What a person is called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "PascalCase")]
pub struct Name {
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
}

/// A person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "PascalCase")]
pub struct Person {
    /// What the person is called.
    pub name: Name,
    /// In years.
    pub age: i64,
}

/// A person who wrote books.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "PascalCase")]
pub struct AuthorPerson {
    /// What the author is called.
    pub name: Name,
    /// The titles.
    pub books: Vec<String>,
}

/// Persons and authors.
#[api(crate = crate, rename_all = "camelCase")]
#[allow(
    clippy::missing_errors_doc,
    reason = "documentation of functions is shown to the model"
)]
pub trait ObjectApi {
    /// A Person built from name and age.
    #[typechat(pure)]
    fn make_person(&self, name: Name, age: i64) -> Person;
    /// true when the person has that name (first and last, letter case ignored) and that age.
    #[typechat(pure)]
    fn is_person(&self, person: &Person, name: &Name, age: i64) -> bool;
    /// JSON text of the person, any whitespace.
    #[typechat(pure)]
    fn to_json(&self, person: &Person) -> Result<String, serde_json::Error>;
    /// JSON text of the list of persons, any whitespace.
    #[typechat(pure)]
    fn to_json_array(&self, persons: &[Person]) -> Result<String, serde_json::Error>;
    /// The titles joined with "|" and then encoded as one JSON string literal.
    #[typechat(pure)]
    fn list_books(&self, author: &AuthorPerson) -> Result<String, serde_json::Error>;
}

/// Does it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Objects;

impl ObjectApi for Objects {
    fn make_person(&self, name: Name, age: i64) -> Person {
        Person { name, age }
    }

    fn is_person(&self, person: &Person, name: &Name, age: i64) -> bool {
        let same = |left: &str, right: &str| left.to_lowercase() == right.to_lowercase();
        same(&person.name.first_name, &name.first_name)
            && same(&person.name.last_name, &name.last_name)
            && person.age == age
    }

    fn to_json(&self, person: &Person) -> Result<String, serde_json::Error> {
        serde_json::to_string(person)
    }

    fn to_json_array(&self, persons: &[Person]) -> Result<String, serde_json::Error> {
        serde_json::to_string(persons)
    }

    fn list_books(&self, author: &AuthorPerson) -> Result<String, serde_json::Error> {
        serde_json::to_string(&author.books.join("|"))
    }
}
