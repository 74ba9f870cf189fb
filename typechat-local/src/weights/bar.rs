//! What a person sees while weights are fetched, on the error output.

use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Event, Known, megabytes};

/// Shows on the error output how a fetch goes: a bar on a terminal, else a line for each tenth.
pub fn on_stderr(known: &Known) -> impl FnMut(Event<'_>) + Send + use<> {
    let mut shown = if io::stderr().is_terminal() {
        Shown::Bar(bar(known))
    } else {
        Shown::Lines { tenth: 0 }
    };
    let known = known.clone();
    move |event| shown.tell(&known, &event, &mut io::stderr())
}

enum Shown {
    Bar(ProgressBar),
    Lines {
        /// The last tenth that was told.
        tenth: u64,
    },
}

impl Shown {
    fn tell(&mut self, known: &Known, event: &Event<'_>, out: &mut impl Write) {
        match (&mut *self, event) {
            (Self::Bar(bar), Event::Bytes(bytes)) => {
                // What an earlier fetch left was not fetched in no time.
                if bar.position() == 0 {
                    bar.reset_elapsed();
                    bar.reset_eta();
                }
                bar.set_position(*bytes);
            }
            (Self::Lines { tenth }, Event::Bytes(bytes)) => {
                let now = bytes * 10 / known.size.max(1);
                if now > *tenth {
                    let all = megabytes(known.size);
                    let _ = writeln!(out, "# {}0 %, {} of {all}", now, megabytes(*bytes));
                }
                *tenth = now;
            }
            (Self::Bar(bar), Event::Done) => bar.finish_and_clear(),
            _ => {}
        }
        if let Some(line) = line(known, event) {
            match self {
                Self::Bar(bar) => bar.suspend(|| {
                    let _ = writeln!(out, "{line}");
                }),
                // When the error output is gone, nobody is left to be told.
                Self::Lines { .. } => {
                    let _ = writeln!(out, "{line}");
                }
            }
        }
    }
}

/// What is told in words.
fn line(known: &Known, event: &Event<'_>) -> Option<String> {
    let Known { name, licence, .. } = known;
    Some(match event {
        Event::Waiting => format!("# another process is fetching {name}; waiting for it"),
        Event::Removed(error) => format!("# {error}: removed, to be fetched again"),
        Event::Asking(source) => {
            let size = megabytes(known.size);
            format!("# fetching {name} ({size}, licence {licence}) from {source}")
        }
        Event::Failed(source, error) => format!("# {source} did not give it: {error}"),
        Event::Checking => "# checking its SHA-256".to_owned(),
        Event::Done => format!("# {name} is here and whole"),
        Event::Bytes(_) => return None,
    })
}

fn bar(known: &Known) -> ProgressBar {
    let template = "{wide_bar} {decimal_bytes}/{decimal_total_bytes}  {decimal_bytes_per_sec}  {eta} left";
    let bar = ProgressBar::new(known.size);
    // The template is a constant, and tests use it; a bar of another style would do as well.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
