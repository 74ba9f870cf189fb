use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Order {
    #[serde(alias = "number")]
    count: u8,
}

fn main() {}
