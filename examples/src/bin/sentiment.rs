//! The mood of a sentence: words in, a [`SentimentResponse`] out.

use std::process::ExitCode;

use typechat_examples::{
    cli::{App, run},
    sentiment::SentimentResponse,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    run::<SentimentResponse>(App::new("sentiment", "Tells the mood of a sentence")).await
}
