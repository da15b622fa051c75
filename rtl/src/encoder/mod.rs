// SPDX-License-Identifier: Apache-2.0
//! The N-Trace encoder: ingress, events, queue, formatter, packer (docs/encoder.md).

mod events;
mod formatter;
mod ingress;
mod packer;
mod queue;

pub use events::Events;
pub use formatter::{Formatter, Step};
pub use ingress::Ingress;
pub use packer::Packer;
pub use queue::Queue;

use crate::prim::{clock, Module};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// The encoder: from the trace ingress port to bytes of trace.
///
/// One block a cycle; each room hands on whole things only. `ADDR` is `XLEN - 1`, `WIDTH` that of a queued message,
/// `PIECE` that of the widest piece of one.
#[derive(Module)]
pub struct Encoder<
    const XLEN: usize,
    const ADDR: usize,
    const WIDTH: usize,
    const PIECE: usize,
    const ITYPE: usize,
    const IRETIRE: usize,
> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// How the block ends.
    pub itype: Signal<In, Bits<ITYPE>>,
    /// Address of the block's first instruction.
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// What retired in the block.
    pub iretire: Signal<In, Bits<IRETIRE>>,
    /// The last instruction is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The block at the port is not taken in this cycle.
    pub stall: Signal<Out, Bit>,
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing.
    pub tracing: Signal<In, Bit>,
    /// teInstStallEn.
    pub stall_enable: Signal<In, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<In, Bits<4>>,
    /// Error enters the queue.
    pub error_sent: Signal<Out, Bit>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    /// There is a byte.
    pub byte_valid: Signal<Out, Bit>,
    /// The byte is taken.
    pub byte_ready: Signal<In, Bit>,
    /// MDO and MSEO.
    pub byte_data: Signal<Out, Bits<8>>,
    ingress: Ingress<XLEN, ADDR, ITYPE, IRETIRE>,
    events: Events<ADDR>,
    queue: Queue<ADDR, WIDTH>,
    formatter: Formatter<ADDR, PIECE>,
    packer: Packer<PIECE>,
    clear: Signal<Local, Bit>,
    _stall: usize,
}

impl<
        const XLEN: usize,
        const ADDR: usize,
        const WIDTH: usize,
        const PIECE: usize,
        const ITYPE: usize,
        const IRETIRE: usize,
    > Encoder<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>
{
    /// The encoder of `build`.
    pub fn new(build: &Build) -> Self {
        Encoder {
            clock: Default::default(),
            rst_n: Default::default(),
            itype: Default::default(),
            iaddr: Default::default(),
            iretire: Default::default(),
            ilastsize: Default::default(),
            halted: Default::default(),
            stall: Default::default(),
            active: Default::default(),
            enable: Default::default(),
            tracing: Default::default(),
            stall_enable: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            error_sent: Default::default(),
            empty: Default::default(),
            byte_valid: Default::default(),
            byte_ready: Default::default(),
            byte_data: Default::default(),
            ingress: Ingress::new(build),
            events: Events::new(build),
            queue: Queue::new(build),
            formatter: Formatter::new(build),
            packer: Packer::new(build),
            clear: Default::default(),
            _stall: usize::from(build.encoder.stall),
        }
    }
}

impl<
        const XLEN: usize,
        const ADDR: usize,
        const WIDTH: usize,
        const PIECE: usize,
        const ITYPE: usize,
        const IRETIRE: usize,
    > Logic for Encoder<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ingress, events, queue, formatter, packer);
        self.clear.next = !self.active.val();

        // Three messages can still come after a block was taken: its own, that of the block before it, a correlation.
        self.stall.next = false;
        for _i in 0..self._stall {
            self.stall.next = self.active.val() & self.stall_enable.val() & !self.queue.room.val().all();
        }
        self.ingress.stall.next = self.stall.val();
        self.ingress.itype.next = self.itype.val();
        self.ingress.iaddr.next = self.iaddr.val();
        self.ingress.iretire.next = self.iretire.val();
        self.ingress.ilastsize.next = self.ilastsize.val();
        self.ingress.halted.next = self.halted.val();

        self.events.block_valid.next = self.ingress.block_valid.val();
        self.events.block_has_addr.next = self.ingress.block_has_addr.val();
        self.events.block_branch.next = self.ingress.block_branch.val();
        self.events.block_taken.next = self.ingress.block_taken.val();
        self.events.block_jump.next = self.ingress.block_jump.val();
        self.events.block_btype.next = self.ingress.block_btype.val();
        self.events.block_half_words.next = self.ingress.block_half_words.val();
        self.events.block_addr.next = self.ingress.block_addr.val();
        self.events.block_halted.next = self.ingress.block_halted.val();
        self.events.active.next = self.active.val();
        self.events.enable.next = self.enable.val();
        self.events.tracing.next = self.tracing.val();
        self.events.sync_mode.next = self.sync_mode.val();
        self.events.sync_max.next = self.sync_max.val();
        self.events.room.next = self.queue.room.val();
        self.error_sent.next = self.events.error_sent.val();

        self.queue.clear.next = self.clear.val();
        self.queue.in_valid.next = self.events.message_valid.val();
        self.queue.in_kind.next = self.events.message_kind.val();
        self.queue.in_fixed.next = self.events.message_fixed.val();
        self.queue.in_count.next = self.events.message_count.val();
        self.queue.in_addr.next = self.events.message_addr.val();
        self.queue.in_hist.next = self.events.message_hist.val();

        self.formatter.clear.next = self.clear.val();
        self.formatter.message_valid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.formatter.message_ready.val();
        self.formatter.message_kind.next = self.queue.out_kind.val();
        self.formatter.message_fixed.next = self.queue.out_fixed.val();
        self.formatter.message_count.next = self.queue.out_count.val();
        self.formatter.message_addr.next = self.queue.out_addr.val();
        self.formatter.message_hist.next = self.queue.out_hist.val();

        self.packer.clear.next = self.clear.val();
        self.packer.piece_valid.next = self.formatter.piece_valid.val();
        self.formatter.piece_ready.next = self.packer.piece_ready.val();
        self.packer.piece_data.next = self.formatter.piece_data.val();
        self.packer.piece_end.next = self.formatter.piece_end.val();
        self.byte_valid.next = self.packer.byte_valid.val();
        self.packer.byte_ready.next = self.byte_ready.val();
        self.byte_data.next = self.packer.byte_data.val();

        self.empty.next = !self.events.owing.val() & !self.queue.out_valid.val() & !self.packer.byte_valid.val();
    }
}
