// SPDX-License-Identifier: Apache-2.0
//! What is decided about one block (docs/encoder.md, "What a traced block does"). `_has.x`: the build has x (has.rs).

mod leaves;
mod message;
mod returns;
mod sends;

use super::has::{has, Has};
use super::history::History;
use super::records::{Block, Changes, Decision, Foreseen, Passed, Switches};
use crate::codes::*;
use crate::prim::*;
use tracewright_config::TrapBtype;

/// A block of a cycle.
pub struct Place {
    /// What is built.
    pub build: Build,
    /// Which block of a cycle it is, the oldest first.
    pub block: usize,
}

/// One block: from the state that it finds to the state that it leaves, and what is decided about it.
///
/// There is no register in it: the blocks of a cycle are a chain of steps.
#[derive(Module)]
#[module(at: Place)]
pub struct Step<const ADDR: usize> {
    /// The block.
    pub block: Signal<In, Block<ADDR>>,
    /// What is known of the block before its turn, by looking ahead (`tw_ahead`).
    pub foreseen: Signal<In, Foreseen>,
    /// Which options are switched on.
    pub switches: Signal<In, Switches>,
    /// SYNC of a trace that starts: why it does (`tw_gate`), or 7 after a loss (`tw_events`).
    pub start_code: Signal<In, Bits<4>>,
    /// Trace starts again after a loss: with a block that has an address.
    pub restart: Signal<In, Bit>,
    /// The period of synchronisation is over (`tw_period`).
    pub periodic_due: Signal<In, Bit>,
    /// What privilege and context of this cycle differ in from those seen last (`tw_ownership`).
    pub changes: Signal<In, Changes>,
    /// Branches that HIST holds before the block, if no earlier block of the cycle has renewed or taken it.
    #[built(has(&at.build).counts_hist)]
    pub held: Optional<Signal<In, Bits<5>>>,
    /// `held` and this block's branch are as many as the pattern that repeated before the cycle has.
    #[built(has(&at.build).history)]
    pub ends_period: Optional<Signal<In, Bit>>,
    /// HIST before the block, its stop bit included.
    #[built(!has(&at.build).counts_hist && has(&at.build).htm)]
    pub hist: Optional<Signal<In, Bits<32>>>,
    /// Half-words retired in this cycle by the blocks before this one.
    pub earlier: Signal<In, Bits<8>>,
    /// Half-words retired in this cycle by this block and those after it.
    pub from_here: Signal<In, Bits<8>>,
    /// Tracing is on, and no Error is owed.
    pub live: Signal<In, Bit>,
    /// The state that the block before this one leaves.
    pub before: Signal<In, Passed>,
    /// The state that this block leaves.
    pub after: Signal<Out, Passed>,
    /// Which messages the block completes, for `tw_compose` to make.
    pub decision: Signal<Out, Decision<ADDR>>,
    #[built(has(&at.build).history)]
    #[new(History::new(&at.build))]
    history: Optional<History>,
    /// The block starts the trace.
    start: Signal<Local, Bit>,
    /// The block is traced, and does not start the trace.
    traced: Signal<Local, Bit>,
    /// The block is traced, or starts the trace.
    followed: Signal<Local, Bit>,
    /// The block ends in a branch that goes to HIST, taken or not: in HTM. In BTM a taken one is pending.
    hist_branch: Signal<Local, Bit>,
    /// The block has an address, and none before it in its cycle has told privilege and context: they are told here.
    shows: Signal<Local, Bit>,
    /// I-CNT is not 0 before the block.
    icnt_is_some: Signal<Local, Bit>,
    /// I-CNT is full before the block: its most significant bit, the overflow marker, is set.
    icnt_is_full: Signal<Local, Bit>,
    /// Branches that HIST holds before the block.
    #[built(has(&at.build).counts_hist)]
    held_here: Optional<Signal<Local, Bits<5>>>,
    /// HIST holds no branch before the block.
    hist_is_empty: Signal<Local, Bit>,
    /// HIST has no room for another branch before the block.
    hist_is_full: Signal<Local, Bit>,
    /// A full I-CNT is reported by a synchronising message.
    icnt_syncs: Signal<Local, Bit>,
    /// A synchronising message is due.
    is_due: Signal<Local, Bit>,
    /// SYNC of the message that is due.
    due_code: Signal<Local, Bits<4>>,
    /// The block's address is reported: as a target, or because something is due.
    target: Signal<Local, Bit>,
    /// The address is reported by a synchronising message.
    target_sync: Signal<Local, Bit>,
    /// The main message has SYNC.
    synchronises: Signal<Local, Bit>,
    /// The main message is ResourceFull with HIST.
    reports_hist: Signal<Local, Bit>,
    /// The main message is ResourceFull with I-CNT.
    reports_icnt: Signal<Local, Bit>,
    /// BTM: a taken branch is reported at the interrupt, a block without an address, that follows it.
    before_interrupt: Signal<Local, Bit>,
    /// The context changes here as an asynchronous discontinuity: the address is no target of what was pending.
    discontinuity: Signal<Local, Bit>,
    /// What was pending is direct (a taken branch, in BTM), and its target is reported as such.
    goes_direct: Signal<Local, Bit>,
    /// The block completes a main message.
    main: Signal<Local, Bit>,
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    own: Signal<Local, Bits<3>>,
    /// I-CNT begins anew with this block.
    restarts_icnt: Signal<Local, Bit>,
    /// The block ends in a jump whose target is to be reported.
    jump: Signal<Local, Bit>,
    /// What was pending is over with this block.
    settles: Signal<Local, Bit>,
    /// The block ends in a call whose return can be predicted.
    pushes: Signal<Local, Bit>,
    /// What messages have told of the calls before this block: a code `TOLD_`.
    told: Signal<Local, Bits<2>>,
    /// All calls before this block are told, the block's own messages counted.
    all_told: Signal<Local, Bit>,
    /// The return stack has an entry that this block can pop.
    has_call: Signal<Local, Bit>,
    #[value((1_u64 << (at.build.encoder.hist_width - 1)).to_bits())]
    hist_top: Constant<Bits<32>>,
    /// Branches of a full HIST.
    #[value((at.build.encoder.hist_width - 1).to_bits())]
    hist_length: Constant<Bits<5>>,
    #[value((1_u64 << (at.build.encoder.icnt_width - 1)).to_bits())]
    icnt_top: Constant<Bits<22>>,
    /// The bits of I-CNT between its lowest eight and its overflow marker.
    #[value((((1_u64 << (at.build.encoder.icnt_width - 1)) - 1) & !0xFF).to_bits())]
    icnt_middle: Constant<Bits<22>>,
    #[value(u64::from(at.build.encoder.return_stack_depth).to_bits())]
    stack_depth: Constant<Bits<6>>,
    #[value(interrupt_btype(&at.build).to_bits())]
    interrupt_btype: Constant<Bits<2>>,
    #[new(has(&at.build))]
    _has: Has,
}

fn interrupt_btype(build: &Build) -> usize {
    match build.encoder.trap_btype {
        TrapBtype::Distinct => BTYPE_INTERRUPT,
        TrapBtype::Single => BTYPE_TRAP,
    }
}

#[kernel]
impl<const ADDR: usize> Step<ADDR> {
    fn update(&mut self) {
        let block: Block<ADDR> = self.block.val();
        let before: Passed = self.before.val();
        // Whether the block is traced, and how.
        self.start.next =
            self.live.val() & block.valid & !before.state.running & (!self.restart.val() | self.has_addr());
        self.traced.next = self.live.val() & block.valid & before.state.running;
        self.followed.next = self.start.val() | self.traced.val();
        self.hist_branch.next = block.branch & !self.in_btm();
        self.shows.next = self.has_addr() & !before.seen;
        self.told.next = TOLD_ALL.to_bits::<2>();
        if self._has.told {
            self.find_told();
        }
        self.find_hist();
        self.find_icnt();
        self.find_due();
        self.choose_message();
        self.find_repetitions();
        self.choose_ownership();
        self.decide();
        self.leave();
        self.leave_hist();
        self.leave_pending();
        self.leave_calls();
        self.all_told.next = true;
        if self._has.told {
            self.tell_calls();
        }
    }

    /// Whether the block's address is defined.
    fn has_addr(&self) -> Bit {
        if self._has.undefined {
            self.block.val().has_addr
        } else {
            true
        }
    }

    /// Whether the mode is BTM, the only one built or the one selected (N-Trace ch. 5); else HTM. See `hist_branch`.
    fn in_btm(&self) -> Bit {
        if self._has.both {
            self.switches.val().btm
        } else {
            self._has.btm
        }
    }
}
