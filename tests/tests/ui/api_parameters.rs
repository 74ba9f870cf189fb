use typechat_program::api;

#[api(rename_all = "camelCase")]
trait Notes {
    fn place(&self, (x, y): (f64, f64), _: u8);
    fn count(&self, mut from: u32) -> u32 {
        from += 1;
        from
    }
    fn fill(&self, list: &mut Vec<String>, more: Option<&mut String>);
    fn find<'a>(&self, text: &'a str, name: &'static str);
    fn tag(&self, tags: Vec<&str>, pairs: &[(&str, u8)], twice: &&str);
    fn page(
        &self,
        #[typechat(default = 3)] at: Option<u8>,
        #[typechat(default = "all")] words: &str,
        #[typechat(default)] order: &[u8],
    );
    fn rename(&self, old_name: String, #[typechat(rename = "oldName")] new_name: String);
    fn large(&self, number: u128, numbers: Vec<i128>);
    fn cut(&self, #[cfg(unix)] at: u8);
}

fn main() {}
