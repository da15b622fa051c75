// SPDX-License-Identifier: Apache-2.0
//! Timestamps of messages.

use crate::prim::*;

/// Makes TSTAMP (N-Trace 8.7), the time in a message that synchronises, else that since the last message with TSTAMP.
#[synchronous(build: Build)]
pub struct Stamp {
    /// Sets the time of the message before to 0: the first message has the whole time, even without SYNC.
    pub clear: Signal<In, Bit>,
    /// The message's time: that of the event that it reports (`tw_compose`).
    pub time: Signal<In, Bits<64>>,
    /// The message has SYNC, so its TSTAMP is the time itself.
    pub synchronises: Signal<In, Bit>,
    /// The message is taken, and has TSTAMP: tsEnable is set.
    pub taken: Signal<In, Bit>,
    /// TSTAMP, of as many bits as the time has; the packer leaves its upper zeros out.
    pub value: Signal<Out, Bits<64>>,
    /// The time of the last message that had TSTAMP.
    last: Reg<Bits<64>>,
    #[value((u64::MAX >> (u64::BITS - build.timestamp.width)).to_bits())]
    mask: Constant<Bits<64>>,
}

impl Logic for Stamp {
    #[kernel]
    fn update(&mut self) {
        self.value.next = (self.time.val() - self.last.q.val()) & self.mask.val();
        if self.synchronises.val() {
            self.value.next = self.time.val() & self.mask.val();
        }
        if self.taken.val() {
            self.last.d.next = self.time.val() & self.mask.val();
        }
        if self.clear.val() {
            self.last.d.next = bits::<64>(0);
        }
    }
}
