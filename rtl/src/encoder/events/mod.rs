// SPDX-License-Identifier: Apache-2.0
//! What happens: from blocks to whole messages (docs/encoder.md).

mod gate;
mod kernel;
mod new;
mod ownership;
mod period;
mod triggers;

pub use gate::Gate;
pub use ownership::Ownership;
pub use period::Period;
pub use triggers::Triggers;

use super::stack::ReturnStack;
use super::step::Step;
use crate::prim::{Module, Reg};
use rust_hdl_core::prelude::*;

/// Decides what is traced, and completes at most one entry for each block of a cycle.
///
/// The state is kept here; what each block makes of it is a [`Step`]. An entry is a main message in a common shape (its kind, up to
/// six bits of fixed-length fields, and one slot for each of count, address and history), with Ownership behind it. A slot that the kind
/// does not use holds no particular value.
#[derive(Module)]
pub struct Events<const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a block.
    pub block_valid: Vec<Signal<In, Bit>>,
    /// The block's address is defined.
    pub block_has_addr: Vec<Signal<In, Bit>>,
    /// The block ends in a branch.
    pub block_branch: Vec<Signal<In, Bit>>,
    /// That branch was taken.
    pub block_taken: Vec<Signal<In, Bit>>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Vec<Signal<In, Bit>>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Vec<Signal<In, Bits<2>>>,
    /// Half-words that retired.
    pub block_half_words: Vec<Signal<In, Bits<6>>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Vec<Signal<In, Bits<ADDR>>>,
    /// That jump need not be reported if its message has an instruction before it.
    pub block_inferable: Vec<Signal<In, Bit>>,
    /// The block ends in a trap or a trap return.
    pub block_trap: Vec<Signal<In, Bit>>,
    /// The block ends in a call, or a co-routine swap.
    pub block_call: Vec<Signal<In, Bit>>,
    /// The block ends in a return, or a co-routine swap.
    pub block_return: Vec<Signal<In, Bit>>,
    /// The block makes a synchronising message due.
    pub block_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted.
    pub cycle_halted: Signal<In, Bit>,
    /// The hart is in reset.
    pub cycle_reset: Vec<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    pub cycle_low_power: Vec<Signal<In, Bit>>,
    /// V and PRV.
    pub cycle_privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub cycle_context: Vec<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    pub cycle_ctype: Vec<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    pub cycle_trigger_on: Vec<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    pub cycle_trigger_off: Vec<Signal<In, Bit>>,
    /// External triggers that fire.
    pub cycle_external_trigger: Vec<Signal<In, Bit>>,
    /// The time.
    pub now: Vec<Signal<In, Bits<64>>>,
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing.
    pub tracing: Signal<In, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<In, Bits<4>>,
    /// A sink asks for a synchronising message.
    pub sync_request: Vec<Signal<In, Bit>>,
    /// teInstMode is branch trace.
    pub btm: Vec<Signal<In, Bit>>,
    /// teContext.
    pub context_enable: Vec<Signal<In, Bit>>,
    /// teInstTrigEn.
    pub trigger_enable: Vec<Signal<In, Bit>>,
    /// xTrigInAction of each external trigger.
    pub external_action: Vec<Signal<In, Bits<4>>>,
    /// teInstImplicitReturnMode is not 0, or teInstEnCallStack is set.
    pub implicit_return: Vec<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    pub repeated_history: Vec<Signal<In, Bit>>,
    /// Entries that the queue has room for; as many as can come before it is seen again stand for more as well.
    pub room: Signal<In, Bits<4>>,
    /// The queue has room for a restart after a loss.
    pub may_restart: Signal<In, Bit>,
    /// An entry enters the queue.
    pub entry_valid: Vec<Signal<Out, Bit>>,
    /// Which main message, in which form.
    pub entry_kind: Vec<Signal<Out, Bits<4>>>,
    /// Its fixed-length fields.
    pub entry_fixed: Vec<Signal<Out, Bits<6>>>,
    /// Its count.
    pub entry_count: Vec<Signal<Out, Bits<22>>>,
    /// Its address.
    pub entry_addr: Vec<Signal<Out, Bits<ADDR>>>,
    /// Its history.
    pub entry_hist: Vec<Signal<Out, Bits<32>>>,
    /// How often something repeats; 0 if nothing does.
    pub entry_repeat_count: Vec<Signal<Out, Bits<18>>>,
    /// The history that repeats; 0 if the last branch message does.
    pub entry_repeat_hist: Vec<Signal<Out, Bits<32>>>,
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    pub entry_own: Vec<Signal<Out, Bits<3>>>,
    /// V and PRV.
    pub entry_own_privilege: Vec<Signal<Out, Bits<3>>>,
    /// hcontext above scontext.
    pub entry_own_context: Vec<Signal<Out, Bits<64>>>,
    /// The time of the entry.
    pub entry_time: Vec<Signal<Out, Bits<64>>>,
    /// Error enters the queue.
    pub error_sent: Signal<Out, Bit>,
    /// teInstTracing becomes 1.
    pub tracing_set: Vec<Signal<Out, Bit>>,
    /// teInstTracing becomes 0.
    pub tracing_clear: Vec<Signal<Out, Bit>>,
    /// Trace is still to come: tracing is on or was in the cycle before, or an Error is owed.
    pub owing: Signal<Out, Bit>,
    gate: Gate,
    triggers: Vec<Triggers>,
    period: Period,
    ownership: Vec<Ownership>,
    stack: Vec<ReturnStack<ADDR>>,
    step: Vec<Step<ADDR>>,
    running: Reg<Bit>,
    icnt: Reg<Bits<22>>,
    hist: Vec<Reg<Bits<32>>>,
    reference_addr: Reg<Bits<ADDR>>,
    pending: Reg<Bit>,
    btype: Reg<Bits<2>>,
    direct: Vec<Reg<Bit>>,
    trap: Vec<Reg<Bit>>,
    time: Vec<Reg<Bits<64>>>,
    due_reset: Vec<Reg<Bit>>,
    due_event: Vec<Reg<Bit>>,
    due_external: Vec<Reg<Bit>>,
    predicted: Vec<Reg<Bit>>,
    told: Vec<Reg<Bits<2>>>,
    prediction: Vec<Reg<Bits<ADDR>>>,
    last_message: Vec<Reg<Bit>>,
    last_direct: Vec<Reg<Bit>>,
    last_icnt: Vec<Reg<Bits<22>>>,
    last_btype: Vec<Reg<Bits<2>>>,
    last_addr: Vec<Reg<Bits<ADDR>>>,
    last_count: Vec<Reg<Bits<18>>>,
    branches: Vec<Reg<Bits<32>>>,
    held: Vec<Reg<Bits<32>>>,
    broken: Vec<Reg<Bits<32>>>,
    age: Vec<Reg<Bits<5>>>,
    locked: Vec<Reg<Bit>>,
    whole: Vec<Reg<Bit>>,
    period_less_1: Vec<Reg<Bits<5>>>,
    split: Vec<Reg<Bits<2>>>,
    pattern: Vec<Reg<Bits<32>>>,
    times: Vec<Reg<Bits<18>>>,
    unfit: Vec<Reg<Bits<32>>>,
    lost: Reg<Bit>,
    restart: Reg<Bit>,
    lost_program: Vec<Reg<Bit>>,
    lost_ownership: Vec<Reg<Bit>>,
    normal: Signal<Local, Bit>,
    stop: Signal<Local, Bit>,
    /// Trace stops, and the last instruction is a branch that was taken.
    stops_behind_branch: Vec<Signal<Local, Bit>>,
    /// Messages of a correlation's entry, without what has been counted.
    closing: Signal<Local, Bits<8>>,
    error: Signal<Local, Bit>,
    lose: Signal<Local, Bit>,
    runs: Signal<Local, Bit>,
    correlation: Constant<Bits<6>>,
    /// Room in which the hart is not stalled.
    enough: Constant<Bits<4>>,
    _blocks: usize,
    _last: usize,
    _htm: usize,
    _btm: usize,
    _sequential: usize,
    _context: usize,
    _scontext: usize,
    _hcontext: usize,
    _contexts: usize,
    _reset: usize,
    _low_power: usize,
    _triggers: usize,
    _external: usize,
    _any_external: usize,
    _any_trigger: usize,
    _time: usize,
    _both: usize,
    _plain: usize,
    _returns: usize,
    _told: usize,
    _stack: usize,
    _places: usize,
    _repeat: usize,
    _repeat_branch: usize,
    _history: usize,
    _splits: usize,
    _requests: usize,
}

#[cfg(test)]
mod tests;
