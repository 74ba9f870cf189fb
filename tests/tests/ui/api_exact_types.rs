use typechat_program::api;

#[api]
trait Shop<'a, T>
where
    T: Copy,
{
    type Order;
    const LIMIT: u32;
    fn price<U: Into<f64>>(&self, amount: u32) -> f64;
    fn find<'b>(&'b self, name: std::borrow::Cow<'b, str>) -> f64;
    fn order(&self, what: impl Into<String>, how: Box<dyn Fn(u32)>) -> impl Clone;
    fn copy(&self, other: Self) -> Vec<Self::Order>;
    fn count(&self) -> u32
    where
        T: Copy;
}

struct Counter;

impl<'a, T: Copy> Shop<'a, T> for Counter {
    type Order = u8;
    const LIMIT: u32 = 3;
    fn price<U: Into<f64>>(&self, amount: u32) -> f64 {
        amount.into()
    }
    fn find<'b>(&'b self, _name: std::borrow::Cow<'b, str>) -> f64 {
        0.0
    }
    fn order(&self, _what: impl Into<String>, _how: Box<dyn Fn(u32)>) -> impl Clone {}
    fn copy(&self, _other: Self) -> Vec<u8> {
        Vec::new()
    }
    fn count(&self) -> u32
    where
        T: Copy,
    {
        0
    }
}

fn main() {}
