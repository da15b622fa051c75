// SPDX-License-Identifier: Apache-2.0
//! The register file in the block simulator, with the ports by the names of the fields.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_regmap::{Features, Register};
use tracewright_rtl::control::{Registers, Surroundings};

/// What happens in a cycle.
#[derive(Clone, Debug, Default)]
pub struct Cycle {
    /// Offset on the bus.
    pub offset: usize,
    /// Data and bytes of a write.
    pub write: Option<(u32, u8)>,
    /// The register is read.
    pub read: bool,
    /// Inputs of the hardware by port; the others are 0.
    pub inputs: Vec<(&'static str, u32)>,
    /// The registers are locked.
    pub locked: bool,
}

impl Cycle {
    /// A write of whole words.
    pub fn write(offset: usize, data: u32) -> Cycle {
        Cycle { offset, write: Some((data, 0xF)), ..Cycle::default() }
    }

    /// The input with this name; 0 unless something else is said.
    pub fn input(&self, name: &str) -> u32 {
        self.inputs.iter().rev().find(|(input, _)| *input == name).map_or(0, |(_, value)| *value)
    }
}

/// The register file.
pub struct Device {
    registers: Registers,
}

/// Calls `$port!(name)` with every port that a field may have.
macro_rules! each_input {
    ($use:ident) => {
        $use!(
            te_active,
            te_enable_clear,
            te_inst_tracing_set,
            te_inst_tracing_clear,
            te_empty,
            te_inst_stall_or_overflow_set,
            sinks.te_wrap,
            sinks.te_ram_wp,
            sinks.te_ram_rp,
            ts_active,
            ts_lower,
            ts_upper,
            sinks.sba_error_set,
            sinks.sba_response,
            sinks.sba_no_buffer,
            sinks.atb_active,
            sinks.atb_empty,
            sinks.pib_active,
            sinks.pib_empty,
            tf_enable_clear,
            tf_empty
        )
    };
}

impl Device {
    /// Out of reset.
    pub fn new(list: &'static [Register], features: &Features, lock: bool) -> Device {
        let surroundings = Surroundings {
            reset: Reset::Sync,
            lock,
            te_active_follows: false,
            triggers: true,
            source_port: false,
            ts_active_follows: false,
            sinks_follow: false,
        };
        let mut registers = Registers::new(list, features, &surroundings);
        registers.connect_all();
        let mut device = Device { registers };
        device.cycle(&Cycle::default());
        device.registers.rst_n.next = true;
        device
    }

    /// The ports that this build has.
    pub fn inputs(&self) -> Vec<&'static str> {
        macro_rules! names {
            ($($($input:ident).+),*) => {
                [$((port(stringify!($($input).+)), self.registers.$($input).+.is_built())),*]
            };
        }
        each_input!(names).into_iter().filter(|(_, is_built)| *is_built).map(|(name, _)| name).collect()
    }

    /// Runs a cycle; says what the bus reads in it.
    pub fn cycle(&mut self, cycle: &Cycle) -> u32 {
        let (data, strobe) = cycle.write.unwrap_or_default();
        let registers = &mut self.registers;
        registers.clock.next = false.into();
        registers.bus.addr.next = cycle.offset.to_bits();
        registers.bus.write.next = cycle.write.is_some();
        registers.bus_read.next = cycle.read;
        registers.bus.wdata.next = data.to_bits();
        registers.bus.strobe.next = strobe.to_bits();
        registers.locked.next = cycle.locked;
        macro_rules! drive {
            ($($($input:ident).+),*) => {
                $(set(&mut registers.$($input).+, cycle.input(port(stringify!($($input).+))));)*
            };
        }
        each_input!(drive);
        settle(registers);
        let read = registers.bus.rdata.val().to_u64() as u32;
        registers.clock.next = true.into();
        settle(registers);
        read
    }

    /// What a register reads, without an effect.
    pub fn peek(&mut self, offset: usize) -> u32 {
        self.cycle(&Cycle { offset, ..Cycle::default() })
    }
}

/// Name of the port of a field, which may be in a bundle.
fn port(field: &'static str) -> &'static str {
    field.rsplit(['.', ' ']).next().unwrap_or(field)
}

fn settle(registers: &mut Registers) {
    registers.update_all();
    while registers.has_changed() {
        registers.update_all();
    }
}

/// A type of port that a value can be given to.
trait FromWord: Synth {
    fn from_word(word: u32) -> Self;
}

impl FromWord for bool {
    fn from_word(word: u32) -> Self {
        word & 1 != 0
    }
}

impl<const N: usize> FromWord for Bits<N> {
    fn from_word(word: u32) -> Self {
        (u64::from(word) & (u64::MAX >> (64 - N))).to_bits()
    }
}

fn set<T: FromWord>(port: &mut Signal<In, T>, value: u32) {
    port.next = T::from_word(value);
}
