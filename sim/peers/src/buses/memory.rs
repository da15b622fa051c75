// SPDX-License-Identifier: Apache-2.0
//! A sparse memory.

use std::collections::BTreeMap;

const PAGE: u64 = 4096;

/// Bytes at 64-bit addresses.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Memory {
    /// What a byte reads that was never written.
    pub const UNWRITTEN: u8 = 0xA5;

    /// The byte at `address`.
    pub fn byte(&self, address: u64) -> u8 {
        self.pages.get(&(address / PAGE)).map_or(Memory::UNWRITTEN, |page| page[(address % PAGE) as usize])
    }

    /// `bytes` bytes from `address` on.
    pub fn read(&self, address: u64, bytes: usize) -> Vec<u8> {
        (0..bytes as u64).map(|i| self.byte(address.wrapping_add(i))).collect()
    }

    /// Stores the lowest `bytes` bytes of `data`, the lowest at `address`.
    pub fn write(&mut self, address: u64, data: u128, bytes: usize) {
        for (i, byte) in data.to_le_bytes().into_iter().take(bytes).enumerate() {
            let at = address.wrapping_add(i as u64);
            let page = self.pages.entry(at / PAGE).or_insert_with(|| vec![Memory::UNWRITTEN; PAGE as usize]);
            page[(at % PAGE) as usize] = byte;
        }
    }
}
