// SPDX-License-Identifier: Apache-2.0
//! From blocks to entries (docs/encoder.md): starts, stops and losses. step/message.rs has the rules of messages.

mod entries;
mod gate;
mod next;
mod ownership;
mod period;
mod triggers;

pub use gate::Gate;
pub use ownership::Ownership;
pub use period::Period;

use super::compose::Compose;
use super::has::{blocks, has, Has};
use super::ports::TraceControl;
use super::records::{Beside, Block, Changes, Cycle, Decision, Entry, Foreseen, Kept, Pause, State, Switches, Turn};
use super::step::{Place, Step};
use crate::codes::*;
use crate::prim::*;

/// Decides what is traced, and completes at most one entry for each block of a cycle.
///
/// What decisions depend on is kept here; what each block makes of it is a [`Step`]. What messages are made of is kept
/// here, too; the entry of each block is made of it by a [`Compose`], in the same cycle or in the next.
#[synchronous(build: Build)]
pub struct Events<const ADDR: usize> {
    /// The blocks of the cycle, block 0 the oldest.
    #[count(blocks(build))]
    pub block: Vec<Signal<In, Block<ADDR>>>,
    /// What is known of the blocks before their turn.
    #[count(blocks(build))]
    pub foreseen: Vec<Signal<In, Foreseen>>,
    /// What belongs to the cycle.
    pub cycle: Signal<In, Cycle>,
    /// Why the hart does not run in the next cycle.
    #[built(has(build).ahead)]
    pub next_pause: Optional<Signal<In, Pause>>,
    /// External triggers that fire.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// What registers and sinks say of tracing.
    pub control: TraceControl,
    /// Which options are switched on.
    pub switches: Signal<In, Switches>,
    /// Rows that the queue has room for; 3 stands for more as well.
    pub room: Signal<In, Bits<2>>,
    /// The queue has so much room that the hart is not stalled: for all that can come before its room is seen again.
    pub ample: Signal<In, Bit>,
    /// The queue has room for a restart after a loss.
    pub may_restart: Signal<In, Bit>,
    /// An entry enters the queue.
    #[count(blocks(build))]
    pub entry_valid: Vec<Signal<Out, Bit>>,
    /// The entries that enter the queue, entry 0 the oldest.
    #[count(blocks(build))]
    pub entry: Vec<Signal<Out, Entry<ADDR>>>,
    /// Trace is still to come: tracing was on in the cycle before, a row is under way, or an Error is owed.
    pub owing: Signal<Out, Bit>,
    /// A row is on its way to the queue.
    #[built(has(build).late && has(build).stall)]
    pub coming: Optional<Signal<Out, Bit>>,
    gate: Gate,
    period: Period,
    #[built(has(build).context)]
    ownership: Optional<Ownership>,
    #[new((0..blocks(build)).map(|block| Step::new(&Place { build: build.clone(), block })).collect())]
    step: Vec<Step<ADDR>>,
    state: Reg<State>,
    loss: Reg<Loss>,
    #[count(blocks(build))]
    compose: Vec<Compose<ADDR>>,
    #[value(Kept { hist: bits(1), ..Kept::default() })]
    #[built(has(build).keeps)]
    kept: Optional<Reg<Kept<ADDR>>>,
    /// What was decided about the blocks of the cycle before.
    #[count(blocks(build) * has(build).late as usize)]
    decided: Vec<Reg<Decision<ADDR>>>,
    /// A block of the cycle before, or its correlation, completes an entry.
    #[count(blocks(build) * has(build).late as usize)]
    is_under_way: Vec<Reg<Bit>>,
    /// What was decided about the cycle before.
    #[built(has(build).late)]
    last_turn: Optional<Reg<Turn>>,
    /// What is decided about this cycle.
    turn: Signal<Local, Turn>,
    /// A block of this cycle, or its correlation, completes an entry.
    #[count(blocks(build))]
    is_made: Vec<Signal<Local, Bit>>,
    /// The turn whose messages are made in this cycle.
    made: Signal<Local, Turn>,
    /// A trigger starts tracing in this cycle, for all its blocks.
    trigger_start: Signal<Local, Bit>,
    /// A trigger stops tracing after the blocks of this cycle.
    trigger_stop: Signal<Local, Bit>,
    /// An external trigger asks for a synchronising message (SYNC 0).
    trigger_notify: Signal<Local, Bit>,
    /// Trace stops: a correlation is due.
    stop: Signal<Local, Bit>,
    /// Trace stops, and the last instruction is a branch that was taken.
    stops_after_branch: Signal<Local, Bit>,
    /// Branches that HIST holds after this cycle, if nothing of it has renewed or taken HIST.
    #[built(has(build).counts_hist)]
    held: Optional<Signal<Local, Bits<5>>>,
    /// Half-words of all blocks of this cycle.
    cycle_half_words: Signal<Local, Bits<8>>,
    /// An Error enters the queue.
    error: Signal<Local, Bit>,
    /// A row that the queue has no room for is lost in this cycle.
    refuses_row: Signal<Local, Bit>,
    /// What the trace has left is forgotten, because a row is lost: in the cycle of the loss or, for a shorter path, in
    /// the next. Nothing looks at it before the Error, a cycle after the loss at the soonest.
    drops_trace: Signal<Local, Bit>,
    /// A trace goes on after this cycle.
    runs: Signal<Local, Bit>,
    /// Fixed-length fields of a correlation without EVCODE: CDF is 1 where HIST follows I-CNT.
    #[value(bits(if has(build).htm { 16 } else { 0 }))]
    correlation: Constant<Bits<6>>,
    #[value(((1_u64 << build.encoder.icnt_width) - 1).to_bits())]
    icnt_mask: Constant<Bits<22>>,
    #[new(has(build))]
    _has: Has,
}

/// What was lost, and how trace comes back: normal (neither bit), `is_owed` from a row that is refused to the Error,
/// `restarts` from there to a block with an address that starts trace, then normal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Loss {
    /// Something was lost: an Error is owed.
    is_owed: Bit,
    /// The Error was sent: the next block with an address starts trace again.
    restarts: Bit,
    /// Program trace was lost.
    #[built(context)]
    program: Bit,
    /// Ownership was lost.
    #[built(context)]
    ownership: Bit,
}

#[kernel]
impl<const ADDR: usize> Events<ADDR> {
    fn update(&mut self) {
        let state: State = self.state.q.val();
        let loss: Loss = self.loss.q.val();
        self.trigger();
        connect!(gate: control.{active, enable, tracing}, cycle.val().pause, next_pause, start = trigger_start,
            end = trigger_stop);
        self.gate.running.next = state.running;
        self.stop.next = !loss.is_owed & !loss.restarts & self.gate.stop.val();
        // In BTM a taken branch right before a stop has its DirectBranch (N-Trace ch. 10, rule 5) if this trace has it.
        self.stops_after_branch.next = self.stop.val() & state.running & state.pending.valid & state.pending.direct;
        self.error.next = loss.is_owed & self.may_restart.val();
        self.ownership.clear.next = !self.control.active.val();
        connect!(ownership: enable = switches.val().context, cycle.val().owner);

        self.follow_blocks();
        self.decide();
        self.compose_entries();
        self.offer_entries();
        self.drops_trace.next = if self._has.late { self.loss.q.val().is_owed } else { self.refuses_row.val() };
        self.count_period();
        self.leave();
        self.keep();
        self.lose();
        self.forget();
    }

    /// Hands the state from block to block. The SYNC of a start is the gate's; after a loss it is 7.
    fn follow_blocks(&mut self) {
        let loss: Loss = self.loss.q.val();
        let changes: Changes = self.ownership.changes.val();
        for b in 0..self.step.len() {
            connect!(step[b]: block[b], foreseen[b], switches, gate.start_code, kept.q.val().hist);
            if loss.restarts {
                self.step[b].start_code.next = SYNC_RESTART_FROM_OVERRUN.to_bits::<4>();
            }
            self.step[b].restart.next = loss.restarts;
            self.step[b].live.next = self.gate.on.val() & !loss.is_owed;
            self.step[b].periodic_due.next = self.period.periodic.val().due;
            self.step[b].changes.next = changes;
        }
        connect!(step[0].before.next: state = state.q);
        self.step[0].before.next.restarted = false;
        self.step[0].before.next.origin = bits::<8>(0);
        self.step[0].before.next.recounted = bits::<8>(0);
        self.step[0].before.next.synced = false;
        self.step[0].before.next.seen = false;
        self.step[0].before.next.stacked_anew = bits::<3>(0);
        self.step[0].before.next.taken = false;
        self.step[0].before.next.since_taken = bits::<3>(0);
        self.step[0].before.next.cleared = false;
        self.step[0].before.next.renewed = false;
        self.step[0].before.next.since = bits::<3>(0);
        for b in 1..self.step.len() {
            self.step[b].before.next = self.step[b - 1].after.val();
        }
        self.sum_up();
    }

    /// Gives each block what the blocks beside it add up to.
    fn sum_up(&mut self) {
        let state: State = self.state.q.val();
        for b in 0..self.step.len() {
            let beside: Beside = self.foreseen[b].val().beside;
            let block: Block<ADDR> = self.block[b].val();
            let own: Bits<8> = if block.valid { bit_cast::<8, 6>(block.half_words) } else { bits::<8>(0) };
            let branch = bit_cast::<3, 1>((block.valid & block.branch).into());
            self.step[b].earlier.next = beside.before;
            self.step[b].from_here.next = if self._has.many { beside.from_here } else { own };
            self.step[b].held.next = state.held + bit_cast::<5, 3>(beside.branches);
            self.step[b].ends_period.next = self.step[b].held.val() == state.repetition.period;
            // Branches after the whole cycle, if none of it takes HIST.
            self.held.next = state.held + bit_cast::<5, 3>(beside.branches + branch);
        }
        self.cycle_half_words.next = self.step[0].from_here.val();
    }

    /// Whether the mode is BTM (taken branches are messages), not HTM (HIST has branches): N-Trace ch. 5, teInstMode.
    fn in_btm(&self) -> Bit {
        if self._has.both {
            self.switches.val().btm
        } else {
            self._has.btm
        }
    }

    /// For the period, counts what blocks complete, not correlations and Errors: the start after them begins it anew.
    fn count_period(&mut self) {
        let last = self.step.len() - 1;
        self.period.clear.next = !self.control.active.val();
        connect!(period: control.{sync_mode, sync_max, request = sync_request}, gate.on,
            step[last].after.val().synced);
        connect!(compose[..]: for_period = period.counted[..]);
    }
}

#[cfg(test)]
mod tests;
