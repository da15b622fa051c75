// SPDX-License-Identifier: Apache-2.0
//! What a build has, as the counts that kernels loop over: 0 or 1 for an option, or so many.

use super::has::{blocks, has};
pub(crate) use crate::prim::many;
use tracewright_config::Build;

/// What a build has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Built {
    /// Blocks a cycle.
    pub(crate) blocks: usize,
    /// Both modes, one of which is chosen at run time.
    pub(crate) both: usize,
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
    /// Repeated history or RepeatBranch.
    pub(crate) repeat: usize,
}

impl Built {
    /// What `build` has.
    pub(crate) fn of(build: &Build) -> Built {
        let has = has(build);
        Built {
            blocks: blocks(build),
            both: has.both.into(),
            triggers: has.triggers.into(),
            external: build.encoder.external_triggers as usize,
            any_trigger: has.any_trigger.into(),
            reset: has.reset.into(),
            low_power: has.low_power.into(),
            context: has.context.into(),
            contexts: has.contexts.into(),
            time: has.time.into(),
            requests: has.requests.into(),
            all_jumps: has.all_jumps.into(),
            sequential: has.sequential.into(),
            returns: has.returns.into(),
            repeat: has.repeat.into(),
        }
    }
}
