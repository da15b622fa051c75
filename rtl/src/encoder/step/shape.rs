// SPDX-License-Identifier: Apache-2.0
//! The main message of an entry in its common shape.

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, TrapBtype};

/// Gives the fields of the main message, once it is decided which one it is: one of `target`, `hist_full`, `icnt_full`,
/// `before_interrupt`, or else a start. There is no register in it.
#[derive(Module)]
pub struct Shape<const ADDR: usize> {
    /// There is a main message.
    pub main: Signal<In, Bit>,
    /// The block brings a target.
    pub target: Signal<In, Bit>,
    /// The target's message synchronises.
    pub target_sync: Signal<In, Bit>,
    /// HIST is full.
    pub hist_full: Signal<In, Bit>,
    /// I-CNT is full.
    pub icnt_full: Signal<In, Bit>,
    /// A branch is reported before the interrupt that follows it.
    pub before_interrupt: Vec<Signal<In, Bit>>,
    /// teInstMode is branch trace.
    pub btm: Vec<Signal<In, Bit>>,
    /// SYNC.
    pub sync_code: Signal<In, Bits<4>>,
    /// SYNC is that of an exit from reset.
    pub exits_reset: Vec<Signal<In, Bit>>,
    /// The context changes here as an asynchronous discontinuity.
    pub discontinuity: Vec<Signal<In, Bit>>,
    /// Something is pending.
    pub pending: Signal<In, Bit>,
    /// B-TYPE of what is pending.
    pub btype: Signal<In, Bits<2>>,
    /// What is pending is direct.
    pub direct: Vec<Signal<In, Bit>>,
    /// I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// HIST.
    pub hist: Vec<Signal<In, Bits<32>>>,
    /// Address of the block.
    pub addr: Signal<In, Bits<ADDR>>,
    /// The last address sent.
    pub reference_addr: Signal<In, Bits<ADDR>>,
    /// The time of this cycle.
    pub now: Vec<Signal<In, Bits<64>>>,
    /// The time of what is pending.
    pub time: Vec<Signal<In, Bits<64>>>,
    /// Which message, in which form.
    pub kind: Signal<Out, Bits<4>>,
    /// Its fixed-length fields.
    pub fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub count: Signal<Out, Bits<22>>,
    /// Its address.
    pub address: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub history: Signal<Out, Bits<32>>,
    /// The target's message is DirectBranch, which has no address.
    pub is_direct: Vec<Signal<Out, Bit>>,
    /// The time of the entry.
    pub entry_time: Vec<Signal<Out, Bits<64>>>,
    goes_direct: Signal<Local, Bit>,
    sent_btype: Signal<Local, Bits<2>>,
    interrupt_btype: Constant<Bits<2>>,
    _htm: usize,
    _btm: usize,
    _both: usize,
    _none: usize,
    _reset: usize,
    _contexts: usize,
    _time: usize,
    _btm_contexts: usize,
    _btm_reset: usize,
    _time_contexts: usize,
    _time_btm: usize,
}

impl<const ADDR: usize> Shape<ADDR> {
    /// The messages of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let interrupt = match build.encoder.trap_btype {
            TrapBtype::Distinct => BTYPE_INTERRUPT,
            TrapBtype::Single => BTYPE_TRAP,
        };
        Shape {
            main: Default::default(),
            target: Default::default(),
            target_sync: Default::default(),
            hist_full: Default::default(),
            icnt_full: Default::default(),
            before_interrupt: many(built.btm),
            btm: many(built.both),
            sync_code: Default::default(),
            exits_reset: many(built.reset),
            discontinuity: many(built.contexts),
            pending: Default::default(),
            btype: Default::default(),
            direct: many(built.btm),
            icnt: Default::default(),
            hist: many(built.htm),
            addr: Default::default(),
            reference_addr: Default::default(),
            now: many(built.time),
            time: many(built.time),
            kind: Default::default(),
            fixed: Default::default(),
            count: Default::default(),
            address: Default::default(),
            history: Default::default(),
            is_direct: many(built.btm),
            entry_time: many(built.time),
            goes_direct: Default::default(),
            sent_btype: Default::default(),
            interrupt_btype: Constant::new(interrupt.to_bits()),
            _htm: built.htm,
            _btm: built.btm,
            _both: built.both,
            _none: built.context.max(built.repeat),
            _reset: built.reset,
            _contexts: built.contexts,
            _time: built.time,
            _btm_contexts: built.btm * built.contexts,
            _btm_reset: built.btm * built.reset,
            _time_contexts: built.time * built.contexts,
            _time_btm: built.time * built.btm,
        }
    }
}

impl<const ADDR: usize> Logic for Shape<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sent_btype.next = self.btype.val();
        for i in 0..self._contexts {
            if self.discontinuity[i].val() {
                self.sent_btype.next = self.interrupt_btype.val();
            }
        }
        for i in 0..self._reset {
            if self.exits_reset[i].val() {
                self.sent_btype.next = bits::<2>(0);
            }
        }
        self.history.next = bits::<32>(0);
        for i in 0..self._htm {
            self.history.next = self.hist[i].val();
        }
        for i in 0..self._btm {
            self.goes_direct.next = self.direct[i].val();
        }
        for i in 0..self._btm_contexts {
            if self.discontinuity[i].val() {
                self.goes_direct.next = false;
            }
        }
        for i in 0..self._btm_reset {
            if self.exits_reset[i].val() {
                self.goes_direct.next = false;
            }
        }

        self.kind.next = KIND_PROG_TRACE_SYNC.to_bits::<4>();
        self.fixed.next = bit_cast::<6, 4>(self.sync_code.val());
        self.count.next = self.icnt.val();
        self.address.next = self.addr.val();
        if self.target_sync.val() {
            self.kind.next = KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>();
            for _i in 0..self._htm {
                self.kind.next = KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>();
            }
            for i in 0..self._both {
                if self.btm[i].val() {
                    self.kind.next = KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>();
                }
            }
            for _i in 0..self._btm {
                if self.goes_direct.val() {
                    self.kind.next = KIND_DIRECT_BRANCH_SYNC.to_bits::<4>();
                }
            }
            self.fixed.next =
                bit_cast::<6, 4>(self.sync_code.val()) | (bit_cast::<6, 2>(self.sent_btype.val()) << bits::<6>(4));
        } else if self.target.val() {
            self.kind.next = KIND_INDIRECT_BRANCH.to_bits::<4>();
            for i in 0..self._htm {
                if self.hist[i].val() != bits::<32>(1) {
                    self.kind.next = KIND_INDIRECT_BRANCH_HIST.to_bits::<4>();
                }
            }
            for _i in 0..self._btm {
                if self.goes_direct.val() {
                    self.kind.next = KIND_DIRECT_BRANCH.to_bits::<4>();
                }
            }
            self.fixed.next = bit_cast::<6, 2>(self.sent_btype.val());
            self.address.next = self.addr.val() ^ self.reference_addr.val();
        } else if self.hist_full.val() {
            self.kind.next = KIND_FULL_HIST.to_bits::<4>();
            self.fixed.next = RCODE_HIST.to_bits::<6>();
        } else if self.icnt_full.val() {
            self.kind.next = KIND_FULL_I_CNT.to_bits::<4>();
            self.fixed.next = RCODE_I_CNT.to_bits::<6>();
        }
        for i in 0..self._btm {
            if self.before_interrupt[i].val() {
                self.kind.next = KIND_DIRECT_BRANCH.to_bits::<4>();
            }
            self.is_direct[i].next = self.goes_direct.val() & !self.target_sync.val();
        }
        for _i in 0..self._none {
            if !self.main.val() {
                self.kind.next = KIND_NONE.to_bits::<4>();
            }
        }

        for i in 0..self._time {
            self.entry_time[i].next = self.now[i].val();
            if self.target.val() & self.pending.val() {
                self.entry_time[i].next = self.time[i].val();
            }
        }
        for i in 0..self._time_contexts {
            if self.discontinuity[i].val() {
                self.entry_time[i].next = self.now[i].val();
            }
        }
        for i in 0..self._time_btm {
            if self.before_interrupt[i].val() {
                self.entry_time[i].next = self.time[i].val();
            }
        }
    }
}
