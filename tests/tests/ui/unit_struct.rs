use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Nothing;

fn main() {}
