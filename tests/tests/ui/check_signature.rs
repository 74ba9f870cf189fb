#[derive(serde::Deserialize, typechat::Schema)]
struct Order {
    #[typechat(check = not_empty)]
    dish: String,
}

fn not_empty(_: &u32) -> Result<(), String> {
    Ok(())
}

fn main() {}
