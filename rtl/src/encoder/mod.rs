// SPDX-License-Identifier: Apache-2.0
//! The N-Trace encoder: ingress, ahead, events with step and compose, queue, output (docs/encoder.md).

mod ahead;
mod compose;
mod events;
mod formatter;
mod has;
mod history;
mod ingress;
mod output;
mod packer;
mod ports;
mod queue;
mod records;
mod step;

pub use ahead::{Ahead, HoldingPeriods, Predictor, ReturnStack, ShortestPeriod};
pub use compose::{Again, Compose};
pub use events::{Events, Gate, Ownership, Period};
pub use has::features;
pub use history::History;
pub use ingress::{Ingress, Lane};
pub use output::Output;
pub use ports::{IngressPort, MessageStyle, TraceControl};
pub use queue::{Column, Queue};
pub use records::{
    Beginning, Beside, Block, Changes, Counted, Cycle, Decision, Due, Entry, Foreseen, Kept, LastBranch, MessageFields,
    Owner, Passed, Pause, Pending, Periodic, Repeats, Repetition, State, Switches, Told, Turn, Watchpoints,
};
pub use step::Step;

use crate::prim::*;
use crate::sinks::TraceOut;
pub(crate) use has::has;
use has::Has;

/// The encoder: from the trace ingress port to trace.
///
/// Each stage hands on whole things only. `ADDR` is `XLEN - 1`, `FIRST` and `OUT` are those of [`Output`].
#[synchronous(build: Build)]
pub struct Encoder<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// The trace ingress port.
    pub port: IngressPort<XLEN>,
    /// External trigger inputs.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// The blocks at the port are not taken in this cycle.
    pub stall: Signal<Out, Bit>,
    /// What registers and sinks say of tracing.
    pub control: TraceControl,
    /// teInstStallEn (Trace Control ch. 5). With 1 the hart waits while the queue may lack room: nothing is lost. With
    /// 0 a row that the queue has no room for is lost, and an Error says so (`tw_events`).
    pub stall_enable: Signal<In, Bit>,
    /// teInstMode is branch trace.
    #[built(has(build).both)]
    pub btm: Optional<Signal<In, Bit>>,
    /// teContext.
    #[built(has(build).context)]
    pub context_enable: Optional<Signal<In, Bit>>,
    /// teInstEnAllJumps.
    #[built(has(build).all_jumps)]
    pub all_jumps: Optional<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    #[built(has(build).sequential)]
    pub sequential_jump: Optional<Signal<In, Bit>>,
    /// teInstImplicitReturnMode is not 0, or teInstEnCallStack is set.
    #[built(has(build).returns)]
    pub implicit_return: Optional<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    #[built(has(build).repeat)]
    pub repeated_history: Optional<Signal<In, Bit>>,
    /// Options of every message: SRC, extended addresses, TSTAMP.
    pub style: MessageStyle,
    /// The encoder holds no trace, and owes none.
    pub empty: Signal<Out, Bit>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    ingress: Ingress<XLEN, ADDR>,
    #[built(has(build).ahead)]
    ahead: Optional<Ahead<ADDR>>,
    events: Events<ADDR>,
    queue: Queue<ADDR>,
    messages: Output<ADDR, FIRST, OUT>,
    /// The queue has room for every row that can come before its room is seen again: the hart need not stall.
    ample: Signal<Local, Bit>,
    #[new(has(build))]
    _has: Has,
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic
    for Encoder<XLEN, ADDR, FIRST, OUT>
{
    #[kernel]
    fn update(&mut self) {
        // Before the room is seen again three rows can come: of the blocks taken in the cycle before, of those at the
        // port, and of a stop. Others are of what waits in the encoder.
        self.ample.next = if (self._has.ahead | self._has.late) & self._has.stall {
            self.queue.spare.val()
                >= (bits::<7>(3)
                    + bit_cast::<7, 3>(self.ahead.waiting.val())
                    + bit_cast::<7, 1>(self.events.coming.val().into()))
        } else {
            self.queue.room.val().all()
        };
        self.stall.next = self._has.stall & self.control.active.val() & self.stall_enable.val() & !self.ample.val();
        connect!(ingress: port, external_trigger, all_jumps, sequential_jump, stall);
        if self._has.ahead {
            connect!(ahead: ingress.{block, cycle, external_trigger = cycle_external_trigger});
            connect!(events: ahead.{block = turn_block, cycle = turn_cycle, next_pause,
                external_trigger = turn_external_trigger, foreseen});
        } else {
            connect!(events: ingress.{block, cycle, external_trigger = cycle_external_trigger});
        }
        connect!(events: ample, control);
        connect!(events.switches.next: btm, context = context_enable, implicit_return, repeated_history);
        connect!(events: queue.{room, may_restart});
        connect!(queue: events.{in_valid = entry_valid, entry_in = entry});
        self.queue.clear.next = !self.control.active.val();
        connect!(messages: style, trace, queue.{entry_valid = out_valid, entry_ready = out_ready, entry = entry_out});
        self.messages.clear.next = !self.control.active.val();
        self.empty.next = !self.events.owing.val() & self.queue.empty.val() & self.messages.empty.val();
    }
}
