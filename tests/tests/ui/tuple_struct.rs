use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Point(f64, f64);

fn main() {}
