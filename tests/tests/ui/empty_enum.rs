use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
enum Never {}

fn main() {}
