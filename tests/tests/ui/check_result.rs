#[derive(serde::Deserialize, typechat::Schema)]
#[typechat(check = Order::is_fine)]
struct Order {
    #[typechat(check = not_empty)]
    dish: String,
}

impl Order {
    fn is_fine(&self) -> bool {
        true
    }
}

fn not_empty(text: &String) -> bool {
    !text.is_empty()
}

fn main() {}
