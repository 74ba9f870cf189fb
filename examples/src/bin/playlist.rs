//! Playlists from a small catalogue: the model writes a program, whose picture is shown before it
//! runs.

use std::process::ExitCode;

use typechat_examples::{
    cli::{App, run_program},
    playlist::{Catalogue, PlaylistApi},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let app = App::new(
        "playlist",
        "Makes playlists by programs over a small catalogue",
    );
    run_program(app.picture(), Catalogue::default().into_api()).await
}
