// SPDX-License-Identifier: Apache-2.0
//! Bursts on AMBA AXI4.

use super::ports::{bytes, lanes, Answer, MemoryAxi4Port, Order};
use tracewright_prim::*;

/// Writes a burst: address and data, which may be taken in either order, then the answer.
///
/// All its outputs but `pop` are registers, and so is what it makes of the answer. `start` comes when no burst is under
/// way, with all its words at hand. The first word is valid in the second cycle after `start`, the rest without a gap.
#[synchronous(build: Build)]
pub struct SbaAxi4 {
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
    pub m_axi: MemoryAxi4Port,
    aw_valid: Reg<Bit>,
    aw_address: Reg<Bits<32>>,
    aw_address_high: Reg<Bits<32>>,
    aw_more: Reg<Bits<6>>,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    w_valid: Reg<Bit>,
    w_last: Reg<Bit>,
    #[count(lanes(build))]
    w_data: Vec<Reg<Bits<32>>>,
    unanswered: Reg<Bit>,
    b_ready: Reg<Bit>,
    was_answered: Reg<Bit>,
    was_response: Reg<Bits<2>>,
    #[value((bytes(build).ilog2() as usize).to_bits())]
    size: Constant<Bits<3>>,
    #[value(((1_usize << bytes(build)) - 1).to_bits())]
    strobe: Constant<Bits<16>>,
}

impl Logic for SbaAxi4 {
    #[kernel]
    fn update(&mut self) {
        // The address.
        if self.m_axi.awready.val() {
            self.aw_valid.d.next = false;
        }

        // The words: the next one moves up when the one before it is taken.
        let load = self.unsent.q.val() & (!self.w_valid.q.val() | self.m_axi.wready.val());
        self.pop.next = load;
        if self.m_axi.wready.val() {
            self.w_valid.d.next = false;
        }
        if load {
            self.w_valid.d.next = true;
            self.w_last.d.next = !self.unsent_more.q.val().any();
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        let mut word: Bits<128> = 0.into();
        for i in 0..self.w_data.len() {
            if load {
                self.w_data[i].d.next = self.word[i].val();
            }
            word = word | (self.w_data[i].q.val().get_bits::<128>(0) << (i * 32).to_bits::<7>());
        }
        self.m_axi.wdata.next = word;

        // The answer, which counts once address and words are taken.
        let sent = (!self.aw_valid.q.val() | self.m_axi.awready.val())
            & !self.unsent.q.val()
            & (!self.w_valid.q.val() | self.m_axi.wready.val());
        self.b_ready.d.next = self.unanswered.q.val() & sent;
        self.was_answered.d.next = false;
        if self.b_ready.q.val() & self.m_axi.bvalid.val() {
            self.unanswered.d.next = false;
            self.b_ready.d.next = false;
            self.was_answered.d.next = true;
            self.was_response.d.next = self.m_axi.bresp.val();
        }

        if self.order.val().start {
            self.aw_valid.d.next = true;
            connect!(order.val(): address = aw_address.d, address_high = aw_address_high.d, more = aw_more.d,
                more = unsent_more.d);
            self.unsent.d.next = true;
            self.unanswered.d.next = true;
        }

        connect!(answer.next: was_answered.{answered = q, finished = q}, response = was_response.q);
        connect!(self.m_axi: awvalid = aw_valid.q, wvalid = w_valid.q, wlast = w_last.q, bready = b_ready.q);
        self.m_axi.awaddr.next = bit_cast::<64, 32>(self.aw_address.q.val())
            | (bit_cast::<64, 32>(self.aw_address_high.q.val()) << bits::<6>(32));
        self.m_axi.awlen.next = bit_cast::<8, 6>(self.aw_more.q.val());
        self.m_axi.awsize.next = self.size.val();
        self.m_axi.awburst.next = bits::<2>(1);
        self.m_axi.awcache.next = bits::<4>(3);
        self.m_axi.awprot.next = bits::<3>(2);
        self.m_axi.wstrb.next = self.strobe.val();
    }
}
