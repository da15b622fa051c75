// SPDX-License-Identifier: Apache-2.0
//! What one block does (docs/encoder.md, "What a traced block does").

mod again;
mod calls;
mod due;
mod formats;
mod kernel;
mod new;
mod shape;
mod told;

pub use again::Again;
pub use calls::Calls;
pub use due::Due;
pub use formats::Formats;
pub use shape::Shape;
pub use told::Told;

use super::history::History;
use crate::prim::*;
use rust_hdl_core::prelude::*;

/// One block: from the state that it finds to the state that it leaves, and the entry that it completes.
///
/// There is no register in it: the blocks of a cycle are a chain of steps. `next_x` is what the block makes of `x`.
/// A field of the entry that its kind does not use holds no particular value.
#[derive(Module)]
pub struct Step<const ADDR: usize> {
    /// There is a block.
    pub block_valid: Signal<In, Bit>,
    /// The block's address is defined.
    pub block_has_addr: Signal<In, Bit>,
    /// The block ends in a branch.
    pub block_branch: Signal<In, Bit>,
    /// That branch was taken.
    pub block_taken: Signal<In, Bit>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Signal<In, Bit>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Signal<In, Bits<2>>,
    /// Half-words that retired.
    pub block_half_words: Signal<In, Bits<6>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Signal<In, Bits<ADDR>>,
    /// That jump need not be reported if its message has an instruction before it.
    pub block_inferable: Vec<Signal<In, Bit>>,
    /// The block ends in a trap or a trap return.
    pub block_trap: Vec<Signal<In, Bit>>,
    /// The block ends in a call, or a co-routine swap.
    pub block_call: Vec<Signal<In, Bit>>,
    /// The block ends in a return, or a co-routine swap.
    pub block_return: Vec<Signal<In, Bit>>,
    /// The block makes a synchronising message due.
    pub block_notify: Vec<Signal<In, Bit>>,
    /// SYNC of a trace that starts.
    pub start_code: Signal<In, Bits<4>>,
    /// Trace starts again after a loss: with a block that has an address.
    pub restart: Signal<In, Bit>,
    /// The period was over before this cycle.
    pub periodic: Signal<In, Bit>,
    /// The period counts messages.
    pub by_messages: Signal<In, Bit>,
    /// The period counts half-words.
    pub by_half_words: Signal<In, Bit>,
    /// teInstMode is branch trace.
    pub btm_mode: Vec<Signal<In, Bit>>,
    /// teContext.
    pub context_enable: Vec<Signal<In, Bit>>,
    /// Privilege or context changes in this cycle.
    pub changes: Vec<Signal<In, Bit>>,
    /// scontext changes in this cycle.
    pub scontext_changes: Vec<Signal<In, Bit>>,
    /// hcontext changes in this cycle.
    pub hcontext_changes: Vec<Signal<In, Bit>>,
    /// The context changes precisely in this cycle.
    pub precise: Vec<Signal<In, Bit>>,
    /// It changes as an asynchronous discontinuity.
    pub asynchronous: Vec<Signal<In, Bit>>,
    /// teInstEnRepeatedHistory.
    pub repeat_enable: Vec<Signal<In, Bit>>,
    /// A correlation is sent in this cycle, and takes HIST.
    pub close: Vec<Signal<In, Bit>>,
    /// The time of this cycle.
    pub now: Vec<Signal<In, Bits<64>>>,
    /// Blocks are traced: tracing is on, and nothing was lost before this block.
    pub live: Signal<In, Bit>,
    /// Likewise after this block.
    pub next_live: Signal<Out, Bit>,
    /// Entries that the queue has room for.
    pub room: Signal<In, Bits<4>>,
    /// Those after this block.
    pub next_room: Signal<Out, Bits<4>>,
    /// A trace was started.
    pub running: Signal<In, Bit>,
    /// A trace was started, with this block perhaps.
    pub next_running: Signal<Out, Bit>,
    /// I-CNT.
    pub icnt: Signal<In, Bits<22>>,
    /// I-CNT with this block.
    pub next_icnt: Signal<Out, Bits<22>>,
    /// HIST.
    pub hist: Vec<Signal<In, Bits<32>>>,
    /// HIST with this block.
    pub next_hist: Vec<Signal<Out, Bits<32>>>,
    /// The last address sent.
    pub reference_addr: Signal<In, Bits<ADDR>>,
    /// The last address sent, by this block perhaps.
    pub next_reference_addr: Signal<Out, Bits<ADDR>>,
    /// A target is not known yet.
    pub pending: Signal<In, Bit>,
    /// A target is not known yet after this block.
    pub next_pending: Signal<Out, Bit>,
    /// B-TYPE of what is pending.
    pub btype: Signal<In, Bits<2>>,
    /// B-TYPE of what is pending after this block.
    pub next_btype: Signal<Out, Bits<2>>,
    /// What is pending is direct.
    pub direct: Vec<Signal<In, Bit>>,
    /// What is pending after this block is direct.
    pub next_direct: Vec<Signal<Out, Bit>>,
    /// What is pending is a trap or a trap return.
    pub trap: Vec<Signal<In, Bit>>,
    /// What is pending after this block is a trap or a trap return.
    pub next_trap: Vec<Signal<Out, Bit>>,
    /// The time of what is pending.
    pub time: Vec<Signal<In, Bits<64>>>,
    /// The time of what is pending after this block.
    pub next_time: Vec<Signal<Out, Bits<64>>>,
    /// An exit from reset is to be reported.
    pub due_reset: Vec<Signal<In, Bit>>,
    /// An exit from reset is still to be reported.
    pub next_due_reset: Vec<Signal<Out, Bit>>,
    /// A watchpoint is to be reported.
    pub due_event: Vec<Signal<In, Bit>>,
    /// A watchpoint is to be reported after this block.
    pub next_due_event: Vec<Signal<Out, Bit>>,
    /// An external trigger is to be reported.
    pub due_external: Vec<Signal<In, Bit>>,
    /// An external trigger is still to be reported.
    pub next_due_external: Vec<Signal<Out, Bit>>,
    /// A target is predicted for what is pending.
    pub predicted: Vec<Signal<In, Bit>>,
    /// A target is predicted for what is pending, after this block.
    pub next_predicted: Vec<Signal<Out, Bit>>,
    /// The target that is predicted.
    pub prediction: Vec<Signal<In, Bits<ADDR>>>,
    /// The target that is predicted, after this block.
    pub next_prediction: Vec<Signal<Out, Bits<ADDR>>>,
    /// Entries of the return stack that are valid.
    pub calls: Vec<Signal<In, Bits<6>>>,
    /// Entries of the return stack that are valid, after this block.
    pub next_calls: Vec<Signal<Out, Bits<6>>>,
    /// Whether a message has told the newest calls.
    pub told: Vec<Signal<In, Bits<2>>>,
    /// Whether a message has told the newest calls, after this block.
    pub next_told: Vec<Signal<Out, Bits<2>>>,
    /// The newest entries of the return stack.
    pub list: Vec<Signal<In, Bits<ADDR>>>,
    /// The newest entries of the return stack, after this block.
    pub next_list: Vec<Signal<Out, Bits<ADDR>>>,
    /// The place above the newest.
    pub list_at: Vec<Signal<In, Bits<4>>>,
    /// The place above the newest, after this block.
    pub next_list_at: Vec<Signal<Out, Bits<4>>>,
    /// Places of them that were written in this cycle.
    pub list_written: Vec<Signal<In, Bits<8>>>,
    /// Places of them that were written in this cycle, after this block.
    pub next_list_written: Vec<Signal<Out, Bits<8>>>,
    /// The last branch message can be repeated.
    pub last: Vec<Signal<In, Bit>>,
    /// The last branch message can be repeated, after this block.
    pub next_last: Vec<Signal<Out, Bit>>,
    /// It was DirectBranch.
    pub last_direct: Vec<Signal<In, Bit>>,
    /// It was DirectBranch, after this block.
    pub next_last_direct: Vec<Signal<Out, Bit>>,
    /// Its I-CNT.
    pub last_icnt: Vec<Signal<In, Bits<22>>>,
    /// Its I-CNT, after this block.
    pub next_last_icnt: Vec<Signal<Out, Bits<22>>>,
    /// Its B-TYPE.
    pub last_btype: Vec<Signal<In, Bits<2>>>,
    /// Its B-TYPE, after this block.
    pub next_last_btype: Vec<Signal<Out, Bits<2>>>,
    /// Its target.
    pub last_addr: Vec<Signal<In, Bits<ADDR>>>,
    /// Its target, after this block.
    pub next_last_addr: Vec<Signal<Out, Bits<ADDR>>>,
    /// How often it was repeated.
    pub last_count: Vec<Signal<In, Bits<18>>>,
    /// How often it was repeated, after this block.
    pub next_last_count: Vec<Signal<Out, Bits<18>>>,
    /// Repeated history: the newest branches.
    pub branches: Vec<Signal<In, Bits<32>>>,
    /// Repeated history: the newest branches, after this block.
    pub next_branches: Vec<Signal<Out, Bits<32>>>,
    /// Those that HIST holds.
    pub held: Vec<Signal<In, Bits<32>>>,
    /// Those that HIST holds, after this block.
    pub next_held: Vec<Signal<Out, Bits<32>>>,
    /// Periods that have not held.
    pub broken: Vec<Signal<In, Bits<32>>>,
    /// Periods that have not held, after this block.
    pub next_broken: Vec<Signal<Out, Bits<32>>>,
    /// Branches since they were watched afresh.
    pub age: Vec<Signal<In, Bits<5>>>,
    /// Branches since they were watched afresh, after this block.
    pub next_age: Vec<Signal<Out, Bits<5>>>,
    /// Periods that do not fit HIST.
    pub unfit: Vec<Signal<In, Bits<32>>>,
    /// Periods that do not fit HIST, after this block.
    pub next_unfit: Vec<Signal<Out, Bits<32>>>,
    /// A repetition is being followed.
    pub locked: Vec<Signal<In, Bit>>,
    /// A repetition is being followed, after this block.
    pub next_locked: Vec<Signal<Out, Bit>>,
    /// A whole number of patterns was there.
    pub whole: Vec<Signal<In, Bit>>,
    /// A whole number of patterns was there, after this block.
    pub next_whole: Vec<Signal<Out, Bit>>,
    /// Branches of the pattern, less 1.
    pub period: Vec<Signal<In, Bits<5>>>,
    /// Branches of the pattern, less 1, after this block.
    pub next_period: Vec<Signal<Out, Bits<5>>>,
    /// Which split it began with.
    pub split: Vec<Signal<In, Bits<2>>>,
    /// Which split it began with, after this block.
    pub next_split: Vec<Signal<Out, Bits<2>>>,
    /// The pattern.
    pub pattern: Vec<Signal<In, Bits<32>>>,
    /// The pattern, after this block.
    pub next_pattern: Vec<Signal<Out, Bits<32>>>,
    /// How often it is to be sent.
    pub times: Vec<Signal<In, Bits<18>>>,
    /// How often it is to be sent, after this block.
    pub next_times: Vec<Signal<Out, Bits<18>>>,
    /// Privilege and context of this cycle were seen.
    pub seen: Vec<Signal<In, Bit>>,
    /// They were seen, by this block perhaps.
    pub next_seen: Vec<Signal<Out, Bit>>,
    /// A synchronising message was sent in this cycle.
    pub synced: Signal<In, Bit>,
    /// It was, by this block perhaps.
    pub next_synced: Signal<Out, Bit>,
    /// What the period counted in this cycle.
    pub gained: Signal<In, Bits<8>>,
    /// That with this block.
    pub next_gained: Signal<Out, Bits<8>>,
    /// The block's main message synchronises.
    pub sends_sync: Signal<Out, Bit>,
    /// What the period counts of a block whose main message synchronises.
    pub amount_at_sync: Signal<Out, Bits<8>>,
    /// The period counts this block, if its main message does not synchronise.
    pub counts: Signal<Out, Bit>,
    /// What it counts then.
    pub amount: Signal<Out, Bits<8>>,
    /// The block completes an entry, and the queue has room for it.
    pub entry_valid: Signal<Out, Bit>,
    /// Which main message, in which form.
    pub entry_kind: Signal<Out, Bits<4>>,
    /// Its fixed-length fields.
    pub entry_fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub entry_count: Signal<Out, Bits<22>>,
    /// Its address.
    pub entry_addr: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub entry_hist: Signal<Out, Bits<32>>,
    /// How often something repeats; 0 if nothing does.
    pub entry_repeat_count: Vec<Signal<Out, Bits<18>>>,
    /// The history that repeats; 0 if the last branch message does.
    pub entry_repeat_hist: Vec<Signal<Out, Bits<32>>>,
    /// Ownership messages: FORMAT 00, 10, 11, lowest bit first.
    pub entry_own: Vec<Signal<Out, Bits<3>>>,
    /// The time of the entry.
    pub entry_time: Vec<Signal<Out, Bits<64>>>,
    due: Due,
    formats: Vec<Formats>,
    stack: Vec<Calls<ADDR>>,
    newest: Vec<Told>,
    again: Vec<Again<ADDR>>,
    history: Vec<History>,
    shape: Shape<ADDR>,
    start: Signal<Local, Bit>,
    traced: Signal<Local, Bit>,
    followed: Signal<Local, Bit>,
    icnt_is_full: Signal<Local, Bit>,
    /// It is reported by a synchronising message: there are branches in HIST (8.4.4).
    icnt_syncs: Vec<Signal<Local, Bit>>,
    wants_target: Signal<Local, Bit>,
    wants_hist: Signal<Local, Bit>,
    wants_icnt: Signal<Local, Bit>,
    target: Signal<Local, Bit>,
    target_sync: Signal<Local, Bit>,
    hist_full: Signal<Local, Bit>,
    icnt_full: Signal<Local, Bit>,
    before_interrupt: Signal<Local, Bit>,
    synchronises: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    sent: Signal<Local, Bit>,
    main: Signal<Local, Bit>,
    restarts_icnt: Signal<Local, Bit>,
    branch: Signal<Local, Bit>,
    branch_pends: Signal<Local, Bit>,
    jump: Signal<Local, Bit>,
    /// What was pending is over with this block.
    settles: Signal<Local, Bit>,
    changes_here: Signal<Local, Bit>,
    precise_here: Signal<Local, Bit>,
    implied: Signal<Local, Bit>,
    moves_stack: Signal<Local, Bit>,
    flushes: Signal<Local, Bit>,
    repeat_count: Signal<Local, Bits<18>>,
    hist_base: Signal<Local, Bits<32>>,
    sync_code: Signal<Local, Bits<4>>,
    own: Signal<Local, Bits<3>>,
    messages: Signal<Local, Bits<3>>,
    all_messages: Signal<Local, Bits<3>>,
    at_sync: Signal<Local, Bits<8>>,
    countable: Signal<Local, Bits<8>>,
    adds: Signal<Local, Bit>,
    hist_top: Constant<Bits<32>>,
    hist_mask: Constant<Bits<32>>,
    icnt_top: Constant<Bits<22>>,
    icnt_mask: Constant<Bits<22>>,
    return_mask: Constant<Bits<ADDR>>,
    _htm: usize,
    _btm: usize,
    _both: usize,
    _plain: usize,
    _history: usize,
    _splits: usize,
    _returns: usize,
    _told: usize,
    _told_plain: usize,
    _told_history: usize,
    _stack: usize,
    _places: usize,
    _repeat: usize,
    _repeat_branch: usize,
    _repeat_both: usize,
    _history_both: usize,
    _icnt_sync: usize,
    _sequential: usize,
    _context: usize,
    _scontext: usize,
    _hcontext: usize,
    _contexts: usize,
    _reset: usize,
    _triggers: usize,
    _external: usize,
    _time: usize,
}
