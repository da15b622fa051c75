// SPDX-License-Identifier: Apache-2.0
//! What the SRAM does in a cycle, from chapter 6 and docs/sinks.md: a list of bytes, a list of words, and two pointers.

use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};

/// What comes in, in a cycle.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The unit that is valid, if one is.
    pub unit: Option<Vec<u8>>,
    /// The source is drained.
    pub flush: bool,
    /// teEnable.
    pub enable: bool,
    /// teStopOnWrap.
    pub stop_on_wrap: bool,
    /// The access in *idle*.
    pub idle: Option<Access>,
    /// The access in *act*.
    pub act: Option<Access>,
    /// The access in *answer*.
    pub answer: Option<Access>,
}

/// An access to a register.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Byte offset of the register.
    pub addr: usize,
    /// What is written, and which bytes of it; else it is a read.
    pub write: Option<(u32, u32)>,
}

/// What is seen in that cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The unit is taken.
    pub taken: bool,
    /// Tracing must stop.
    pub stop: bool,
    /// Nothing is gathered.
    pub empty: bool,
    /// What a read of the register in *answer* shows.
    pub read: Option<u32>,
}

/// The state.
pub struct Reference {
    word_bytes: usize,
    unit_bytes: usize,
    memory: Vec<u32>,
    gathered: Vec<u8>,
    limit: u32,
    write_pointer: u32,
    wrap: bool,
    read_pointer: u32,
    stopped: bool,
    was_enabled: bool,
    /// Times that teRamWP wrapped.
    pub wraps: u32,
}

impl Reference {
    /// A memory of `bytes`, empty.
    pub fn new(bytes: u32, word_bits: u32, unit_bits: usize) -> Reference {
        Reference {
            word_bytes: word_bits as usize / 8,
            unit_bytes: unit_bits / 8,
            memory: vec![0; bytes as usize / 4],
            gathered: Vec::new(),
            limit: bytes - 4,
            write_pointer: 0,
            wrap: false,
            read_pointer: 0,
            stopped: false,
            was_enabled: false,
            wraps: 0,
        }
    }

    /// teRamLimit.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    fn bytes(&self) -> u32 {
        4 * self.memory.len() as u32
    }

    /// A cycle.
    pub fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        let data = |access: &Access| access.addr == TE_RAM_DATA;
        let stored = inputs.act.filter(data).and_then(|a| a.write).filter(|(_, strobe)| *strobe == 15);
        let bus = inputs.act.is_some_and(|access| data(&access));
        let read = inputs.answer.filter(|a| a.write.is_none()).map(|access| match access.addr {
            TE_RAM_WP => self.write_pointer | u32::from(self.wrap),
            TE_RAM_RP => self.read_pointer,
            TE_RAM_DATA => self.memory[self.read_pointer as usize / 4],
            _ => 0,
        });
        let empty = self.gathered.is_empty();

        // Trace.
        let fills = inputs.flush && !empty;
        let comes = if fills { Some(vec![0xFF; self.unit_bytes]) } else { inputs.unit.clone() };
        let waits = bus && self.gathered.len() + self.unit_bytes == self.word_bytes;
        let mut stop = false;
        if let Some(unit) = comes.filter(|_| !waits) {
            self.gathered.extend(unit);
            if self.gathered.len() == self.word_bytes {
                let word = std::mem::take(&mut self.gathered);
                if !self.stopped {
                    stop = self.store(&word, inputs.stop_on_wrap);
                }
            }
        }
        self.stopped |= stop;
        self.stopped &= !inputs.enable || self.was_enabled;
        self.was_enabled = inputs.enable;

        // The bus.
        if let Some((value, _)) = stored {
            self.memory[self.read_pointer as usize / 4] = value;
            self.step_read();
        }
        if inputs.answer.filter(data).is_some_and(|a| a.write.is_none()) {
            self.step_read();
        }
        if let Some((addr, (value, strobe))) = inputs.act.and_then(|a| Some((a.addr, a.write?))) {
            match addr {
                TE_RAM_WP => {
                    self.write_pointer = (value % self.bytes()) & !(self.word_bytes as u32 - 1);
                    self.wrap = value & 1 != 0;
                }
                TE_RAM_RP => {
                    let mask =
                        (0..4).filter(|byte| strobe >> byte & 1 == 1).fold(0, |mask, byte| mask | 0xFF << (8 * byte));
                    self.read_pointer = ((value & mask | self.read_pointer & !mask) % self.bytes()) & !3;
                }
                TE_RAM_LIMIT => self.limit = (value % self.bytes()) & !3,
                _ => {}
            }
        }
        Outputs { taken: inputs.unit.is_some() && !fills && !waits, stop, empty, read }
    }

    /// Stores a word: whether tracing must stop.
    fn store(&mut self, word: &[u8], stop_on_wrap: bool) -> bool {
        for (n, four) in word.chunks(4).enumerate() {
            let value = four.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
            self.memory[self.write_pointer as usize / 4 + n] = value;
        }
        let end = self.write_pointer + self.word_bytes as u32;
        let holds_limit = (self.write_pointer..end).contains(&self.limit);
        if !holds_limit && end < self.bytes() {
            self.write_pointer = end;
            return false;
        }
        self.write_pointer = 0;
        self.wraps += 1;
        self.wrap = true;
        stop_on_wrap
    }

    fn step_read(&mut self) {
        let word = self.word_bytes as u32;
        let last = self.limit / word * word + word - 4;
        let ends = self.read_pointer == last || self.read_pointer == self.bytes() - 4;
        self.read_pointer = if ends { 0 } else { self.read_pointer + 4 };
    }
}
