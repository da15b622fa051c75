// SPDX-License-Identifier: Apache-2.0
//! Accesses, as they go from a bus to the registers (docs/control.md, "From the bus to the registers").

use crate::prim::*;

/// What an access asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Asked {
    /// The access is a write, else a read.
    pub write: Bit,
    /// Offset of the register in its component's 4 KiB block, divided by 4.
    pub addr: Bits<10>,
    /// The component, an encoder or a funnel, that has the register.
    #[built(system)]
    pub component: Bits<5>,
    /// Data to write.
    pub wdata: Bits<32>,
    /// Bytes of the data to write.
    pub strobe: Bits<4>,
}

/// The internal port, seen from what asks for accesses.
#[bundle(build: Build, flat, peer = Served)]
pub struct Asking {
    /// There is an access; it and what it asks for hold until it is done.
    pub request: Signal<Out, Bit>,
    /// The access that is asked for.
    pub access: Signal<Out, Asked>,
    /// The access ends with this cycle.
    pub done: Signal<In, Bit>,
    /// What was read: with `done`, and until the next read ends.
    pub rdata: Signal<In, Bits<32>>,
}
