use typechat_program::api;

#[api]
trait Lamp {
    fn new(level: u8);
    fn change(&mut self, level: u8);
    fn destroy(self);
    fn boxed(self: Box<Self>);
    fn described(#[typechat(rename = "me")] &self) -> String;
    unsafe fn force(&self, level: u8);
    extern "C" fn raw(&self);
    const fn fixed(&self) -> u8;
    async fn fade(&mut self, seconds: f64) -> Result<(), String>;
}

struct Desk;

impl Lamp for Desk {
    fn new(_level: u8) {}
    fn change(&mut self, _level: u8) {}
    fn destroy(self) {}
    fn boxed(self: Box<Self>) {}
    fn described(&self) -> String {
        String::new()
    }
    unsafe fn force(&self, _level: u8) {}
    extern "C" fn raw(&self) {}
    fn fixed(&self) -> u8 {
        0
    }
    async fn fade(&mut self, _seconds: f64) -> Result<(), String> {
        Ok(())
    }
}

fn main() {
    let _ = Desk.into_api();
}
