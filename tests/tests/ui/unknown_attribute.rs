use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Order {
    #[typechat(foo)]
    count: u8,
}

fn main() {}
