// SPDX-License-Identifier: Apache-2.0
//! Memory, with the decoded form of the code in it.

use super::decode::{decode, Decoded};
use super::LoadError;
use std::ops::Range;
use tracewright_messages::isa::Xlen;

/// Bytes of code that are decoded into one table.
const PAGE: usize = 4096;

/// Matches no address.
const NO_PAGE: (u64, u32) = (u64::MAX, 0);

/// Most memory in bytes that a hart may have.
const MAX_BYTES: u64 = 4 << 30;

/// Memory at scattered addresses. Pages that nobody touches cost no memory of the host.
pub(super) struct Memory {
    xlen: Xlen,
    regions: Vec<Region>,
    /// Decoded instructions by half-word: tables of pages that were executed, after one that stays empty.
    code: Vec<Box<CodePage>>,
    /// The page that was executed last: its number, which is the address over the size, and the place of its table.
    executed: (u64, u32),
}

struct Region {
    base: u64,
    bytes: Vec<u8>,
    /// Of each page the place of its table: 0, the empty one, until it is executed.
    table_of_page: Vec<u32>,
}

type CodePage = [Option<Decoded>; PAGE / 2];

impl Memory {
    /// Zeroed memory at `ranges`, which may overlap; the first is the one that is accessed most.
    pub(super) fn new(xlen: Xlen, ranges: &[Range<u64>]) -> Result<Memory, LoadError> {
        let first = ranges.first().map_or(0, |r| r.start);
        let mut sorted: Vec<Range<u64>> = ranges.iter().filter(|r| !r.is_empty()).map(whole_pages).collect();
        sorted.sort_by_key(|r| r.start);
        let mut merged: Vec<Range<u64>> = Vec::new();
        for range in sorted {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        let total: u64 = merged.iter().map(|r| r.end - r.start).fold(0, u64::saturating_add);
        if total > MAX_BYTES {
            return Err(LoadError::TooLarge { bytes: total, limit: MAX_BYTES });
        }
        merged.sort_by_key(|r| !r.contains(&first));
        let regions = merged.into_iter().map(Region::new).collect();
        Ok(Memory { xlen, regions, code: vec![Box::new([None; PAGE / 2])], executed: NO_PAGE })
    }

    /// The `N` bytes at `address`; `None` where there is no memory.
    #[inline]
    pub(super) fn load<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        self.regions.iter().find_map(|region| region.slice(address, N)?.try_into().ok())
    }

    /// Writes `bytes` at `address`; `None` where there is no memory.
    #[inline]
    pub(super) fn store(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        for region in &mut self.regions {
            if let Some(offset) = region.offset(address, bytes.len()) {
                region.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
                region.forget(&mut self.code, offset, bytes.len());
                return Some(());
            }
        }
        None
    }

    /// Writes `bytes` at `address`, as far as there is memory.
    pub(super) fn fill(&mut self, address: u64, bytes: &[u8]) {
        for (page, chunk) in bytes.chunks(PAGE).enumerate() {
            // Memory is made where the program's segments lie.
            let _ = self.store(address.wrapping_add((page * PAGE) as u64), chunk);
        }
    }

    /// The instruction at `pc`, if it was decoded before.
    #[inline(always)]
    pub(super) fn decoded(&mut self, pc: u64) -> Option<Decoded> {
        let page = pc / PAGE as u64;
        if page != self.executed.0 {
            self.executed = (page, self.table(pc));
        }
        self.code[self.executed.1 as usize][pc as usize % PAGE / 2]
    }

    /// The place of the table of the page with `pc`.
    #[inline(never)]
    fn table(&self, pc: u64) -> u32 {
        self.regions.iter().find_map(|region| Some(region.table_of_page[region.offset(pc, 2)? / PAGE])).unwrap_or(0)
    }

    /// Decodes the instruction at `pc`; `None` where there is no memory.
    #[cold]
    pub(super) fn decode(&mut self, pc: u64) -> Option<()> {
        let (offset, region) = self.regions.iter_mut().find_map(|region| Some((region.offset(pc, 2)?, region)))?;
        let decoded = decode(region.bits(offset)?, self.xlen);
        let table = &mut region.table_of_page[offset / PAGE];
        if *table == 0 {
            *table = self.code.len() as u32;
            self.code.push(Box::new([None; PAGE / 2]));
            self.executed = NO_PAGE;
        }
        self.code[*table as usize][offset % PAGE / 2] = Some(decoded);
        Some(())
    }

    /// The instruction bits at `pc`: 16 of them for a compressed instruction, and 0 where there is no memory.
    pub(super) fn bits(&self, pc: u64) -> u32 {
        self.regions.iter().find_map(|region| region.bits(region.offset(pc, 2)?)).unwrap_or(0)
    }
}

fn whole_pages(range: &Range<u64>) -> Range<u64> {
    let page = PAGE as u64;
    range.start / page * page..range.end.checked_next_multiple_of(page).unwrap_or(u64::MAX / page * page)
}

impl Region {
    fn new(range: Range<u64>) -> Region {
        let size = (range.end - range.start) as usize;
        Region { base: range.start, bytes: vec![0; size], table_of_page: vec![0; size / PAGE] }
    }

    #[inline]
    fn offset(&self, address: u64, size: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.base);
        // A region is at least a page, so the subtraction can't wrap.
        (offset <= (self.bytes.len() - size) as u64).then_some(offset as usize)
    }

    #[inline]
    fn slice(&self, address: u64, size: usize) -> Option<&[u8]> {
        let offset = self.offset(address, size)?;
        self.bytes.get(offset..offset + size)
    }

    fn bits(&self, offset: usize) -> Option<u32> {
        let half = |at: usize| Some(u32::from(u16::from_le_bytes(self.bytes.get(at..at + 2)?.try_into().ok()?)));
        let low = half(offset)?;
        if low & 3 == 3 {
            Some(half(offset + 2)? << 16 | low)
        } else {
            Some(low)
        }
    }

    /// Drops what was decoded of the bytes at `offset`, an instruction that starts one half-word before them included.
    #[inline]
    fn forget(&self, code: &mut [Box<CodePage>], offset: usize, size: usize) {
        let first = offset.saturating_sub(2);
        let last = offset + size - 1;
        if self.table_of_page[first / PAGE] != 0 || self.table_of_page[last / PAGE] != 0 {
            for half_word in first / 2..=last / 2 {
                let table = self.table_of_page[half_word / (PAGE / 2)];
                code[table as usize][half_word % (PAGE / 2)] = None;
            }
        }
    }
}
