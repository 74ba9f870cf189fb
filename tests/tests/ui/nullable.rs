#[derive(serde::Deserialize, typechat::Schema)]
struct Order {
    #[typechat(nullable)]
    count: u32,
    #[typechat(nullable)]
    dish: Option<String>,
    #[serde(deserialize_with = "read")]
    #[typechat(nullable, as = "u32")]
    table: u32,
}

fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    serde::Deserialize::deserialize(from).map(Option::unwrap_or_default)
}

fn main() {}
