// SPDX-License-Identifier: Apache-2.0
//! Words on TileLink Uncached Lightweight.

use super::ports::{bytes, lanes, Answer, MemoryTileLinkPort, Order};
use tracewright_prim::*;

/// Writes the words of a burst by a PutFullData each, the next one when the one before it is answered.
///
/// All its outputs but `pop` are registers, and so is what it makes of an answer. `m_tl_d_ready` is high from the cycle
/// in which a word becomes valid: a slave may answer in the cycle in which it takes the word. `start` comes when no
/// burst is under way, with all its words at hand; a burst does not cross a multiple of 4 KiB.
#[synchronous(build: Build)]
pub struct SbaTileLink {
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
    pub m_tl: MemoryTileLinkPort,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    a_valid: Reg<Bit>,
    a_offset: Reg<Bits<12>>,
    a_page: Reg<Bits<20>>,
    a_page_high: Reg<Bits<32>>,
    #[count(lanes(build))]
    a_data: Vec<Reg<Bits<32>>>,
    unanswered: Reg<Bit>,
    was_answered: Reg<Bit>,
    was_last: Reg<Bit>,
    was_response: Reg<Bits<2>>,
    #[value(bytes(build).to_bits())]
    bytes: Constant<Bits<12>>,
    #[value((bytes(build).ilog2().min(3) as usize).to_bits())]
    size: Constant<Bits<2>>,
    // A word of this bus has 8 bytes at most.
    #[value(((1_usize << bytes(build).min(8)) - 1).to_bits())]
    mask: Constant<Bits<8>>,
}

impl Logic for SbaTileLink {
    #[kernel]
    fn update(&mut self) {
        if self.m_tl.a_ready.val() {
            self.a_valid.d.next = false;
        }
        let answers =
            self.unanswered.q.val() & self.m_tl.d_valid.val() & (!self.a_valid.q.val() | self.m_tl.a_ready.val());
        self.was_answered.d.next = answers;
        if answers {
            self.unanswered.d.next = false;
            self.a_offset.d.next = self.a_offset.q.val() + self.bytes.val();
            self.was_last.d.next = !self.unsent.q.val();
            self.was_response.d.next = bits::<2>(0);
            if self.m_tl.d_corrupt.val() {
                self.was_response.d.next = bits::<2>(2);
            }
            if self.m_tl.d_denied.val() {
                self.was_response.d.next = bits::<2>(3);
            }
        }

        let load = self.unsent.q.val() & (!self.unanswered.q.val() | answers);
        self.pop.next = load;
        if load {
            self.a_valid.d.next = true;
            self.unanswered.d.next = true;
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        let mut word: Bits<128> = 0.into();
        for i in 0..self.a_data.len() {
            if load {
                self.a_data[i].d.next = self.word[i].val();
            }
            word = word | (self.a_data[i].q.val().get_bits::<128>(0) << (i * 32).to_bits::<7>());
        }
        self.m_tl.a_data.next = word;

        if self.order.val().start {
            self.unsent.d.next = true;
            connect!(order.val(): more = unsent_more.d, address_high = a_page_high.d);
            self.a_offset.d.next = self.order.val().address.get_bits::<12>(0);
            self.a_page.d.next = self.order.val().address.get_bits::<20>(12);
        }

        connect!(answer.next: answered = was_answered.q, response = was_response.q);
        self.answer.next.finished = self.was_answered.q.val() & self.was_last.q.val();
        connect!(self.m_tl: a_valid = a_valid.q, d_ready = unanswered.q);
        self.m_tl.a_opcode.next = bits::<3>(0);
        self.m_tl.a_param.next = bits::<3>(0);
        self.m_tl.a_size.next = self.size.val();
        self.m_tl.a_source.next = bits::<1>(0);
        self.m_tl.a_address.next = bit_cast::<64, 12>(self.a_offset.q.val())
            | (bit_cast::<64, 20>(self.a_page.q.val()) << bits::<6>(12))
            | (bit_cast::<64, 32>(self.a_page_high.q.val()) << bits::<6>(32));
        self.m_tl.a_mask.next = self.mask.val();
        self.m_tl.a_corrupt.next = false;
    }
}
