// SPDX-License-Identifier: Apache-2.0
//! The rest of a message of which the ATB dropped a part.

use tracewright_prim::*;

/// Turns the rest of a cut message, its end included, to idle bytes (0xFF): else it would be read as another message.
#[synchronous(build: Build)]
pub struct AtbRest<const IN: usize> {
    /// The bytes of the unit that the source offers, first lowest.
    pub unit_data: Signal<In, Bits<IN>>,
    /// How many bytes the unit has.
    ///
    /// Without this port, it has one.
    #[built(IN > 8)]
    pub unit_bytes: Optional<Signal<In, Bits<4>>>,
    /// The unit leaves the source.
    pub taken: Signal<In, Bit>,
    /// Bytes are dropped, those of the unit with them if it leaves the source.
    pub drops: Signal<In, Bit>,
    /// The bytes of the unit as the ATB is to have them.
    pub sent_data: Signal<Out, Bits<IN>>,
    /// The last byte that has left the source is not the end of a message.
    open: Reg<Bit>,
    /// The rest of the open message is not sent.
    cut: Reg<Bit>,
}

impl<const IN: usize> Logic for AtbRest<IN> {
    #[kernel]
    fn update(&mut self) {
        let mut open = self.open.q.val();
        let mut cut = self.cut.q.val();
        let mut sent = self.unit_data.val();
        for i in 0..IN / 8 {
            if cut {
                sent = sent | (bits::<IN>(0xFF) << (8 * i).to_bits::<6>());
            }
            // A byte with MSEO 11 is the last one of its message.
            let is_there = (IN == 8) | (self.unit_bytes.val() > i.to_bits::<4>());
            let goes_on = !self.unit_data.val().get_bits::<2>(8 * i).all();
            open = if is_there { goes_on } else { open };
            cut &= goes_on | !is_there;
        }
        self.sent_data.next = sent;
        if self.taken.val() {
            self.open.d.next = open;
            self.cut.d.next = cut;
        }
        if self.drops.val() {
            self.cut.d.next = if self.taken.val() { open } else { self.open.q.val() };
        }
    }
}
