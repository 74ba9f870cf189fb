//! Small APIs to try programs with: those of the command `typechat program`.

mod data;
mod math;
mod object;
mod string;

use crate::Api;

pub use data::{Data, DataApi};
pub use math::{Math, MathApi};
pub use object::{AuthorPerson, Name, ObjectApi, Objects, Person};
pub use string::{StringApi, Strings};

/// The names of the sample APIs.
pub const NAMES: [&str; 4] = ["math", "string", "object", "data"];

/// The sample API of that name; `calculator` is another name of `math`.
///
/// ```
/// let api = typechat_program::samples::by_name("calculator").ok_or("no such API")?;
/// assert_eq!(api.name(), "MathApi");
/// # Ok::<(), &str>(())
/// ```
pub fn by_name(name: &str) -> Option<Api> {
    match name {
        "math" | "calculator" => Some(Math.into_api()),
        "string" => Some(Strings.into_api()),
        "object" => Some(Objects.into_api()),
        "data" => Some(Data.into_api()),
        _ => None,
    }
}
