// SPDX-License-Identifier: Apache-2.0
//! What goes into the control interface in a cycle, and what comes out of it.

use super::BusAccess;

/// What happens in a cycle of the encoder's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs<'a> {
    /// What the bus does to the registers.
    pub access: Option<BusAccess>,
    /// The port `debug_locked`.
    pub locked: bool,
    /// The levels of the external trigger inputs, input 0 in bit 0.
    pub external_triggers: u8,
    /// The port `halted`.
    pub halted: bool,
    /// The time from outside: the port `hart_time` or `broadcast_time`.
    pub time: u64,
    /// The time has a clock of its own, and it has an edge at the same moment as the encoder's.
    pub with_time_clock: bool,
    /// The port `stall`.
    pub stall: bool,
    /// What triggers make of teInstTracing: [`crate::Outcome::tracing`] of this cycle.
    pub tracing: Option<bool>,
    /// An Error message entered the queue.
    pub error: bool,
    /// teEmpty: the encoder and the sink hold nothing.
    pub empty: bool,
    /// What the SRAM sink takes, its idle bytes included.
    pub bytes: &'a [u8],
}

/// What sinks other than the SRAM do in a cycle, as far as registers show it: it is seen at the hardware, or at what it
/// is connected to. What leaves the pins of the PIB is read in sim/peers/src/pins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SinkInputs {
    /// teRamWP with teWrap, as the system memory sink has it.
    pub sba_pointer: Option<u32>,
    /// The buffer in system memory fills, and trace is to stop.
    pub sba_stops: bool,
    /// The system bus answers with an error: sbaResponse.
    pub sba_error: Option<u32>,
    /// What pibActive reads (Trace Control 12.1); without it the block follows at once. file/ stores other fields.
    pub pib_active: Option<bool>,
    /// pibEmpty.
    pub pib_empty: Option<bool>,
    /// What atbActive reads; without it the sink follows at once.
    pub atb_active: Option<bool>,
    /// atbEmpty.
    pub atb_empty: Option<bool>,
}

/// What the control interface shows in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// teActive: asked for, and the hardware has followed.
    pub active: bool,
    /// teEnable.
    pub enable: bool,
    /// teInstTracing.
    pub tracing: bool,
    /// The time that messages get.
    pub time: u64,
    /// External triggers at the encoder's ingress port, input 0 in bit 0. Like its blocks they are in the ingress
    /// register in the next cycle, unless `stall` is high.
    pub external_triggers: u8,
    /// The port `trigger_out`, output 0 in bit 0.
    pub trigger_outputs: u8,
    /// The port `clock_request`.
    pub clock_request: bool,
    /// The port `time_broadcast`.
    pub time_broadcast: u64,
}

/// What a cycle brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// What is read in it.
    pub read: Read,
    /// [`Control::programmed`](super::Control::programmed) is something else from the next cycle on.
    pub reprogrammed: bool,
}

/// What a bus access reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// Nothing is read in this cycle.
    Nothing,
    /// This word.
    Data(u32),
    /// A word of trace memory where no trace was written, or one that was asked for while the registers were locked.
    Undefined,
}
