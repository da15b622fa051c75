// SPDX-License-Identifier: Apache-2.0
//! What happens: from blocks to whole messages (docs/encoder.md).

mod gate;
mod ownership;
mod period;
mod triggers;

pub use gate::Gate;
pub use ownership::Ownership;
pub use period::Period;
pub use triggers::Triggers;

use super::built::{many, Built};
use super::stack::ReturnStack;
use super::step::Step;
use crate::codes::*;
use crate::prim::{clock, dff_setup, Module, Reg};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

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
    pub entry_repeat_count: Vec<Signal<Out, Bits<16>>>,
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
    reference: Reg<Bits<ADDR>>,
    pending: Reg<Bit>,
    btype: Reg<Bits<2>>,
    direct: Vec<Reg<Bit>>,
    trap: Vec<Reg<Bit>>,
    time: Vec<Reg<Bits<64>>>,
    due_reset: Vec<Reg<Bit>>,
    due_event: Vec<Reg<Bit>>,
    due_external: Vec<Reg<Bit>>,
    predicted: Vec<Reg<Bit>>,
    prediction: Vec<Reg<Bits<ADDR>>>,
    last_message: Vec<Reg<Bit>>,
    last_direct: Vec<Reg<Bit>>,
    last_icnt: Vec<Reg<Bits<22>>>,
    last_btype: Vec<Reg<Bits<2>>>,
    last_addr: Vec<Reg<Bits<ADDR>>>,
    last_count: Vec<Reg<Bits<16>>>,
    branches: Vec<Reg<Bits<32>>>,
    held: Vec<Reg<Bits<32>>>,
    broken: Vec<Reg<Bits<32>>>,
    age: Vec<Reg<Bits<5>>>,
    locked: Vec<Reg<Bit>>,
    whole: Vec<Reg<Bit>>,
    period_less_1: Vec<Reg<Bits<5>>>,
    split: Vec<Reg<Bits<2>>>,
    pattern: Vec<Reg<Bits<32>>>,
    times: Vec<Reg<Bits<16>>>,
    unfit: Vec<Reg<Bits<32>>>,
    lost: Reg<Bit>,
    restart: Reg<Bit>,
    lost_program: Vec<Reg<Bit>>,
    lost_ownership: Vec<Reg<Bit>>,
    normal: Signal<Local, Bit>,
    stop: Signal<Local, Bit>,
    error: Signal<Local, Bit>,
    lose: Signal<Local, Bit>,
    runs: Signal<Local, Bit>,
    correlation: Constant<Bits<6>>,
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
    _stack: usize,
    _places: usize,
    _repeat: usize,
    _repeat_branch: usize,
    _history: usize,
    _splits: usize,
}

impl<const ADDR: usize> Events<ADDR> {
    /// The events stage of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let blocks = built.blocks;
        // CDF is 1 where HIST follows I-CNT.
        Events {
            clock: Default::default(),
            rst_n: Default::default(),
            block_valid: many(blocks),
            block_has_addr: many(blocks),
            block_branch: many(blocks),
            block_taken: many(blocks),
            block_jump: many(blocks),
            block_btype: many(blocks),
            block_half_words: many(blocks),
            block_addr: many(blocks),
            block_inferable: many(blocks * built.sequential),
            block_trap: many(blocks * built.context),
            block_call: many(blocks * built.returns),
            block_return: many(blocks * built.returns),
            block_notify: many(blocks * built.triggers),
            cycle_halted: Default::default(),
            cycle_reset: many(built.reset),
            cycle_low_power: many(built.low_power),
            cycle_privilege: many(built.context),
            cycle_context: many(built.contexts),
            cycle_ctype: many(built.contexts),
            cycle_trigger_on: many(built.triggers),
            cycle_trigger_off: many(built.triggers),
            cycle_external_trigger: many(built.external),
            now: many(built.time),
            active: Default::default(),
            enable: Default::default(),
            tracing: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            btm: many(built.both),
            context_enable: many(built.context),
            trigger_enable: many(built.triggers),
            external_action: many(built.external),
            implicit_return: many(built.returns),
            repeated_history: many(built.repeat),
            room: Default::default(),
            entry_valid: many(blocks),
            entry_kind: many(blocks),
            entry_fixed: many(blocks),
            entry_count: many(blocks),
            entry_addr: many(blocks),
            entry_hist: many(blocks),
            entry_repeat_count: many(blocks * built.repeat),
            entry_repeat_hist: many(blocks * built.history),
            entry_own: many(blocks * built.context),
            entry_own_privilege: many(blocks * built.context),
            entry_own_context: many(blocks * built.contexts),
            entry_time: many(blocks * built.time),
            error_sent: Default::default(),
            tracing_set: many(built.any_trigger),
            tracing_clear: many(built.any_trigger),
            owing: Default::default(),
            gate: Gate::new(build),
            triggers: (0..built.any_trigger).map(|_| Triggers::new(build)).collect(),
            period: Period::new(build),
            ownership: (0..built.context).map(|_| Ownership::new(build)).collect(),
            stack: (0..built.returns).map(|_| ReturnStack::new(build)).collect(),
            step: (0..blocks).map(|block| Step::new(build, block)).collect(),
            running: Reg::new(build.reset),
            icnt: Reg::new(build.reset),
            hist: (0..built.plain).map(|_| Reg::with(build.reset, bits(1))).collect(),
            reference: Reg::new(build.reset),
            pending: Reg::new(build.reset),
            btype: Reg::new(build.reset),
            direct: (0..built.btm).map(|_| Reg::new(build.reset)).collect(),
            trap: (0..built.context).map(|_| Reg::new(build.reset)).collect(),
            time: (0..built.time).map(|_| Reg::new(build.reset)).collect(),
            due_reset: (0..built.reset).map(|_| Reg::new(build.reset)).collect(),
            due_event: (0..built.triggers).map(|_| Reg::new(build.reset)).collect(),
            due_external: (0..built.external.min(1)).map(|_| Reg::new(build.reset)).collect(),
            predicted: (0..built.returns).map(|_| Reg::new(build.reset)).collect(),
            prediction: (0..built.stack).map(|_| Reg::new(build.reset)).collect(),
            last_message: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            last_direct: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            last_icnt: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            last_btype: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            last_addr: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            last_count: (0..built.repeat_branch).map(|_| Reg::new(build.reset)).collect(),
            branches: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            held: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            broken: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            age: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            locked: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            whole: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            period_less_1: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            split: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            pattern: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            times: (0..built.history).map(|_| Reg::new(build.reset)).collect(),
            unfit: (0..built.splits).map(|_| Reg::new(build.reset)).collect(),
            lost: Reg::new(build.reset),
            restart: Reg::new(build.reset),
            lost_program: (0..built.context).map(|_| Reg::new(build.reset)).collect(),
            lost_ownership: (0..built.context).map(|_| Reg::new(build.reset)).collect(),
            normal: Default::default(),
            stop: Default::default(),
            error: Default::default(),
            lose: Default::default(),
            runs: Default::default(),
            correlation: Constant::new(bits(if built.htm == 1 { 16 } else { 0 })),
            _blocks: blocks,
            _last: blocks - 1,
            _htm: built.htm,
            _btm: built.btm,
            _sequential: built.sequential,
            _context: built.context,
            _scontext: built.scontext,
            _hcontext: built.hcontext,
            _contexts: built.contexts,
            _reset: built.reset,
            _low_power: built.low_power,
            _triggers: built.triggers,
            _external: built.external,
            _any_external: built.external.min(1),
            _any_trigger: built.any_trigger,
            _time: built.time,
            _both: built.both,
            _plain: built.plain,
            _returns: built.returns,
            _stack: built.stack,
            _places: built.places,
            _repeat: built.repeat,
            _repeat_branch: built.repeat_branch,
            _history: built.history,
            _splits: built.splits,
        }
    }
}

impl<const ADDR: usize> Logic for Events<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, gate, period);
        dff_setup!(self, clock, running, icnt, reference, pending, btype, lost, restart);
        for i in 0..self._plain {
            self.hist[i].clock.next = self.clock.val();
            self.hist[i].rst_n.next = self.rst_n.val();
            self.hist[i].d.next = self.hist[i].q.val();
        }
        for i in 0..self._btm {
            self.direct[i].clock.next = self.clock.val();
            self.direct[i].rst_n.next = self.rst_n.val();
            self.direct[i].d.next = self.direct[i].q.val();
        }
        for i in 0..self._context {
            self.trap[i].clock.next = self.clock.val();
            self.trap[i].rst_n.next = self.rst_n.val();
            self.trap[i].d.next = self.trap[i].q.val();
        }
        for i in 0..self._time {
            self.time[i].clock.next = self.clock.val();
            self.time[i].rst_n.next = self.rst_n.val();
            self.time[i].d.next = self.time[i].q.val();
        }
        for i in 0..self._reset {
            self.due_reset[i].clock.next = self.clock.val();
            self.due_reset[i].rst_n.next = self.rst_n.val();
            self.due_reset[i].d.next = self.due_reset[i].q.val();
        }
        for i in 0..self._triggers {
            self.due_event[i].clock.next = self.clock.val();
            self.due_event[i].rst_n.next = self.rst_n.val();
            self.due_event[i].d.next = self.due_event[i].q.val();
        }
        for i in 0..self._any_external {
            self.due_external[i].clock.next = self.clock.val();
            self.due_external[i].rst_n.next = self.rst_n.val();
            self.due_external[i].d.next = self.due_external[i].q.val();
        }
        for i in 0..self._returns {
            self.predicted[i].clock.next = self.clock.val();
            self.predicted[i].rst_n.next = self.rst_n.val();
            self.predicted[i].d.next = self.predicted[i].q.val();
        }
        for i in 0..self._stack {
            self.prediction[i].clock.next = self.clock.val();
            self.prediction[i].rst_n.next = self.rst_n.val();
            self.prediction[i].d.next = self.prediction[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_message[i].clock.next = self.clock.val();
            self.last_message[i].rst_n.next = self.rst_n.val();
            self.last_message[i].d.next = self.last_message[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_direct[i].clock.next = self.clock.val();
            self.last_direct[i].rst_n.next = self.rst_n.val();
            self.last_direct[i].d.next = self.last_direct[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_icnt[i].clock.next = self.clock.val();
            self.last_icnt[i].rst_n.next = self.rst_n.val();
            self.last_icnt[i].d.next = self.last_icnt[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_btype[i].clock.next = self.clock.val();
            self.last_btype[i].rst_n.next = self.rst_n.val();
            self.last_btype[i].d.next = self.last_btype[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_addr[i].clock.next = self.clock.val();
            self.last_addr[i].rst_n.next = self.rst_n.val();
            self.last_addr[i].d.next = self.last_addr[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_count[i].clock.next = self.clock.val();
            self.last_count[i].rst_n.next = self.rst_n.val();
            self.last_count[i].d.next = self.last_count[i].q.val();
        }
        for i in 0..self._history {
            self.branches[i].clock.next = self.clock.val();
            self.branches[i].rst_n.next = self.rst_n.val();
            self.branches[i].d.next = self.branches[i].q.val();
        }
        for i in 0..self._history {
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val();
        }
        for i in 0..self._history {
            self.broken[i].clock.next = self.clock.val();
            self.broken[i].rst_n.next = self.rst_n.val();
            self.broken[i].d.next = self.broken[i].q.val();
        }
        for i in 0..self._history {
            self.age[i].clock.next = self.clock.val();
            self.age[i].rst_n.next = self.rst_n.val();
            self.age[i].d.next = self.age[i].q.val();
        }
        for i in 0..self._history {
            self.locked[i].clock.next = self.clock.val();
            self.locked[i].rst_n.next = self.rst_n.val();
            self.locked[i].d.next = self.locked[i].q.val();
        }
        for i in 0..self._history {
            self.whole[i].clock.next = self.clock.val();
            self.whole[i].rst_n.next = self.rst_n.val();
            self.whole[i].d.next = self.whole[i].q.val();
        }
        for i in 0..self._history {
            self.period_less_1[i].clock.next = self.clock.val();
            self.period_less_1[i].rst_n.next = self.rst_n.val();
            self.period_less_1[i].d.next = self.period_less_1[i].q.val();
        }
        for i in 0..self._history {
            self.split[i].clock.next = self.clock.val();
            self.split[i].rst_n.next = self.rst_n.val();
            self.split[i].d.next = self.split[i].q.val();
        }
        for i in 0..self._history {
            self.pattern[i].clock.next = self.clock.val();
            self.pattern[i].rst_n.next = self.rst_n.val();
            self.pattern[i].d.next = self.pattern[i].q.val();
        }
        for i in 0..self._history {
            self.times[i].clock.next = self.clock.val();
            self.times[i].rst_n.next = self.rst_n.val();
            self.times[i].d.next = self.times[i].q.val();
        }
        for i in 0..self._splits {
            self.unfit[i].clock.next = self.clock.val();
            self.unfit[i].rst_n.next = self.rst_n.val();
            self.unfit[i].d.next = self.unfit[i].q.val();
        }
        for i in 0..self._context {
            self.lost_program[i].clock.next = self.clock.val();
            self.lost_program[i].rst_n.next = self.rst_n.val();
            self.lost_program[i].d.next = self.lost_program[i].q.val();
        }
        for i in 0..self._context {
            self.lost_ownership[i].clock.next = self.clock.val();
            self.lost_ownership[i].rst_n.next = self.rst_n.val();
            self.lost_ownership[i].d.next = self.lost_ownership[i].q.val();
        }

        // What belongs to the cycle.
        self.gate.active.next = self.active.val();
        self.gate.enable.next = self.enable.val();
        self.gate.tracing.next = self.tracing.val();
        self.gate.halted.next = self.cycle_halted.val();
        for i in 0..self._reset {
            self.gate.hart_reset[i].next = self.cycle_reset[i].val();
        }
        for i in 0..self._low_power {
            self.gate.low_power[i].next = self.cycle_low_power[i].val();
        }
        for i in 0..self._any_trigger {
            self.triggers[i].enable.next = self.active.val() & self.enable.val();
            self.gate.tracing.next = self.tracing.val() | self.triggers[i].start.val();
            self.tracing_set[i].next = self.triggers[i].start.val();
            self.tracing_clear[i].next = self.triggers[i].stop.val();
        }
        for i in 0..self._triggers {
            self.triggers[0].trigger_on[i].next = self.cycle_trigger_on[i].val();
            self.triggers[0].trigger_off[i].next = self.cycle_trigger_off[i].val();
            self.triggers[0].trigger_enable[i].next = self.trigger_enable[i].val();
        }
        for i in 0..self._external {
            self.triggers[0].external_trigger[i].next = self.cycle_external_trigger[i].val();
            self.triggers[0].external_action[i].next = self.external_action[i].val();
        }
        self.normal.next = !self.lost.q.val() & !self.restart.q.val();
        self.stop.next = self.normal.val() & self.gate.stop.val();
        self.error.next = self.lost.q.val() & self.room.val().get_bits::<3>(1).any();
        for i in 0..self._context {
            self.ownership[i].clock.next = self.clock.val();
            self.ownership[i].rst_n.next = self.rst_n.val();
            self.ownership[i].clear.next = !self.active.val();
            self.ownership[i].enable.next = self.context_enable[i].val();
            self.ownership[i].privilege.next = self.cycle_privilege[i].val();
        }
        for i in 0..self._contexts {
            self.ownership[0].context[i].next = self.cycle_context[i].val();
            self.ownership[0].ctype[i].next = self.cycle_ctype[i].val();
        }

        // The blocks, each with what the one before it leaves.
        for b in 0..self._blocks {
            self.step[b].block_valid.next = self.block_valid[b].val();
            self.step[b].block_has_addr.next = self.block_has_addr[b].val();
            self.step[b].block_branch.next = self.block_branch[b].val();
            self.step[b].block_taken.next = self.block_taken[b].val();
            self.step[b].block_jump.next = self.block_jump[b].val();
            self.step[b].block_btype.next = self.block_btype[b].val();
            self.step[b].block_half_words.next = self.block_half_words[b].val();
            self.step[b].block_addr.next = self.block_addr[b].val();
            self.step[b].start_code.next = self.gate.start_code.val();
            if self.restart.q.val() {
                self.step[b].start_code.next = SYNC_RESTART_FROM_OVERRUN.to_bits::<4>();
            }
            self.step[b].restart.next = self.restart.q.val();
            self.step[b].periodic.next = self.period.due.val();
            self.step[b].by_messages.next = self.period.by_messages.val();
            self.step[b].by_half_words.next = self.period.by_half_words.val();
            for i in 0..self._sequential {
                self.step[b].block_inferable[i].next = self.block_inferable[b].val();
            }
            for i in 0..self._triggers {
                self.step[b].block_notify[i].next = self.block_notify[b].val();
            }
            for i in 0..self._both {
                self.step[b].btm_mode[i].next = self.btm[i].val();
            }
            for i in 0..self._context {
                self.step[b].block_trap[i].next = self.block_trap[b].val();
                self.step[b].context_enable[i].next = self.context_enable[i].val();
                self.step[b].changes[i].next = self.ownership[i].changes.val();
            }
            for i in 0..self._scontext {
                self.step[b].scontext_changes[i].next = self.ownership[0].scontext_changes[i].val();
            }
            for i in 0..self._hcontext {
                self.step[b].hcontext_changes[i].next = self.ownership[0].hcontext_changes[i].val();
            }
            for i in 0..self._contexts {
                self.step[b].precise[i].next = self.ownership[0].precise[i].val();
                self.step[b].asynchronous[i].next = self.ownership[0].asynchronous[i].val();
            }
            for i in 0..self._returns {
                self.step[b].block_call[i].next = self.block_call[b].val();
                self.step[b].block_return[i].next = self.block_return[b].val();
            }
            for i in 0..self._repeat {
                self.step[b].repeat_enable[i].next = self.repeated_history[i].val();
            }
            for i in 0..self._history {
                self.step[b].close[i].next = false;
            }
            for i in 0..self._time {
                self.step[b].now[i].next = self.now[i].val();
            }
        }
        self.step[0].live.next = self.gate.on.val() & !self.lost.q.val();
        self.step[0].room.next = self.room.val();
        self.step[0].running.next = self.running.q.val();
        self.step[0].icnt.next = self.icnt.q.val();
        self.step[0].reference.next = self.reference.q.val();
        self.step[0].pending.next = self.pending.q.val();
        self.step[0].btype.next = self.btype.q.val();
        self.step[0].synced.next = false;
        self.step[0].gained.next = bits::<8>(0);
        for i in 0..self._plain {
            self.step[0].hist[i].next = self.hist[i].q.val();
        }
        for i in 0..self._btm {
            self.step[0].direct[i].next = self.direct[i].q.val();
        }
        for i in 0..self._context {
            self.step[0].trap[i].next = self.trap[i].q.val();
            self.step[0].seen[i].next = false;
        }
        for i in 0..self._time {
            self.step[0].time[i].next = self.time[i].q.val();
        }
        for i in 0..self._reset {
            self.step[0].due_reset[i].next = self.due_reset[i].q.val();
        }
        for i in 0..self._triggers {
            self.step[0].due_event[i].next = self.due_event[i].q.val();
        }
        for i in 0..self._any_external {
            self.step[0].due_external[i].next = self.due_external[i].q.val();
        }
        for i in 0..self._returns {
            self.step[0].predicted[i].next = self.predicted[i].q.val();
            self.step[0].calls[i].next = self.stack[i].count.val();
        }
        for i in 0..self._stack {
            self.step[0].prediction[i].next = self.prediction[i].q.val();
            self.step[0].list_at[i].next = self.stack[0].at[i].val();
            self.step[0].list_written[i].next = bits::<8>(0);
        }
        for i in 0..self._places {
            self.step[0].list[i].next = self.stack[0].list[i].val();
        }
        for i in 0..self._repeat_branch {
            self.step[0].last[i].next = self.last_message[i].q.val();
            self.step[0].last_direct[i].next = self.last_direct[i].q.val();
            self.step[0].last_icnt[i].next = self.last_icnt[i].q.val();
            self.step[0].last_btype[i].next = self.last_btype[i].q.val();
            self.step[0].last_addr[i].next = self.last_addr[i].q.val();
            self.step[0].last_count[i].next = self.last_count[i].q.val();
        }
        for i in 0..self._history {
            self.step[0].branches[i].next = self.branches[i].q.val();
            self.step[0].held[i].next = self.held[i].q.val();
            self.step[0].broken[i].next = self.broken[i].q.val();
            self.step[0].age[i].next = self.age[i].q.val();
            self.step[0].locked[i].next = self.locked[i].q.val();
            self.step[0].whole[i].next = self.whole[i].q.val();
            self.step[0].period[i].next = self.period_less_1[i].q.val();
            self.step[0].split[i].next = self.split[i].q.val();
            self.step[0].pattern[i].next = self.pattern[i].q.val();
            self.step[0].times[i].next = self.times[i].q.val();
        }
        for i in 0..self._splits {
            self.step[0].unfit[i].next = self.unfit[i].q.val();
        }
        for b in 1..self._blocks {
            self.step[b].live.next = self.step[b - 1].next_live.val();
            self.step[b].room.next = self.step[b - 1].next_room.val();
            self.step[b].running.next = self.step[b - 1].next_running.val();
            self.step[b].icnt.next = self.step[b - 1].next_icnt.val();
            self.step[b].reference.next = self.step[b - 1].next_reference.val();
            self.step[b].pending.next = self.step[b - 1].next_pending.val();
            self.step[b].btype.next = self.step[b - 1].next_btype.val();
            self.step[b].synced.next = self.step[b - 1].next_synced.val();
            self.step[b].gained.next = self.step[b - 1].next_gained.val();
            for i in 0..self._plain {
                self.step[b].hist[i].next = self.step[b - 1].next_hist[i].val();
            }
            for i in 0..self._btm {
                self.step[b].direct[i].next = self.step[b - 1].next_direct[i].val();
            }
            for i in 0..self._context {
                self.step[b].trap[i].next = self.step[b - 1].next_trap[i].val();
                self.step[b].seen[i].next = self.step[b - 1].next_seen[i].val();
            }
            for i in 0..self._time {
                self.step[b].time[i].next = self.step[b - 1].next_time[i].val();
            }
            for i in 0..self._reset {
                self.step[b].due_reset[i].next = self.step[b - 1].next_due_reset[i].val();
            }
            for i in 0..self._triggers {
                self.step[b].due_event[i].next = self.step[b - 1].next_due_event[i].val();
            }
            for i in 0..self._any_external {
                self.step[b].due_external[i].next = self.step[b - 1].next_due_external[i].val();
            }
            for i in 0..self._returns {
                self.step[b].predicted[i].next = self.step[b - 1].next_predicted[i].val();
                self.step[b].calls[i].next = self.step[b - 1].next_calls[i].val();
            }
            for i in 0..self._stack {
                self.step[b].prediction[i].next = self.step[b - 1].next_prediction[i].val();
                self.step[b].list_at[i].next = self.step[b - 1].next_list_at[i].val();
                self.step[b].list_written[i].next = self.step[b - 1].next_list_written[i].val();
            }
            for i in 0..self._places {
                self.step[b].list[i].next = self.step[b - 1].next_list[i].val();
            }
            for i in 0..self._repeat_branch {
                self.step[b].last[i].next = self.step[b - 1].next_last[i].val();
                self.step[b].last_direct[i].next = self.step[b - 1].next_last_direct[i].val();
                self.step[b].last_icnt[i].next = self.step[b - 1].next_last_icnt[i].val();
                self.step[b].last_btype[i].next = self.step[b - 1].next_last_btype[i].val();
                self.step[b].last_addr[i].next = self.step[b - 1].next_last_addr[i].val();
                self.step[b].last_count[i].next = self.step[b - 1].next_last_count[i].val();
            }
            for i in 0..self._history {
                self.step[b].branches[i].next = self.step[b - 1].next_branches[i].val();
                self.step[b].held[i].next = self.step[b - 1].next_held[i].val();
                self.step[b].broken[i].next = self.step[b - 1].next_broken[i].val();
                self.step[b].age[i].next = self.step[b - 1].next_age[i].val();
                self.step[b].locked[i].next = self.step[b - 1].next_locked[i].val();
                self.step[b].whole[i].next = self.step[b - 1].next_whole[i].val();
                self.step[b].period[i].next = self.step[b - 1].next_period[i].val();
                self.step[b].split[i].next = self.step[b - 1].next_split[i].val();
                self.step[b].pattern[i].next = self.step[b - 1].next_pattern[i].val();
                self.step[b].times[i].next = self.step[b - 1].next_times[i].val();
            }
            for i in 0..self._splits {
                self.step[b].unfit[i].next = self.step[b - 1].next_unfit[i].val();
            }
        }

        for i in 0..self._history {
            self.step[0].close[i].next = self.stop.val();
        }

        // The entries. A correlation or an Error is alone in its cycle.
        for b in 0..self._blocks {
            self.entry_valid[b].next = self.step[b].entry_valid.val();
            self.entry_kind[b].next = self.step[b].entry_kind.val();
            self.entry_fixed[b].next = self.step[b].entry_fixed.val();
            self.entry_count[b].next = self.step[b].entry_count.val();
            self.entry_addr[b].next = self.step[b].entry_addr.val();
            self.entry_hist[b].next = self.step[b].entry_hist.val();
            for i in 0..self._context {
                self.entry_own[b].next = self.step[b].entry_own[i].val();
                self.entry_own_privilege[b].next = self.cycle_privilege[i].val();
            }
            for i in 0..self._contexts {
                self.entry_own_context[b].next = self.ownership[0].current[i].val();
            }
            for i in 0..self._repeat {
                self.entry_repeat_count[b].next = self.step[b].entry_repeat_count[i].val();
            }
            for i in 0..self._history {
                self.entry_repeat_hist[b].next = self.step[b].entry_repeat_hist[i].val();
            }
            for i in 0..self._time {
                self.entry_time[b].next = self.step[b].entry_time[i].val();
            }
        }
        if self.error.val() {
            self.entry_valid[0].next = true;
            self.entry_kind[0].next = KIND_ERROR.to_bits::<4>();
            self.entry_fixed[0].next = bits::<6>(0);
            self.entry_count[0].next = ECODE_PROGRAM_TRACE_LOST.to_bits::<22>();
            for i in 0..self._context {
                if !self.lost_program[i].q.val() {
                    self.entry_count[0].next = ECODE_OWNERSHIP_LOST.to_bits::<22>();
                } else if self.lost_ownership[i].q.val() {
                    self.entry_count[0].next =
                        ECODE_PROGRAM_TRACE_LOST.to_bits::<22>() | ECODE_OWNERSHIP_LOST.to_bits::<22>();
                }
            }
            for i in 0..self._time {
                self.entry_time[i].next = self.time[i].q.val();
            }
        } else if self.stop.val() {
            self.entry_valid[0].next = self.room.val().any();
            self.entry_kind[0].next = KIND_PROG_TRACE_CORRELATION.to_bits::<4>();
            self.entry_fixed[0].next = self.correlation.val() | bit_cast::<6, 4>(self.gate.evcode.val());
            for i in 0..self._both {
                if self.btm[i].val() {
                    self.entry_fixed[0].next = bit_cast::<6, 4>(self.gate.evcode.val());
                }
            }
        }
        self.error_sent.next = self.error.val();
        self.owing.next = self.lost.q.val() | self.gate.was_on.val();

        // Periodic synchronisation.
        self.period.clear.next = !self.active.val();
        self.period.sync_mode.next = self.sync_mode.val();
        self.period.sync_max.next = self.sync_max.val();
        self.period.on.next = self.gate.on.val();
        for b in self._last..self._blocks {
            self.period.synced.next = self.step[b].next_synced.val();
            self.period.gained.next = self.step[b].next_gained.val();
            self.lose.next = (self.gate.on.val() & !self.lost.q.val() & !self.step[b].next_live.val())
                | (self.stop.val() & !self.room.val().any());
            self.runs.next = self.step[b].next_running.val() & !self.lose.val() & !self.stop.val();
        }
        if self.period.by_messages.val() & (self.error.val() | self.stop.val()) {
            self.period.gained.next = bits::<8>(1);
            for i in 0..self._repeat {
                if self.step[0].entry_repeat_count[i].val().any() {
                    self.period.gained.next = bits::<8>(2);
                }
            }
        }

        // What the cycle leaves behind.
        self.running.d.next = self.runs.val();
        for b in self._last..self._blocks {
            self.icnt.d.next = self.step[b].next_icnt.val();
            self.reference.d.next = self.step[b].next_reference.val();
            self.pending.d.next = self.step[b].next_pending.val();
            self.btype.d.next = self.step[b].next_btype.val();
            for i in 0..self._plain {
                self.hist[i].d.next = self.step[b].next_hist[i].val();
            }
            for i in 0..self._btm {
                self.direct[i].d.next = self.step[b].next_direct[i].val();
            }
            for i in 0..self._context {
                self.trap[i].d.next = self.step[b].next_trap[i].val();
                self.ownership[i].seen.next = self.step[b].next_seen[i].val();
            }
            for i in 0..self._time {
                self.time[i].d.next = self.step[b].next_time[i].val();
            }
            for i in 0..self._reset {
                self.due_reset[i].d.next = self.step[b].next_due_reset[i].val();
            }
            for i in 0..self._triggers {
                self.due_event[i].d.next = self.step[b].next_due_event[i].val();
            }
            for i in 0..self._any_external {
                self.due_external[i].d.next = self.step[b].next_due_external[i].val();
            }
            for i in 0..self._returns {
                self.predicted[i].d.next = self.step[b].next_predicted[i].val();
                self.stack[i].next_count.next = self.step[b].next_calls[i].val();
            }
            for i in 0..self._stack {
                self.prediction[i].d.next = self.step[b].next_prediction[i].val();
                self.stack[0].next_at[i].next = self.step[b].next_list_at[i].val();
                self.stack[0].written[i].next = self.step[b].next_list_written[i].val();
            }
            for i in 0..self._places {
                self.stack[0].next_list[i].next = self.step[b].next_list[i].val();
            }
            for i in 0..self._repeat_branch {
                self.last_message[i].d.next = self.step[b].next_last[i].val();
                self.last_direct[i].d.next = self.step[b].next_last_direct[i].val();
                self.last_icnt[i].d.next = self.step[b].next_last_icnt[i].val();
                self.last_btype[i].d.next = self.step[b].next_last_btype[i].val();
                self.last_addr[i].d.next = self.step[b].next_last_addr[i].val();
                self.last_count[i].d.next = self.step[b].next_last_count[i].val();
            }
            for i in 0..self._history {
                self.branches[i].d.next = self.step[b].next_branches[i].val();
                self.held[i].d.next = self.step[b].next_held[i].val();
                self.broken[i].d.next = self.step[b].next_broken[i].val();
                self.age[i].d.next = self.step[b].next_age[i].val();
                self.locked[i].d.next = self.step[b].next_locked[i].val();
                self.whole[i].d.next = self.step[b].next_whole[i].val();
                self.period_less_1[i].d.next = self.step[b].next_period[i].val();
                self.split[i].d.next = self.step[b].next_split[i].val();
                self.pattern[i].d.next = self.step[b].next_pattern[i].val();
                self.times[i].d.next = self.step[b].next_times[i].val();
            }
            for i in 0..self._splits {
                self.unfit[i].d.next = self.step[b].next_unfit[i].val();
            }
        }
        for i in 0..self._any_external {
            if self.triggers[0].notify.val() & self.runs.val() {
                self.due_external[i].d.next = true;
            }
        }
        for i in 0..self._reset {
            if self.cycle_reset[i].val() & self.gate.on.val() & self.runs.val() {
                self.due_reset[i].d.next = true;
            }
        }
        if self.runs.val() {
            self.restart.d.next = false;
        }
        if self.error.val() {
            self.lost.d.next = false;
            self.restart.d.next = true;
        }
        if self.lose.val() {
            self.lost.d.next = true;
            self.restart.d.next = false;
            for i in 0..self._time {
                self.time[i].d.next = self.now[i].val();
            }
            for i in 0..self._context {
                self.lost_program[i].d.next = self.stop.val();
                self.lost_ownership[i].d.next = false;
            }
            for b in 0..self._blocks {
                for i in 0..self._context {
                    if self.step[b].live.val() & !self.step[b].next_live.val() {
                        self.lost_program[i].d.next = self.step[b].entry_kind.val().any();
                        for j in 0..self._repeat {
                            if self.step[b].entry_repeat_count[j].val().any() {
                                self.lost_program[i].d.next = true;
                            }
                        }
                        self.lost_ownership[i].d.next = self.step[b].entry_own[i].val().any();
                    }
                }
            }
        }
        if self.lose.val() | self.stop.val() | !self.active.val() {
            self.icnt.d.next = bits::<22>(0);
            for i in 0..self._plain {
                self.hist[i].d.next = bits::<32>(1);
            }
            self.pending.d.next = false;
            self.btype.d.next = bits::<2>(0);
            for i in 0..self._btm {
                self.direct[i].d.next = false;
            }
            for i in 0..self._context {
                self.trap[i].d.next = false;
            }
            for i in 0..self._returns {
                self.predicted[i].d.next = false;
            }
            for i in 0..self._repeat_branch {
                self.last_message[i].d.next = false;
                self.last_count[i].d.next = bits::<16>(0);
            }
            for i in 0..self._history {
                self.held[i].d.next = bits::<32>(0);
                self.locked[i].d.next = false;
            }
            for i in 0..self._splits {
                self.unfit[i].d.next = bits::<32>(0);
            }
        }
        for i in 0..self._returns {
            self.stack[i].clock.next = self.clock.val();
            self.stack[i].rst_n.next = self.rst_n.val();
            self.stack[i].clear.next =
                self.lose.val() | self.stop.val() | !self.active.val() | !self.implicit_return[i].val();
        }
        if self.lose.val() | !self.active.val() {
            for i in 0..self._reset {
                self.due_reset[i].d.next = false;
            }
            for i in 0..self._triggers {
                self.due_event[i].d.next = false;
            }
            for i in 0..self._any_external {
                self.due_external[i].d.next = false;
            }
        }
        if !self.active.val() {
            self.running.d.next = false;
            self.reference.d.next = bits::<ADDR>(0);
            for i in 0..self._history {
                self.branches[i].d.next = bits::<32>(0);
                self.broken[i].d.next = bits::<32>(0);
                self.age[i].d.next = bits::<5>(0);
            }
            self.lost.d.next = false;
            self.restart.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
