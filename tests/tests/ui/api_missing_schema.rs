use serde::{Deserialize, Serialize};
use typechat_program::api;

#[derive(Clone, Serialize, Deserialize)]
struct Order;

#[api]
trait Shop {
    fn place(&self, order: Order);
    fn change(&self, order: &Order, orders: &[Order], old: Option<&Order>);
    async fn last(&self) -> Result<Order, String>;
}

fn main() {}
