use typechat::Schema;
use typechat::schema::TypeGraph;

#[derive(serde::Deserialize, Schema)]
struct Outer {
    inner: Vec<Pair>,
}

#[derive(serde::Deserialize, Schema)]
struct Pair(u8, u128);

fn graph() -> TypeGraph {
    TypeGraph::of::<Outer>()
}

fn main() {}
