//! The requests of an evaluation, and what they mean.

use std::{collections::HashSet, io::BufRead, path::Path};

use serde_json::{Map, Value};

use crate::{files, output::Stop};

/// A request, and what it means where that is known.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    members: Map<String, Value>,
    id: String,
}

impl Record {
    fn new(members: Map<String, Value>, number: usize) -> Result<Self, String> {
        let text = |key: &str| members.get(key).and_then(Value::as_str);
        if text("request").is_none_or(|request| request.trim().is_empty()) {
            return Err("has no text under \"request\"".to_owned());
        }
        let id = text("id").map_or_else(|| number.to_string(), str::to_owned);
        Ok(Self { members, id })
    }

    /// One that is known from its result.
    pub(crate) fn of_result(domain: &str, request: &str) -> Self {
        let members = [("domain", domain), ("request", request)];
        let members = members.map(|(key, value)| (key.to_owned(), Value::from(value)));
        Self {
            members: members.into_iter().collect(),
            id: String::new(),
        }
    }

    /// Its own `id`, or its number among all requests.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Empty for requests of one kind.
    pub(crate) fn domain(&self) -> &str {
        let domain = self.members.get("domain").and_then(Value::as_str);
        domain.unwrap_or_default()
    }

    pub(crate) fn request(&self) -> &str {
        // It was there when the record was read.
        let request = self.members.get("request").and_then(Value::as_str);
        request.unwrap_or_default()
    }

    /// The value that is wanted.
    pub(crate) fn gold(&self) -> Option<&Value> {
        self.members.get("gold").filter(|gold| !gold.is_null())
    }

    /// Other values that are as good.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = &Value> {
        let accepted = self.members.get("accept").and_then(Value::as_array);
        accepted.into_iter().flatten()
    }

    /// Whether more may have been found that was not understood.
    pub(crate) fn allows_unknown(&self) -> bool {
        self.members.get("allow_unknown") == Some(&Value::Bool(true))
    }
}

/// The records in files of JSON lines.
pub(crate) fn records(paths: &[impl AsRef<Path>]) -> Result<Vec<Record>, Stop> {
    let mut records: Vec<Record> = Vec::new();
    let mut known = HashSet::new();
    for path in paths {
        let path = path.as_ref();
        for (number, object) in objects(path)? {
            let place = || format!("{}, line {number}", files::name(path));
            let record = Record::new(object, records.len() + 1)
                .map_err(|why| Stop::usage(format!("{}, {why}", place())))?;
            if !known.insert((record.domain().to_owned(), record.id.clone())) {
                return Err(Stop::usage(format!(
                    "{}, has the id {:?} of an earlier request; give each its own",
                    place(),
                    record.id
                )));
            }
            records.push(record);
        }
    }
    Ok(records)
}

/// An object, and the number of its line.
type Numbered = (usize, Map<String, Value>);

/// The objects in a file of JSON lines, each with the number of its line.
pub(crate) fn objects(path: &Path) -> Result<Vec<Numbered>, Stop> {
    let name = files::name(path);
    let mut out = Vec::new();
    for (number, line) in (1..).zip(files::lines(path)?.lines()) {
        let line = line.map_err(|error| Stop::usage(format!("{name} cannot be read: {error}")))?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(object) => out.push((number, object)),
            Err(error) => {
                return Err(Stop::usage(format!(
                    "{name}, line {number}, is no JSON object: {error}"
                )));
            }
        }
    }
    Ok(out)
}
