use typechat_program::api;

#[api(rename_all = "camel", pure, colour = "red")]
#[typechat(parallel)]
trait Shop {
    #[typechat(pure, confirm)]
    fn pay(&self, sum: f64);
    #[typechat(pure, parallel)]
    fn price(&self, dish: String) -> f64;
    #[typechat(range = 1..=5, quick, rename_all = "camelCase", confirm = true)]
    fn rate(&self, #[typechat(pure, nullable, range = 5..=1)] stars: u8);
    #[typechat(rename = "order it")]
    fn order(&self, #[typechat(rename = "")] dish: String, #[typechat(vocab = "sizes")] size: String);
    #[typechat(rename = "a", rename = "b")]
    fn twice(&self);
    #[cfg(unix)]
    fn sometimes(&self);
}

fn main() {}
