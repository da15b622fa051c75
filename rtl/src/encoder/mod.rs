// SPDX-License-Identifier: Apache-2.0
//! The N-Trace encoder: ingress, events, queue, output (docs/encoder.md).

mod built;
mod events;
mod formatter;
mod has;
mod history;
mod ingress;
mod output;
mod packer;
mod queue;
mod records;
mod stack;
mod step;

pub use events::{Events, Gate, Ownership, Period};
pub use formatter::{Formatter, Sequence, Stamp};
pub use has::features;
pub use history::History;
pub use ingress::{Ingress, Lane};
pub use output::Output;
pub use packer::{Joiner, Messages, Packer, Pieces};
pub use queue::{Column, Queue, Spread};
pub use records::{
    Block, Changes, Counted, Cycle, Due, Entry, LastBranch, Owner, Passed, Pending, Periodic, Repetition, Rest, State,
    Switches, Watchpoints,
};
pub use stack::ReturnStack;
pub use step::{Again, Step};

use crate::prim::*;
pub(crate) use built::{many, Built};
use has::{blocks, has, Has};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// The encoder: from the trace ingress port to trace.
///
/// Each room hands on whole things only. `ADDR` is `XLEN - 1`, `FIRST` and `OUT` are those of [`Output`].
#[derive(Module)]
#[module(build: Build)]
pub struct Encoder<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// How each block ends.
    #[count(blocks(build))]
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Address of each block's first instruction.
    #[count(blocks(build))]
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// What retired in each block.
    #[count(blocks(build))]
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// The last instruction of each block is 2^ilastsize half-words.
    #[count(blocks(build))]
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// The jump that ends each block is sequentially inferable.
    #[count(blocks(build) * has(build).sequential as usize)]
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of each block asks for a synchronising message.
    #[count(blocks(build) * has(build).triggers as usize)]
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    #[count(has(build).reset)]
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    #[count(has(build).low_power)]
    pub low_power: Vec<Signal<In, Bit>>,
    /// Privilege mode.
    #[count(has(build).context)]
    pub privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    #[count(has(build).contexts)]
    pub hart_context: Vec<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    #[count(has(build).contexts)]
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    #[count(has(build).triggers)]
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    #[count(has(build).triggers)]
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// External trigger inputs.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// The time.
    #[count(has(build).time)]
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
    #[count(has(build).requests)]
    pub sync_request: Vec<Signal<In, Bit>>,
    /// teInstMode is branch trace.
    #[count(has(build).both)]
    pub btm: Vec<Signal<In, Bit>>,
    /// teContext.
    #[count(has(build).context)]
    pub context_enable: Vec<Signal<In, Bit>>,
    /// teInstTrigEn.
    #[count(has(build).triggers)]
    pub trigger_enable: Vec<Signal<In, Bit>>,
    /// xTrigInAction of each external trigger.
    #[count(build.encoder.external_triggers)]
    pub external_action: Vec<Signal<In, Bits<4>>>,
    /// teInstEnAllJumps.
    #[count(has(build).all_jumps)]
    pub all_jumps: Vec<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    #[count(has(build).sequential)]
    pub sequential_jump: Vec<Signal<In, Bit>>,
    /// teInstImplicitReturnMode is not 0, or teInstEnCallStack is set.
    #[count(has(build).returns)]
    pub implicit_return: Vec<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    #[count(has(build).repeat)]
    pub repeated_history: Vec<Signal<In, Bit>>,
    /// teInhibitSrc.
    #[count(has(build).src)]
    pub src_inhibit: Vec<Signal<In, Bit>>,
    /// teSrcID.
    #[count(has(build).src)]
    pub src_id: Vec<Signal<In, Bits<12>>>,
    /// teInstExtendAddrMSB.
    #[count(has(build).extend)]
    pub extend: Vec<Signal<In, Bit>>,
    /// tsEnable.
    #[count(has(build).time)]
    pub timestamps: Vec<Signal<In, Bit>>,
    /// teInstTracing becomes 1.
    #[count(has(build).any_trigger)]
    pub tracing_set: Vec<Signal<Out, Bit>>,
    /// teInstTracing becomes 0.
    #[count(has(build).any_trigger)]
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
    #[count(has(build).counted)]
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// It has the last bytes of a message, where it is a part of one.
    #[count(has(build).chunks)]
    pub trace_last: Vec<Signal<Out, Bit>>,
    ingress: Ingress<XLEN, ADDR>,
    events: Events<ADDR>,
    queue: Queue<ADDR>,
    #[new(Output::new(build))]
    trace: Output<ADDR, FIRST, OUT>,
    #[value((2 * blocks(build) + 1).to_bits())]
    enough: Constant<Bits<4>>,
    #[new(has(build))]
    _has: Has,
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic
    for Encoder<XLEN, ADDR, FIRST, OUT>
{
    #[kernel]
    fn update(&mut self) {
        let clear = !self.active.val();

        // Entries can still come of the blocks at the port, of those taken in the cycle before, and of a stop.
        self.stall.next = self._has.stall
            & self.active.val()
            & self.stall_enable.val()
            & (self.queue.room.val() != self.enough.val());
        self.ingress.stall.next = self.stall.val();
        self.ingress.halted.next = self.halted.val();
        for b in 0..self.itype.len() {
            self.ingress.itype[b].next = self.itype[b].val();
            self.ingress.iaddr[b].next = self.iaddr[b].val();
            self.ingress.iretire[b].next = self.iretire[b].val();
            self.ingress.ilastsize[b].next = self.ilastsize[b].val();
            self.events.block[b].next = self.ingress.block[b].val();
        }
        for b in 0..self.sijump.len() {
            self.ingress.sijump[b].next = self.sijump[b].val();
        }
        for b in 0..self.trigger_notify.len() {
            self.ingress.trigger_notify[b].next = self.trigger_notify[b].val();
        }
        for i in 0..self.sequential_jump.len() {
            self.ingress.sequential_jump.next = self.sequential_jump[i].val();
        }
        for i in 0..self.all_jumps.len() {
            self.ingress.all_jumps.next = self.all_jumps[i].val();
        }
        for i in 0..self.hart_reset.len() {
            self.ingress.hart_reset.next = self.hart_reset[i].val();
        }
        for i in 0..self.low_power.len() {
            self.ingress.low_power.next = self.low_power[i].val();
        }
        for i in 0..self.privilege.len() {
            self.ingress.privilege.next = self.privilege[i].val();
            self.events.switches.next.context = self.context_enable[i].val();
        }
        for i in 0..self.hart_context.len() {
            self.ingress.hart_context.next = self.hart_context[i].val();
            self.ingress.ctype.next = self.ctype[i].val();
        }
        for i in 0..self.trigger_on.len() {
            self.ingress.trigger_on.next = self.trigger_on[i].val();
            self.ingress.trigger_off.next = self.trigger_off[i].val();
            self.events.trigger_enable.next = self.trigger_enable[i].val();
        }
        for i in 0..self.external_trigger.len() {
            self.ingress.external_trigger[i].next = self.external_trigger[i].val();
            self.events.external_trigger[i].next = self.ingress.cycle_external_trigger[i].val();
            self.events.external_action[i].next = self.external_action[i].val();
        }
        self.events.cycle.next = self.ingress.cycle.val();
        for i in 0..self.tracing_set.len() {
            self.tracing_set[i].next = self.events.tracing_set.val();
            self.tracing_clear[i].next = self.events.tracing_clear.val();
        }
        for i in 0..self.btm.len() {
            self.events.switches.next.btm = self.btm[i].val();
        }
        for i in 0..self.implicit_return.len() {
            self.events.switches.next.implicit_return = self.implicit_return[i].val();
        }
        for i in 0..self.repeated_history.len() {
            self.events.switches.next.repeated_history = self.repeated_history[i].val();
        }
        for i in 0..self.now.len() {
            self.events.now.next = self.now[i].val();
        }
        self.events.active.next = self.active.val();
        self.events.enable.next = self.enable.val();
        self.events.tracing.next = self.tracing.val();
        self.events.sync_mode.next = self.sync_mode.val();
        self.events.sync_max.next = self.sync_max.val();
        for i in 0..self.sync_request.len() {
            self.events.sync_request.next = self.sync_request[i].val();
        }
        self.events.room.next = self.queue.room.val();
        self.events.may_restart.next = self.queue.may_restart.val();
        self.error_sent.next = self.events.error_sent.val();

        self.queue.clear.next = clear;
        for b in 0..self.itype.len() {
            self.queue.in_valid[b].next = self.events.entry_valid[b].val();
            self.queue.entry_in[b].next = self.events.entry[b].val();
        }

        self.trace.clear.next = clear;
        self.trace.entry_valid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.trace.entry_ready.val();
        let entry: Entry<ADDR> = self.queue.entry_out.val();
        self.trace.entry_kind.next = entry.kind;
        self.trace.entry_fixed.next = entry.fixed;
        self.trace.entry_count.next = entry.count;
        self.trace.entry_addr.next = entry.addr;
        self.trace.entry_hist.next = entry.hist;
        for i in 0..self.trace.entry_repeat_count.len() {
            self.trace.entry_repeat_count[i].next = entry.repeat_count;
        }
        for i in 0..self.trace.entry_repeat_hist.len() {
            self.trace.entry_repeat_hist[i].next = entry.repeat_hist;
        }
        for i in 0..self.trace.entry_own.len() {
            self.trace.entry_own[i].next = entry.own;
            self.trace.entry_own_privilege[i].next = entry.privilege;
        }
        for i in 0..self.trace.entry_own_context.len() {
            self.trace.entry_own_context[i].next = entry.context;
        }
        for i in 0..self.timestamps.len() {
            self.trace.entry_time[i].next = entry.time;
            self.trace.timestamps[i].next = self.timestamps[i].val();
        }
        for i in 0..self.src_id.len() {
            self.trace.src_enable[i].next = !self.src_inhibit[i].val();
            self.trace.src_id[i].next = self.src_id[i].val();
        }
        for i in 0..self.extend.len() {
            self.trace.extend[i].next = self.extend[i].val();
        }
        self.trace_valid.next = self.trace.trace_valid.val();
        self.trace.trace_ready.next = self.trace_ready.val();
        self.trace_data.next = self.trace.trace_data.val();
        for i in 0..self.trace_bytes.len() {
            self.trace_bytes[i].next = self.trace.trace_bytes[i].val();
        }
        for i in 0..self.trace_last.len() {
            self.trace_last[i].next = self.trace.trace_last[i].val();
        }
        self.empty.next = !self.events.owing.val() & !self.queue.out_valid.val() & self.trace.empty.val();
    }
}
