// SPDX-License-Identifier: Apache-2.0
//! Branch messages that repeat the last one (N-Trace 7.11; docs/encoder.md, "BTM: RepeatBranch").

use crate::encoder::records::LastBranch;
use crate::prim::*;

/// Counts a branch message that is the last one again, instead of sending it. B-CNT begins the next entry that is sent.
///
/// Two messages are the same if kind, I-CNT and target are equal, and, of IndirectBranch, B-TYPE is equal and U-ADDR is
/// 0 in both: a decoder may then handle the message again. BTM has no HIST to compare. There is no register in it.
#[derive(Module, Default)]
pub struct Again<const ADDR: usize> {
    /// BTM, with teInstEnRepeatedHistory set: branch messages that repeat are counted.
    pub enable: Signal<In, Bit>,
    /// The main message is a target's without SYNC (in BTM DirectBranch or IndirectBranch), and no Ownership follows.
    pub candidate: Signal<In, Bit>,
    /// The block completes a message. Unless that is the last one again, the last one is forgotten.
    pub sends: Signal<In, Bit>,
    /// The message is DirectBranch.
    pub direct: Signal<In, Bit>,
    /// The message's I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// The message's B-TYPE.
    pub btype: Signal<In, Bits<2>>,
    /// The message's target.
    pub addr: Signal<In, Bits<ADDR>>,
    /// The last address sent: an IndirectBranch that leads there has U-ADDR 0.
    pub reference_addr: Signal<In, Bits<ADDR>>,
    /// The last branch message before the block.
    pub before: Signal<In, LastBranch<ADDR>>,
    /// The last branch message after the block.
    pub after: Signal<Out, LastBranch<ADDR>>,
    /// The message is not sent, but counted.
    pub suppresses: Signal<Out, Bit>,
    /// The message takes B-CNT to 262,143, the most of 18 bits: RepeatBranch is sent, and counting begins again at 0.
    pub full: Signal<Out, Bit>,
    /// B-CNT of the RepeatBranch that begins the entry (a correlation's, too), if there is one; 0: no RepeatBranch.
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
            // IndirectBranch is remembered only if its U-ADDR is 0: the next one to the same target has U-ADDR 0, too.
            self.after.next.valid = self.enable.val()
                & self.candidate.val()
                & (self.direct.val() | (self.addr.val() == self.reference_addr.val()));
            connect!(after.next: direct, icnt, btype, addr);
            self.after.next.count = bits::<18>(0);
        }
    }
}
