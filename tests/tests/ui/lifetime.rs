use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Text<'a> {
    text: &'a str,
}

fn main() {}
