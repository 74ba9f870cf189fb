use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(field_identifier)]
enum Name {
    First,
    Last,
}

fn main() {}
