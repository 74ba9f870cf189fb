use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(from = "String")]
struct Name {
    text: String,
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self { text }
    }
}

fn main() {}
