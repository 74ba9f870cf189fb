#[derive(serde::Deserialize, typechat::Schema)]
struct Place(#[typechat(example = 52.5)] f64, #[typechat(nullable)] Option<f64>);

#[derive(serde::Deserialize, typechat::Schema)]
struct Name(#[typechat(example = "Anna")] String);

#[derive(serde::Deserialize, typechat::Schema)]
enum Event {
    Named(#[typechat(example = "Anna")] String),
    Placed(u8, #[typechat(example = 1)] u8),
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Order {
    #[serde(flatten)]
    #[typechat(description = "What is ordered.", nullable, length = 1.., check = fine)]
    more: Option<More>,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct More {
    table: u8,
}

fn fine(_: &Option<More>) -> Result<(), String> {
    Ok(())
}

fn main() {}
