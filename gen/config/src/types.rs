// SPDX-License-Identifier: Apache-2.0
//! The configuration as types. [`KEYS`](crate::KEYS) says which values are allowed.

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
    /// Style of every reset.
    pub reset: Reset,
    /// The ingress port.
    pub ingress: Ingress,
    /// The encoder.
    pub encoder: Encoder,
    /// Where trace goes.
    pub sink: Sink,
    /// The control bus.
    pub bus: Bus,
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

/// The ingress port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ingress {
    /// What a block holds.
    pub form: IngressForm,
    /// Width of `itype` in bits.
    pub itype_width: u32,
    /// Width of `iretire` in bits in block form; in single form it is 1, whatever this says.
    pub iretire_width: u32,
}

/// What a block of the ingress port holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IngressForm {
    /// `iretire` counts half-words of one or more instructions at consecutive addresses.
    Block,
    /// `iretire` is 0 or 1 instruction.
    Single,
}

/// The encoder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Encoder {
    /// Width of I-CNT in bits, overflow marker included.
    pub icnt_width: u32,
    /// Width of HIST in bits, stop bit included.
    pub hist_width: u32,
    /// Messages that the queue holds.
    pub queue_depth: u32,
    /// B-TYPE of traps.
    pub trap_btype: TrapBtype,
    /// What reports a full I-CNT.
    pub icnt_full: IcntFull,
    /// Whether the encoder can stall the hart (teInstStallEn exists).
    pub stall: bool,
}

/// B-TYPE of traps (N-Trace Table 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrapBtype {
    /// 2 for exceptions, 3 for interrupts.
    Distinct,
    /// 1 for both.
    Single,
}

/// What reports a full I-CNT (N-Trace 8.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IcntFull {
    /// ResourceFull with RCODE=0.
    Resource,
    /// A synchronising message with SYNC=4.
    Sync,
}

/// Where trace goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sink {
    /// Kind of the sink.
    pub kind: SinkKind,
    /// Size of the SRAM in bytes.
    pub sram_bytes: u32,
}

/// Kind of the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SinkKind {
    /// On-chip SRAM, read through teRamData (teSink 4).
    Sram,
    /// A ready/valid port of bytes, for a sink of the user's own (teSink 12, vendor-specific).
    Stream,
}

/// The control bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bus {
    /// Kind of the bus.
    pub kind: BusKind,
}

/// Kind of the control bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BusKind {
    /// AMBA APB4.
    Apb4,
}

/// How the registers are programmed for a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Run {
    /// teInstStallEn: stall the hart instead of losing messages.
    pub stall: bool,
    /// teSyncMode: what counts towards periodic synchronisation.
    pub sync_mode: SyncMode,
    /// teSyncMax: the period is 2^(sync_max + 4).
    pub sync_max: u32,
    /// teStopOnWrap: stop tracing when the buffer has filled.
    pub stop_on_wrap: bool,
}

/// teSyncMode (Trace Control ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SyncMode {
    /// No periodic synchronisation.
    Off,
    /// Messages.
    Messages,
    /// Clock cycles.
    Cycles,
    /// Half-words of instructions.
    HalfWords,
}

impl SyncMode {
    /// The value of the teSyncMode field.
    pub const fn code(self) -> u32 {
        match self {
            SyncMode::Off => 0,
            SyncMode::Messages => 1,
            SyncMode::Cycles => 2,
            SyncMode::HalfWords => 3,
        }
    }
}

impl Default for Build {
    fn default() -> Self {
        Build {
            xlen: 32,
            reset: Reset::Async,
            ingress: Ingress::default(),
            encoder: Encoder::default(),
            sink: Sink::default(),
            bus: Bus::default(),
        }
    }
}

impl Default for Ingress {
    fn default() -> Self {
        Ingress { form: IngressForm::Block, itype_width: 4, iretire_width: 4 }
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder {
            icnt_width: 22,
            hist_width: 32,
            queue_depth: 16,
            trap_btype: TrapBtype::Distinct,
            icnt_full: IcntFull::Resource,
            stall: true,
        }
    }
}

impl Default for Sink {
    fn default() -> Self {
        Sink { kind: SinkKind::Sram, sram_bytes: 4096 }
    }
}

impl Default for Bus {
    fn default() -> Self {
        Bus { kind: BusKind::Apb4 }
    }
}

impl Default for Run {
    fn default() -> Self {
        Run { stall: true, sync_mode: SyncMode::Off, sync_max: 5, stop_on_wrap: false }
    }
}

impl Ingress {
    /// Most half-words that a block can hold: what `iretire` can count, or one 32-bit instruction in single form.
    pub fn max_half_words(&self) -> u32 {
        match self.form {
            IngressForm::Block => (1 << self.iretire_width) - 1,
            IngressForm::Single => 2,
        }
    }

    /// Width of the `iretire` port in bits.
    pub fn iretire_bits(&self) -> u32 {
        match self.form {
            IngressForm::Block => self.iretire_width,
            IngressForm::Single => 1,
        }
    }
}
