// SPDX-License-Identifier: Apache-2.0
//! What an encoder can do.

/// What an encoder can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Where its trace goes.
    pub sink: Sink,
    /// Whether it can stall the hart.
    pub stall: bool,
    /// Whether it has branch history trace (teInstMode 6).
    pub htm: bool,
    /// Whether it has branch trace (teInstMode 3).
    pub btm: bool,
    /// Whether it can send Ownership messages.
    pub context: bool,
    /// Whether triggers of the debug module can start and stop it.
    pub triggers: bool,
    /// External trigger inputs.
    pub external_triggers: u32,
    /// Width of the source field in bits.
    pub src_bits: u32,
    /// The source ID after reset.
    pub src_id: u32,
    /// How returns can be predicted: the value of teInstImplicitReturnMode other than 0, or 0.
    pub implicit_return: u32,
    /// Whether sequentially inferable jumps can go without a message.
    pub sequential_jump: bool,
    /// Whether what repeats can be counted.
    pub repeated_history: bool,
    /// Whether direct jumps can be reported as taken branches.
    pub all_jumps: bool,
    /// Whether equal upper bits of an address can be left out.
    pub extended_address: bool,
    /// Its timestamps, if it has them.
    pub timestamp: Option<TimestampUnit>,
}

/// A timestamp unit (Trace Control ch. 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimestampUnit {
    /// tsType: 1 external, 2 internal.
    pub kind: u32,
    /// tsWidth in bits.
    pub width: u32,
}

/// Where trace goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// On-chip SRAM of this many bytes, read by [`crate::Driver::read_trace`].
    Sram {
        /// Its size.
        bytes: u32,
    },
    /// The stream port, which software does not see.
    Stream,
}
