// SPDX-License-Identifier: Apache-2.0
//! Bursts on AMBA AXI4.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Writes a burst: address and data, which may be taken in either order, then the answer.
///
/// All its outputs are registers, and so is what it makes of the answer. `start` comes when no burst is under way, with all words
/// of the burst at hand; its first word is valid in the second cycle behind it, the others follow without a gap.
#[derive(Module)]
pub struct SbaAxi4 {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// A burst begins.
    pub start: Signal<In, Bit>,
    /// Byte address of its first word.
    pub address: Signal<In, Bits<32>>,
    /// The bits of the address above.
    pub address_high: Signal<In, Bits<32>>,
    /// Its words behind the first one.
    pub more: Signal<In, Bits<6>>,
    /// Its next word.
    pub word: Vec<Signal<In, Bits<32>>>,
    /// That word is taken.
    pub pop: Signal<Out, Bit>,
    /// All of its words are answered for.
    pub answered: Signal<Out, Bit>,
    /// BRESP of that answer.
    pub response: Signal<Out, Bits<2>>,
    /// There is an address.
    pub m_axi_awvalid: Signal<Out, Bit>,
    /// The address is taken.
    pub m_axi_awready: Signal<In, Bit>,
    /// Byte address of the first word.
    pub m_axi_awaddr: Signal<Out, Bits<64>>,
    /// Words behind the first one.
    pub m_axi_awlen: Signal<Out, Bits<8>>,
    /// Bytes of a word, as a power of two.
    pub m_axi_awsize: Signal<Out, Bits<3>>,
    /// INCR.
    pub m_axi_awburst: Signal<Out, Bits<2>>,
    /// Normal, non-cacheable, bufferable.
    pub m_axi_awcache: Signal<Out, Bits<4>>,
    /// Unprivileged, non-secure, data.
    pub m_axi_awprot: Signal<Out, Bits<3>>,
    /// There is a word.
    pub m_axi_wvalid: Signal<Out, Bit>,
    /// The word is taken.
    pub m_axi_wready: Signal<In, Bit>,
    /// The word, first bytes lowest.
    pub m_axi_wdata: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub m_axi_wstrb: Signal<Out, Bits<16>>,
    /// The word is the last one of the burst.
    pub m_axi_wlast: Signal<Out, Bit>,
    /// The burst is answered.
    pub m_axi_bvalid: Signal<In, Bit>,
    /// The answer is taken.
    pub m_axi_bready: Signal<Out, Bit>,
    /// The answer.
    pub m_axi_bresp: Signal<In, Bits<2>>,
    aw_valid: Reg<Bit>,
    aw_address: Reg<Bits<32>>,
    aw_address_high: Reg<Bits<32>>,
    aw_more: Reg<Bits<6>>,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    w_valid: Reg<Bit>,
    w_last: Reg<Bit>,
    w_data: Vec<Reg<Bits<32>>>,
    unanswered: Reg<Bit>,
    b_ready: Reg<Bit>,
    was_answered: Reg<Bit>,
    was_response: Reg<Bits<2>>,
    load: Signal<Local, Bit>,
    sent: Signal<Local, Bit>,
    size: Constant<Bits<3>>,
    strobe: Constant<Bits<16>>,
    _lanes: usize,
}

impl SbaAxi4 {
    /// For words of `lanes` times 32 bits.
    pub fn new(reset: Reset, lanes: usize) -> Self {
        let bytes = 4 * lanes;
        SbaAxi4 {
            clock: Default::default(),
            rst_n: Default::default(),
            start: Default::default(),
            address: Default::default(),
            address_high: Default::default(),
            more: Default::default(),
            word: vec![Default::default(); lanes],
            pop: Default::default(),
            answered: Default::default(),
            response: Default::default(),
            m_axi_awvalid: Default::default(),
            m_axi_awready: Default::default(),
            m_axi_awaddr: Default::default(),
            m_axi_awlen: Default::default(),
            m_axi_awsize: Default::default(),
            m_axi_awburst: Default::default(),
            m_axi_awcache: Default::default(),
            m_axi_awprot: Default::default(),
            m_axi_wvalid: Default::default(),
            m_axi_wready: Default::default(),
            m_axi_wdata: vec![Default::default(); lanes],
            m_axi_wstrb: Default::default(),
            m_axi_wlast: Default::default(),
            m_axi_bvalid: Default::default(),
            m_axi_bready: Default::default(),
            m_axi_bresp: Default::default(),
            aw_valid: Reg::new(reset),
            aw_address: Reg::new(reset),
            aw_address_high: Reg::new(reset),
            aw_more: Reg::new(reset),
            unsent: Reg::new(reset),
            unsent_more: Reg::new(reset),
            w_valid: Reg::new(reset),
            w_last: Reg::new(reset),
            w_data: (0..lanes).map(|_| Reg::new(reset)).collect(),
            unanswered: Reg::new(reset),
            b_ready: Reg::new(reset),
            was_answered: Reg::new(reset),
            was_response: Reg::new(reset),
            load: Default::default(),
            sent: Default::default(),
            size: Constant::new((bytes.ilog2() as usize).to_bits()),
            strobe: Constant::new(((1_usize << bytes) - 1).to_bits()),
            _lanes: lanes,
        }
    }
}

impl Logic for SbaAxi4 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, aw_valid, aw_address, aw_address_high, aw_more, unsent, unsent_more, w_valid, w_last);
        dff_setup!(self, clock, unanswered, b_ready, was_answered, was_response);

        // The address.
        if self.m_axi_awready.val() {
            self.aw_valid.d.next = false;
        }

        // The words: the next one moves up when the one before it is taken.
        self.load.next = self.unsent.q.val() & (!self.w_valid.q.val() | self.m_axi_wready.val());
        self.pop.next = self.load.val();
        if self.m_axi_wready.val() {
            self.w_valid.d.next = false;
        }
        if self.load.val() {
            self.w_valid.d.next = true;
            self.w_last.d.next = !self.unsent_more.q.val().any();
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        for i in 0..self._lanes {
            self.w_data[i].clock.next = self.clock.val();
            self.w_data[i].rst_n.next = self.rst_n.val();
            self.w_data[i].d.next = self.w_data[i].q.val();
            if self.load.val() {
                self.w_data[i].d.next = self.word[i].val();
            }
            self.m_axi_wdata[i].next = self.w_data[i].q.val();
        }

        // The answer, which counts once address and words are taken.
        self.sent.next = (!self.aw_valid.q.val() | self.m_axi_awready.val())
            & !self.unsent.q.val()
            & (!self.w_valid.q.val() | self.m_axi_wready.val());
        self.b_ready.d.next = self.unanswered.q.val() & self.sent.val();
        self.was_answered.d.next = false;
        if self.b_ready.q.val() & self.m_axi_bvalid.val() {
            self.unanswered.d.next = false;
            self.b_ready.d.next = false;
            self.was_answered.d.next = true;
            self.was_response.d.next = self.m_axi_bresp.val();
        }

        if self.start.val() {
            self.aw_valid.d.next = true;
            self.aw_address.d.next = self.address.val();
            self.aw_address_high.d.next = self.address_high.val();
            self.aw_more.d.next = self.more.val();
            self.unsent.d.next = true;
            self.unsent_more.d.next = self.more.val();
            self.unanswered.d.next = true;
        }

        self.answered.next = self.was_answered.q.val();
        self.response.next = self.was_response.q.val();
        self.m_axi_awvalid.next = self.aw_valid.q.val();
        self.m_axi_awaddr.next = bit_cast::<64, 32>(self.aw_address.q.val())
            | (bit_cast::<64, 32>(self.aw_address_high.q.val()) << bits::<6>(32));
        self.m_axi_awlen.next = bit_cast::<8, 6>(self.aw_more.q.val());
        self.m_axi_awsize.next = self.size.val();
        self.m_axi_awburst.next = bits::<2>(1);
        self.m_axi_awcache.next = bits::<4>(3);
        self.m_axi_awprot.next = bits::<3>(2);
        self.m_axi_wvalid.next = self.w_valid.q.val();
        self.m_axi_wstrb.next = self.strobe.val();
        self.m_axi_wlast.next = self.w_last.q.val();
        self.m_axi_bready.next = self.b_ready.q.val();
    }
}
