use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Order {
    #[typechat(crate = "typechat")]
    count: u8,
}

fn main() {}
