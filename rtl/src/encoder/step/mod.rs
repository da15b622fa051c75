// SPDX-License-Identifier: Apache-2.0
//! What one block does (docs/encoder.md, "What a traced block does").

mod due;
mod formats;
mod shape;

pub use due::Due;
pub use formats::Formats;
pub use shape::Shape;

use super::built::{many, Built};
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
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    pub entry_own: Vec<Signal<Out, Bits<3>>>,
    /// The time of the entry.
    pub entry_time: Vec<Signal<Out, Bits<64>>>,
    due: Due,
    formats: Vec<Formats>,
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
    hist_base: Signal<Local, Bits<32>>,
    sync_code: Signal<Local, Bits<4>>,
    own: Signal<Local, Bits<3>>,
    messages: Signal<Local, Bits<3>>,
    amount: Signal<Local, Bits<8>>,
    base: Signal<Local, Bits<8>>,
    hist_top: Constant<Bits<32>>,
    hist_mask: Constant<Bits<32>>,
    icnt_top: Constant<Bits<22>>,
    icnt_mask: Constant<Bits<22>>,
    _htm: usize,
    _btm: usize,
    _both: usize,
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
    /// A step of `build`.
    pub fn new(build: &Build) -> Self {
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
            now: many(built.time),
            live: Default::default(),
            next_live: Default::default(),
            room: Default::default(),
            next_room: Default::default(),
            running: Default::default(),
            next_running: Default::default(),
            icnt: Default::default(),
            next_icnt: Default::default(),
            hist: many(built.htm),
            next_hist: many(built.htm),
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
            entry_own: many(built.context),
            entry_time: many(built.time),
            due: Due::new(build),
            formats: (0..built.context).map(|_| Formats::new(build)).collect(),
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
            hist_base: Default::default(),
            sync_code: Default::default(),
            own: Default::default(),
            messages: Default::default(),
            amount: Default::default(),
            base: Default::default(),
            hist_top: Constant::new((1_u64 << (hist_width - 1)).to_bits()),
            hist_mask: Constant::new(mask(hist_width).to_bits()),
            icnt_top: Constant::new((1_u64 << (icnt_width - 1)).to_bits()),
            icnt_mask: Constant::new(mask(icnt_width).to_bits()),
            _htm: built.htm,
            _btm: built.btm,
            _both: built.both,
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
        self.wants_hist.next = false;
        for i in 0..self._htm {
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

        // The entry, and whether the queue takes it.
        self.complete.next = self.main.val();
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
        for i in 0..self._htm {
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
        for i in 0..self._context {
            self.own.next = self.formats[i].own.val();
            self.messages.next = bit_cast::<3, 1>(self.main.val().into())
                + bit_cast::<3, 1>(self.own.val().get_bit(0).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(1).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(2).into());
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
            self.amount.next = bit_cast::<8, 3>(self.messages.val());
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
        for i in 0..self._htm {
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
        for i in 0..self._time {
            self.next_time[i].next = self.time[i].val();
            if self.followed.val() & (self.jump.val() | self.block_has_addr.val()) {
                self.next_time[i].next = self.now[i].val();
            }
        }
    }
}
