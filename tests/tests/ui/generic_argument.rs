#[derive(serde::Deserialize, typechat::Schema)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(serde::Deserialize)]
struct Order {
    dish: String,
}

fn main() {
    typechat::schema::TypeGraph::of::<Page<Order>>();
}
