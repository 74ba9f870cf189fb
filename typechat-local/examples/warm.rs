//! How soon a second request of the same type starts: `warm WEIGHTS`.
//!
//! Prints how long two orders at the coffee shop wait for their first token, then a third one in
//! a model that was loaded anew, with what the first kept on disk; and how much memory was used
//! at most, where the system tells it. Exits with 1 when a later order waits more than 15 % of
//! what the first one did, or more than 900 MB were used.

use std::{error::Error, future::poll_fn, pin::Pin, process::ExitCode, time::Instant};

use futures_core::Stream;
use typechat::{
    Translator,
    model::{ChatReply, ChatRequest, LanguageModel, Script},
};
use typechat_examples::coffee_shop::Cart;
use typechat_local::{Local, LocalBuilder};

/// How much of the first wait a later one may take.
const MOST: f64 = 0.15;

/// How much memory the default model may take.
const KILOBYTES: u64 = 900_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let weights = std::env::args().nth(1).ok_or("usage: warm WEIGHTS")?;
    let folder = std::env::temp_dir().join(format!("typechat-warm-{}", std::process::id()));
    let builder = Local::builder(weights).prefix_folder(&folder);
    let waits = waits(builder).await;
    // What cannot be removed is left to the system.
    let _ = std::fs::remove_dir_all(&folder);
    let [first, second, third] = waits?;
    println!("first request: {first:.2} s until the first token");
    println!(
        "second request: {second:.2} s, {:.0} % of it",
        100.0 * second / first
    );
    println!(
        "first request of a new process: {third:.2} s, {:.0} %",
        100.0 * third / first
    );
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    if let Some(peak) = peak {
        println!("resident memory at most: {} MB", peak * 1024 / 1_000_000);
    }
    let small = peak.is_none_or(|peak| peak * 1024 / 1000 <= KILOBYTES);
    let good = second.max(third) <= MOST * first && small;
    Ok(ExitCode::from(u8::from(!good)))
}

async fn waits(builder: LocalBuilder) -> Result<[f64; 3], Box<dyn Error>> {
    let model = builder.clone().load().await?;
    let first = wait(&model, "two tall lattes, one with oat milk").await?;
    let second = wait(&model, "a grande mocha with whipped cream and a croissant").await?;
    drop(model);
    let model = builder.load().await?;
    let third = wait(&model, "three short americanos, please").await?;
    Ok([first, second, third])
}

async fn wait(model: &Local, order: &str) -> Result<f64, Box<dyn Error>> {
    let nobody = Script::replies(Vec::<ChatReply>::new());
    let mut request: ChatRequest = Translator::<Cart>::new(nobody).prompt(order);
    request.settings.max_tokens = Some(64);
    let begun = Instant::now();
    let mut stream = model.stream(&request).await?;
    let mut first = None;
    while let Some(piece) = poll_fn(|cx| Pin::new(&mut stream).poll_next(cx)).await {
        piece?;
        first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
    }
    first.ok_or_else(|| "there was no reply".into())
}
