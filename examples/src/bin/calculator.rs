//! Arithmetic in words: the model writes a program, which is checked and run.

use std::process::ExitCode;

use typechat_examples::cli::{App, run_program};
use typechat_program::samples::{Math, MathApi};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let app = App::new(
        "calculator",
        "Turns calculations in words into programs, and runs them",
    );
    run_program(app, Math.into_api()).await
}
