// SPDX-License-Identifier: Apache-2.0
//! Words on Wishbone B4, classic cycles.

use super::ports::{bytes, lanes, Answer, MemoryWishbonePort, Order};
use tracewright_prim::*;

/// Writes the words of a burst one by one: CYC is high for all of the burst, STB low for a cycle between words.
///
/// All its outputs but `pop` are registers, and so is what it makes of an answer. ACK and ERR count while STB is high.
/// `start` comes when no burst is under way, with all its words at hand; a burst does not cross a multiple of 4 KiB.
#[synchronous(build: Build)]
pub struct SbaWishbone {
    /// The burst that is to be written.
    pub order: Signal<In, Order>,
    /// The next word of the burst.
    #[count(lanes(build))]
    pub word: Vec<Signal<In, Bits<32>>>,
    /// The next word of the burst is taken.
    pub pop: Signal<Out, Bit>,
    /// What the bus answered to the burst.
    pub answer: Signal<Out, Answer>,
    /// The bus.
    pub m_wb: MemoryWishbonePort,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    cycle: Reg<Bit>,
    strobe: Reg<Bit>,
    offset: Reg<Bits<12>>,
    page: Reg<Bits<20>>,
    page_high: Reg<Bits<32>>,
    #[count(lanes(build))]
    data: Vec<Reg<Bits<32>>>,
    was_answered: Reg<Bit>,
    was_error: Reg<Bit>,
    #[value(bytes(build).to_bits())]
    bytes: Constant<Bits<12>>,
    // A word of this bus has 8 bytes at most.
    #[value(((1_usize << bytes(build).min(8)) - 1).to_bits())]
    select: Constant<Bits<8>>,
}

impl Logic for SbaWishbone {
    #[kernel]
    fn update(&mut self) {
        let load = self.unsent.q.val() & !self.strobe.q.val();
        self.pop.next = load;
        if load {
            self.cycle.d.next = true;
            self.strobe.d.next = true;
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        let mut word: Bits<128> = 0.into();
        for i in 0..self.data.len() {
            if load {
                self.data[i].d.next = self.word[i].val();
            }
            word = word | (self.data[i].q.val().get_bits::<128>(0) << (i * 32).to_bits::<7>());
        }
        self.m_wb.dat_o.next = word;

        let answers = self.strobe.q.val() & (self.m_wb.ack.val() | self.m_wb.err.val());
        self.was_answered.d.next = answers;
        self.was_error.d.next = self.m_wb.err.val();
        if answers {
            self.strobe.d.next = false;
            self.cycle.d.next = self.unsent.q.val();
            self.offset.d.next = self.offset.q.val() + self.bytes.val();
        }

        if self.order.val().start {
            self.unsent.d.next = true;
            connect!(order.val(): more = unsent_more.d, address_high = page_high.d);
            self.offset.d.next = self.order.val().address.get_bits::<12>(0);
            self.page.d.next = self.order.val().address.get_bits::<20>(12);
        }

        self.answer.next.answered = self.was_answered.q.val();
        self.answer.next.finished = self.was_answered.q.val() & !self.cycle.q.val();
        self.answer.next.response = bits::<2>(0);
        if self.was_error.q.val() {
            self.answer.next.response = bits::<2>(2);
        }
        connect!(self.m_wb: cyc = cycle.q, stb = strobe.q);
        self.m_wb.we.next = true;
        self.m_wb.adr.next = bit_cast::<64, 12>(self.offset.q.val())
            | (bit_cast::<64, 20>(self.page.q.val()) << bits::<6>(12))
            | (bit_cast::<64, 32>(self.page_high.q.val()) << bits::<6>(32));
        self.m_wb.sel.next = self.select.val();
    }
}
