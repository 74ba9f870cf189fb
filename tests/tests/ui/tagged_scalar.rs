use typechat::Schema;

#[derive(serde::Deserialize, Schema)]
#[serde(tag = "type")]
enum Shape {
    Circle(f64),
    Polygon(Vec<Point>),
    Point(Point),
}

#[derive(serde::Deserialize, Schema)]
struct Point {
    x: f64,
}

fn main() {}
