// SPDX-License-Identifier: Apache-2.0
//! The funnel: the trace of several sources becomes one (Trace Control ch. 11, docs/sinks.md).

mod kernel;

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Passes whole messages of its inputs on, in turn, a chunk a cycle. A chunk has `IN` bits; of a byte, its MSEO says
/// whether it ends a message.
///
/// Each input is between messages, or has a message under way that is passed or thrown away. Only one is passed at a
/// time. What is passed waits in one register, which is loaded again in the cycle in which it is emptied.
///
/// Where something after it outlives it, `clear` leaves a chunk that is shown until it is taken, and a message of which
/// that is not the end gets one byte more, its end (docs/sinks.md, "A source that becomes inactive").
#[derive(Module)]
pub struct Funnel<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// tfActive is 0: everything that comes is thrown away, to the end of its message.
    pub clear: Signal<In, Bit>,
    /// tfEnable: messages that begin are passed.
    pub enable: Signal<In, Bit>,
    /// tfDisInput: messages that begin at these inputs are thrown away.
    pub disable: Signal<In, Bits<16>>,
    /// There is a chunk at this input.
    pub in_valid: Vec<Signal<In, Bit>>,
    /// It is taken.
    pub in_ready: Vec<Signal<Out, Bit>>,
    /// Its bytes, the first one lowest; what is above them means nothing.
    pub in_data: Vec<Signal<In, Bits<IN>>>,
    /// How many bytes it has, where that may be more than one.
    pub in_bytes: Vec<Signal<In, Bits<4>>>,
    /// It has the last bytes of a message, where it may have more than one byte.
    pub in_last: Vec<Signal<In, Bit>>,
    /// There is a chunk.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// Its bytes, the first one lowest.
    pub out_data: Signal<Out, Bits<IN>>,
    /// How many bytes it has.
    pub out_bytes: Vec<Signal<Out, Bits<4>>>,
    /// It has the last bytes of a message.
    pub out_last: Vec<Signal<Out, Bit>>,
    /// No chunk is held, no message that is passed is under way, and none lacks its end.
    pub empty: Signal<Out, Bit>,
    valid: Reg<Bit>,
    data: Reg<Bits<IN>>,
    bytes: Vec<Reg<Bits<4>>>,
    last: Vec<Reg<Bit>>,
    /// This input's message under way is passed.
    passes: Vec<Reg<Bit>>,
    /// This input's message under way is thrown away.
    drops: Vec<Reg<Bit>>,
    /// This input is behind the one that had the output last.
    behind: Vec<Reg<Bit>>,
    /// The message that was passed when `clear` came lacks its end.
    cut: Vec<Reg<Bit>>,
    closes: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    busy: Signal<Local, Bit>,
    /// What comes at this input is thrown away.
    throws: Vec<Signal<Local, Bit>>,
    /// A chunk here wants the output, and may have it.
    asks: Vec<Signal<Local, Bit>>,
    /// The chunk here ends a message.
    ends: Vec<Signal<Local, Bit>>,
    /// The same as `asks`, of inputs behind the one that had the output.
    near: Vec<Signal<Local, Bit>>,
    busy_before: Vec<Signal<Local, Bit>>,
    asking: Vec<Signal<Local, Bits<32>>>,
    nearing: Vec<Signal<Local, Bits<32>>>,
    /// `near` of all inputs, and above it `asks` of all.
    wants: Signal<Local, Bits<32>>,
    negative: Signal<Local, Bits<32>>,
    /// The lowest bit of `wants` that is set.
    lowest: Signal<Local, Bits<32>>,
    lowest_asking: Signal<Local, Bits<32>>,
    /// All bits above it.
    above: Signal<Local, Bits<32>>,
    above_asking: Signal<Local, Bits<32>>,
    inputs: Constant<Bits<32>>,
    /// This input has the output.
    given: Vec<Signal<Local, Bit>>,
    /// The chunk of the input that has the output; 0 of the others.
    given_data: Vec<Signal<Local, Bits<IN>>>,
    given_bytes: Vec<Signal<Local, Bits<4>>>,
    given_last: Vec<Signal<Local, Bit>>,
    data_before: Vec<Signal<Local, Bits<IN>>>,
    bytes_before: Vec<Signal<Local, Bits<4>>>,
    last_before: Vec<Signal<Local, Bit>>,
    _inputs: usize,
    _bytes: usize,
    _chunks: usize,
    _closes: usize,
    _closed_chunks: usize,
    _forgets: usize,
}

impl<const IN: usize> Funnel<IN> {
    /// A funnel of 2 to 16 `inputs`. If it `is_outlived`, something after it is not reset with it.
    pub fn new(reset: Reset, inputs: usize, is_outlived: bool) -> Self {
        let (chunks, closes) = (usize::from(IN > 8), usize::from(is_outlived));
        let flags = || (0..inputs).map(|_| Reg::new(reset)).collect::<Vec<_>>();
        Funnel {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            enable: Default::default(),
            disable: Default::default(),
            in_valid: many(inputs),
            in_ready: many(inputs),
            in_data: many(inputs),
            in_bytes: many(inputs * chunks),
            in_last: many(inputs * chunks),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            out_bytes: many(chunks),
            out_last: many(chunks),
            empty: Default::default(),
            valid: Reg::new(reset),
            data: Reg::new(reset),
            bytes: (0..chunks).map(|_| Reg::new(reset)).collect(),
            last: (0..chunks).map(|_| Reg::new(reset)).collect(),
            passes: flags(),
            drops: flags(),
            behind: flags(),
            cut: (0..closes).map(|_| Reg::new(reset)).collect(),
            closes: Default::default(),
            moves: Default::default(),
            busy: Default::default(),
            throws: many(inputs),
            asks: many(inputs),
            ends: many(inputs),
            near: many(inputs),
            busy_before: many(inputs + 1),
            asking: many(inputs + 1),
            nearing: many(inputs + 1),
            wants: Default::default(),
            negative: Default::default(),
            lowest: Default::default(),
            lowest_asking: Default::default(),
            above: Default::default(),
            above_asking: Default::default(),
            inputs: Constant::new(inputs.to_bits()),
            given: many(inputs),
            given_data: many(inputs),
            given_bytes: many(inputs * chunks),
            given_last: many(inputs * chunks),
            data_before: many(inputs + 1),
            bytes_before: many((inputs + 1) * chunks),
            last_before: many((inputs + 1) * chunks),
            _inputs: inputs,
            _bytes: 1 - chunks,
            _chunks: chunks,
            _closes: closes,
            _closed_chunks: closes * chunks,
            _forgets: 1 - closes,
        }
    }
}
