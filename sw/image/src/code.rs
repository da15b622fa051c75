// SPDX-License-Identifier: Apache-2.0
//! Executable bytes by address, with their instructions decoded once.

use crate::{ErrorKind, Segment};
use std::sync::OnceLock;
use tracewright_messages::isa::{classify, Instruction, Xlen};

/// Half-words that are decoded together, when the first of them is asked for.
const PAGE: usize = 2048;

type Page = OnceLock<Box<[Option<Instruction>]>>;

/// Contiguous code.
#[derive(Debug)]
struct Range {
    start: u64,
    bytes: Vec<u8>,
    pages: Vec<Page>,
}

impl Range {
    /// The instruction bits at half-word `index`: 16 of them if the next half-word is not in the range.
    fn bits(&self, index: usize) -> Option<u32> {
        let half =
            |i: usize| Some(u32::from(u16::from_le_bytes([*self.bytes.get(2 * i)?, *self.bytes.get(2 * i + 1)?])));
        Some(half(index)? | half(index + 1).unwrap_or(0) << 16)
    }

    fn decode(&self, index: usize, xlen: Xlen) -> Option<Instruction> {
        let instruction = classify(self.bits(index)?, xlen);
        let end = index + usize::from(instruction.half_words);
        (2 * end <= self.bytes.len()).then_some(instruction)
    }

    fn page(&self, page: usize, xlen: Xlen) -> Option<&[Option<Instruction>]> {
        let decode = || (page * PAGE..(page + 1) * PAGE).map(|i| self.decode(i, xlen)).collect();
        Some(self.pages.get(page)?.get_or_init(decode))
    }
}

/// All code of a program.
#[derive(Debug)]
pub(crate) struct Code {
    xlen: Xlen,
    /// In the order of their addresses, neither touching nor overlapping.
    ranges: Vec<Range>,
}

impl Code {
    /// The code of those `segments` that are executable.
    pub(crate) fn new(xlen: Xlen, segments: &[Segment]) -> Result<Code, ErrorKind> {
        let mut sorted: Vec<&Segment> = segments.iter().filter(|s| s.executable && !s.data.is_empty()).collect();
        sorted.sort_by_key(|s| s.address);
        let mut ranges: Vec<Range> = Vec::new();
        for segment in sorted {
            if segment.address % 2 != 0 {
                return Err(ErrorKind::Misplaced { address: segment.address, size: segment.size });
            }
            match ranges.last_mut().map(|last| (segment.address - last.start, last)) {
                Some((distance, last)) if distance < last.bytes.len() as u64 => {
                    return Err(ErrorKind::Overlap(segment.address));
                }
                Some((distance, last)) if distance == last.bytes.len() as u64 => {
                    last.bytes.extend_from_slice(&segment.data);
                }
                _ => ranges.push(Range { start: segment.address, bytes: segment.data.clone(), pages: Vec::new() }),
            }
        }
        for range in &mut ranges {
            range.pages.resize_with(range.bytes.len().div_ceil(2 * PAGE), OnceLock::new);
        }
        if ranges.is_empty() {
            return Err(ErrorKind::NoCode);
        }
        Ok(Code { xlen, ranges })
    }

    /// The range around `address`, and the half-word in it.
    fn locate(&self, address: u64) -> Option<(&Range, usize)> {
        if address % 2 != 0 {
            return None;
        }
        let after = self.ranges.partition_point(|r| r.start <= address);
        let range = &self.ranges[after.checked_sub(1)?];
        let offset = address - range.start;
        (offset < range.bytes.len() as u64).then_some((range, (offset / 2) as usize))
    }

    pub(crate) fn contains(&self, address: u64) -> bool {
        self.locate(address & !1).is_some()
    }

    pub(crate) fn fetch(&self, address: u64) -> Option<u32> {
        let (range, index) = self.locate(address)?;
        range.bits(index)
    }

    pub(crate) fn instruction(&self, address: u64) -> Option<Instruction> {
        let (range, index) = self.locate(address)?;
        range.page(index / PAGE, self.xlen)?[index % PAGE]
    }

    pub(crate) fn around(&self, address: u64) -> Option<(u64, &[Option<Instruction>])> {
        let (range, index) = self.locate(address)?;
        let page = index / PAGE;
        Some((range.start + 2 * (page * PAGE) as u64, range.page(page, self.xlen)?))
    }
}
