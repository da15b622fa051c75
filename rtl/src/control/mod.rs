// SPDX-License-Identifier: Apache-2.0
//! Registers (gen/regmap) and bus accesses to them (Trace Control ch. 3 to 13); rtl/sinks/src/atb acts on atbControl.

mod access;
mod power;
mod registers;
mod triggers;

pub use access::Access;
pub use power::Power;
pub use registers::{Registers, Surroundings};
pub use triggers::{TriggerInputs, TriggerOutputs};

use crate::prim::*;

/// The bus of the registers of one encoder or funnel, which has its own 4 KiB block, as these see it.
#[derive(Default, Bundle)]
#[module(build: Build)]
#[peer(RegisterBus)]
pub struct RegisterPort {
    /// Byte offset of the register from the base address of its component, a multiple of 4.
    pub addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle, whether the hart runs or not; if there is none, nothing happens.
    pub write: Signal<In, Bit>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The bytes of the value that are written: a field keeps its bits of the others.
    pub strobe: Signal<In, Bits<4>>,
    /// The register's value; 0 where there is none, and for teRamData, whose value comes from the SRAM.
    pub rdata: Signal<Out, Bits<32>>,
}

/// The window to Control Transfer Records, as they have it. The register bus has the offset and data of an access.
#[bundle(build: Build, peer = RecordsWindow)]
pub struct RecordsPort {
    /// Window to the records: an access, held until it is done.
    pub request: Signal<In, Bit>,
    /// Window to the records: the access writes.
    pub write: Signal<In, Bit>,
    /// Window to the records: the access ends with this cycle.
    pub done: Signal<Out, Bit>,
    /// Window to the records: what was read.
    pub rdata: Signal<Out, Bits<32>>,
}
