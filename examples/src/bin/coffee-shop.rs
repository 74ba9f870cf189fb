//! Orders at a coffee shop: words in, a [`Cart`] out.

use std::process::ExitCode;

use typechat_examples::{
    cli::{App, run},
    coffee_shop::Cart,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    run::<Cart>(App::new(
        "coffee-shop",
        "Turns orders at a coffee shop into carts",
    ))
    .await
}
