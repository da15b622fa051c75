// SPDX-License-Identifier: Apache-2.0
//! The N-Trace encoder: ingress, events, queue, output (docs/encoder.md).

mod built;
mod events;
mod formatter;
mod history;
mod ingress;
mod output;
mod packer;
mod queue;
mod stack;
mod step;

pub use events::{Events, Gate, Ownership, Period, Triggers};
pub use formatter::{Formatter, Sequence, Stamp};
pub use history::History;
pub use ingress::{Ingress, Lane};
pub use output::Output;
pub use packer::{Joiner, Messages, Packer, Pieces};
pub use queue::{Column, Queue, Spread};
pub use stack::ReturnStack;
pub use step::{Again, Calls, Due, Formats, Shape, Step};

use crate::prim::{clock, Module};
pub(crate) use built::{many, Built};
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer as Packing};

/// The encoder: from the trace ingress port to trace.
///
/// Each room hands on whole things only. `ADDR` is `XLEN - 1`, `FIRST` and `OUT` are those of [`Output`].
#[derive(Module)]
pub struct Encoder<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// How each block ends.
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Address of each block's first instruction.
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// What retired in each block.
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// The last instruction of each block is 2^ilastsize half-words.
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// The jump that ends each block is sequentially inferable.
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of each block asks for a synchronising message.
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    pub low_power: Vec<Signal<In, Bit>>,
    /// Privilege mode.
    pub privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub hart_context: Vec<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// External trigger inputs.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// The time.
    pub now: Vec<Signal<In, Bits<64>>>,
    /// The blocks at the port are not taken in this cycle.
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
    /// A sink asks for a synchronising message.
    pub sync_request: Vec<Signal<In, Bit>>,
    /// teInstMode is branch trace.
    pub btm: Vec<Signal<In, Bit>>,
    /// teContext.
    pub context_enable: Vec<Signal<In, Bit>>,
    /// teInstTrigEn.
    pub trigger_enable: Vec<Signal<In, Bit>>,
    /// xTrigInAction of each external trigger.
    pub external_action: Vec<Signal<In, Bits<4>>>,
    /// teInstEnAllJumps.
    pub all_jumps: Vec<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    pub sequential_jump: Vec<Signal<In, Bit>>,
    /// teInstImplicitReturnMode is not 0, or teInstEnCallStack is set.
    pub implicit_return: Vec<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    pub repeated_history: Vec<Signal<In, Bit>>,
    /// teInhibitSrc.
    pub src_inhibit: Vec<Signal<In, Bit>>,
    /// teSrcID.
    pub src_id: Vec<Signal<In, Bits<12>>>,
    /// teInstExtendAddrMSB.
    pub extend: Vec<Signal<In, Bit>>,
    /// tsEnable.
    pub timestamps: Vec<Signal<In, Bit>>,
    /// teInstTracing becomes 1.
    pub tracing_set: Vec<Signal<Out, Bit>>,
    /// teInstTracing becomes 0.
    pub tracing_clear: Vec<Signal<Out, Bit>>,
    /// Error enters the queue.
    pub error_sent: Signal<Out, Bit>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    /// There is trace.
    pub trace_valid: Signal<Out, Bit>,
    /// The trace is taken.
    pub trace_ready: Signal<In, Bit>,
    /// The trace, first byte lowest.
    pub trace_data: Signal<Out, Bits<OUT>>,
    /// How many bytes it is, where that is not always the same.
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// It has the last bytes of a message, where it is a part of one.
    pub trace_last: Vec<Signal<Out, Bit>>,
    ingress: Ingress<XLEN, ADDR>,
    events: Events<ADDR>,
    queue: Queue<ADDR>,
    trace: Output<ADDR, FIRST, OUT>,
    clear: Signal<Local, Bit>,
    drained: Signal<Local, Bit>,
    enough: Constant<Bits<4>>,
    _blocks: usize,
    _stall: usize,
    _sequential: usize,
    _triggers: usize,
    _any_trigger: usize,
    _reset: usize,
    _low_power: usize,
    _context: usize,
    _contexts: usize,
    _external: usize,
    _time: usize,
    _both: usize,
    _all_jumps: usize,
    _returns: usize,
    _repeat: usize,
    _requests: usize,
    _history: usize,
    _src: usize,
    _extend: usize,
    _counted: usize,
    _chunks: usize,
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Encoder<XLEN, ADDR, FIRST, OUT> {
    /// The encoder of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let blocks = built.blocks;
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
        let counted = usize::from(build.encoder.packer != Packing::Byte);
        let chunks = usize::from(matches!(build.encoder.packer, Packing::Word | Packing::Double));
        Encoder {
            clock: Default::default(),
            rst_n: Default::default(),
            itype: many(blocks),
            iaddr: many(blocks),
            iretire: many(blocks),
            ilastsize: many(blocks),
            sijump: many(blocks * built.sequential),
            trigger_notify: many(blocks * built.triggers),
            halted: Default::default(),
            hart_reset: many(built.reset),
            low_power: many(built.low_power),
            privilege: many(built.context),
            hart_context: many(built.contexts),
            ctype: many(built.contexts),
            trigger_on: many(built.triggers),
            trigger_off: many(built.triggers),
            external_trigger: many(built.external),
            now: many(built.time),
            stall: Default::default(),
            active: Default::default(),
            enable: Default::default(),
            tracing: Default::default(),
            stall_enable: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            sync_request: many(built.requests),
            btm: many(built.both),
            context_enable: many(built.context),
            trigger_enable: many(built.triggers),
            external_action: many(built.external),
            all_jumps: many(built.all_jumps),
            sequential_jump: many(built.sequential),
            implicit_return: many(built.returns),
            repeated_history: many(built.repeat),
            src_inhibit: many(src),
            src_id: many(src),
            extend: many(extend),
            timestamps: many(built.time),
            tracing_set: many(built.any_trigger),
            tracing_clear: many(built.any_trigger),
            error_sent: Default::default(),
            empty: Default::default(),
            trace_valid: Default::default(),
            trace_ready: Default::default(),
            trace_data: Default::default(),
            trace_bytes: many(counted),
            trace_last: many(chunks),
            ingress: Ingress::new(build),
            events: Events::new(build),
            queue: Queue::new(build),
            trace: Output::new(build),
            clear: Default::default(),
            drained: Default::default(),
            enough: Constant::new((2 * blocks as u64 + 1).to_bits()),
            _blocks: blocks,
            _stall: built.stall,
            _sequential: built.sequential,
            _triggers: built.triggers,
            _any_trigger: built.any_trigger,
            _reset: built.reset,
            _low_power: built.low_power,
            _context: built.context,
            _contexts: built.contexts,
            _external: built.external,
            _time: built.time,
            _both: built.both,
            _all_jumps: built.all_jumps,
            _returns: built.returns,
            _repeat: built.repeat,
            _requests: built.requests,
            _history: built.history,
            _src: src,
            _extend: extend,
            _counted: counted,
            _chunks: chunks,
        }
    }
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic
    for Encoder<XLEN, ADDR, FIRST, OUT>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ingress, events, queue, trace);
        self.clear.next = !self.active.val();

        // Entries can still come of the blocks at the port, of those taken in the cycle before, and of a stop.
        self.stall.next = false;
        for _i in 0..self._stall {
            self.stall.next =
                self.active.val() & self.stall_enable.val() & (self.queue.room.val() != self.enough.val());
        }
        self.ingress.stall.next = self.stall.val();
        self.ingress.halted.next = self.halted.val();
        self.events.cycle_halted.next = self.ingress.cycle_halted.val();
        for b in 0..self._blocks {
            self.ingress.itype[b].next = self.itype[b].val();
            self.ingress.iaddr[b].next = self.iaddr[b].val();
            self.ingress.iretire[b].next = self.iretire[b].val();
            self.ingress.ilastsize[b].next = self.ilastsize[b].val();
            self.events.block_valid[b].next = self.ingress.block_valid[b].val();
            self.events.block_has_addr[b].next = self.ingress.block_has_addr[b].val();
            self.events.block_branch[b].next = self.ingress.block_branch[b].val();
            self.events.block_taken[b].next = self.ingress.block_taken[b].val();
            self.events.block_jump[b].next = self.ingress.block_jump[b].val();
            self.events.block_btype[b].next = self.ingress.block_btype[b].val();
            self.events.block_half_words[b].next = self.ingress.block_half_words[b].val();
            self.events.block_addr[b].next = self.ingress.block_addr[b].val();
        }
        for b in 0..self._blocks {
            for _i in 0..self._sequential {
                self.ingress.sijump[b].next = self.sijump[b].val();
                self.events.block_inferable[b].next = self.ingress.block_inferable[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._returns {
                self.events.block_call[b].next = self.ingress.block_call[b].val();
                self.events.block_return[b].next = self.ingress.block_return[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._triggers {
                self.ingress.trigger_notify[b].next = self.trigger_notify[b].val();
                self.events.block_notify[b].next = self.ingress.block_notify[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._context {
                self.events.block_trap[b].next = self.ingress.block_trap[b].val();
            }
        }
        for i in 0..self._sequential {
            self.ingress.sequential_jump[i].next = self.sequential_jump[i].val();
        }
        for i in 0..self._all_jumps {
            self.ingress.all_jumps[i].next = self.all_jumps[i].val();
        }
        for i in 0..self._reset {
            self.ingress.hart_reset[i].next = self.hart_reset[i].val();
            self.events.cycle_reset[i].next = self.ingress.cycle_reset[i].val();
        }
        for i in 0..self._low_power {
            self.ingress.low_power[i].next = self.low_power[i].val();
            self.events.cycle_low_power[i].next = self.ingress.cycle_low_power[i].val();
        }
        for i in 0..self._context {
            self.ingress.privilege[i].next = self.privilege[i].val();
            self.events.cycle_privilege[i].next = self.ingress.cycle_privilege[i].val();
            self.events.context_enable[i].next = self.context_enable[i].val();
        }
        for i in 0..self._contexts {
            self.ingress.hart_context[i].next = self.hart_context[i].val();
            self.events.cycle_context[i].next = self.ingress.cycle_context[i].val();
            self.ingress.ctype[i].next = self.ctype[i].val();
            self.events.cycle_ctype[i].next = self.ingress.cycle_ctype[i].val();
        }
        for i in 0..self._triggers {
            self.ingress.trigger_on[i].next = self.trigger_on[i].val();
            self.events.cycle_trigger_on[i].next = self.ingress.cycle_trigger_on[i].val();
            self.ingress.trigger_off[i].next = self.trigger_off[i].val();
            self.events.cycle_trigger_off[i].next = self.ingress.cycle_trigger_off[i].val();
            self.events.trigger_enable[i].next = self.trigger_enable[i].val();
        }
        for i in 0..self._external {
            self.ingress.external_trigger[i].next = self.external_trigger[i].val();
            self.events.cycle_external_trigger[i].next = self.ingress.cycle_external_trigger[i].val();
            self.events.external_action[i].next = self.external_action[i].val();
        }
        for i in 0..self._any_trigger {
            self.tracing_set[i].next = self.events.tracing_set[i].val();
            self.tracing_clear[i].next = self.events.tracing_clear[i].val();
        }
        for i in 0..self._both {
            self.events.btm[i].next = self.btm[i].val();
        }
        for i in 0..self._returns {
            self.events.implicit_return[i].next = self.implicit_return[i].val();
        }
        for i in 0..self._repeat {
            self.events.repeated_history[i].next = self.repeated_history[i].val();
        }
        for i in 0..self._time {
            self.events.now[i].next = self.now[i].val();
        }
        self.events.active.next = self.active.val();
        self.events.enable.next = self.enable.val();
        self.events.tracing.next = self.tracing.val();
        self.events.sync_mode.next = self.sync_mode.val();
        self.events.sync_max.next = self.sync_max.val();
        for i in 0..self._requests {
            self.events.sync_request[i].next = self.sync_request[i].val();
        }
        self.events.room.next = self.queue.room.val();
        self.events.may_restart.next = self.queue.may_restart.val();
        self.error_sent.next = self.events.error_sent.val();

        self.queue.clear.next = self.clear.val();
        for b in 0..self._blocks {
            self.queue.in_valid[b].next = self.events.entry_valid[b].val();
            self.queue.in_kind[b].next = self.events.entry_kind[b].val();
            self.queue.in_fixed[b].next = self.events.entry_fixed[b].val();
            self.queue.in_count[b].next = self.events.entry_count[b].val();
            self.queue.in_addr[b].next = self.events.entry_addr[b].val();
            self.queue.in_hist[b].next = self.events.entry_hist[b].val();
            for _i in 0..self._context {
                self.queue.in_own[b].next = self.events.entry_own[b].val();
                self.queue.in_own_privilege[b].next = self.events.entry_own_privilege[b].val();
            }
            for _i in 0..self._contexts {
                self.queue.in_own_context[b].next = self.events.entry_own_context[b].val();
            }
            for _i in 0..self._time {
                self.queue.in_time[b].next = self.events.entry_time[b].val();
            }
            for _i in 0..self._repeat {
                self.queue.in_repeat_count[b].next = self.events.entry_repeat_count[b].val();
            }
            for _i in 0..self._history {
                self.queue.in_repeat_hist[b].next = self.events.entry_repeat_hist[b].val();
            }
        }

        self.trace.clear.next = self.clear.val();
        self.trace.entry_valid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.trace.entry_ready.val();
        self.trace.entry_kind.next = self.queue.out_kind.val();
        self.trace.entry_fixed.next = self.queue.out_fixed.val();
        self.trace.entry_count.next = self.queue.out_count.val();
        self.trace.entry_addr.next = self.queue.out_addr.val();
        self.trace.entry_hist.next = self.queue.out_hist.val();
        for i in 0..self._repeat {
            self.trace.entry_repeat_count[i].next = self.queue.out_repeat_count[i].val();
        }
        for i in 0..self._history {
            self.trace.entry_repeat_hist[i].next = self.queue.out_repeat_hist[i].val();
        }
        for i in 0..self._context {
            self.trace.entry_own[i].next = self.queue.out_own[i].val();
            self.trace.entry_own_privilege[i].next = self.queue.out_own_privilege[i].val();
        }
        for i in 0..self._contexts {
            self.trace.entry_own_context[i].next = self.queue.out_own_context[i].val();
        }
        for i in 0..self._time {
            self.trace.entry_time[i].next = self.queue.out_time[i].val();
            self.trace.timestamps[i].next = self.timestamps[i].val();
        }
        for i in 0..self._src {
            self.trace.src_enable[i].next = !self.src_inhibit[i].val();
            self.trace.src_id[i].next = self.src_id[i].val();
        }
        for i in 0..self._extend {
            self.trace.extend[i].next = self.extend[i].val();
        }
        self.drained.next = !self.events.owing.val() & !self.queue.out_valid.val();
        self.trace_valid.next = self.trace.trace_valid.val();
        self.trace.trace_ready.next = self.trace_ready.val();
        self.trace_data.next = self.trace.trace_data.val();
        for i in 0..self._counted {
            self.trace_bytes[i].next = self.trace.trace_bytes[i].val();
        }
        for i in 0..self._chunks {
            self.trace_last[i].next = self.trace.trace_last[i].val();
        }
        self.empty.next = self.drained.val() & self.trace.empty.val();
    }
}
