#[derive(serde::Deserialize, typechat::Schema)]
struct Order {
    #[typechat(range = 5)]
    quantity: u8,
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Length {
    #[typechat(length = -1..=3)]
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Words {
    #[typechat(vocab = 3)]
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Flag {
    #[typechat(nullable = true)]
    dish: Option<String>,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Twice {
    #[typechat(pattern = "a", pattern = "b")]
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Both {
    #[typechat(as = "String", schemars)]
    dish: String,
}

fn main() {}
