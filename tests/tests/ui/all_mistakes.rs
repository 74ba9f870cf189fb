mod chat {
    pub use typechat::*;
}

#[derive(serde::Deserialize, typechat::Schema)]
#[typechat(colour = "red", crate = "crate::chat", check)]
struct Order {
    #[typechat(range = 5, foo, length = -1)]
    count: u8,
    #[typechat(vocab = 3)]
    dish: String,
}

#[derive(serde::Deserialize, typechat::Schema)]
enum Event {
    #[typechat(nullable)]
    Waits,
    Named {
        #[typechat(bound = "")]
        name: String,
    },
}

fn main() {}
