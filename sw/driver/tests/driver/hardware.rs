// SPDX-License-Identifier: Apache-2.0
//! Registers that write down what is done to them, and that can be made to misbehave.

use std::collections::BTreeMap;
use std::convert::Infallible;
use tracewright_driver::Mmio;
use tracewright_model::control::{Mock, Place};
use tracewright_regmap::{Features, FUNNEL_REGISTERS};

/// A write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    pub offset: usize,
    pub value: u32,
}

/// A component with its registers.
pub struct Hardware {
    pub mock: Mock,
    /// Every write, in order.
    pub writes: Vec<Write>,
    /// Offset of every read, in order.
    pub reads: Vec<usize>,
    /// Registers that read something else than they hold.
    pub shown: BTreeMap<usize, u32>,
    /// Bits that read 0.
    pub hidden: BTreeMap<usize, u32>,
    /// Bits that a register does not take.
    pub refused: BTreeMap<usize, u32>,
    /// From this read on the registers are locked.
    pub locked_from: Option<usize>,
}

impl Hardware {
    pub fn new(mock: Mock) -> Hardware {
        Hardware {
            mock,
            writes: vec![],
            reads: vec![],
            shown: BTreeMap::new(),
            hidden: BTreeMap::new(),
            refused: BTreeMap::new(),
            locked_from: None,
        }
    }

    /// An encoder that follows teActive after a few reads.
    pub fn encoder(features: &Features) -> Hardware {
        Hardware::new(Mock::encoder(features).following_after(3))
    }

    /// A funnel, likewise.
    pub fn funnel(features: &Features) -> Hardware {
        Hardware::new(Mock::new(FUNNEL_REGISTERS, features).following_after(3))
    }

    pub fn place(&self, register: &str, field: &str) -> Place {
        self.mock.place(register, field).unwrap_or_else(|| panic!("{register}.{field}"))
    }

    pub fn get(&self, register: &str, field: &str) -> u32 {
        self.mock.get(self.place(register, field))
    }

    /// The hardware drives a field.
    pub fn show(&mut self, register: &str, field: &str, value: u32) {
        let place = self.place(register, field);
        self.mock.show(place, value);
    }

    /// The hardware clears a field.
    pub fn clear(&mut self, register: &str, field: &str) {
        let place = self.place(register, field);
        self.mock.change(&[], &[place]);
    }

    /// The writes to a register since the last call of this.
    pub fn take_writes(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.writes)
    }
}

impl Mmio for Hardware {
    type Error = Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Infallible> {
        if self.locked_from.is_some_and(|from| self.reads.len() >= from) {
            self.mock.lock(true);
        }
        self.reads.push(offset as usize);
        let value = self.mock.read(offset);
        let hidden = self.hidden.get(&(offset as usize)).copied().unwrap_or(0);
        Ok(self.shown.get(&(offset as usize)).copied().unwrap_or(value & !hidden))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        self.writes.push(Write { offset: offset as usize, value });
        let refused = self.refused.get(&(offset as usize)).copied().unwrap_or(0);
        self.mock.write(offset, value & !refused);
        Ok(())
    }
}
