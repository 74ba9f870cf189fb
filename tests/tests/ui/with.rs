use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Order {
    #[serde(deserialize_with = "read_count")]
    count: u8,
}

fn read_count<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    serde::Deserialize::deserialize(from)
}

fn main() {}
