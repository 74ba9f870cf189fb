//! How fast the embedded model reads and generates: `speed WEIGHTS PROMPT.txt`.
//!
//! Reads the prompt and goes on for 64 tokens, on two threads, three times from nothing; prints
//! the median of each, as `scripts/compare-llama` reads it.

use std::{error::Error, future::poll_fn, pin::Pin, time::Instant};

use futures_core::Stream;
use typechat::model::{ChatReply, ChatRequest, Message, Settings};
use typechat_local::Local;

/// Tokens to generate.
const TOKENS: u64 = 64;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(weights), Some(prompt)) = (args.next(), args.next()) else {
        return Err("usage: speed WEIGHTS PROMPT.txt".into());
    };
    let prompt = std::fs::read_to_string(prompt)?;
    // Without memory of earlier prompts, so that each run reads all of it.
    let model = Local::builder(weights)
        .threads(2)
        .prefix_memory(0)
        .load()
        .await?;
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(run(&model, &prompt).await?);
    }
    let median = |column: fn(&Run) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(column).collect();
        values.sort_by(f64::total_cmp);
        values[1]
    };
    let Run { input, output, .. } = runs[0];
    println!(
        "prompt: {input} tokens, {:.1} tokens/s",
        median(|run| run.read)
    );
    println!(
        "generation: {output} tokens, {:.1} tokens/s",
        median(|run| run.generated)
    );
    Ok(())
}

/// Tokens, and tokens a second.
struct Run {
    input: u64,
    output: u64,
    read: f64,
    generated: f64,
}

#[allow(clippy::cast_precision_loss, reason = "a few thousand tokens")]
async fn run(model: &Local, prompt: &str) -> Result<Run, Box<dyn Error>> {
    use typechat::model::LanguageModel;

    let mut settings = Settings::default();
    settings.max_tokens = Some(TOKENS);
    let mut request = ChatRequest::new([Message::user(prompt)]);
    request.settings = settings;
    let begun = Instant::now();
    let mut stream = model.stream(&request).await?;
    let mut reply = ChatReply::default();
    let mut first = None;
    while let Some(piece) = poll_fn(|cx| Pin::new(&mut stream).poll_next(cx)).await {
        first.get_or_insert_with(|| begun.elapsed());
        reply.push(piece?);
    }
    let all = begun.elapsed();
    let first = first.unwrap_or(all);
    let usage = reply.usage.ok_or("the reply counts no tokens")?;
    Ok(Run {
        input: usage.input,
        output: usage.output,
        read: usage.input as f64 / first.as_secs_f64(),
        generated: usage.output.saturating_sub(1) as f64 / all.saturating_sub(first).as_secs_f64(),
    })
}
