//! What a model is told so that it mends its reply, and what a person is shown: every message
//! must say what is wrong and what is wanted.

mod people;
mod replies;
mod types;
mod values;

use serde::de::DeserializeOwned;
use typechat::{
    Schema,
    reply::{Reader, Reading, render_for_model},
};

/// The reply, what it says to a model, and the notes.
fn said<T>(name: &str, reply: &str, reading: &Reading<T>) -> String {
    let shown: String = reply.chars().take(240).collect();
    let shown = shown.replace('\n', "\n  | ");
    let mut said = format!("{name}\n  | {shown}\n");
    said += &render_for_model(reading.problems());
    for note in reading.notes() {
        said += &format!("~ {note}\n");
    }
    said + "\n"
}

fn read<T: Schema + DeserializeOwned>(name: &str, reply: &str) -> String {
    said(name, reply, &Reader::<T>::new().read(reply))
}

/// What is said of each reply, read as the type that stands before it.
macro_rules! all {
    ($($ty:ty: $reply:expr;)*) => {{
        let name = |name: &str| name.replace(['\n', ' '], "");
        [$(read::<$ty>(&name(stringify!($ty)), &$reply.to_string())),*].concat()
    }};
}

use all;
