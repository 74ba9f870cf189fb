//! Joining neighbours, best pair first: what both kinds of tokenizer do.

use std::{cmp::Reverse, collections::BinaryHeap};

/// The number of no token.
pub(crate) const NONE: u32 = u32::MAX;

/// A longer piece is cut here, so that memory stays bounded.
pub(crate) const LONGEST: usize = 1 << 20;

/// A part of a piece. Its place among the parts is where it starts.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) start: u32,
    /// Where it ends, and the next one starts.
    pub(crate) end: u32,
    /// Its token, or [`NONE`].
    pub(crate) id: u32,
    /// Where the one before it starts, or [`NONE`].
    before: u32,
}

/// A pair that may be joined: the lowest rank first, then the leftmost.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    rank: u32,
    left: u32,
    right: u32,
    end: u32,
    id: u32,
}

/// Kept from piece to piece, so that memory is asked for once.
#[derive(Default)]
pub(crate) struct Merge {
    parts: Vec<Part>,
    pairs: BinaryHeap<Reverse<Pair>>,
}

impl Merge {
    /// Joins the parts of a piece of `length` bytes, which are given as end and token. `join`
    /// tells the rank and the token of two neighbours. O(n log n) in the number of parts.
    pub(crate) fn run(
        &mut self,
        length: usize,
        parts: impl Iterator<Item = (usize, u32)>,
        join: impl Fn(&Part, &Part) -> Option<(u32, u32)>,
        mut found: impl FnMut(&Part),
    ) {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "a piece is at most LONGEST"
        )]
        let length = length.min(LONGEST) as u32;
        let dead = Part {
            start: 0,
            end: 0,
            id: NONE,
            before: NONE,
        };
        self.parts.clear();
        self.parts.resize(length as usize, dead);
        self.pairs.clear();
        let (mut start, mut before) = (0, NONE);
        for (end, id) in parts {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "a piece is at most LONGEST"
            )]
            let end = (end as u32).min(length);
            if start >= end {
                break;
            }
            self.parts[start as usize] = Part {
                start,
                end,
                id,
                before,
            };
            self.consider(before, start, &join);
            (before, start) = (start, end);
        }
        while let Some(Reverse(pair)) = self.pairs.pop() {
            let (left, right) = (self.parts[pair.left as usize], pair.right as usize);
            // A part that was joined meanwhile has ended elsewhere, or is none any more.
            if left.end != pair.right || self.parts[right].end != pair.end {
                continue;
            }
            self.parts[right].end = 0;
            let left = &mut self.parts[pair.left as usize];
            (left.end, left.id) = (pair.end, pair.id);
            let before = left.before;
            if pair.end < length {
                self.parts[pair.end as usize].before = pair.left;
                self.consider(pair.left, pair.end, &join);
            }
            self.consider(before, pair.left, &join);
        }
        let mut start = 0;
        while start < length {
            let part = &self.parts[start as usize];
            if part.end <= start {
                break;
            }
            found(part);
            start = part.end;
        }
    }

    fn consider(
        &mut self,
        left: u32,
        right: u32,
        join: impl Fn(&Part, &Part) -> Option<(u32, u32)>,
    ) {
        let Some(part) = self.parts.get(left as usize) else {
            return;
        };
        let end = self.parts[right as usize].end;
        if let Some((rank, id)) = join(part, &self.parts[right as usize]) {
            self.pairs.push(Reverse(Pair {
                rank,
                left,
                right,
                end,
                id,
            }));
        }
    }
}
