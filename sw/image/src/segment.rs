// SPDX-License-Identifier: Apache-2.0
//! A loadable piece of a program.

/// A loadable segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address at which the program sees it (ELF p_vaddr).
    pub address: u64,
    /// Address at which a loader puts it (ELF p_paddr): another than `address` for data that start-up code copies.
    pub load_address: u64,
    /// Its bytes.
    pub data: Vec<u8>,
    /// Its size in memory, in bytes: what `data` does not fill is zero. At least `data.len()`.
    pub size: u64,
    /// Whether it may be executed.
    pub executable: bool,
    /// Whether it may be written.
    pub writable: bool,
}

impl Segment {
    /// Code at `address`, of all of `data`.
    pub fn code(address: u64, data: Vec<u8>) -> Segment {
        let size = data.len() as u64;
        Segment { address, load_address: address, data, size, executable: true, writable: false }
    }
}
