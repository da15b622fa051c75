// SPDX-License-Identifier: Apache-2.0
//! Privilege and context, and what of them changes (docs/encoder.md, "Ownership").

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Compares the port's privilege and context with those seen last.
///
/// They belong to a cycle: the first block of it that is traced and has an address sees the change, and `seen` says so.
#[derive(Module)]
pub struct Ownership {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets what was seen.
    pub clear: Signal<In, Bit>,
    /// teContext.
    pub enable: Signal<In, Bit>,
    /// V and PRV.
    pub privilege: Signal<In, Bits<3>>,
    /// hcontext above scontext.
    pub context: Vec<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// A block that has an address is traced in this cycle.
    pub seen: Signal<In, Bit>,
    /// Something changes.
    pub changes: Signal<Out, Bit>,
    /// scontext changes.
    pub scontext_changes: Vec<Signal<Out, Bit>>,
    /// hcontext changes.
    pub hcontext_changes: Vec<Signal<Out, Bit>>,
    /// The context changes precisely at the block.
    pub precise: Vec<Signal<Out, Bit>>,
    /// It changes as an asynchronous discontinuity.
    pub asynchronous: Vec<Signal<Out, Bit>>,
    /// The context to report.
    pub current: Vec<Signal<Out, Bits<64>>>,
    last_privilege: Reg<Bits<3>>,
    last_context: Vec<Reg<Bits<64>>>,
    difference: Signal<Local, Bits<64>>,
    shown: Signal<Local, Bits<64>>,
    in_context: Signal<Local, Bit>,
    context_mask: Constant<Bits<64>>,
    scontext_mask: Constant<Bits<64>>,
    hcontext_mask: Constant<Bits<64>>,
    _scontext: usize,
    _hcontext: usize,
    _contexts: usize,
}

impl Ownership {
    /// Privilege and context of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { scontext, hcontext, contexts, .. } = Built::of(build);
        let ones = |width: u32| (0..width).fold(0_u64, |mask, _| mask << 1 | 1);
        let scontext_mask = ones(build.encoder.scontext_width);
        let context_mask = ones(build.encoder.scontext_width + build.encoder.hcontext_width);
        Ownership {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            enable: Default::default(),
            privilege: Default::default(),
            context: many(contexts),
            ctype: many(contexts),
            seen: Default::default(),
            changes: Default::default(),
            scontext_changes: many(scontext),
            hcontext_changes: many(hcontext),
            precise: many(contexts),
            asynchronous: many(contexts),
            current: many(contexts),
            last_privilege: Reg::new(build.reset),
            last_context: (0..contexts).map(|_| Reg::new(build.reset)).collect(),
            difference: Default::default(),
            shown: Default::default(),
            in_context: Default::default(),
            context_mask: Constant::new(context_mask.to_bits()),
            scontext_mask: Constant::new(scontext_mask.to_bits()),
            hcontext_mask: Constant::new((context_mask ^ scontext_mask).to_bits()),
            _scontext: scontext,
            _hcontext: hcontext,
            _contexts: contexts,
        }
    }
}

impl Logic for Ownership {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last_privilege);

        self.changes.next = self.enable.val() & (self.privilege.val() != self.last_privilege.q.val());
        if self.seen.val() {
            self.last_privilege.d.next = self.privilege.val();
        }
        for i in 0..self._contexts {
            self.shown.next = self.last_context[i].q.val();
            if self.ctype[i].val().any() {
                self.shown.next = self.context[i].val() & self.context_mask.val();
            }
            self.difference.next = self.shown.val() ^ self.last_context[i].q.val();
            self.in_context.next = self.difference.val().any();
            if self.enable.val() & self.in_context.val() {
                self.changes.next = true;
            }
            self.precise[i].next = self.enable.val() & self.in_context.val() & self.ctype[i].val().get_bit(1);
            self.asynchronous[i].next = self.ctype[i].val() == CTYPE_ASYNCHRONOUS.to_bits::<2>();
            self.current[i].next = self.shown.val();
            self.last_context[i].clock.next = self.clock.val();
            self.last_context[i].rst_n.next = self.rst_n.val();
            self.last_context[i].d.next = self.last_context[i].q.val();
            if self.seen.val() {
                self.last_context[i].d.next = self.shown.val();
            }
            if self.clear.val() {
                self.last_context[i].d.next = bits::<64>(0);
            }
        }
        for i in 0..self._scontext {
            self.scontext_changes[i].next = (self.difference.val() & self.scontext_mask.val()).any();
        }
        for i in 0..self._hcontext {
            self.hcontext_changes[i].next = (self.difference.val() & self.hcontext_mask.val()).any();
        }
        if self.clear.val() {
            self.last_privilege.d.next = bits::<3>(0);
        }
    }
}
