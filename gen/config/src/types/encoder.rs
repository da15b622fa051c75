// SPDX-License-Identifier: Apache-2.0
//! The encoder.

use super::Build;
use serde::{Deserialize, Serialize};

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
    /// Rows that the queue holds.
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
    /// Two rows: Error, and the message that synchronises.
    Two,
    /// A quarter of the queue, and two rows at least.
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

impl Encoder {
    /// Rows for which the queue must have room before a restart after a loss.
    pub fn restart_rows(&self) -> u32 {
        match self.restart_room {
            RestartRoom::Two => 2,
            RestartRoom::Quarter => (self.queue_depth / 4).max(2),
            RestartRoom::Half => self.queue_depth / 2,
            RestartRoom::All => self.queue_depth,
        }
    }

    /// The bits of a return address of `width`, bit 0 not counted, that the return stack keeps and compares.
    pub fn return_mask(&self, width: u32) -> u64 {
        let kept = match self.implicit_return {
            ImplicitReturn::Partial => width.min(self.return_address_bits),
            _ => width,
        };
        (0..kept).fold(0, |mask, _| mask << 1 | 1)
    }
}

impl Build {
    /// Cycles by which the encoder looks ahead: a block's turn comes so much later than one cycle after it was at the
    /// port.
    pub fn cycles_ahead(&self) -> u32 {
        let history = self.encoder.repeated_history && self.encoder.modes.htm();
        let stack = matches!(self.encoder.implicit_return, ImplicitReturn::Full | ImplicitReturn::Partial);
        let several = self.ingress.blocks > 1;
        match (history, stack) {
            (true, _) => 3,
            // What several blocks do to the stack is known before they do it.
            (false, true) => 2 + u32::from(several),
            // What several blocks add up to is known before their turn.
            (false, false) => several.into(),
        }
    }

    /// Cycles between a block's turn and the queue's decision on what the block completes.
    pub fn cycles_late(&self) -> u32 {
        let Encoder { context, scontext_width, hcontext_width, repeat_branch, modes, .. } = self.encoder;
        let contexts = context && scontext_width + hcontext_width > 0;
        let is_late = self.ingress.blocks > 1 || self.cycles_ahead() > 0 || contexts || modes.btm() && repeat_branch;
        is_late.into()
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
