use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(tag = "type")]
enum Shape {
    Circle {
        radius: f64,
    },
    #[serde(other)]
    Unknown,
}

fn main() {}
