// SPDX-License-Identifier: Apache-2.0
//! Words on Wishbone B4, classic cycles.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Writes the words of a burst one by one: CYC is high for all of the burst, STB low for a cycle between words.
///
/// All its outputs but `pop` are registers, and so is what it makes of an answer. ACK and ERR count while STB is high. `start`
/// comes when no burst is under way, with all its words at hand; a burst does not cross a multiple of 4 KiB.
#[derive(Module)]
pub struct SbaWishbone {
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
    /// A word is answered for.
    pub answered: Signal<Out, Bit>,
    /// It is the last one of the burst.
    pub finished: Signal<Out, Bit>,
    /// What was answered: 2 ERR, else 0.
    pub response: Signal<Out, Bits<2>>,
    /// A burst is under way.
    pub m_wb_cyc: Signal<Out, Bit>,
    /// There is a word.
    pub m_wb_stb: Signal<Out, Bit>,
    /// 1.
    pub m_wb_we: Signal<Out, Bit>,
    /// Byte address of the word.
    pub m_wb_adr: Signal<Out, Bits<64>>,
    /// The word, first bytes lowest.
    pub m_wb_dat_o: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub m_wb_sel: Signal<Out, Bits<8>>,
    /// The word is written.
    pub m_wb_ack: Signal<In, Bit>,
    /// The word can't be written.
    pub m_wb_err: Signal<In, Bit>,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    cycle: Reg<Bit>,
    strobe: Reg<Bit>,
    offset: Reg<Bits<12>>,
    page: Reg<Bits<20>>,
    page_high: Reg<Bits<32>>,
    data: Vec<Reg<Bits<32>>>,
    was_answered: Reg<Bit>,
    was_error: Reg<Bit>,
    answer: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    bytes: Constant<Bits<12>>,
    select: Constant<Bits<8>>,
    _lanes: usize,
}

impl SbaWishbone {
    /// For words of `lanes` times 32 bits: one or two.
    pub fn new(reset: Reset, lanes: usize) -> Self {
        let bytes = 4 * lanes;
        SbaWishbone {
            clock: Default::default(),
            rst_n: Default::default(),
            start: Default::default(),
            address: Default::default(),
            address_high: Default::default(),
            more: Default::default(),
            word: vec![Default::default(); lanes],
            pop: Default::default(),
            answered: Default::default(),
            finished: Default::default(),
            response: Default::default(),
            m_wb_cyc: Default::default(),
            m_wb_stb: Default::default(),
            m_wb_we: Default::default(),
            m_wb_adr: Default::default(),
            m_wb_dat_o: vec![Default::default(); lanes],
            m_wb_sel: Default::default(),
            m_wb_ack: Default::default(),
            m_wb_err: Default::default(),
            unsent: Reg::new(reset),
            unsent_more: Reg::new(reset),
            cycle: Reg::new(reset),
            strobe: Reg::new(reset),
            offset: Reg::new(reset),
            page: Reg::new(reset),
            page_high: Reg::new(reset),
            data: (0..lanes).map(|_| Reg::new(reset)).collect(),
            was_answered: Reg::new(reset),
            was_error: Reg::new(reset),
            answer: Default::default(),
            load: Default::default(),
            bytes: Constant::new(bytes.to_bits()),
            select: Constant::new(((1_usize << bytes) - 1).to_bits()),
            _lanes: lanes,
        }
    }
}

impl Logic for SbaWishbone {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, unsent, unsent_more, cycle, strobe, offset, page, page_high, was_answered, was_error);

        self.load.next = self.unsent.q.val() & !self.strobe.q.val();
        self.pop.next = self.load.val();
        if self.load.val() {
            self.cycle.d.next = true;
            self.strobe.d.next = true;
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        for i in 0..self._lanes {
            self.data[i].clock.next = self.clock.val();
            self.data[i].rst_n.next = self.rst_n.val();
            self.data[i].d.next = self.data[i].q.val();
            if self.load.val() {
                self.data[i].d.next = self.word[i].val();
            }
            self.m_wb_dat_o[i].next = self.data[i].q.val();
        }

        self.answer.next = self.strobe.q.val() & (self.m_wb_ack.val() | self.m_wb_err.val());
        self.was_answered.d.next = self.answer.val();
        self.was_error.d.next = self.m_wb_err.val();
        if self.answer.val() {
            self.strobe.d.next = false;
            self.cycle.d.next = self.unsent.q.val();
            self.offset.d.next = self.offset.q.val() + self.bytes.val();
        }

        if self.start.val() {
            self.unsent.d.next = true;
            self.unsent_more.d.next = self.more.val();
            self.offset.d.next = self.address.val().get_bits::<12>(0);
            self.page.d.next = self.address.val().get_bits::<20>(12);
            self.page_high.d.next = self.address_high.val();
        }

        self.answered.next = self.was_answered.q.val();
        self.finished.next = self.was_answered.q.val() & !self.cycle.q.val();
        self.response.next = bits::<2>(0);
        if self.was_error.q.val() {
            self.response.next = bits::<2>(2);
        }
        self.m_wb_cyc.next = self.cycle.q.val();
        self.m_wb_stb.next = self.strobe.q.val();
        self.m_wb_we.next = true;
        self.m_wb_adr.next = bit_cast::<64, 12>(self.offset.q.val())
            | (bit_cast::<64, 20>(self.page.q.val()) << bits::<6>(12))
            | (bit_cast::<64, 32>(self.page_high.q.val()) << bits::<6>(32));
        self.m_wb_sel.next = self.select.val();
    }
}
