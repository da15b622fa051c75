// SPDX-License-Identifier: Apache-2.0
//! The configuration as types. [`KEYS`](crate::KEYS) says which values are allowed.

use crate::{Adapter, Ctr, Mode, Pmu, Run, Sink, SyncMode, System, Tandem};
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
    /// Blocks a cycle.
    pub blocks: u32,
    /// Whether the port has `trigger`: trace-on, trace-off, and trace-notify for each block.
    pub triggers: bool,
    /// Whether the port has `reset`.
    pub reset: bool,
    /// Whether the port has `low_power`.
    pub low_power: bool,
    /// Whether `iaddr` of an interrupt by itself is defined: the address of the instruction that would have run next.
    pub interrupt_address: bool,
    /// What is between the port and the core.
    pub adapter: Adapter,
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
    /// Whether there is one: without it, what stands beside it is the whole.
    pub built: bool,
    /// Width of I-CNT in bits, overflow marker included.
    pub icnt_width: u32,
    /// Width of HIST in bits, stop bit included.
    pub hist_width: u32,
    /// Messages that the queue holds.
    pub queue_depth: u32,
    /// Room in the queue for which the restart after a loss waits.
    pub restart_room: RestartRoom,
    /// B-TYPE of traps.
    pub trap_btype: TrapBtype,
    /// What reports a full I-CNT.
    pub icnt_full: IcntFull,
    /// Whether the encoder can stall the hart (teInstStallEn exists).
    pub stall: bool,
    /// Modes that teInstMode can choose from.
    pub modes: Modes,
    /// Whether there are Ownership messages (teContext); the port then has `priv`.
    pub context: bool,
    /// Width of scontext in bits; 0 for none.
    pub scontext_width: u32,
    /// Width of hcontext in bits; 0 for none.
    pub hcontext_width: u32,
    /// Width of the SRC field in bits; 0 for none.
    pub src_bits: u32,
    /// teSrcID after reset.
    pub src_id: u32,
    /// External trigger inputs.
    pub external_triggers: u32,
    /// External trigger outputs.
    pub trigger_outputs: u32,
    /// How returns are predicted (teInstImplicitReturnMode).
    pub implicit_return: ImplicitReturn,
    /// Which calls a return may be implied by.
    pub return_calls: ReturnCalls,
    /// Calls that the return stack holds.
    pub return_stack_depth: u32,
    /// Address bits, bit 0 not counted, that a partial return stack keeps.
    pub return_address_bits: u32,
    /// Whether there is sequential jump optimisation; the port then has `sijump`.
    pub sequential_jump: bool,
    /// Whether direct unconditional jumps can be reported as taken branches (teInstEnAllJumps).
    pub all_jumps: bool,
    /// Whether there is repeated history optimisation (HTM).
    pub repeated_history: bool,
    /// Whether there are RepeatBranch messages (BTM).
    pub repeat_branch: bool,
    /// Whether addresses can be sent with their upper bits extended (teInstExtendAddrMSB).
    pub extended_address: bool,
    /// What leaves the packer in a cycle.
    pub packer: Packer,
}

/// Trace modes (N-Trace ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Modes {
    /// Branch history messages.
    Htm,
    /// Branch trace messages.
    Btm,
    /// Either, as teInstMode says.
    Both,
}

/// How returns are predicted (N-Trace 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImplicitReturn {
    /// They are not.
    None,
    /// Calls are counted.
    Count,
    /// A stack keeps the low bits of return addresses.
    Partial,
    /// A stack keeps return addresses.
    Full,
}

/// Room in the queue for which the restart after a loss waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestartRoom {
    /// Two entries: Error, and the message that synchronises.
    Two,
    /// A quarter of the queue, and two entries at least.
    Quarter,
    /// Half of the queue.
    Half,
    /// The whole queue.
    All,
}

/// Which calls a return may be implied by (N-Trace 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReturnCalls {
    /// Those that an earlier message has reported.
    Reported,
    /// Any, also those that the same message reports.
    Any,
}

/// What leaves the packer in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Packer {
    /// A byte.
    #[serde(rename = "1")]
    Byte,
    /// Four bytes.
    #[serde(rename = "4")]
    Word,
    /// Eight bytes.
    #[serde(rename = "8")]
    Double,
    /// A message.
    #[serde(rename = "message")]
    Message,
}

/// Where timestamps come from (Trace Control ch. 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimestampSource {
    /// There are none.
    None,
    /// A counter (tsType 2, internal).
    Core,
    /// The port `hart_time` (tsType 1, external).
    External,
    /// The port `broadcast_time`, the time of another encoder (tsType 4, slave).
    Slave,
}

/// Timestamps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timestamp {
    /// Where they come from.
    pub source: TimestampSource,
    /// Their width in bits.
    pub width: u32,
    /// Whether the time has a clock of its own.
    pub own_clock: bool,
    /// Whether the time leaves the encoder.
    pub broadcast: bool,
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

/// The control bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bus {
    /// Kind of the bus.
    pub kind: BusKind,
    /// Whether it has a clock of its own.
    pub own_clock: bool,
    /// Width of a TileLink source identifier in bits.
    pub source_bits: u32,
    /// Whether the registers can be locked.
    pub lock: bool,
    /// Whether a lock clears the SRAM.
    pub lock_scrub: bool,
}

/// Kind of the control bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BusKind {
    /// AMBA APB4.
    Apb4,
    /// AMBA AXI4-Lite.
    #[serde(rename = "axi4-lite")]
    Axi4Lite,
    /// Wishbone B4, classic cycles.
    Wishbone,
    /// TileLink Uncached Lightweight.
    #[serde(rename = "tilelink-ul")]
    TileLinkUl,
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

impl Default for Ingress {
    fn default() -> Self {
        Ingress {
            form: IngressForm::Block,
            itype_width: 4,
            iretire_width: 4,
            blocks: 1,
            triggers: false,
            reset: false,
            low_power: false,
            interrupt_address: false,
            adapter: Adapter::None,
        }
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder {
            built: true,
            icnt_width: 22,
            hist_width: 32,
            queue_depth: 16,
            restart_room: RestartRoom::Half,
            trap_btype: TrapBtype::Distinct,
            icnt_full: IcntFull::Resource,
            stall: true,
            modes: Modes::Htm,
            context: false,
            scontext_width: 0,
            hcontext_width: 0,
            src_bits: 0,
            src_id: 0,
            external_triggers: 0,
            trigger_outputs: 0,
            implicit_return: ImplicitReturn::None,
            return_calls: ReturnCalls::Reported,
            return_stack_depth: 8,
            return_address_bits: 12,
            sequential_jump: false,
            all_jumps: false,
            repeated_history: false,
            repeat_branch: false,
            extended_address: false,
            packer: Packer::Byte,
        }
    }
}

impl Default for Timestamp {
    fn default() -> Self {
        Timestamp { source: TimestampSource::None, width: 40, own_clock: false, broadcast: false }
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

impl Default for Bus {
    fn default() -> Self {
        Bus { kind: BusKind::Apb4, own_clock: false, source_bits: 4, lock: false, lock_scrub: true }
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

impl Encoder {
    /// Entries for which the queue must have room before a restart after a loss.
    pub fn restart_entries(&self) -> u32 {
        match self.restart_room {
            RestartRoom::Two => 2,
            RestartRoom::Quarter => (self.queue_depth / 4).max(2),
            RestartRoom::Half => self.queue_depth / 2,
            RestartRoom::All => self.queue_depth,
        }
    }
}

impl Modes {
    /// Whether branch history messages are among them.
    pub fn htm(self) -> bool {
        self != Modes::Btm
    }

    /// Whether branch trace messages are among them.
    pub fn btm(self) -> bool {
        self != Modes::Htm
    }
}

impl ImplicitReturn {
    /// The value of the teInstImplicitReturnMode field.
    pub const fn code(self) -> u32 {
        match self {
            ImplicitReturn::None => 0,
            ImplicitReturn::Count => 1,
            ImplicitReturn::Partial => 2,
            ImplicitReturn::Full => 3,
        }
    }
}

impl Packer {
    /// Bytes that leave in a cycle at most, if messages are cut to so many.
    pub const fn bytes(self) -> Option<u32> {
        match self {
            Packer::Byte => Some(1),
            Packer::Word => Some(4),
            Packer::Double => Some(8),
            Packer::Message => None,
        }
    }
}
