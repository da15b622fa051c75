// SPDX-License-Identifier: Apache-2.0
//! What one block does (docs/encoder.md, "What a traced block does").

mod again;
mod calls;
mod due;
mod formats;
mod shape;

pub use again::Again;
pub use calls::Calls;
pub use due::Due;
pub use formats::Formats;
pub use shape::Shape;

use super::built::{many, return_mask, Built};
use super::history::History;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// One block: from the state that it finds to the state that it leaves, and the entry that it completes.
///
/// There is no register in it: the blocks of a cycle are a chain of steps. `next_x` is what the block makes of `x`.
/// A field of the entry that its kind does not use holds no particular value.
#[derive(Module)]
pub struct Step<const ADDR: usize> {
    /// There is a block.
    pub block_valid: Signal<In, Bit>,
    /// The block's address is defined.
    pub block_has_addr: Signal<In, Bit>,
    /// The block ends in a branch.
    pub block_branch: Signal<In, Bit>,
    /// That branch was taken.
    pub block_taken: Signal<In, Bit>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Signal<In, Bit>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Signal<In, Bits<2>>,
    /// Half-words that retired.
    pub block_half_words: Signal<In, Bits<6>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Signal<In, Bits<ADDR>>,
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
    /// SYNC of a trace that starts.
    pub start_code: Signal<In, Bits<4>>,
    /// Trace starts again after a loss: with a block that has an address.
    pub restart: Signal<In, Bit>,
    /// The period was over before this cycle.
    pub periodic: Signal<In, Bit>,
    /// The period counts messages.
    pub by_messages: Signal<In, Bit>,
    /// The period counts half-words.
    pub by_half_words: Signal<In, Bit>,
    /// teInstMode is branch trace.
    pub btm_mode: Vec<Signal<In, Bit>>,
    /// teContext.
    pub context_enable: Vec<Signal<In, Bit>>,
    /// Privilege or context changes in this cycle.
    pub changes: Vec<Signal<In, Bit>>,
    /// scontext changes in this cycle.
    pub scontext_changes: Vec<Signal<In, Bit>>,
    /// hcontext changes in this cycle.
    pub hcontext_changes: Vec<Signal<In, Bit>>,
    /// The context changes precisely in this cycle.
    pub precise: Vec<Signal<In, Bit>>,
    /// It changes as an asynchronous discontinuity.
    pub asynchronous: Vec<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    pub repeat_enable: Vec<Signal<In, Bit>>,
    /// A correlation is sent in this cycle, and takes HIST.
    pub close: Vec<Signal<In, Bit>>,
    /// The time of this cycle.
    pub now: Vec<Signal<In, Bits<64>>>,
    /// Blocks are traced: tracing is on, and nothing was lost before this block.
    pub live: Signal<In, Bit>,
    /// Likewise after this block.
    pub next_live: Signal<Out, Bit>,
    /// Entries that the queue has room for.
    pub room: Signal<In, Bits<4>>,
    /// Those after this block.
    pub next_room: Signal<Out, Bits<4>>,
    /// A trace was started.
    pub running: Signal<In, Bit>,
    /// A trace was started, with this block perhaps.
    pub next_running: Signal<Out, Bit>,
    /// I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// I-CNT with this block.
    pub next_icnt: Signal<Out, Bits<22>>,
    /// HIST.
    pub hist: Vec<Signal<In, Bits<32>>>,
    /// HIST with this block.
    pub next_hist: Vec<Signal<Out, Bits<32>>>,
    /// The last address sent.
    pub reference: Signal<In, Bits<ADDR>>,
    /// The last address sent, by this block perhaps.
    pub next_reference: Signal<Out, Bits<ADDR>>,
    /// A target is not known yet.
    pub pending: Signal<In, Bit>,
    /// A target is not known yet after this block.
    pub next_pending: Signal<Out, Bit>,
    /// B-TYPE of what is pending.
    pub btype: Signal<In, Bits<2>>,
    /// B-TYPE of what is pending after this block.
    pub next_btype: Signal<Out, Bits<2>>,
    /// What is pending is direct.
    pub direct: Vec<Signal<In, Bit>>,
    /// What is pending after this block is direct.
    pub next_direct: Vec<Signal<Out, Bit>>,
    /// What is pending is a trap or a trap return.
    pub trap: Vec<Signal<In, Bit>>,
    /// What is pending after this block is a trap or a trap return.
    pub next_trap: Vec<Signal<Out, Bit>>,
    /// The time of what is pending.
    pub time: Vec<Signal<In, Bits<64>>>,
    /// The time of what is pending after this block.
    pub next_time: Vec<Signal<Out, Bits<64>>>,
    /// An exit from reset is to be reported.
    pub due_reset: Vec<Signal<In, Bit>>,
    /// An exit from reset is still to be reported.
    pub next_due_reset: Vec<Signal<Out, Bit>>,
    /// A watchpoint is to be reported.
    pub due_event: Vec<Signal<In, Bit>>,
    /// A watchpoint is to be reported after this block.
    pub next_due_event: Vec<Signal<Out, Bit>>,
    /// An external trigger is to be reported.
    pub due_external: Vec<Signal<In, Bit>>,
    /// An external trigger is still to be reported.
    pub next_due_external: Vec<Signal<Out, Bit>>,
    /// A target is predicted for what is pending.
    pub predicted: Vec<Signal<In, Bit>>,
    /// A target is predicted for what is pending, after this block.
    pub next_predicted: Vec<Signal<Out, Bit>>,
    /// The target that is predicted.
    pub prediction: Vec<Signal<In, Bits<ADDR>>>,
    /// The target that is predicted, after this block.
    pub next_prediction: Vec<Signal<Out, Bits<ADDR>>>,
    /// Entries of the return stack that are valid.
    pub calls: Vec<Signal<In, Bits<6>>>,
    /// Entries of the return stack that are valid, after this block.
    pub next_calls: Vec<Signal<Out, Bits<6>>>,
    /// The newest entries of the return stack.
    pub list: Vec<Signal<In, Bits<ADDR>>>,
    /// The newest entries of the return stack, after this block.
    pub next_list: Vec<Signal<Out, Bits<ADDR>>>,
    /// The place above the newest.
    pub list_at: Vec<Signal<In, Bits<4>>>,
    /// The place above the newest, after this block.
    pub next_list_at: Vec<Signal<Out, Bits<4>>>,
    /// Places of them that were written in this cycle.
    pub list_written: Vec<Signal<In, Bits<8>>>,
    /// Places of them that were written in this cycle, after this block.
    pub next_list_written: Vec<Signal<Out, Bits<8>>>,
    /// The last branch message can be repeated.
    pub last: Vec<Signal<In, Bit>>,
    /// The last branch message can be repeated, after this block.
    pub next_last: Vec<Signal<Out, Bit>>,
    /// It was DirectBranch.
    pub last_direct: Vec<Signal<In, Bit>>,
    /// It was DirectBranch, after this block.
    pub next_last_direct: Vec<Signal<Out, Bit>>,
    /// Its I-CNT.
    pub last_icnt: Vec<Signal<In, Bits<22>>>,
    /// Its I-CNT, after this block.
    pub next_last_icnt: Vec<Signal<Out, Bits<22>>>,
    /// Its B-TYPE.
    pub last_btype: Vec<Signal<In, Bits<2>>>,
    /// Its B-TYPE, after this block.
    pub next_last_btype: Vec<Signal<Out, Bits<2>>>,
    /// Its target.
    pub last_addr: Vec<Signal<In, Bits<ADDR>>>,
    /// Its target, after this block.
    pub next_last_addr: Vec<Signal<Out, Bits<ADDR>>>,
    /// How often it was repeated.
    pub last_count: Vec<Signal<In, Bits<16>>>,
    /// How often it was repeated, after this block.
    pub next_last_count: Vec<Signal<Out, Bits<16>>>,
    /// Repeated history: the newest branches.
    pub branches: Vec<Signal<In, Bits<32>>>,
    /// Repeated history: the newest branches, after this block.
    pub next_branches: Vec<Signal<Out, Bits<32>>>,
    /// Those that HIST holds.
    pub held: Vec<Signal<In, Bits<32>>>,
    /// Those that HIST holds, after this block.
    pub next_held: Vec<Signal<Out, Bits<32>>>,
    /// Periods that have not held.
    pub broken: Vec<Signal<In, Bits<32>>>,
    /// Periods that have not held, after this block.
    pub next_broken: Vec<Signal<Out, Bits<32>>>,
    /// Branches since they were watched afresh.
    pub age: Vec<Signal<In, Bits<5>>>,
    /// Branches since they were watched afresh, after this block.
    pub next_age: Vec<Signal<Out, Bits<5>>>,
    /// Periods that do not fit HIST.
    pub unfit: Vec<Signal<In, Bits<32>>>,
    /// Periods that do not fit HIST, after this block.
    pub next_unfit: Vec<Signal<Out, Bits<32>>>,
    /// A repetition is being followed.
    pub locked: Vec<Signal<In, Bit>>,
    /// A repetition is being followed, after this block.
    pub next_locked: Vec<Signal<Out, Bit>>,
    /// A whole number of patterns was there.
    pub whole: Vec<Signal<In, Bit>>,
    /// A whole number of patterns was there, after this block.
    pub next_whole: Vec<Signal<Out, Bit>>,
    /// Branches of the pattern, less 1.
    pub period: Vec<Signal<In, Bits<5>>>,
    /// Branches of the pattern, less 1, after this block.
    pub next_period: Vec<Signal<Out, Bits<5>>>,
    /// Which split it began with.
    pub split: Vec<Signal<In, Bits<2>>>,
    /// Which split it began with, after this block.
    pub next_split: Vec<Signal<Out, Bits<2>>>,
    /// The pattern.
    pub pattern: Vec<Signal<In, Bits<32>>>,
    /// The pattern, after this block.
    pub next_pattern: Vec<Signal<Out, Bits<32>>>,
    /// How often it is to be sent.
    pub times: Vec<Signal<In, Bits<16>>>,
    /// How often it is to be sent, after this block.
    pub next_times: Vec<Signal<Out, Bits<16>>>,
    /// Privilege and context of this cycle were seen.
    pub seen: Vec<Signal<In, Bit>>,
    /// They were seen, by this block perhaps.
    pub next_seen: Vec<Signal<Out, Bit>>,
    /// A synchronising message was sent in this cycle.
    pub synced: Signal<In, Bit>,
    /// It was, by this block perhaps.
    pub next_synced: Signal<Out, Bit>,
    /// What the period counted in this cycle.
    pub gained: Signal<In, Bits<8>>,
    /// That with this block.
    pub next_gained: Signal<Out, Bits<8>>,
    /// The block completes an entry, and the queue has room for it.
    pub entry_valid: Signal<Out, Bit>,
    /// Which main message, in which form.
    pub entry_kind: Signal<Out, Bits<4>>,
    /// Its fixed-length fields.
    pub entry_fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub entry_count: Signal<Out, Bits<22>>,
    /// Its address.
    pub entry_addr: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub entry_hist: Signal<Out, Bits<32>>,
    /// How often something repeats; 0 if nothing does.
    pub entry_repeat_count: Vec<Signal<Out, Bits<16>>>,
    /// The history that repeats; 0 if the last branch message does.
    pub entry_repeat_hist: Vec<Signal<Out, Bits<32>>>,
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    pub entry_own: Vec<Signal<Out, Bits<3>>>,
    /// The time of the entry.
    pub entry_time: Vec<Signal<Out, Bits<64>>>,
    due: Due,
    formats: Vec<Formats>,
    stack: Vec<Calls<ADDR>>,
    again: Vec<Again<ADDR>>,
    history: Vec<History>,
    shape: Shape<ADDR>,
    start: Signal<Local, Bit>,
    traced: Signal<Local, Bit>,
    followed: Signal<Local, Bit>,
    icnt_is_full: Signal<Local, Bit>,
    wants_target: Signal<Local, Bit>,
    wants_hist: Signal<Local, Bit>,
    wants_icnt: Signal<Local, Bit>,
    target: Signal<Local, Bit>,
    target_sync: Signal<Local, Bit>,
    hist_full: Signal<Local, Bit>,
    icnt_full: Signal<Local, Bit>,
    before_interrupt: Signal<Local, Bit>,
    synchronises: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    sent: Signal<Local, Bit>,
    main: Signal<Local, Bit>,
    restarts_icnt: Signal<Local, Bit>,
    branch: Signal<Local, Bit>,
    branch_pends: Signal<Local, Bit>,
    jump: Signal<Local, Bit>,
    changes_here: Signal<Local, Bit>,
    precise_here: Signal<Local, Bit>,
    implied: Signal<Local, Bit>,
    moves_stack: Signal<Local, Bit>,
    flushes: Signal<Local, Bit>,
    repeat_count: Signal<Local, Bits<16>>,
    hist_base: Signal<Local, Bits<32>>,
    sync_code: Signal<Local, Bits<4>>,
    own: Signal<Local, Bits<3>>,
    messages: Signal<Local, Bits<3>>,
    all_messages: Signal<Local, Bits<3>>,
    amount: Signal<Local, Bits<8>>,
    base: Signal<Local, Bits<8>>,
    hist_top: Constant<Bits<32>>,
    hist_mask: Constant<Bits<32>>,
    icnt_top: Constant<Bits<22>>,
    icnt_mask: Constant<Bits<22>>,
    return_mask: Constant<Bits<ADDR>>,
    _htm: usize,
    _btm: usize,
    _both: usize,
    _plain: usize,
    _history: usize,
    _splits: usize,
    _returns: usize,
    _stack: usize,
    _places: usize,
    _repeat: usize,
    _repeat_branch: usize,
    _repeat_both: usize,
    _history_both: usize,
    _icnt_resource: usize,
    _icnt_sync: usize,
    _sequential: usize,
    _context: usize,
    _scontext: usize,
    _hcontext: usize,
    _contexts: usize,
    _reset: usize,
    _triggers: usize,
    _external: usize,
    _time: usize,
}

impl<const ADDR: usize> Step<ADDR> {
    /// The step of block `block` of a cycle of `build`.
    pub fn new(build: &Build, block: usize) -> Self {
        let built = Built::of(build);
        let external = built.external.min(1);
        let mask = |width: u32| (1_u64 << width) - 1;
        let (icnt_width, hist_width) = (build.encoder.icnt_width, build.encoder.hist_width);
        Step {
            block_valid: Default::default(),
            block_has_addr: Default::default(),
            block_branch: Default::default(),
            block_taken: Default::default(),
            block_jump: Default::default(),
            block_btype: Default::default(),
            block_half_words: Default::default(),
            block_addr: Default::default(),
            block_inferable: many(built.sequential),
            block_trap: many(built.context),
            block_call: many(built.returns),
            block_return: many(built.returns),
            block_notify: many(built.triggers),
            start_code: Default::default(),
            restart: Default::default(),
            periodic: Default::default(),
            by_messages: Default::default(),
            by_half_words: Default::default(),
            btm_mode: many(built.both),
            context_enable: many(built.context),
            changes: many(built.context),
            scontext_changes: many(built.scontext),
            hcontext_changes: many(built.hcontext),
            precise: many(built.contexts),
            asynchronous: many(built.contexts),
            repeat_enable: many(built.repeat),
            close: many(built.history),
            now: many(built.time),
            live: Default::default(),
            next_live: Default::default(),
            room: Default::default(),
            next_room: Default::default(),
            running: Default::default(),
            next_running: Default::default(),
            icnt: Default::default(),
            next_icnt: Default::default(),
            hist: many(built.plain),
            next_hist: many(built.plain),
            reference: Default::default(),
            next_reference: Default::default(),
            pending: Default::default(),
            next_pending: Default::default(),
            btype: Default::default(),
            next_btype: Default::default(),
            direct: many(built.btm),
            next_direct: many(built.btm),
            trap: many(built.context),
            next_trap: many(built.context),
            time: many(built.time),
            next_time: many(built.time),
            due_reset: many(built.reset),
            next_due_reset: many(built.reset),
            due_event: many(built.triggers),
            next_due_event: many(built.triggers),
            due_external: many(external),
            next_due_external: many(external),
            predicted: many(built.returns),
            next_predicted: many(built.returns),
            prediction: many(built.stack),
            next_prediction: many(built.stack),
            calls: many(built.returns),
            next_calls: many(built.returns),
            list: many(built.places),
            next_list: many(built.places),
            list_at: many(built.stack),
            next_list_at: many(built.stack),
            list_written: many(built.stack),
            next_list_written: many(built.stack),
            last: many(built.repeat_branch),
            next_last: many(built.repeat_branch),
            last_direct: many(built.repeat_branch),
            next_last_direct: many(built.repeat_branch),
            last_icnt: many(built.repeat_branch),
            next_last_icnt: many(built.repeat_branch),
            last_btype: many(built.repeat_branch),
            next_last_btype: many(built.repeat_branch),
            last_addr: many(built.repeat_branch),
            next_last_addr: many(built.repeat_branch),
            last_count: many(built.repeat_branch),
            next_last_count: many(built.repeat_branch),
            branches: many(built.history),
            next_branches: many(built.history),
            held: many(built.history),
            next_held: many(built.history),
            broken: many(built.history),
            next_broken: many(built.history),
            age: many(built.history),
            next_age: many(built.history),
            unfit: many(built.splits),
            next_unfit: many(built.splits),
            locked: many(built.history),
            next_locked: many(built.history),
            whole: many(built.history),
            next_whole: many(built.history),
            period: many(built.history),
            next_period: many(built.history),
            split: many(built.history),
            next_split: many(built.history),
            pattern: many(built.history),
            next_pattern: many(built.history),
            times: many(built.history),
            next_times: many(built.history),
            seen: many(built.context),
            next_seen: many(built.context),
            synced: Default::default(),
            next_synced: Default::default(),
            gained: Default::default(),
            next_gained: Default::default(),
            entry_valid: Default::default(),
            entry_kind: Default::default(),
            entry_fixed: Default::default(),
            entry_count: Default::default(),
            entry_addr: Default::default(),
            entry_hist: Default::default(),
            entry_repeat_count: many(built.repeat),
            entry_repeat_hist: many(built.history),
            entry_own: many(built.context),
            entry_time: many(built.time),
            due: Due::new(build),
            formats: (0..built.context).map(|_| Formats::new(build)).collect(),
            stack: (0..built.returns).map(|_| Calls::new(build, block)).collect(),
            again: (0..built.repeat_branch).map(|_| Again::default()).collect(),
            history: (0..built.history).map(|_| History::new(build)).collect(),
            shape: Shape::new(build),
            start: Default::default(),
            traced: Default::default(),
            followed: Default::default(),
            icnt_is_full: Default::default(),
            wants_target: Default::default(),
            wants_hist: Default::default(),
            wants_icnt: Default::default(),
            target: Default::default(),
            target_sync: Default::default(),
            hist_full: Default::default(),
            icnt_full: Default::default(),
            before_interrupt: Default::default(),
            synchronises: Default::default(),
            complete: Default::default(),
            sent: Default::default(),
            main: Default::default(),
            restarts_icnt: Default::default(),
            branch: Default::default(),
            branch_pends: Default::default(),
            jump: Default::default(),
            changes_here: Default::default(),
            precise_here: Default::default(),
            implied: Default::default(),
            moves_stack: Default::default(),
            flushes: Default::default(),
            repeat_count: Default::default(),
            hist_base: Default::default(),
            sync_code: Default::default(),
            own: Default::default(),
            messages: Default::default(),
            all_messages: Default::default(),
            amount: Default::default(),
            base: Default::default(),
            hist_top: Constant::new((1_u64 << (hist_width - 1)).to_bits()),
            hist_mask: Constant::new(mask(hist_width).to_bits()),
            icnt_top: Constant::new((1_u64 << (icnt_width - 1)).to_bits()),
            icnt_mask: Constant::new(mask(icnt_width).to_bits()),
            return_mask: Constant::new(return_mask(build, ADDR).to_bits()),
            _htm: built.htm,
            _btm: built.btm,
            _both: built.both,
            _plain: built.plain,
            _history: built.history,
            _splits: built.splits,
            _returns: built.returns,
            _stack: built.stack,
            _places: built.places,
            _repeat: built.repeat,
            _repeat_branch: built.repeat_branch,
            _repeat_both: built.repeat_branch * built.history,
            _history_both: built.history * built.both,
            _icnt_resource: built.icnt_resource,
            _icnt_sync: built.icnt_sync,
            _sequential: built.sequential,
            _context: built.context,
            _scontext: built.scontext,
            _hcontext: built.hcontext,
            _contexts: built.contexts,
            _reset: built.reset,
            _triggers: built.triggers,
            _external: external,
            _time: built.time,
        }
    }
}

impl<const ADDR: usize> Logic for Step<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        // Whether the block is traced, and how.
        self.start.next = self.live.val()
            & self.block_valid.val()
            & !self.running.val()
            & (!self.restart.val() | self.block_has_addr.val());
        self.traced.next = self.live.val() & self.block_valid.val() & self.running.val();
        self.followed.next = self.start.val() | self.traced.val();
        self.branch.next = self.block_branch.val();
        for i in 0..self._both {
            if self.btm_mode[i].val() {
                self.branch.next = false;
            }
        }

        // What is due.
        self.icnt_is_full.next = (self.icnt.val() & self.icnt_top.val()).any();
        self.due.periodic.next = self.periodic.val() & !self.synced.val();
        self.due.start.next = self.start.val();
        self.due.target_sync.next = self.target_sync.val();
        for i in 0..self._icnt_sync {
            self.due.icnt[i].next = self.icnt_is_full.val();
        }
        for i in 0..self._reset {
            self.due.reset[i].next = self.due_reset[i].val();
            self.next_due_reset[i].next = self.due.next_reset[i].val();
        }
        for i in 0..self._triggers {
            self.due.event[i].next = self.due_event[i].val();
            self.due.notify[i].next = self.followed.val() & self.block_notify[i].val();
            self.next_due_event[i].next = self.due.next_event[i].val();
        }
        for i in 0..self._external {
            self.due.external[i].next = self.due_external[i].val();
            self.next_due_external[i].next = self.due.next_external[i].val();
        }

        // What the block does: the first of these that applies.
        self.wants_target.next = self.block_has_addr.val() & (self.pending.val() | self.due.any.val());
        for i in 0..self._context {
            self.changes_here.next = self.changes[i].val() & self.block_has_addr.val() & !self.seen[i].val();
            self.next_seen[i].next = self.seen[i].val() | (self.followed.val() & self.block_has_addr.val());
        }
        for i in 0..self._contexts {
            self.precise_here.next = self.precise[i].val() & self.block_has_addr.val() & !self.seen[i].val();
            if self.precise_here.val() {
                self.wants_target.next = true;
            }
            self.shape.discontinuity[i].next = self.precise_here.val() & self.asynchronous[i].val();
        }
        for i in 0..self._returns {
            self.implied.next = self.predicted[i].val() & !self.due.any.val();
            for j in 0..self._stack {
                if (self.block_addr.val() & self.return_mask.val()) != self.prediction[j].val() {
                    self.implied.next = false;
                }
            }
            for _j in 0..self._contexts {
                if self.precise_here.val() {
                    self.implied.next = false;
                }
            }
            if self.implied.val() {
                self.wants_target.next = false;
            }
        }
        self.wants_hist.next = false;
        for i in 0..self._plain {
            self.wants_hist.next = self.branch.val() & (self.hist[i].val() & self.hist_top.val()).any();
        }
        self.wants_icnt.next = false;
        for _i in 0..self._icnt_resource {
            self.wants_icnt.next = self.icnt_is_full.val();
        }
        self.target.next = self.traced.val() & self.wants_target.val();
        self.target_sync.next = self.target.val() & self.due.any.val();
        self.hist_full.next = self.traced.val() & !self.wants_target.val() & self.wants_hist.val();
        self.icnt_full.next =
            self.traced.val() & !self.wants_target.val() & !self.wants_hist.val() & self.wants_icnt.val();
        self.main.next = self.start.val()
            | (self.traced.val() & (self.wants_target.val() | self.wants_hist.val() | self.wants_icnt.val()));
        for i in 0..self._btm {
            self.before_interrupt.next =
                self.traced.val() & !self.block_has_addr.val() & self.pending.val() & self.direct[i].val();
            if self.before_interrupt.val() {
                self.icnt_full.next = false;
                self.main.next = true;
            }
            self.shape.before_interrupt[i].next = self.before_interrupt.val();
            self.shape.direct[i].next = self.direct[i].val();
        }
        self.synchronises.next = self.start.val() | self.target_sync.val();

        // What repeats.
        for i in 0..self._history {
            self.history[i].enable.next = self.repeat_enable[i].val();
            self.history[i].take.next = self.target.val() | self.close[i].val();
            self.history[i].drop.next = self.start.val();
            self.history[i].branch.next = self.followed.val() & self.branch.val();
            self.history[i].taken.next = self.block_taken.val();
            self.repeat_count.next = self.history[i].repeat_count.val();
            self.flushes.next = self.history[i].repeat_count.val().any();
            if self.flushes.val() & !self.target.val() {
                self.icnt_full.next = false;
                self.main.next = false;
            }
            self.entry_repeat_hist[i].next = self.history[i].repeat_hist.val();
        }
        for i in 0..self._repeat_branch {
            self.again[i].enable.next = self.repeat_enable[i].val();
            self.again[i].candidate.next = self.target.val() & !self.due.any.val();
            for j in 0..self._both {
                self.again[i].enable.next = self.repeat_enable[i].val() & self.btm_mode[j].val();
            }
            for j in 0..self._context {
                if self.formats[j].own.val().any() {
                    self.again[i].candidate.next = false;
                }
            }
            self.again[i].sends.next = self.complete.val();
            self.again[i].direct.next = self.shape.is_direct[i].val();
            self.again[i].icnt.next = self.icnt.val();
            self.again[i].btype.next = self.btype.val();
            self.again[i].addr.next = self.block_addr.val();
            self.again[i].reference.next = self.reference.val();
            self.repeat_count.next = self.again[i].repeat_count.val();
            if self.again[i].counted.val() {
                self.main.next = false;
            }
        }
        for i in 0..self._repeat_both {
            if !self.btm_mode[i].val() {
                self.repeat_count.next = self.history[i].repeat_count.val();
            }
        }
        for i in 0..self._history_both {
            if self.btm_mode[i].val() {
                self.entry_repeat_hist[i].next = bits::<32>(0);
            }
        }
        for i in 0..self._repeat {
            self.entry_repeat_count[i].next = self.repeat_count.val();
        }

        // The entry, and whether the queue takes it.
        self.complete.next = self.main.val();
        for i in 0..self._history {
            if self.flushes.val() & self.history[i].branch.val() {
                self.complete.next = true;
            }
        }
        for i in 0..self._repeat_branch {
            if self.again[i].full.val() {
                self.complete.next = true;
            }
        }
        for i in 0..self._context {
            self.formats[i].enable.next = self.context_enable[i].val();
            self.formats[i].synchronises.next = self.synchronises.val();
            self.formats[i].after_trap.next = self.target.val() & self.trap[i].val();
            self.formats[i].changes.next = self.followed.val() & self.changes_here.val();
            self.entry_own[i].next = self.formats[i].own.val();
            if self.formats[i].own.val().any() {
                self.complete.next = true;
            }
        }
        for i in 0..self._scontext {
            self.formats[0].scontext_changes[i].next = self.scontext_changes[i].val();
        }
        for i in 0..self._hcontext {
            self.formats[0].hcontext_changes[i].next = self.hcontext_changes[i].val();
        }
        self.sent.next = self.complete.val() & self.room.val().any();
        self.entry_valid.next = self.sent.val();
        self.next_live.next = self.live.val() & (!self.complete.val() | self.room.val().any());
        self.next_room.next = self.room.val();
        if self.sent.val() {
            self.next_room.next = self.room.val() - bits::<4>(1);
        }

        self.sync_code.next = self.start_code.val();
        if self.traced.val() {
            self.sync_code.next = self.due.code.val();
        }
        self.shape.main.next = self.main.val();
        self.shape.target.next = self.target.val();
        self.shape.target_sync.next = self.target_sync.val();
        self.shape.hist_full.next = self.hist_full.val();
        self.shape.icnt_full.next = self.icnt_full.val();
        self.shape.sync_code.next = self.sync_code.val();
        self.shape.pending.next = self.pending.val();
        self.shape.btype.next = self.btype.val();
        self.shape.icnt.next = self.icnt.val();
        self.shape.addr.next = self.block_addr.val();
        self.shape.reference.next = self.reference.val();
        for i in 0..self._both {
            self.shape.btm[i].next = self.btm_mode[i].val();
        }
        for i in 0..self._history {
            self.shape.hist[i].next = self.history[i].hist.val();
        }
        for i in 0..self._plain {
            self.shape.hist[i].next = self.hist[i].val();
        }
        for i in 0..self._reset {
            self.shape.exits_reset[i].next = self.due_reset[i].val();
        }
        for i in 0..self._time {
            self.shape.now[i].next = self.now[i].val();
            self.shape.time[i].next = self.time[i].val();
            self.entry_time[i].next = self.shape.entry_time[i].val();
        }
        self.entry_kind.next = self.shape.kind.val();
        self.entry_fixed.next = self.shape.fixed.val();
        self.entry_count.next = self.shape.count.val();
        self.entry_addr.next = self.shape.address.val();
        self.entry_hist.next = self.shape.history.val();

        // What the period counts. An entry that is lost counts too: the trace that starts after it starts the period.
        self.messages.next = bits::<3>(1);
        for _i in 0..self._repeat {
            self.messages.next = bit_cast::<3, 1>(self.main.val().into());
        }
        for i in 0..self._context {
            self.own.next = self.formats[i].own.val();
            self.messages.next = bit_cast::<3, 1>(self.main.val().into())
                + bit_cast::<3, 1>(self.own.val().get_bit(0).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(1).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(2).into());
        }
        self.all_messages.next = self.messages.val();
        for _i in 0..self._repeat {
            if self.repeat_count.val().any() {
                self.all_messages.next = self.messages.val() + bits::<3>(1);
            }
        }
        self.base.next = self.gained.val();
        if self.synchronises.val() {
            self.base.next = bits::<8>(0);
        }
        self.amount.next = bits::<8>(0);
        if self.by_half_words.val() & self.followed.val() {
            self.amount.next = bit_cast::<8, 6>(self.block_half_words.val());
        }
        if self.by_messages.val() & self.complete.val() & !self.synchronises.val() {
            self.amount.next = bit_cast::<8, 3>(self.all_messages.val());
        }
        self.next_gained.next = self.base.val() + self.amount.val();
        self.next_synced.next = self.synced.val() | self.synchronises.val();

        // What the block leaves behind.
        self.restarts_icnt.next = self.start.val() | self.target.val() | self.icnt_full.val();
        for _i in 0..self._btm {
            if self.before_interrupt.val() {
                self.restarts_icnt.next = true;
            }
        }
        self.next_running.next = self.running.val() | self.start.val();
        self.next_icnt.next = self.icnt.val();
        if self.restarts_icnt.val() {
            self.next_icnt.next = bit_cast::<22, 6>(self.block_half_words.val());
        } else if self.followed.val() {
            self.next_icnt.next =
                (self.icnt.val() + bit_cast::<22, 6>(self.block_half_words.val())) & self.icnt_mask.val();
        }
        for i in 0..self._plain {
            self.hist_base.next = self.hist[i].val();
            if self.start.val() | self.target.val() | self.hist_full.val() {
                self.hist_base.next = bits::<32>(1);
            }
            self.next_hist[i].next = self.hist_base.val();
            if self.followed.val() & self.branch.val() {
                self.next_hist[i].next = ((self.hist_base.val() << bits::<32>(1))
                    | bit_cast::<32, 1>(self.block_taken.val().into()))
                    & self.hist_mask.val();
            }
        }
        self.next_reference.next = self.reference.val();
        if self.start.val() | self.target.val() {
            self.next_reference.next = self.block_addr.val();
        }
        for i in 0..self._btm {
            if self.traced.val() & self.shape.is_direct[i].val() {
                self.next_reference.next = self.reference.val();
            }
        }

        self.jump.next = self.block_jump.val();
        for i in 0..self._sequential {
            if self.block_inferable[i].val() & !self.restarts_icnt.val() & self.icnt.val().any() {
                self.jump.next = false;
            }
        }
        self.next_pending.next = self.pending.val();
        self.next_btype.next = self.btype.val();
        if self.followed.val() {
            if self.jump.val() {
                self.next_pending.next = true;
                self.next_btype.next = self.block_btype.val();
            } else if self.block_has_addr.val() {
                self.next_pending.next = false;
                self.next_btype.next = bits::<2>(0);
            }
        }
        for i in 0..self._btm {
            self.branch_pends.next = self.block_branch.val() & self.block_taken.val();
            for j in 0..self._both {
                if !self.btm_mode[j].val() {
                    self.branch_pends.next = false;
                }
            }
            if self.followed.val() & self.branch_pends.val() {
                self.next_pending.next = true;
            }
            self.next_direct[i].next = self.direct[i].val();
            if self.followed.val() & (self.branch_pends.val() | self.jump.val() | self.block_has_addr.val()) {
                self.next_direct[i].next = self.branch_pends.val();
            }
        }
        for i in 0..self._context {
            self.next_trap[i].next = self.trap[i].val();
            if self.followed.val() & (self.jump.val() | self.block_has_addr.val()) {
                self.next_trap[i].next = self.block_trap[i].val();
            }
        }
        for i in 0..self._returns {
            self.moves_stack.next = self.followed.val() & self.block_has_addr.val();
            self.stack[i].clear.next = self.synchronises.val();
            self.stack[i].call.next = self.moves_stack.val() & self.block_call[i].val();
            self.stack[i].returns.next = self.moves_stack.val() & self.block_return[i].val();
            self.stack[i].count.next = self.calls[i].val();
            self.next_calls[i].next = self.stack[i].next_count.val();
            self.next_predicted[i].next = self.predicted[i].val();
            if self.followed.val() & (self.jump.val() | self.block_has_addr.val()) {
                self.next_predicted[i].next =
                    self.jump.val() & self.block_return[i].val() & self.stack[i].has_entry.val();
            }
        }
        for i in 0..self._stack {
            self.stack[0].behind[i].next = self.block_addr.val() + bit_cast::<ADDR, 6>(self.block_half_words.val());
            self.stack[0].at[i].next = self.list_at[i].val();
            self.next_list_at[i].next = self.stack[0].next_at[i].val();
            self.stack[0].written[i].next = self.list_written[i].val();
            self.next_list_written[i].next = self.stack[0].next_written[i].val();
            self.next_prediction[i].next = self.prediction[i].val();
            if self.moves_stack.val() {
                self.next_prediction[i].next = self.stack[0].popped[i].val();
            }
        }
        for i in 0..self._places {
            self.stack[0].list[i].next = self.list[i].val();
            self.next_list[i].next = self.stack[0].next_list[i].val();
        }
        for i in 0..self._repeat_branch {
            self.again[i].last.next = self.last[i].val();
            self.next_last[i].next = self.again[i].next_last.val();
            self.again[i].last_direct.next = self.last_direct[i].val();
            self.next_last_direct[i].next = self.again[i].next_last_direct.val();
            self.again[i].last_icnt.next = self.last_icnt[i].val();
            self.next_last_icnt[i].next = self.again[i].next_last_icnt.val();
            self.again[i].last_btype.next = self.last_btype[i].val();
            self.next_last_btype[i].next = self.again[i].next_last_btype.val();
            self.again[i].last_addr.next = self.last_addr[i].val();
            self.next_last_addr[i].next = self.again[i].next_last_addr.val();
            self.again[i].count.next = self.last_count[i].val();
            self.next_last_count[i].next = self.again[i].next_count.val();
        }
        for i in 0..self._history {
            self.history[i].branches.next = self.branches[i].val();
            self.next_branches[i].next = self.history[i].next_branches.val();
            self.history[i].held.next = self.held[i].val();
            self.next_held[i].next = self.history[i].next_held.val();
            self.history[i].broken.next = self.broken[i].val();
            self.next_broken[i].next = self.history[i].next_broken.val();
            self.history[i].age.next = self.age[i].val();
            self.next_age[i].next = self.history[i].next_age.val();
            self.history[i].locked.next = self.locked[i].val();
            self.next_locked[i].next = self.history[i].next_locked.val();
            self.history[i].whole.next = self.whole[i].val();
            self.next_whole[i].next = self.history[i].next_whole.val();
            self.history[i].period.next = self.period[i].val();
            self.next_period[i].next = self.history[i].next_period.val();
            self.history[i].split.next = self.split[i].val();
            self.next_split[i].next = self.history[i].next_split.val();
            self.history[i].pattern.next = self.pattern[i].val();
            self.next_pattern[i].next = self.history[i].next_pattern.val();
            self.history[i].times.next = self.times[i].val();
            self.next_times[i].next = self.history[i].next_times.val();
        }
        for i in 0..self._splits {
            self.history[0].unfit[i].next = self.unfit[i].val();
            self.next_unfit[i].next = self.history[0].next_unfit[i].val();
        }
        for i in 0..self._time {
            self.next_time[i].next = self.time[i].val();
            if self.followed.val() & (self.jump.val() | self.block_has_addr.val()) {
                self.next_time[i].next = self.now[i].val();
            }
        }
    }
}
