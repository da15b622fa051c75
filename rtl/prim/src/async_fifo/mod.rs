// SPDX-License-Identifier: Apache-2.0
//! A FIFO between two clocks.
//!
//! [`AsyncWriter`] counts the words that it has written in Gray code, [`AsyncReader`] those that were taken; each sees
//! the other's count through [`Synchronizer`](crate::Synchronizer)s, a cycle or two late, so it never takes a word that
//! is not there yet nor overwrites one that is. The words lie in a [`LutRam`](crate::LutRam) that is written in the
//! writer's clock; the reader reads a word at least two of its own edges after it was written, into a register.
//!
//! # Resets and clears
//! A count that is reset jumps, so the sides agree on when counts mean anything. The writer is *down* or up; the reader
//! is *fresh*, *settled* or *running*:
//!
//! - The writer goes down, with its count 0, when it is reset or cleared, and when it sees a fresh reader.
//!   It comes up when it sees a settled reader that does not run, and takes words when it sees it run.
//! - The reader is fresh when it is reset or cleared, and settles, with its count 0, when it sees the writer down. It
//!   runs when it then sees it up.
//!
//! So a reset or a clear of either side, alone or of both in any order, empties the FIFO. What is in it is lost, and
//! what the writer takes until it has seen a reset of the reader: up to three of its cycles. `out_valid` may then fall
//! though nothing was taken. Everything else comes out whole, once and in its order. A reset lasts at least four cycles
//! of the other side's clock, a clear at least four cycles of each clock. A side whose other stands still waits.

mod reader;
mod writer;

pub use reader::AsyncReader;
pub use writer::AsyncWriter;

use crate::*;

/// A FIFO of 2^`A` words of `D` bits between two clocks, without registers of its own.
///
/// A word comes out three to four cycles of `out_clock` after it was written; its place is free, or `in_empty` high,
/// three to four of `in_clock` after it was taken. Either side goes on at a word a cycle if 2^`A` covers both.
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct AsyncFifo<const A: usize, const D: usize> {
    /// The writer's clock; rising edge.
    pub in_clock: Signal<In, Clock>,
    /// Active low; released with the writer's clock.
    pub in_rst_n: Signal<In, Bit>,
    /// As a reset, in the writer's clock; at least four cycles of the slower clock.
    pub in_clear: Signal<In, Bit>,
    /// A word comes.
    pub in_valid: Signal<In, Bit>,
    /// The word that comes is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The word that comes.
    pub in_data: Signal<In, Bits<D>>,
    /// Everything written has been taken, or is lost by a reset.
    pub in_empty: Signal<Out, Bit>,
    /// The reader's clock; rising edge.
    pub out_clock: Signal<In, Clock>,
    /// Active low; released with the reader's clock.
    pub out_rst_n: Signal<In, Bit>,
    /// As a reset, in the reader's clock; at least four cycles of the slower clock.
    pub out_clear: Signal<In, Bit>,
    /// A word leaves.
    pub out_valid: Signal<Out, Bit>,
    /// The word that leaves is taken.
    pub out_ready: Signal<In, Bit>,
    /// The word that leaves; from a register.
    pub out_data: Signal<Out, Bits<D>>,
    /// The reader sees no word: not `out_valid`, and none about to be.
    pub out_empty: Signal<Out, Bit>,
    writer: AsyncWriter<A>,
    #[new(LutRam::new(1 << A))]
    memory: LutRam<A, D>,
    reader: AsyncReader<A, D>,
}

impl<const A: usize, const D: usize> Logic for AsyncFifo<A, D> {
    #[kernel]
    fn update(&mut self) {
        connect!(writer: clock = in_clock, rst_n = in_rst_n, clear = in_clear, valid = in_valid, ready = in_ready,
            empty = in_empty);

        connect!(memory: clock = in_clock, write_data = in_data, writer.{write, write_address = address},
            read_address = reader.address);

        connect!(reader: clock = out_clock, rst_n = out_rst_n, clear = out_clear, ready = out_ready, valid = out_valid,
            data = out_data, empty = out_empty, word = memory.read_data);

        connect!(reader: writer.{written, written_lap, down});
        connect!(writer: reader.{taken, taken_lap, settled, running});
    }
}
