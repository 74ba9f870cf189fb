//! How large a value is as JSON, counted without writing it, and no further than a limit.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Why there is no count.
#[derive(Debug)]
pub(crate) enum TooMany {
    /// More bytes.
    Bytes,
    /// Nested deeper.
    Depth,
    /// The value has no JSON.
    NoJson(serde_json::Error),
}

/// What a value may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most {
    pub(crate) bytes: usize,
    pub(crate) depth: usize,
}

/// What an item or a member takes beside its JSON: `[1,1]` has two bytes for each, and takes more
/// in memory.
const ITEM: usize = 32;

/// The bytes of the value's JSON, and more for every item and member.
///
/// # Errors
/// [`TooMany`] as soon as there is more than `most`; the rest is not looked at.
pub(crate) fn count<T: Serialize + ?Sized>(value: &T, most: Most) -> Result<usize, TooMany> {
    let mut counter = Counter {
        bytes: 0,
        most: most.bytes,
    };
    let mut depth = Depth {
        now: 0,
        most: most.depth,
        is_passed: false,
        items: 0,
        most_items: most.bytes / ITEM,
    };
    let written = value.serialize(&mut Serializer::with_formatter(
        &mut counter,
        Bounded(&mut depth),
    ));
    match written {
        Ok(()) => Ok(counter.bytes + depth.items * ITEM),
        Err(_) if depth.is_passed => Err(TooMany::Depth),
        Err(error) if error.is_io() => Err(TooMany::Bytes),
        Err(error) => Err(TooMany::NoJson(error)),
    }
}

/// Whether the value's JSON is `null`.
pub(crate) fn is_null<T: Serialize + ?Sized>(value: &T) -> bool {
    let mut counter = First(Vec::with_capacity("null".len()));
    let written = value.serialize(&mut Serializer::new(&mut counter));
    written.is_ok() && counter.0 == b"null"
}

/// Takes four bytes.
struct First(Vec<u8>);

impl io::Write for First {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        if self.0.len() + written.len() > "null".len() {
            return Err(io::ErrorKind::Other.into());
        }
        self.0.extend_from_slice(written);
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Counter {
    bytes: usize,
    most: usize,
}

impl io::Write for Counter {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        self.bytes = self.bytes.saturating_add(written.len());
        if self.bytes > self.most {
            return Err(io::ErrorKind::Other.into());
        }
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Depth {
    now: usize,
    most: usize,
    is_passed: bool,
    items: usize,
    most_items: usize,
}

/// Writes as little as there can be, and no deeper than the limit: what writes a value goes no
/// deeper either.
struct Bounded<'a>(&'a mut Depth);

impl Bounded<'_> {
    fn enter(&mut self) -> io::Result<()> {
        self.0.now += 1;
        if self.0.now > self.0.most {
            self.0.is_passed = true;
            return Err(io::ErrorKind::Other.into());
        }
        Ok(())
    }

    fn item(&mut self) -> io::Result<()> {
        self.0.items += 1;
        if self.0.items > self.0.most_items {
            return Err(io::ErrorKind::Other.into());
        }
        Ok(())
    }
}

impl Formatter for Bounded<'_> {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item()?;
        CompactFormatter.begin_array_value(writer, first)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item()?;
        CompactFormatter.begin_object_key(writer, first)
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter()?;
        CompactFormatter.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.now -= 1;
        CompactFormatter.end_array(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter()?;
        CompactFormatter.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.now -= 1;
        CompactFormatter.end_object(writer)
    }
}
