use typechat_program::api;

#[api]
trait Names {
    fn into_api(self: &Self) -> u8;
    fn into_functions(&self);
    fn add(&self, x: f64);
    #[typechat(rename = "add")]
    fn sum(&self, x: f64, #[typechat(rename = "x")] y: f64);
    fn größe(&self);
}

#[api]
trait Empty {}

#[api]
struct NoTrait;

#[api]
impl NoTrait {
    fn add(&self) {}
}

fn main() {
    let _ = NoTrait;
}
