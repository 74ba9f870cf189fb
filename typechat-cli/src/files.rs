//! What comes in from files.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use serde_json::Value;

use crate::output::Stop;

/// The most bytes of a schema.
const SCHEMA: usize = 16 << 20;

/// The text of a reply, in a file or on the standard input for `-`. Of one that is larger than
/// `limit` only so much is read that this can be told.
pub(crate) fn reply(path: &Path, limit: usize) -> Result<String, Stop> {
    text(path, limit)
}

/// The JSON Schema in a file.
pub(crate) fn schema(path: &Path) -> Result<Value, Stop> {
    json(path, "give a JSON Schema")
}

/// The JSON in a file; `remedy` says what it should be.
pub(crate) fn json(path: &Path, remedy: &str) -> Result<Value, Stop> {
    let text = text(path, SCHEMA)?;
    if text.len() > SCHEMA {
        return Err(Stop::usage(format!(
            "{} is larger than {SCHEMA} bytes; give a smaller file",
            name(path)
        )));
    }
    serde_json::from_str(&text)
        .map_err(|error| Stop::usage(format!("{} is not JSON: {error}; {remedy}", name(path))))
}

/// A file, or the standard input for `-`, to be read line by line.
pub(crate) fn lines(path: &Path) -> Result<Box<dyn BufRead>, Stop> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path)
        .map_err(|error| Stop::usage(format!("{} cannot be read: {error}", name(path))))?;
    Ok(Box::new(BufReader::new(file)))
}

/// A text without its byte order mark. One longer than `limit` comes as a start that is longer.
fn text(path: &Path, limit: usize) -> Result<String, Stop> {
    // A character that the end cuts has at most four bytes, and a mark has three.
    let most = limit as u64 + 8;
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    let length =
        read.map_err(|error| Stop::usage(format!("{} cannot be read: {error}", name(path))))?;
    if length as u64 == most {
        let cut = bytes.utf8_chunks().next().map_or(0, |c| c.valid().len());
        if cut > limit {
            bytes.truncate(cut);
        }
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Stop::usage(format!(
            "{} is not UTF-8 at byte {at}; convert it to UTF-8",
            name(path)
        ))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// A file that lines are added to.
pub(crate) fn appended(path: &Path) -> Result<File, Stop> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| Stop::usage(format!("{} cannot be opened: {error}", name(path))))
}

/// What messages call a file.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}
