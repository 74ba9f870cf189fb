use typechat::Schema;

#[derive(serde::Deserialize, serde::Serialize, Schema)]
struct Order {
    #[serde(skip_deserializing)]
    count: u8,
}

fn main() {}
