// SPDX-License-Identifier: Apache-2.0
//! The control bus: a master for each kind, the rules of each, and whether what arrives inside is what was asked for.

mod apb4;
mod axi4_lite;
mod gaps;
mod ledger;
mod mmio;
mod rules;
mod sender;
mod tilelink;
mod wishbone;

pub(crate) use gaps::Gaps;
pub(crate) use ledger::{Access, Ledger};
pub use rules::Violation;
pub(crate) use tilelink::Form;

use tracewright_config::{Build, BusKind};
use verilator_sys::{Error, Library, Model, Port};

/// Bits of an address within a component: 4 KiB of registers.
const COMPONENT_ADDRESS_BITS: u32 = 12;
/// Bus cycles in which an answer comes, whatever the ratio of the clocks.
const LONGEST_ANSWER: u32 = 2000;
/// All bytes of a word.
const ALL_BYTES: u8 = 0xF;

/// A transfer on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transfer {
    /// Byte address.
    pub address: u32,
    /// Write, else read.
    pub write: bool,
    /// What a write writes.
    pub data: u32,
    /// Bytes that a write writes, lowest in bit 0.
    pub strobe: u8,
    /// How TileLink puts it; a plain word if it says nothing.
    pub form: Option<Form>,
}

impl Transfer {
    /// Reads the word at `address`.
    pub const fn read(address: u32) -> Transfer {
        Transfer { address, write: false, data: 0, strobe: 0, form: None }
    }

    /// Writes the word at `address`.
    pub const fn write(address: u32, data: u32) -> Transfer {
        Transfer { address, write: true, data, strobe: ALL_BYTES, form: None }
    }

    /// What the registers see of it, if its address is aligned.
    fn aligned_access(&self) -> Option<Access> {
        (self.address % 4 == 0).then(|| self.access())
    }

    /// What the registers see of it, whatever the low bits of its address.
    fn access(&self) -> Access {
        let (data, strobe) = if self.write { (self.data, self.strobe) } else { (0, 0) };
        Access { write: self.write, offset: self.address & !3, data, strobe }
    }
}

/// How a transfer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Write, else read.
    pub write: bool,
    /// What was read.
    pub data: u32,
    /// The bus says that it was an error.
    pub error: bool,
}

/// A master of a bus. In each cycle of the bus clock it is asked to [drive](Master::drive), and then shown what came of
/// it.
pub(crate) trait Master: Send {
    /// Whether a transfer can be begun.
    fn is_free(&self, write: bool) -> bool;

    /// Begins a transfer.
    fn begin(&mut self, transfer: Transfer);

    /// What the registers see of a transfer; nothing if it is to be answered with an error.
    fn access(&self, transfer: &Transfer) -> Option<Access>;

    /// Sets the inputs for the next cycle.
    fn drive(&mut self, model: &mut Model);

    /// Takes what the outputs show before the rising edge.
    fn observe(&mut self, model: &Model, answers: &mut Vec<Answer>) -> Result<(), Violation>;
}

/// The master of the bus that `build` has.
pub(crate) fn master(library: &Library, build: &Build, gaps: Gaps) -> Result<Box<dyn Master>, Error> {
    Ok(match build.bus.kind {
        BusKind::Apb4 => Box::new(apb4::Apb4::new(library, gaps)?),
        BusKind::Axi4Lite => Box::new(axi4_lite::Axi4Lite::new(library, gaps)?),
        BusKind::Wishbone => Box::new(wishbone::Wishbone::new(library, gaps)?),
        BusKind::TileLinkUl => Box::new(tilelink::TileLink::new(library, build.bus.source_bits, gaps)?),
    })
}

/// The ports of the bus.
pub(crate) fn ports(build: &Build) -> Vec<Port> {
    let bus = &build.bus;
    let address = COMPONENT_ADDRESS_BITS + build.component_bits();
    let mut ports = match bus.kind {
        BusKind::Apb4 => apb4::ports(address),
        BusKind::Axi4Lite => axi4_lite::ports(address),
        BusKind::Wishbone => wishbone::ports(address),
        BusKind::TileLinkUl => tilelink::ports(address, bus.source_bits),
    };
    if bus.own_clock {
        ports.extend([Port::input("bus_clk", 1), Port::input("bus_rst_n", 1)]);
    }
    if bus.lock {
        ports.push(Port::input("debug_locked", 1));
    }
    ports
}
