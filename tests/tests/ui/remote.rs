use typechat::Schema;

mod other {
    pub struct Size {
        pub width: u32,
    }
}

#[derive(serde::Deserialize, Schema)]
#[serde(remote = "other::Size")]
struct Size {
    width: u32,
}

fn main() {}
