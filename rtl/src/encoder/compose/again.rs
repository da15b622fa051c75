// SPDX-License-Identifier: Apache-2.0
//! Branch messages that repeat the last one (N-Trace 7.11; docs/encoder.md, "BTM: RepeatBranch").

use crate::encoder::records::LastBranch;
use crate::prim::*;

/// Counts a branch message that is the last one again, instead of sending it. There is no register in it.
#[derive(Module, Default)]
pub struct Again<const ADDR: usize> {
    /// Branch messages are counted.
    pub enable: Signal<In, Bit>,
    /// The block would send a branch message that does not synchronise, and nothing with it.
    pub candidate: Signal<In, Bit>,
    /// The block would send something.
    pub sends: Signal<In, Bit>,
    /// The message is DirectBranch.
    pub direct: Signal<In, Bit>,
    /// The message's I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// The message's B-TYPE.
    pub btype: Signal<In, Bits<2>>,
    /// The message's target.
    pub addr: Signal<In, Bits<ADDR>>,
    /// The last address sent.
    pub reference_addr: Signal<In, Bits<ADDR>>,
    /// The last branch message before the block.
    pub before: Signal<In, LastBranch<ADDR>>,
    /// The last branch message after the block.
    pub after: Signal<Out, LastBranch<ADDR>>,
    /// The message is not sent, but counted.
    pub suppresses: Signal<Out, Bit>,
    /// The message makes the count as large as it can be: the count is sent.
    pub full: Signal<Out, Bit>,
    /// The count to send with whatever the block sends.
    pub repeat_count: Signal<Out, Bits<18>>,
}

impl<const ADDR: usize> Logic for Again<ADDR> {
    #[kernel]
    fn update(&mut self) {
        let last: LastBranch<ADDR> = self.before.val();
        let same = self.enable.val()
            & self.candidate.val()
            & last.valid
            & (self.direct.val() == last.direct)
            & (self.icnt.val() == last.icnt)
            & (self.direct.val() | (self.btype.val() == last.btype))
            & (self.addr.val() == last.addr);
        let more = last.count + 1;
        let fills = same & more.all();
        self.suppresses.next = same;
        self.full.next = fills;

        self.repeat_count.next = last.count;
        self.after.next = last;
        if same {
            self.repeat_count.next = more;
            self.after.next.count = more;
            if fills {
                self.after.next.count = bits::<18>(0);
            }
        } else if self.sends.val() {
            // IndirectBranch is the same again only if its U-ADDR is 0, and was.
            self.after.next.valid = self.enable.val()
                & self.candidate.val()
                & (self.direct.val() | (self.addr.val() == self.reference_addr.val()));
            connect!(after.next: direct, icnt, btype, addr);
            self.after.next.count = bits::<18>(0);
        }
    }
}
