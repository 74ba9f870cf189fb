#[derive(serde::Deserialize, typechat::Schema)]
#[serde(deny_unknown_fields)]
struct Order {
    dish: String,
    #[serde(flatten)]
    more: More,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct More {
    table: u8,
}

fn main() {}
