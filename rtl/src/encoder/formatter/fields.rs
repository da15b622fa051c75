// SPDX-License-Identifier: Apache-2.0
//! From an entry to the fields of one of its messages.

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Lays out a message (N-Trace Table 8).
///
/// A message is TCODE, then *first*: SRC, the fixed-length fields and the first variable-length field as one number, sent in
/// as many bytes as its value needs, but at least `least` + 1; then address (or HREPEAT), HIST and TSTAMP, each if it is
/// there. `FIRST` is the width of the widest first: 36 bits are enough for HIST after RCODE.
#[derive(Module)]
pub struct Formatter<const ADDR: usize, const FIRST: usize> {
    /// SRC is sent.
    pub src_enable: Vec<Signal<In, Bit>>,
    /// SRC.
    pub src_id: Vec<Signal<In, Bits<12>>>,
    /// Which part of the entry the message is.
    pub part: Vec<Signal<In, Bits<2>>>,
    /// Which main message, if any.
    pub entry_kind: Signal<In, Bits<4>>,
    /// Its fixed-length fields.
    pub entry_fixed: Signal<In, Bits<6>>,
    /// Its count.
    pub entry_count: Signal<In, Bits<22>>,
    /// Its address.
    pub entry_addr: Signal<In, Bits<ADDR>>,
    /// Its history.
    pub entry_hist: Signal<In, Bits<32>>,
    /// How often something repeats.
    pub entry_repeat_count: Vec<Signal<In, Bits<18>>>,
    /// The history that repeats (one that is there once is sent as a full HIST); 0 if the last branch message does.
    pub entry_repeat_hist: Vec<Signal<In, Bits<32>>>,
    /// Bit 1: with scontext.
    pub entry_own: Vec<Signal<In, Bits<3>>>,
    /// V and PRV.
    pub entry_own_privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub entry_own_context: Vec<Signal<In, Bits<64>>>,
    /// TCODE.
    pub tcode: Signal<Out, Bits<6>>,
    /// First.
    pub first: Signal<Out, Bits<FIRST>>,
    /// Bytes of first beyond one that are sent whatever its value.
    pub least: Signal<Out, Bits<2>>,
    /// There is an address.
    pub has_addr: Signal<Out, Bit>,
    /// The address, or HREPEAT.
    pub addr: Signal<Out, Bits<ADDR>>,
    /// It is an address.
    pub extends: Vec<Signal<Out, Bit>>,
    /// There is HIST.
    pub has_hist: Signal<Out, Bit>,
    /// HIST.
    pub hist: Signal<Out, Bits<32>>,
    /// The message has a SYNC field.
    pub synchronises: Vec<Signal<Out, Bit>>,
    fixed: Signal<Local, Bits<6>>,
    /// Bits of fixed-length fields, halved.
    fixed_size: Signal<Local, Bits<2>>,
    value: Signal<Local, Bits<FIRST>>,
    body: Signal<Local, Bits<FIRST>>,
    format: Vec<Signal<Local, Bits<2>>>,
    context: Vec<Signal<Local, Bits<64>>>,
    src_bits: Vec<Constant<Bits<4>>>,
    least_of: Vec<Constant<Bits<2>>>,
    scontext_bits: Vec<Constant<Bits<6>>>,
    scontext_mask: Vec<Constant<Bits<64>>>,
    _htm: usize,
    _btm: usize,
    _repeat: usize,
    _history: usize,
    _branches: usize,
    _context: usize,
    _contexts: usize,
    _time: usize,
    _src: usize,
    _extend: usize,
}

impl<const ADDR: usize, const FIRST: usize> Formatter<ADDR, FIRST> {
    /// The formatter of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
        let scontext = build.encoder.scontext_width;
        Formatter {
            src_enable: many(src),
            src_id: many(src),
            part: many(built.repeat | built.context | built.btm),
            entry_kind: Default::default(),
            entry_fixed: Default::default(),
            entry_count: Default::default(),
            entry_addr: Default::default(),
            entry_hist: Default::default(),
            entry_repeat_count: many(built.repeat),
            entry_repeat_hist: many(built.history),
            entry_own: many(built.context),
            entry_own_privilege: many(built.context),
            entry_own_context: many(built.contexts),
            tcode: Default::default(),
            first: Default::default(),
            least: Default::default(),
            has_addr: Default::default(),
            addr: Default::default(),
            extends: many(extend),
            has_hist: Default::default(),
            hist: Default::default(),
            synchronises: many(built.time),
            fixed: Default::default(),
            fixed_size: Default::default(),
            value: Default::default(),
            body: Default::default(),
            format: many(built.context),
            context: many(built.contexts),
            src_bits: (0..src).map(|_| Constant::new(u64::from(build.encoder.src_bits).to_bits())).collect(),
            least_of: (0..4 * src as u64)
                .map(|size| Constant::new(((u64::from(build.encoder.src_bits) + 2 * size) / 6).to_bits()))
                .collect(),
            scontext_bits: (0..built.contexts).map(|_| Constant::new(u64::from(scontext).to_bits())).collect(),
            scontext_mask: (0..built.contexts).map(|_| Constant::new(((1u64 << scontext) - 1).to_bits())).collect(),
            _htm: built.htm,
            _btm: built.btm,
            _repeat: built.repeat,
            _history: built.history,
            _branches: built.repeat_branch,
            _context: built.context,
            _contexts: built.contexts,
            _time: built.time,
            _src: src,
            _extend: extend,
        }
    }
}

impl<const ADDR: usize, const FIRST: usize> Logic for Formatter<ADDR, FIRST> {
    #[hdl_gen]
    fn update(&mut self) {
        // The main message; four fixed-length bits (SYNC, RCODE, ETYPE) unless said otherwise.
        self.tcode.next = TCODE_ERROR.to_bits::<6>();
        self.fixed.next = self.entry_fixed.val();
        self.fixed_size.next = bits::<2>(2);
        self.value.next = bit_cast::<FIRST, 22>(self.entry_count.val());
        self.has_addr.next = false;
        self.addr.next = self.entry_addr.val();
        self.has_hist.next = false;
        self.hist.next = self.entry_hist.val();
        match self.entry_kind.val().index() {
            KIND_PROG_TRACE_SYNC => {
                self.tcode.next = TCODE_PROG_TRACE_SYNC.to_bits::<6>();
                self.has_addr.next = true;
            }
            KIND_INDIRECT_BRANCH => {
                self.tcode.next = TCODE_INDIRECT_BRANCH.to_bits::<6>();
                self.fixed_size.next = bits::<2>(1);
                self.has_addr.next = true;
            }
            KIND_FULL_I_CNT => {
                self.tcode.next = TCODE_RESOURCE_FULL.to_bits::<6>();
            }
            KIND_PROG_TRACE_CORRELATION => {
                self.tcode.next = TCODE_PROG_TRACE_CORRELATION.to_bits::<6>();
                self.fixed_size.next = bits::<2>(3);
                self.has_hist.next = self.entry_fixed.val().get_bit(4);
            }
            _ => {}
        }
        for _i in 0..self._htm {
            match self.entry_kind.val().index() {
                KIND_INDIRECT_BRANCH_HIST => {
                    self.tcode.next = TCODE_INDIRECT_BRANCH_HIST.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(1);
                    self.has_addr.next = true;
                    self.has_hist.next = true;
                }
                KIND_INDIRECT_BRANCH_HIST_SYNC => {
                    self.tcode.next = TCODE_INDIRECT_BRANCH_HIST_SYNC.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(3);
                    self.has_addr.next = true;
                    self.has_hist.next = true;
                }
                KIND_FULL_HIST => {
                    self.tcode.next = TCODE_RESOURCE_FULL.to_bits::<6>();
                    self.value.next = bit_cast::<FIRST, 32>(self.entry_hist.val());
                }
                _ => {}
            }
        }
        for _i in 0..self._btm {
            match self.entry_kind.val().index() {
                KIND_DIRECT_BRANCH => {
                    self.tcode.next = TCODE_DIRECT_BRANCH.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(0);
                }
                KIND_DIRECT_BRANCH_AND_STOP => {
                    self.tcode.next = TCODE_DIRECT_BRANCH.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(0);
                }
                KIND_DIRECT_BRANCH_SYNC => {
                    self.tcode.next = TCODE_DIRECT_BRANCH_SYNC.to_bits::<6>();
                    self.has_addr.next = true;
                }
                KIND_INDIRECT_BRANCH_SYNC => {
                    self.tcode.next = TCODE_INDIRECT_BRANCH_SYNC.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(3);
                    self.has_addr.next = true;
                }
                _ => {}
            }
        }
        for i in 0..self._extend {
            self.extends[i].next = true;
        }
        for i in 0..self._time {
            self.synchronises[i].next = (self.entry_kind.val() == KIND_PROG_TRACE_SYNC.to_bits::<4>())
                | (self.entry_kind.val() == KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>())
                | (self.entry_kind.val() == KIND_DIRECT_BRANCH_SYNC.to_bits::<4>())
                | (self.entry_kind.val() == KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>());
        }

        // What comes before it.
        for i in 0..self._repeat {
            if self.part[0].val() == PART_REPEAT.to_bits::<2>() {
                self.has_addr.next = false;
                self.has_hist.next = false;
                for _i in 0..self._branches {
                    self.tcode.next = TCODE_REPEAT_BRANCH.to_bits::<6>();
                    self.fixed_size.next = bits::<2>(0);
                    self.value.next = self.entry_repeat_count[i].val().get_bits::<FIRST>(0);
                }
                for _i in 0..self._history {
                    if self.entry_repeat_hist[0].val().any() {
                        self.tcode.next = TCODE_RESOURCE_FULL.to_bits::<6>();
                        self.fixed.next = RCODE_HIST_REPEAT.to_bits::<6>();
                        self.fixed_size.next = bits::<2>(2);
                        self.value.next = self.entry_repeat_hist[0].val().get_bits::<FIRST>(0);
                        self.has_addr.next = true;
                        self.addr.next = self.entry_repeat_count[i].val().get_bits::<ADDR>(0);
                        if self.entry_repeat_count[i].val() == bits::<18>(1) {
                            self.fixed.next = RCODE_HIST.to_bits::<6>();
                            self.has_addr.next = false;
                        }
                    }
                }
                for _i in 0..self._extend {
                    self.extends[0].next = false;
                }
                for _i in 0..self._time {
                    self.synchronises[0].next = false;
                }
            }
        }

        // What comes after it: PROCESS is {CONTEXT, V, PRV, FORMAT} (7.1).
        for i in 0..self._context {
            self.format[i].next = FORMAT_PRIVILEGE.to_bits::<2>();
            if self.part[0].val() == PART_HCONTEXT.to_bits::<2>() {
                self.format[i].next = FORMAT_HCONTEXT.to_bits::<2>();
            } else if self.entry_own[i].val().get_bit(1) {
                self.format[i].next = FORMAT_SCONTEXT.to_bits::<2>();
            }
            for _i in 0..self._contexts {
                self.context[0].next = bits::<64>(0);
                if self.format[i].val() == FORMAT_HCONTEXT.to_bits::<2>() {
                    self.context[0].next = self.entry_own_context[0].val() >> self.scontext_bits[0].val();
                } else if self.format[i].val() == FORMAT_SCONTEXT.to_bits::<2>() {
                    self.context[0].next = self.entry_own_context[0].val() & self.scontext_mask[0].val();
                }
            }
            if self.part[0].val().get_bit(1) {
                self.tcode.next = TCODE_OWNERSHIP.to_bits::<6>();
                self.fixed_size.next = bits::<2>(0);
                self.value.next = (self.entry_own_privilege[i].val().get_bits::<FIRST>(0) << bits::<7>(2))
                    | self.format[i].val().get_bits::<FIRST>(0);
                for _i in 0..self._contexts {
                    self.value.next = (self.context[0].val().get_bits::<FIRST>(0) << bits::<7>(5))
                        | (self.entry_own_privilege[i].val().get_bits::<FIRST>(0) << bits::<7>(2))
                        | self.format[i].val().get_bits::<FIRST>(0);
                }
                self.has_addr.next = false;
                self.has_hist.next = false;
                for _i in 0..self._time {
                    self.synchronises[0].next = false;
                }
            }
        }

        // The end of a trace after a branch: nothing has retired since.
        for _i in 0..self._btm {
            if (self.entry_kind.val() == KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>()) & self.part[0].val().get_bit(1) {
                self.tcode.next = TCODE_PROG_TRACE_CORRELATION.to_bits::<6>();
                self.fixed_size.next = bits::<2>(3);
                self.value.next = bits::<FIRST>(0);
            }
        }

        // First.
        self.least.next = bits::<2>(0);
        match self.fixed_size.val().index() {
            0 => {
                self.body.next = self.value.val();
            }
            1 => {
                self.body.next =
                    (self.value.val() << bits::<7>(2)) | bit_cast::<FIRST, 2>(self.fixed.val().get_bits::<2>(0));
            }
            2 => {
                self.body.next =
                    (self.value.val() << bits::<7>(4)) | bit_cast::<FIRST, 4>(self.fixed.val().get_bits::<4>(0));
            }
            _ => {
                self.body.next = (self.value.val() << bits::<7>(6)) | bit_cast::<FIRST, 6>(self.fixed.val());
                self.least.next = bits::<2>(1);
            }
        }
        self.first.next = self.body.val();
        for _i in 0..self._src {
            if self.src_enable[0].val() {
                self.first.next =
                    (self.body.val() << self.src_bits[0].val()) | self.src_id[0].val().get_bits::<FIRST>(0);
                match self.fixed_size.val().index() {
                    0 => {
                        self.least.next = self.least_of[0].val();
                    }
                    1 => {
                        self.least.next = self.least_of[1].val();
                    }
                    2 => {
                        self.least.next = self.least_of[2].val();
                    }
                    _ => {
                        self.least.next = self.least_of[3].val();
                    }
                }
            }
        }
    }
}
