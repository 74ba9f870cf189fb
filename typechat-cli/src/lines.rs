//! JSON lines that each ask something.

use std::{
    io::{BufRead, Read},
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;

use crate::{files, output::Stop};

/// The most bytes of a line: a schema and a reply of the largest sizes, with escapes.
const LINE: u64 = 64 << 20;

/// The lines of a file, or of the standard input for `-`.
pub(crate) struct Lines {
    path: PathBuf,
    text: Box<dyn BufRead>,
    line: Vec<u8>,
    number: usize,
}

impl Lines {
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        Ok(Self {
            path: path.to_owned(),
            text: files::lines(path)?,
            line: Vec::new(),
            number: 0,
        })
    }

    /// The next line that is not blank, and its place; `shape` says what it must be.
    pub(crate) fn next<T: DeserializeOwned>(
        &mut self,
        shape: &str,
    ) -> Result<Option<(String, T)>, Stop> {
        loop {
            self.number += 1;
            let place = format!("{}, line {}", files::name(&self.path), self.number);
            self.line.clear();
            let read = (&mut self.text)
                .take(LINE + 1)
                .read_until(b'\n', &mut self.line);
            let length =
                read.map_err(|error| Stop::usage(format!("{place} cannot be read: {error}")))?;
            if length == 0 {
                return Ok(None);
            }
            if length as u64 > LINE {
                let words = format!("{place} is longer than {LINE} bytes; split it");
                return Err(Stop::usage(words));
            }
            let line = match self.line.strip_prefix(b"\xef\xbb\xbf") {
                Some(rest) if self.number == 1 => rest,
                _ => &self.line,
            };
            if line.trim_ascii().is_empty() {
                continue;
            }
            return serde_json::from_slice(line)
                .map(|asked| Some((place.clone(), asked)))
                .map_err(|error| {
                    let words = error.to_string();
                    // Its line is always the first of one.
                    let words = words.split(" at line ").next().unwrap_or_default();
                    let column = error.column();
                    Stop::usage(format!("{place}: {words}, at column {column}; {shape}"))
                });
        }
    }
}
