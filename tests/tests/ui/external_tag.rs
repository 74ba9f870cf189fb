use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

fn main() {}
