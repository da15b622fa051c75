// SPDX-License-Identifier: Apache-2.0
//! Units: what a packer, or a joiner, sends to a sink.

use tracewright_prim::*;

/// Units of trace on their way to a sink.
#[bundle(_context: impl Resets, peer = UnitOut)]
pub struct Unit<const IN: usize> {
    /// There is a unit.
    pub valid: Signal<In, Bit>,
    /// The unit is taken.
    pub ready: Signal<Out, Bit>,
    /// The bytes of the unit, first lowest; idle above those of trace.
    pub data: Signal<In, Bits<IN>>,
    /// How many bytes the unit has.
    ///
    /// Without this port, it has one.
    #[built(IN > 8)]
    pub bytes: Optional<Signal<In, Bits<4>>>,
}
