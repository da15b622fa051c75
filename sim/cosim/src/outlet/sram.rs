// SPDX-License-Identifier: Apache-2.0
//! A memory macro of the SRAM sink, outside the hardware.

use tracewright_config::Build;
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Bits of a lane.
const LANE: u32 = 32;

/// What a macro holds, and shows, before anything is written or read: nothing that trace or a register would be.
const UNDEFINED: u32 = 0xDEAD_BEEF;

fn words(build: &Build) -> u32 {
    u8::BITS * build.sink.sram_bytes / build.sink.sram_width
}

pub(super) fn ports(build: &Build) -> Vec<Port> {
    let width = build.sink.sram_width;
    vec![
        Port::output("sram_enable", 1),
        Port::output("sram_write", width / LANE),
        Port::output("sram_address", words(build).trailing_zeros()),
        Port::output("sram_write_data", width),
        Port::input("sram_read_data", width),
    ]
}

/// The macro: one port, which writes lanes of 32 bits, or reads and shows that in the next cycle and until it reads
/// again.
pub(super) struct Sram {
    enable: Output,
    write: Output,
    address: Output,
    write_data: Output,
    read_data: Input,
    lanes: usize,
    memory: Vec<u32>,
    /// The lanes that are shown.
    shown: Vec<u32>,
}

impl Sram {
    pub fn new(library: &Library, build: &Build) -> Result<Sram, Error> {
        let lanes = (build.sink.sram_width / LANE) as usize;
        Ok(Sram {
            enable: library.output("sram_enable")?,
            write: library.output("sram_write")?,
            address: library.output("sram_address")?,
            write_data: library.output("sram_write_data")?,
            read_data: library.input("sram_read_data")?,
            lanes,
            memory: vec![UNDEFINED; words(build) as usize * lanes],
            shown: vec![UNDEFINED; lanes],
        })
    }

    pub fn drive(&self, model: &mut Model) {
        let pairs =
            self.shown.chunks(2).map(|pair| pair.iter().rev().fold(0, |word, lane| word << LANE | u64::from(*lane)));
        model.set_wide(self.read_data, &pairs.collect::<Vec<u64>>());
    }

    pub fn observe(&mut self, model: &Model) {
        if model.get(self.enable) == 0 {
            return;
        }
        let (write, first) = (model.get(self.write), model.get(self.address) as usize * self.lanes);
        let word = &mut self.memory[first..][..self.lanes];
        if write == 0 {
            self.shown.copy_from_slice(word);
            return;
        }
        let data = model.get_wide(self.write_data);
        for (n, lane) in word.iter_mut().enumerate().filter(|(n, _)| write >> n & 1 != 0) {
            *lane = (data[n / 2] >> (n % 2 * LANE as usize)) as u32;
        }
    }
}
