use typechat::Schema;

#[derive(serde::Deserialize, serde::Serialize, Schema)]
struct Order {
    #[serde(rename(serialize = "n", deserialize = "number"))]
    count: u8,
}

fn main() {}
