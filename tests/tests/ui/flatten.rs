use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
struct Outer {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(serde::Deserialize, Schema)]
struct Inner {
    count: u8,
}

fn main() {}
