// SPDX-License-Identifier: Apache-2.0
//! What happens: from blocks to whole messages (docs/encoder.md).

mod entries;
mod gate;
mod leaves;
mod ownership;
mod period;
mod triggers;

pub use gate::Gate;
pub use ownership::Ownership;
pub use period::Period;

use super::has::{blocks, has, Has};
use super::ports::TraceControl;
use super::records::{Block, Changes, Cycle, Entry, Foreseen, Periodic, State, Switches};
use super::step::{Place, Step};
use crate::codes::*;
use crate::prim::*;

/// Decides what is traced, and completes at most one entry for each block of a cycle.
///
/// The state is kept here; what each block makes of it is a [`Step`].
#[synchronous(build: Build)]
pub struct Events<const ADDR: usize> {
    /// Of a block of the cycle; of several, block 0 is the oldest.
    #[count(blocks(build))]
    pub block: Vec<Signal<In, Block<ADDR>>>,
    /// What is known of the blocks before their turn.
    #[count(blocks(build))]
    pub foreseen: Vec<Signal<In, Foreseen>>,
    /// What belongs to the cycle.
    pub cycle: Signal<In, Cycle>,
    /// External triggers that fire.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// What registers and sinks say of tracing.
    pub control: TraceControl,
    /// Which options are switched on.
    pub switches: Signal<In, Switches>,
    /// Entries that the queue has room for; as many as can come before it is seen again stand for more as well.
    pub room: Signal<In, Bits<4>>,
    /// The queue has room for all that can come of blocks that are under way or come before it is seen again.
    pub ample: Signal<In, Bit>,
    /// The queue has room for a restart after a loss.
    pub may_restart: Signal<In, Bit>,
    /// An entry enters the queue.
    #[count(blocks(build))]
    pub entry_valid: Vec<Signal<Out, Bit>>,
    /// Of the entry that enters the queue; of several, entry 0 is the oldest.
    #[count(blocks(build))]
    pub entry: Vec<Signal<Out, Entry<ADDR>>>,
    /// Trace is still to come: tracing was on in the cycle before, or an Error is owed.
    pub owing: Signal<Out, Bit>,
    /// Entries that are on their way to the queue.
    #[built(has(build).late && has(build).stall)]
    pub coming: Optional<Signal<Out, Bits<3>>>,
    gate: Gate,
    period: Period,
    #[built(has(build).context)]
    ownership: Optional<Ownership>,
    #[new((0..blocks(build)).map(|block| Step::new(&Place { build: build.clone(), block })).collect())]
    step: Vec<Step<ADDR>>,
    #[value(State { hist: bits(1), ..State::default() })]
    state: Reg<State<ADDR>>,
    loss: Reg<Loss>,
    /// What the blocks of the cycle before have completed.
    #[count(blocks(build) * has(build).late as usize)]
    under_way: Vec<Reg<Entry<ADDR>>>,
    #[count(blocks(build) * has(build).late as usize)]
    is_under_way: Vec<Reg<Bit>>,
    /// What the blocks of this cycle complete.
    #[count(blocks(build))]
    made: Vec<Signal<Local, Entry<ADDR>>>,
    #[count(blocks(build))]
    is_made: Vec<Signal<Local, Bit>>,
    trigger_start: Signal<Local, Bit>,
    trigger_stop: Signal<Local, Bit>,
    trigger_notify: Signal<Local, Bit>,
    /// Trace stops: a correlation is due.
    stop: Signal<Local, Bit>,
    /// Trace stops, and the last instruction is a branch that was taken.
    stops_after_branch: Signal<Local, Bit>,
    /// An Error enters the queue.
    error: Signal<Local, Bit>,
    /// An entry is lost in this cycle.
    loses: Signal<Local, Bit>,
    /// Trace was lost, and what it has left is forgotten. Nothing looks at that before the Error, which comes in the
    /// cycle after the loss at the soonest.
    lost: Signal<Local, Bit>,
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

/// What was lost, and how trace comes back.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Loss {
    /// Something was lost: an Error is owed.
    is_owed: Bit,
    /// The Error was sent: trace starts again.
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
        let state: State<ADDR> = self.state.q.val();
        let loss: Loss = self.loss.q.val();
        self.trigger();
        connect!(gate: control.{active, enable}, cycle.val().rest);
        self.gate.tracing.next = self.control.tracing.val() | self.trigger_start.val();
        self.stop.next = !loss.is_owed & !loss.restarts & self.gate.stop.val();
        // What was pending before the trace started is none of it.
        self.stops_after_branch.next = self.stop.val() & state.running & state.pending.valid & state.pending.direct;
        self.error.next = loss.is_owed & self.may_restart.val();
        self.ownership.clear.next = !self.control.active.val();
        connect!(ownership: enable = switches.val().context, cycle.val().owner);

        self.follow_blocks();
        self.write_entries();
        self.offer_entries();
        self.lost.next = if self._has.late { self.loss.q.val().is_owed } else { self.loses.val() };
        self.count_period();
        self.leave();
        self.lose();
        self.forget();
    }

    /// Hands the state from block to block.
    fn follow_blocks(&mut self) {
        let loss: Loss = self.loss.q.val();
        let periodic: Periodic = self.period.periodic.val();
        let changes: Changes = self.ownership.changes.val();
        for b in 0..self.step.len() {
            connect!(step[b]: block[b], foreseen[b], switches, gate.start_code, control.now);
            if loss.restarts {
                self.step[b].start_code.next = SYNC_RESTART_FROM_OVERRUN.to_bits::<4>();
            }
            self.step[b].restart.next = loss.restarts;
            self.step[b].live.next = self.gate.on.val() & !loss.is_owed;
            self.step[b].periodic.next = periodic;
            self.step[b].changes.next = changes;
            self.step[b].close.next = false;
        }
        self.step[0].close.next = self.stop.val();
        connect!(step[0].before.next: state = state.q);
        self.step[0].before.next.sum = bits::<8>(0);
        self.step[0].before.next.restarted = false;
        self.step[0].before.next.origin = bits::<8>(0);
        self.step[0].before.next.synced = false;
        self.step[0].before.next.seen = false;
        self.step[0].before.next.renewed = false;
        let mut branches: Bits<5> = self.state.q.val().repetition.count;
        for b in 1..self.step.len() {
            self.step[b].before.next = self.step[b - 1].after.val();
        }
        for b in 0..self.step.len() {
            self.step[b].branches_before.next = branches;
            branches = branches + bit_cast::<5, 1>((self.block[b].val().valid & self.block[b].val().branch).into());
        }
    }

    /// Counts for the period of synchronisation: of blocks alone, since it begins again where trace starts.
    fn count_period(&mut self) {
        let last = self.step.len() - 1;
        self.period.clear.next = !self.control.active.val();
        connect!(period: control.{sync_mode, sync_max, request = sync_request}, gate.on,
            step[last].after.val().synced);
        self.period.has_block.next = false;
        connect!(step[..]: counted = period.counted[..]);
        for b in 0..self.block.len() {
            if self.block[b].val().valid {
                self.period.has_block.next = true;
            }
        }
    }
}

#[cfg(test)]
mod tests;
