use typechat::Schema;

#[derive(serde::Deserialize, serde::Serialize, Schema)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
struct Order {
    dish_name: String,
    dish_count: u8,
}

fn main() {}
