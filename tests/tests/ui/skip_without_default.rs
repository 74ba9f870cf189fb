use typechat::Schema;

#[derive(serde::Deserialize, serde::Serialize, Schema)]
struct Order {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dish: Option<String>,
}

fn main() {}
