use typechat_program::api;

#[api]
trait Library {
    fn title(&self) -> &str;
    fn titles(&self) -> Vec<&'static str>;
    fn first(&self) -> Result<&str, std::io::Error>;
    fn last(&self) -> Result<String, &str>;
    fn each(&self) -> impl Iterator<Item = String>;
    fn shape(&self) -> Box<dyn Fn() -> u8>;
    fn count(&self) -> u128;
    async fn loan(&self) -> Result<Option<i128>, String>;
    fn fine(&self) -> Result<u8, Box<dyn std::error::Error>>;
    fn known(&self) -> Result<u8, &'static str>;
}

fn main() {}
