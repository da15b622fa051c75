// SPDX-License-Identifier: Apache-2.0
//! What a lock leaves in the SRAM: nothing.

use tracewright_prim::*;

/// Goes through the words of the memory, one a cycle, from the cycle after the first one with the registers locked.
///
/// The lock's synchroniser comes out of reset locked, so that a reset has the memory overwritten, too.
#[synchronous(build: Build)]
pub struct SramScrub {
    /// The registers are locked.
    pub locked: Signal<In, Bit>,
    /// A word is overwritten in this cycle.
    pub active: Signal<Out, Bit>,
    /// Index of the word.
    pub address: Signal<Out, Bits<18>>,
    /// What was read in the cycle before is not to be seen: teRamData reads 0.
    pub blank: Signal<Out, Bit>,
    running: Reg<Bit>,
    at: Reg<Bits<18>>,
    was_locked: Reg<Bit>,
    was_blank: Reg<Bit>,
    #[value((build.scrubbed_words() as usize).saturating_sub(1).to_bits())]
    last: Constant<Bits<18>>,
}

impl Logic for SramScrub {
    #[kernel]
    fn update(&mut self) {
        if self.running.q.val() {
            self.at.d.next = (self.at.q.val() + bits::<18>(1)) & self.last.val();
            self.running.d.next = self.at.q.val() != self.last.val();
        }
        if self.locked.val() & !self.was_locked.q.val() {
            self.running.d.next = true;
        }
        self.was_locked.d.next = self.locked.val();
        self.was_blank.d.next = self.locked.val() | self.running.q.val();

        connect!(self: active = running.q, address = at.q, blank = was_blank.q);
    }
}
