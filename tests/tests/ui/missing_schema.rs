use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Order {
    dish: Dish,
}

#[derive(serde::Deserialize)]
struct Dish {
    name: String,
}

fn main() {}
