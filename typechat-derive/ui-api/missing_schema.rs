use typechat_program::api;

struct Order;

#[api]
trait Shop {
    fn place(&self, order: Order);
    fn change(&self, order: &Order, orders: &[Order], old: Option<&Order>);
    async fn last(&self) -> Result<Order, String>;
    fn count(&self, #[typechat(default = "one")] from: u32);
}

fn main() {}
