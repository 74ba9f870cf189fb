#[derive(serde::Deserialize, typechat::Schema)]
enum Event {
    Waits(),
}

fn main() {}
