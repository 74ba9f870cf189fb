#[derive(serde::Deserialize, typechat::Schema)]
struct File {
    name: std::ffi::OsString,
    written: Option<std::time::SystemTime>,
}

fn main() {}
