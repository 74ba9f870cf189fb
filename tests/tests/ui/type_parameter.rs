use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Page<T> {
    items: Vec<T>,
}

fn main() {}
