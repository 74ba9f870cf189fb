use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(tag = "type", deny_unknown_fields)]
struct Order {
    count: u8,
}

fn main() {}
