// SPDX-License-Identifier: Apache-2.0
//! The configuration as types, a file a subject. [`KEYS`](crate::KEYS) says which values are allowed.

mod bus;
mod encoder;
mod ingress;
mod timestamp;

pub use bus::{Bus, BusKind};
pub use encoder::{Encoder, IcntFull, ImplicitReturn, Modes, Packer, RestartRoom, ReturnCalls, TrapBtype};
pub use ingress::{Ingress, IngressForm};
pub use timestamp::{Timestamp, TimestampSource};

use crate::{Ctr, Mode, Pmu, Run, Sink, SyncMode, System, Tandem};
use serde::{Deserialize, Serialize};

/// A whole configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// What exists in hardware.
    pub build: Build,
    /// How the registers are programmed for a run.
    pub run: Run,
}

/// What exists in hardware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Build {
    /// Register width of the hart in bits.
    pub xlen: u32,
    /// How many harts there are.
    pub system: System,
    /// Style of every reset.
    pub reset: Reset,
    /// The ingress port.
    pub ingress: Ingress,
    /// The encoder.
    pub encoder: Encoder,
    /// Control Transfer Records.
    pub ctr: Ctr,
    /// Performance counters.
    pub pmu: Pmu,
    /// The encoder of tandem-verification trace.
    pub tandem: Tandem,
    /// Timestamps.
    pub timestamp: Timestamp,
    /// Where trace goes.
    pub sink: Sink,
    /// The control bus.
    pub bus: Bus,
    /// How the hardware follows teActive.
    pub power: Power,
    /// Values after reset that the specification leaves to the system.
    pub defaults: Defaults,
}

/// Style of every reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// Asynchronous, active low.
    Async,
    /// Synchronous, active low.
    Sync,
}

/// How the hardware follows teActive (Trace Control ch. 5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Power {
    /// Clock cycles until it has followed.
    pub delay: u32,
    /// Whether it asks for its clock.
    pub clock_request: bool,
}

/// Values after reset that the specification leaves to the system. Those that the build cannot have are without effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Defaults {
    /// teInstMode.
    pub te_inst_mode: Mode,
    /// teContext.
    pub te_context: bool,
    /// teInstStallEn.
    pub te_inst_stall_en: bool,
    /// teStopOnWrap.
    pub te_stop_on_wrap: bool,
    /// teInhibitSrc.
    pub te_inhibit_src: bool,
    /// teSyncMode.
    pub te_sync_mode: SyncMode,
    /// teSyncMax.
    pub te_sync_max: u32,
    /// pibDivider.
    pub pib_divider: u32,
}

impl Default for Build {
    fn default() -> Self {
        Build {
            xlen: 32,
            system: System::default(),
            reset: Reset::Async,
            ingress: Ingress::default(),
            encoder: Encoder::default(),
            ctr: Ctr::default(),
            pmu: Pmu::default(),
            tandem: Tandem::default(),
            timestamp: Timestamp::default(),
            sink: Sink::default(),
            bus: Bus::default(),
            power: Power::default(),
            defaults: Defaults::default(),
        }
    }
}

impl Default for Defaults {
    fn default() -> Self {
        Defaults {
            te_inst_mode: Mode::Htm,
            te_context: false,
            te_inst_stall_en: false,
            te_stop_on_wrap: false,
            te_inhibit_src: false,
            te_sync_mode: SyncMode::Off,
            te_sync_max: 0,
            pib_divider: 0,
        }
    }
}
