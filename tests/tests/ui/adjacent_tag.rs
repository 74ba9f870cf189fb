use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(tag = "type", content = "data")]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
