// SPDX-License-Identifier: Apache-2.0
//! Words on TileLink Uncached Lightweight.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Writes the words of a burst by a PutFullData each, the next one when the one before it is answered.
///
/// All its outputs but `pop` are registers, and so is what it makes of an answer. `m_tl_d_ready` is high from the cycle in which
/// a word becomes valid: a slave may answer in the cycle in which it takes the word. `start` comes when no burst is under way,
/// with all its words at hand; a burst does not cross a multiple of 4 KiB.
#[derive(Module)]
pub struct SbaTileLink {
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
    /// What was answered: 3 denied, 2 corrupt, else 0.
    pub response: Signal<Out, Bits<2>>,
    /// There is a word.
    pub m_tl_a_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub m_tl_a_ready: Signal<In, Bit>,
    /// PutFullData.
    pub m_tl_a_opcode: Signal<Out, Bits<3>>,
    /// 0.
    pub m_tl_a_param: Signal<Out, Bits<3>>,
    /// Bytes of a word, as a power of two.
    pub m_tl_a_size: Signal<Out, Bits<2>>,
    /// 0.
    pub m_tl_a_source: Signal<Out, Bits<1>>,
    /// Byte address of the word.
    pub m_tl_a_address: Signal<Out, Bits<64>>,
    /// All bytes of a word.
    pub m_tl_a_mask: Signal<Out, Bits<8>>,
    /// The word, first bytes lowest.
    pub m_tl_a_data: Vec<Signal<Out, Bits<32>>>,
    /// 0.
    pub m_tl_a_corrupt: Signal<Out, Bit>,
    /// There is an answer.
    pub m_tl_d_valid: Signal<In, Bit>,
    /// The answer is taken.
    pub m_tl_d_ready: Signal<Out, Bit>,
    /// AccessAck; ignored, like all that an answer to the only word under way can be but one value.
    pub m_tl_d_opcode: Signal<In, Bits<3>>,
    /// Ignored.
    pub m_tl_d_param: Signal<In, Bits<2>>,
    /// Ignored.
    pub m_tl_d_size: Signal<In, Bits<2>>,
    /// Ignored.
    pub m_tl_d_source: Signal<In, Bits<1>>,
    /// Ignored.
    pub m_tl_d_sink: Signal<In, Bits<1>>,
    /// The word was not written.
    pub m_tl_d_denied: Signal<In, Bit>,
    /// Ignored.
    pub m_tl_d_data: Vec<Signal<In, Bits<32>>>,
    /// The answer can't be relied on.
    pub m_tl_d_corrupt: Signal<In, Bit>,
    unsent: Reg<Bit>,
    unsent_more: Reg<Bits<6>>,
    a_valid: Reg<Bit>,
    a_offset: Reg<Bits<12>>,
    a_page: Reg<Bits<20>>,
    a_page_high: Reg<Bits<32>>,
    a_data: Vec<Reg<Bits<32>>>,
    unanswered: Reg<Bit>,
    was_answered: Reg<Bit>,
    was_last: Reg<Bit>,
    was_response: Reg<Bits<2>>,
    answer: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    bytes: Constant<Bits<12>>,
    size: Constant<Bits<2>>,
    mask: Constant<Bits<8>>,
    _lanes: usize,
}

impl SbaTileLink {
    /// For words of `lanes` times 32 bits: one or two.
    pub fn new(reset: Reset, lanes: usize) -> Self {
        let bytes = 4 * lanes;
        SbaTileLink {
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
            m_tl_a_valid: Default::default(),
            m_tl_a_ready: Default::default(),
            m_tl_a_opcode: Default::default(),
            m_tl_a_param: Default::default(),
            m_tl_a_size: Default::default(),
            m_tl_a_source: Default::default(),
            m_tl_a_address: Default::default(),
            m_tl_a_mask: Default::default(),
            m_tl_a_data: vec![Default::default(); lanes],
            m_tl_a_corrupt: Default::default(),
            m_tl_d_valid: Default::default(),
            m_tl_d_ready: Default::default(),
            m_tl_d_opcode: Default::default(),
            m_tl_d_param: Default::default(),
            m_tl_d_size: Default::default(),
            m_tl_d_source: Default::default(),
            m_tl_d_sink: Default::default(),
            m_tl_d_denied: Default::default(),
            m_tl_d_data: vec![Default::default(); lanes],
            m_tl_d_corrupt: Default::default(),
            unsent: Reg::new(reset),
            unsent_more: Reg::new(reset),
            a_valid: Reg::new(reset),
            a_offset: Reg::new(reset),
            a_page: Reg::new(reset),
            a_page_high: Reg::new(reset),
            a_data: (0..lanes).map(|_| Reg::new(reset)).collect(),
            unanswered: Reg::new(reset),
            was_answered: Reg::new(reset),
            was_last: Reg::new(reset),
            was_response: Reg::new(reset),
            answer: Default::default(),
            load: Default::default(),
            bytes: Constant::new(bytes.to_bits()),
            size: Constant::new((bytes.ilog2() as usize).to_bits()),
            mask: Constant::new(((1_usize << bytes) - 1).to_bits()),
            _lanes: lanes,
        }
    }
}

impl Logic for SbaTileLink {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, unsent, unsent_more, a_valid, a_offset, a_page, a_page_high);
        dff_setup!(self, clock, unanswered, was_answered, was_last, was_response);

        if self.m_tl_a_ready.val() {
            self.a_valid.d.next = false;
        }
        self.answer.next =
            self.unanswered.q.val() & self.m_tl_d_valid.val() & (!self.a_valid.q.val() | self.m_tl_a_ready.val());
        self.was_answered.d.next = self.answer.val();
        if self.answer.val() {
            self.unanswered.d.next = false;
            self.a_offset.d.next = self.a_offset.q.val() + self.bytes.val();
            self.was_last.d.next = !self.unsent.q.val();
            self.was_response.d.next = bits::<2>(0);
            if self.m_tl_d_corrupt.val() {
                self.was_response.d.next = bits::<2>(2);
            }
            if self.m_tl_d_denied.val() {
                self.was_response.d.next = bits::<2>(3);
            }
        }

        self.load.next = self.unsent.q.val() & (!self.unanswered.q.val() | self.answer.val());
        self.pop.next = self.load.val();
        if self.load.val() {
            self.a_valid.d.next = true;
            self.unanswered.d.next = true;
            self.unsent.d.next = self.unsent_more.q.val().any();
            self.unsent_more.d.next = self.unsent_more.q.val() - bits::<6>(1);
        }
        for i in 0..self._lanes {
            self.a_data[i].clock.next = self.clock.val();
            self.a_data[i].rst_n.next = self.rst_n.val();
            self.a_data[i].d.next = self.a_data[i].q.val();
            if self.load.val() {
                self.a_data[i].d.next = self.word[i].val();
            }
            self.m_tl_a_data[i].next = self.a_data[i].q.val();
        }

        if self.start.val() {
            self.unsent.d.next = true;
            self.unsent_more.d.next = self.more.val();
            self.a_offset.d.next = self.address.val().get_bits::<12>(0);
            self.a_page.d.next = self.address.val().get_bits::<20>(12);
            self.a_page_high.d.next = self.address_high.val();
        }

        self.answered.next = self.was_answered.q.val();
        self.finished.next = self.was_answered.q.val() & self.was_last.q.val();
        self.response.next = self.was_response.q.val();
        self.m_tl_a_valid.next = self.a_valid.q.val();
        self.m_tl_a_opcode.next = bits::<3>(0);
        self.m_tl_a_param.next = bits::<3>(0);
        self.m_tl_a_size.next = self.size.val();
        self.m_tl_a_source.next = bits::<1>(0);
        self.m_tl_a_address.next = bit_cast::<64, 12>(self.a_offset.q.val())
            | (bit_cast::<64, 20>(self.a_page.q.val()) << bits::<6>(12))
            | (bit_cast::<64, 32>(self.a_page_high.q.val()) << bits::<6>(32));
        self.m_tl_a_mask.next = self.mask.val();
        self.m_tl_a_corrupt.next = false;
        self.m_tl_d_ready.next = self.unanswered.q.val();
    }
}
