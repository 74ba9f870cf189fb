use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Account {
    balance: Option<i128>,
}

fn main() {}
