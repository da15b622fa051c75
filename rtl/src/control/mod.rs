// SPDX-License-Identifier: Apache-2.0
//! The control side: from accesses of the bus to the registers (Trace Control ch. 3 to 13).

mod access;
mod power;
mod registers;
mod triggers;

pub use access::Access;
pub use power::Power;
pub use registers::{Registers, Surroundings};
pub use triggers::{TriggerInputs, TriggerOutputs};

use crate::prim::*;

/// The bus of the registers, seen from the registers.
#[derive(Default, Bundle)]
#[module(build: Build)]
#[peer(RegisterBus)]
pub struct RegisterPort {
    /// Byte offset of the register.
    pub addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub write: Signal<In, Bit>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The bytes of the value that are written.
    pub strobe: Signal<In, Bits<4>>,
    /// The register's value, 0 where there is none, or where it is a memory's.
    pub rdata: Signal<Out, Bits<32>>,
}

/// The window to Control Transfer Records, as they have it. The register bus has an access's register and data.
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
