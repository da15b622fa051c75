// SPDX-License-Identifier: Apache-2.0
//! What a build has, as the counts that kernels loop over: 0 or 1 for an option, or so many.

use super::history::SPLITS;
pub(crate) use crate::prim::many;
use tracewright_config::{Build, IcntFull, ImplicitReturn, Modes, ReturnCalls, TimestampSource};

/// What a build has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Built {
    /// Blocks a cycle.
    pub(crate) blocks: usize,
    /// Branch history messages.
    pub(crate) htm: usize,
    /// Branch history without repetitions.
    pub(crate) plain: usize,
    /// Branch trace messages.
    pub(crate) btm: usize,
    /// Both modes, one of which is chosen at run time.
    pub(crate) both: usize,
    /// A synchronising message reports a full I-CNT where branches are in HIST.
    pub(crate) icnt_sync: usize,
    /// The hart can be stalled.
    pub(crate) stall: usize,
    /// Debug triggers.
    pub(crate) triggers: usize,
    /// External trigger inputs.
    pub(crate) external: usize,
    /// Triggers of any kind.
    pub(crate) any_trigger: usize,
    /// The hart says when it is in reset.
    pub(crate) reset: usize,
    /// The hart says when it is in low power.
    pub(crate) low_power: usize,
    /// Ownership messages.
    pub(crate) context: usize,
    /// scontext.
    pub(crate) scontext: usize,
    /// hcontext.
    pub(crate) hcontext: usize,
    /// Either of the two.
    pub(crate) contexts: usize,
    /// Timestamps.
    pub(crate) time: usize,
    /// A sink can ask for synchronising messages.
    pub(crate) requests: usize,
    /// Direct jumps as branches.
    pub(crate) all_jumps: usize,
    /// Sequentially inferable jumps.
    pub(crate) sequential: usize,
    /// Predicted returns, in whatever way.
    pub(crate) returns: usize,
    /// Returns are predicted only if a message has told their calls.
    pub(crate) told: usize,
    /// Predicted return addresses.
    pub(crate) stack: usize,
    /// Places in the list of the newest return addresses.
    pub(crate) places: usize,
    /// Repeated history.
    pub(crate) history: usize,
    /// Ways to split a full HIST.
    pub(crate) splits: usize,
    /// RepeatBranch.
    pub(crate) repeat_branch: usize,
    /// Either of the two.
    pub(crate) repeat: usize,
}

impl Built {
    /// What `build` has.
    pub(crate) fn of(build: &Build) -> Built {
        let (port, encoder) = (&build.ingress, &build.encoder);
        let (htm, btm) = (encoder.modes != Modes::Btm, encoder.modes != Modes::Htm);
        let scontext = encoder.context && encoder.scontext_width > 0;
        let hcontext = encoder.context && encoder.hcontext_width > 0;
        let external = encoder.external_triggers as usize;
        let history = htm && encoder.repeated_history;
        let repeat_branch = btm && encoder.repeat_branch;
        let returns = encoder.implicit_return != ImplicitReturn::None;
        let stack = returns && encoder.implicit_return != ImplicitReturn::Count;
        Built {
            blocks: port.blocks as usize,
            htm: htm.into(),
            plain: (htm && !history).into(),
            btm: btm.into(),
            both: (htm && btm).into(),
            icnt_sync: (htm && encoder.icnt_full == IcntFull::Sync).into(),
            stall: encoder.stall.into(),
            triggers: port.triggers.into(),
            external,
            any_trigger: (port.triggers || external > 0).into(),
            reset: port.reset.into(),
            low_power: port.low_power.into(),
            context: encoder.context.into(),
            scontext: scontext.into(),
            hcontext: hcontext.into(),
            contexts: (scontext || hcontext).into(),
            requests: build.sink.requests_sync().into(),
            time: (build.timestamp.source != TimestampSource::None).into(),
            all_jumps: encoder.all_jumps.into(),
            sequential: encoder.sequential_jump.into(),
            returns: returns.into(),
            told: (returns && encoder.return_calls == ReturnCalls::Reported).into(),
            stack: stack.into(),
            places: if stack { 2 * port.blocks as usize } else { 0 },
            history: history.into(),
            splits: if history { SPLITS.len() } else { 0 },
            repeat_branch: repeat_branch.into(),
            repeat: (history || repeat_branch).into(),
        }
    }
}

/// The bits of a return address, bit 0 not counted, that are kept and compared; an address has `width`.
pub(crate) fn return_mask(build: &Build, width: usize) -> u64 {
    let kept = match build.encoder.implicit_return {
        ImplicitReturn::Partial => width.min(build.encoder.return_address_bits as usize),
        _ => width,
    };
    (0..kept).fold(0, |mask, _| mask << 1 | 1)
}
