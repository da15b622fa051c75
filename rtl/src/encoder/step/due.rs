// SPDX-License-Identifier: Apache-2.0
//! Synchronising messages that are owed, and which goes first.

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Says whether a synchronising message is due before a block, with which SYNC, and what is due after it.
///
/// There is no register in it. `next_x` is what the block makes of `x`.
#[derive(Module, Default)]
pub struct Due {
    /// The period is over.
    pub periodic: Signal<In, Bit>,
    /// I-CNT is full, and is reported by a synchronising message.
    pub icnt: Vec<Signal<In, Bit>>,
    /// An exit from reset is to be reported.
    pub reset: Vec<Signal<In, Bit>>,
    /// A watchpoint is to be reported.
    pub event: Vec<Signal<In, Bit>>,
    /// An external trigger is to be reported.
    pub external: Vec<Signal<In, Bit>>,
    /// This block starts a trace.
    pub start: Signal<In, Bit>,
    /// This block sends the synchronising message that is due.
    pub target_sync: Signal<In, Bit>,
    /// This block is traced, and a watchpoint of it is to be reported.
    pub notify: Vec<Signal<In, Bit>>,
    /// A synchronising message is due.
    pub any: Signal<Out, Bit>,
    /// Its SYNC.
    pub code: Signal<Out, Bits<4>>,
    /// An exit from reset is still to be reported.
    pub next_reset: Vec<Signal<Out, Bit>>,
    /// A watchpoint is to be reported after this block.
    pub next_event: Vec<Signal<Out, Bit>>,
    /// An external trigger is still to be reported.
    pub next_external: Vec<Signal<Out, Bit>>,
    before_event: Signal<Local, Bit>,
    before_external: Signal<Local, Bit>,
    _icnt: usize,
    _reset: usize,
    _event: usize,
    _external: usize,
}

impl Due {
    /// What can be due in `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let external = built.external.min(1);
        Due {
            icnt: many(built.icnt_sync),
            reset: many(built.reset),
            event: many(built.triggers),
            external: many(external),
            notify: many(built.triggers),
            next_reset: many(built.reset),
            next_event: many(built.triggers),
            next_external: many(external),
            _icnt: built.icnt_sync,
            _reset: built.reset,
            _event: built.triggers,
            _external: external,
            ..Due::default()
        }
    }
}

impl Logic for Due {
    #[hdl_gen]
    fn update(&mut self) {
        // What goes first is assigned last.
        self.any.next = self.periodic.val();
        self.code.next = SYNC_PERIODIC.to_bits::<4>();
        for i in 0..self._icnt {
            if self.icnt[i].val() {
                self.any.next = true;
                if !self.periodic.val() {
                    self.code.next = SYNC_SEQUENTIAL_INSTRUCTION_COUNTER.to_bits::<4>();
                }
            }
        }
        for i in 0..self._external {
            if self.external[i].val() {
                self.any.next = true;
                self.code.next = SYNC_EXTERNAL_TRIGGER.to_bits::<4>();
            }
        }
        for i in 0..self._event {
            if self.event[i].val() {
                self.any.next = true;
                self.code.next = SYNC_TRACE_EVENT.to_bits::<4>();
            }
        }
        for i in 0..self._reset {
            if self.reset[i].val() {
                self.any.next = true;
                self.code.next = SYNC_EXIT_FROM_RESET.to_bits::<4>();
            }
        }

        self.before_event.next = false;
        for i in 0..self._reset {
            self.next_reset[i].next = self.reset[i].val() & !self.start.val() & !self.target_sync.val();
            self.before_event.next = self.reset[i].val();
        }
        self.before_external.next = self.before_event.val();
        for i in 0..self._event {
            self.next_event[i].next = self.notify[i].val()
                | (self.event[i].val() & !self.start.val() & (!self.target_sync.val() | self.before_event.val()));
            if self.event[i].val() {
                self.before_external.next = true;
            }
        }
        for i in 0..self._external {
            self.next_external[i].next =
                self.external[i].val() & !self.start.val() & (!self.target_sync.val() | self.before_external.val());
        }
    }
}
