//! The functions that are named on the command line.

use std::path::Path;

use typechat_program::{Api, samples};

use crate::{
    files,
    output::{Stop, chain},
};

/// A sample API by name, or the functions that a file describes.
pub(crate) fn api(name: &str) -> Result<Api, Stop> {
    if let Some(api) = samples::by_name(name) {
        return Ok(api);
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(Stop::usage(format!(
            "{name} is neither a file nor one of the sample APIs: {}",
            samples::NAMES.join(", ")
        )));
    }
    let document = files::json(path, "give descriptions of functions")?;
    Api::from_descriptions(&document)
        .map_err(|error| Stop::usage(format!("{}: {}", files::name(path), chain(&error))))
}
