#[derive(serde::Deserialize, typechat::Schema)]
struct Order {
    #[typechat(range = 5..=1)]
    stars: u8,
    #[typechat(range = 0.5..0.5)]
    share: f64,
    #[typechat(length = 5..=1)]
    title: String,
    #[typechat(length = 0..0)]
    tags: Vec<String>,
    #[typechat(length = ..0)]
    more: Vec<String>,
    #[typechat(length = ..=18446744073709551616)]
    text: String,
    #[typechat(range = -1..=-1, length = 0)]
    fine: Vec<i8>,
}

fn main() {}
