use typechat::Schema;

#[derive(Clone, serde::Deserialize, serde::Serialize, Schema)]
#[serde(into = "String")]
struct Name {
    text: String,
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.text
    }
}

fn main() {}
