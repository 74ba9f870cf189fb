//! Orders at a coffee shop: words in, a [`Cart`] out.

use std::process::ExitCode;

use typechat::{Grounding, grounding::Again};
use typechat_examples::{
    cli::{App, run},
    coffee_shop::Cart,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // A menu: people name what is on it. Asking again was of no use (docs/evaluation.md).
    let grounding = Grounding::default().require().doubt(Again::No);
    let app = App::new("coffee-shop", "Turns orders at a coffee shop into carts");
    run::<Cart>(app.grounding(grounding)).await
}
