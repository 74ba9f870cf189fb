//! What comes in from files.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read},
    path::Path,
};

use serde_json::Value;

use crate::output::Stop;

/// The text of a file, or of the standard input for `-`.
pub(crate) fn text(path: &Path) -> Result<String, Stop> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes =
        bytes.map_err(|error| Stop::usage(format!("{} cannot be read: {error}", name(path))))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Stop::usage(format!(
            "{} is not UTF-8 at byte {at}; convert it to UTF-8",
            name(path)
        ))
    })
}

/// The JSON Schema in a file.
pub(crate) fn schema(path: &Path) -> Result<Value, Stop> {
    let text = text(path)?;
    serde_json::from_str(&text).map_err(|error| {
        Stop::usage(format!(
            "{} is not JSON: {error}; give a JSON Schema",
            name(path)
        ))
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
