// SPDX-License-Identifier: Apache-2.0
//! What a component can do.

use crate::{FunnelSettings, Settings};

/// What an encoder can do, as [`Driver::discover`](crate::Driver::discover) finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Major version of the N-Trace protocol (teProtocolMajor), if the encoder says it: 1. 0.9.4 leaves the field to
    /// the vendor.
    pub protocol: Option<u32>,
    /// Where its trace can go.
    pub sinks: Sinks,
    /// teInstMode: the trace modes.
    pub modes: Values,
    /// teSyncMode: what can count towards periodic synchronisation.
    pub sync_modes: Values,
    /// teSyncMax: the periods of synchronisation.
    pub sync_max: Values,
    /// teFormat: the recording formats.
    pub formats: Values,
    /// Whether it can stall the hart.
    pub stall: bool,
    /// Whether it can stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// Whether it can send Ownership messages.
    pub context: bool,
    /// Whether triggers of the debug module can start and stop it.
    pub triggers: bool,
    /// xTrigInAction of each external trigger input (Trace Control ch. 8): {0} where there is none.
    pub inputs: [Values; 8],
    /// xTrigOutEvent of each external trigger output, the bits that can be set: 0 where there is none.
    pub outputs: [u32; 8],
    /// The source field of its messages.
    pub source: Source,
    /// teInstImplicitReturnMode: how returns can be predicted.
    pub implicit_return: Values,
    /// Whether teInstEnCallStack can be set.
    pub call_stack: bool,
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
    /// Whether it traces data, which this driver can't.
    pub data: bool,
    /// Its settings after reset.
    pub defaults: Settings,
}

/// The source field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its width in bits; 0 for none.
    pub bits: u32,
    /// The source ID after reset.
    pub id: u32,
    /// The bits of the source ID that can be written.
    pub writable: u32,
}

/// A timestamp unit (Trace Control ch. 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimestampUnit {
    /// tsType: 1 external, 2 internal, 4 slave.
    pub kinds: Values,
    /// tsWidth in bits.
    pub width: u32,
    /// Whether its counter can be switched on and off.
    pub count: bool,
    /// Whether its counter can run while the hart is halted.
    pub debug: bool,
    /// tsPrescale.
    pub prescale: Values,
    /// Whether there can be timestamps in messages.
    pub messages: bool,
}

/// What a funnel can do, as [`Funnel::discover`](crate::Funnel::discover) finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunnelCapabilities {
    /// Where its trace can go.
    pub sinks: Sinks,
    /// Whether it can stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// Inputs that can be disabled, as far as tfDisInput tells.
    pub inputs: u32,
    /// Its settings after reset.
    pub defaults: FunnelSettings,
}

/// Where trace can go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sinks {
    /// On-chip SRAM: its size in bytes.
    pub sram: Option<u64>,
    /// System memory: the bits of an address.
    pub memory: Option<u32>,
    /// The Advanced Trace Bus.
    pub atb: bool,
    /// The pin interface block.
    pub pib: Option<PibUnit>,
    /// A funnel.
    pub funnel: bool,
    /// The stream port, which software does not see.
    pub stream: bool,
}

/// A pin interface block (Trace Control ch. 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PibUnit {
    /// pibMode.
    pub modes: Values,
    /// Whether pibRefCenter can be set, in a parallel mode.
    pub ref_center: bool,
    /// Whether it can send a calibration pattern.
    pub calibrate: bool,
    /// The largest pibDivider.
    pub max_divider: u32,
    /// pibDivider after reset.
    pub divider: u32,
}

/// The values, up to 31, that a field takes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Values(pub u32);

impl Values {
    /// Whether the field takes it.
    pub const fn contains(self, value: u32) -> bool {
        value < u32::BITS && self.0 >> value & 1 != 0
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..u32::BITS).filter(move |value| self.contains(*value))
    }
}

impl core::fmt::Debug for Values {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        Values(values.into_iter().filter(|value| *value < u32::BITS).fold(0, |set, value| set | 1 << value))
    }
}

impl Capabilities {
    /// External trigger inputs.
    pub fn external_inputs(&self) -> usize {
        self.inputs.iter().filter(|actions| actions.iter().any(|action| action != 0)).count()
    }

    /// External trigger outputs.
    pub fn external_outputs(&self) -> usize {
        self.outputs.iter().filter(|events| **events != 0).count()
    }
}
