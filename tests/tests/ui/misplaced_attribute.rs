#[derive(serde::Deserialize, typechat::Schema)]
#[typechat(range = 1..=3)]
struct Order {
    #[typechat(bound = "")]
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
enum Size {
    #[typechat(nullable)]
    Small,
}

fn main() {}
