#[derive(serde::Deserialize, typechat::Schema)]
#[serde(tag = "type")]
enum Event {
    #[serde(deserialize_with = "read")]
    Paid { cents: u32 },
}

fn read<'de, D: serde::Deserializer<'de>>(_: D) -> Result<u32, D::Error> {
    Ok(1)
}

fn main() {}
