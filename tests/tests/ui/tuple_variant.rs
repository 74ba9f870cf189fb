use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(untagged)]
enum Shape {
    Circle { radius: f64 },
    Point(f64, f64),
}

fn main() {}
