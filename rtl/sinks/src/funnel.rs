// SPDX-License-Identifier: Apache-2.0
//! The funnel: the trace of several sources becomes one (Trace Control ch. 11). Its registers: rtl/src/funnel.rs.

use crate::{TraceIn, TraceOut};
use tracewright_prim::*;

/// What a [`Funnel`] has.
#[derive(Clone, Debug)]
pub struct FunnelPlan {
    /// What the funnel belongs to.
    pub build: Build,
    /// How many inputs there are: 2 to 16.
    pub inputs: usize,
    /// Something after the funnel is not reset with it.
    pub is_outlived: bool,
}

impl Resets for FunnelPlan {
    fn reset(&self) -> Reset {
        self.build.reset
    }
}

/// Passes on whole messages of its inputs in turn, a chunk of `IN` bits a cycle. MSEO of N-Trace says where one ends.
///
/// Each input is between messages, or has one under way that is passed or thrown away. Messages are passed of the input
/// that has the turn. After each, or when that input has none, the turn goes to the next one by number with a chunk: a
/// busy input never starves another. A chunk goes to a register, which is loaded again in the cycle that empties it.
///
/// Where something after it is not reset with it (PIB, ATB, stream, funnel), `clear` leaves a chunk that is shown until
/// it is taken. If a message does not end with that chunk, one byte more ends it, so that nobody waits for its end.
#[synchronous(plan: FunnelPlan)]
pub struct Funnel<const IN: usize> {
    /// tfActive is 0: everything that comes is thrown away, to the end of its message.
    pub clear: Signal<In, Bit>,
    /// tfEnable: messages that begin are passed. While it is 0 they are thrown away, so that no encoder waits.
    pub enable: Signal<In, Bit>,
    /// tfDisInput, which the ratified version 1.0 adds: messages that begin at these inputs are thrown away.
    pub disable: Signal<In, Bits<16>>,
    /// Trace of each input.
    #[count(plan.inputs)]
    #[new(TraceIn::new(&plan.build))]
    pub input: Vec<TraceIn<IN>>,
    /// Trace of all inputs.
    #[new(TraceOut::new(&plan.build))]
    pub trace: TraceOut<IN>,
    /// For tfEmpty: no chunk is held, no message that is passed is under way, and none lacks its end.
    pub empty: Signal<Out, Bit>,
    valid: Reg<Bit>,
    data: Reg<Bits<IN>>,
    #[built(IN > 8)]
    bytes: Optional<Reg<Bits<4>>>,
    #[built(IN > 8 || plan.build.tandem.built)]
    last: Optional<Reg<Bit>>,
    /// A message of the input that has the turn is under way.
    under_way: Reg<Bit>,
    /// This input has the turn. None has, after reset and `clear`, until there is a chunk.
    #[count(plan.inputs)]
    turn: Vec<Reg<Bit>>,
    /// This input has a higher number than the one that has the turn.
    #[count(plan.inputs)]
    after: Vec<Reg<Bit>>,
    /// This input's message under way is thrown away.
    #[count(plan.inputs)]
    drops: Vec<Reg<Bit>>,
    /// The message that was passed when `clear` came lacks its end.
    #[built(plan.is_outlived)]
    cut: Optional<Reg<Bit>>,
    /// What comes at this input is thrown away.
    #[count(plan.inputs)]
    throws: Vec<Signal<Local, Bit>>,
    #[value(plan.inputs.to_bits())]
    inputs: Constant<Bits<32>>,
    /// What a message that was cut ends with: MSEO, or what no element of tandem-verification trace begins with.
    #[new(if plan.build.tandem.built { 0xFF } else { 3 })]
    _end: usize,
}

impl<const IN: usize> Logic for Funnel<IN> {
    #[kernel]
    fn update(&mut self) {
        let moves = !self.valid.q.val() | self.trace.ready.val();

        // Who has something to pass: the input that has the turn, and others.
        let under_way = self.under_way.q.val();
        let ends_cut = self.cut.q.val();
        let mut offers: Bit = false;
        let mut asking: Bits<32> = 0.into();
        let mut nearing: Bits<32> = 0.into();
        for i in 0..self.input.len() {
            let has_turn = self.turn[i].q.val();
            self.throws[i].next = self.clear.val()
                | self.drops[i].q.val()
                | (!(has_turn & under_way) & (!self.enable.val() | self.disable.val().get_bit(i)));
            let has_chunk = self.input[i].valid.val() & !self.throws[i].val();
            offers |= has_chunk & has_turn;
            asking = asking | (bit_cast::<32, 1>((has_chunk & !has_turn).into()) << i.to_bits::<5>());
            nearing = nearing | (bit_cast::<32, 1>((has_chunk & self.after[i].q.val()).into()) << i.to_bits::<5>());
        }
        let gives = offers & !ends_cut;

        // The next after the one that has the turn, or else the first of all: the lowest bit set of those after the
        // turn (lower half of `wants`) and of all others (upper half). `above` has ones above that bit; bit 0 of the
        // upper half is set where that bit is in the lower one.
        let wants = (asking << self.inputs.val()) | nearing;
        let negative = !wants + bits::<32>(1);
        let lowest = wants & negative;
        let lowest_asking = lowest >> self.inputs.val();
        let above = wants ^ negative;
        let above_asking = above >> self.inputs.val();

        let mut chunk: Bits<IN> = 0.into();
        let mut bytes: Bits<4> = 0.into();
        let mut last: Bit = false;
        for i in 0..self.input.len() {
            let has_turn = self.turn[i].q.val();
            let given_data = if has_turn { self.input[i].data.val() } else { bits::<IN>(0) };
            let given_bytes = if has_turn { self.input[i].bytes.val().get_bits::<4>(0) } else { bits::<4>(0) };
            chunk = chunk | given_data;
            bytes = bytes | given_bytes;
            let ends = if self.input[i].last.is_built() {
                self.input[i].last.val()
            } else {
                self.input[i].data.val().get_bits::<2>(0) == bits::<2>(3)
            };
            last |= has_turn & ends;
            // A message is thrown away to its end, from its first chunk on or from where `clear` ended its passing.
            if self.throws[i].val() & (self.input[i].valid.val() | (has_turn & under_way)) {
                self.drops[i].d.next = !(self.input[i].valid.val() & ends);
            }
            self.input[i].ready.next = self.throws[i].val() | (has_turn & !ends_cut & moves);
        }

        if self.clear.val() | (gives & moves) {
            self.under_way.d.next = gives & !last;
        }
        // Whose turn is next: nobody's after `clear`, when nobody wants it.
        let turns = self.clear.val() | (((gives & moves & last) | (!offers & !under_way)) & wants.any());
        for i in 0..self.input.len() {
            if turns {
                self.turn[i].d.next = lowest.get_bit(i) | lowest_asking.get_bit(i);
                self.after[i].d.next = if above_asking.get_bit(0) { above.get_bit(i) } else { above_asking.get_bit(i) };
            }
        }
        if moves {
            self.valid.d.next = gives;
            self.data.d.next = chunk;
            self.bytes.d.next = bytes;
            self.last.d.next = last;
        }
        if self.cut.is_built() {
            self.cut.d.next = (ends_cut & !moves) | (self.clear.val() & under_way);
            if ends_cut & moves {
                self.valid.d.next = true;
                self.data.d.next = self._end.to_bits::<IN>();
                self.bytes.d.next = bits::<4>(1);
                self.last.d.next = true;
            }
        } else if self.clear.val() {
            self.valid.d.next = false;
        }
        connect!(self.trace: valid = valid.q, data = data.q, last = last.q);
        self.trace.bytes.next = bit_cast::<6, 4>(self.bytes.q.val());
        self.empty.next = !self.valid.q.val() & !under_way & !ends_cut;
    }
}
