// SPDX-License-Identifier: Apache-2.0
//! Branch messages that repeat the last one (N-Trace 7.11; docs/encoder.md, "BTM: RepeatBranch").

use crate::prim::*;
use rust_hdl_core::prelude::*;

/// Counts a branch message that is the last one again, instead of sending it.
///
/// There is no register in it. `next_x` is what the block makes of `x`.
#[derive(Module, Default)]
pub struct Again<const ADDR: usize> {
    /// teInstEnRepeatedHistory.
    pub enable: Signal<In, Bit>,
    /// The block would send a branch message that does not synchronise, and nothing with it.
    pub candidate: Signal<In, Bit>,
    /// The block would send something.
    pub sends: Signal<In, Bit>,
    /// The message is DirectBranch.
    pub direct: Signal<In, Bit>,
    /// Its I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// Its B-TYPE.
    pub btype: Signal<In, Bits<2>>,
    /// Its target.
    pub addr: Signal<In, Bits<ADDR>>,
    /// The last address sent.
    pub reference_addr: Signal<In, Bits<ADDR>>,
    /// The last message can be repeated.
    pub last: Signal<In, Bit>,
    /// It was DirectBranch.
    pub last_direct: Signal<In, Bit>,
    /// Its I-CNT.
    pub last_icnt: Signal<In, Bits<22>>,
    /// Its B-TYPE.
    pub last_btype: Signal<In, Bits<2>>,
    /// Its target.
    pub last_addr: Signal<In, Bits<ADDR>>,
    /// How often it was repeated since.
    pub count: Signal<In, Bits<18>>,
    /// The last message can be repeated after this block.
    pub next_last: Signal<Out, Bit>,
    /// It was DirectBranch.
    pub next_last_direct: Signal<Out, Bit>,
    /// Its I-CNT.
    pub next_last_icnt: Signal<Out, Bits<22>>,
    /// Its B-TYPE.
    pub next_last_btype: Signal<Out, Bits<2>>,
    /// Its target.
    pub next_last_addr: Signal<Out, Bits<ADDR>>,
    /// How often it was repeated since, with this block.
    pub next_count: Signal<Out, Bits<18>>,
    /// The message is counted and not sent.
    pub counted: Signal<Out, Bit>,
    /// That makes the count as large as it can be: it is sent.
    pub full: Signal<Out, Bit>,
    /// The count to send with whatever the block sends.
    pub repeat_count: Signal<Out, Bits<18>>,
    same: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    most: Signal<Local, Bits<18>>,
}

impl<const ADDR: usize> Logic for Again<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        self.same.next = self.enable.val()
            & self.candidate.val()
            & self.last.val()
            & (self.direct.val() == self.last_direct.val())
            & (self.icnt.val() == self.last_icnt.val())
            & (self.direct.val() | (self.btype.val() == self.last_btype.val()))
            & (self.addr.val() == self.last_addr.val());
        self.most.next = self.count.val() + bits::<18>(1);
        self.fills.next = self.same.val() & self.most.val().all();
        self.counted.next = self.same.val();
        self.full.next = self.fills.val();

        self.repeat_count.next = self.count.val();
        self.next_count.next = self.count.val();
        self.next_last.next = self.last.val();
        self.next_last_direct.next = self.last_direct.val();
        self.next_last_icnt.next = self.last_icnt.val();
        self.next_last_btype.next = self.last_btype.val();
        self.next_last_addr.next = self.last_addr.val();
        if self.same.val() {
            self.repeat_count.next = self.most.val();
            self.next_count.next = self.most.val();
            if self.fills.val() {
                self.next_count.next = bits::<18>(0);
            }
        } else if self.sends.val() {
            // IndirectBranch is the same again only if its U-ADDR is 0, and was.
            self.next_count.next = bits::<18>(0);
            self.next_last.next = self.enable.val()
                & self.candidate.val()
                & (self.direct.val() | (self.addr.val() == self.reference_addr.val()));
            self.next_last_direct.next = self.direct.val();
            self.next_last_icnt.next = self.icnt.val();
            self.next_last_btype.next = self.btype.val();
            self.next_last_addr.next = self.addr.val();
        }
    }
}
