// SPDX-License-Identifier: Apache-2.0
//! One traced block: the messages that it completes, then what it adds to I-CNT, and what its end makes pending.

use super::due::Due;
use super::end::End;
use super::history::Added;
use super::ownership::{Change, Ownership};
use super::repeat::{Branch, RepeatBranch};
use super::returns::Returns;
use super::settings::Settings;
use super::track::{Pending, Report, Track};
use crate::{Entry, Message};
use tracewright_messages::{btype, itype, sync, Block, Field, Ingress};

/// What a block finds and leaves.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) settings: Settings,
    pub(super) track: Track,
    pub(super) returns: Returns,
    pub(super) repeat: RepeatBranch,
    pub(super) ownership: Ownership,
    /// SYNC with which the next traced block starts a trace.
    pub(super) start: Option<u8>,
    pub(super) due: Due,
}

/// The main message of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Main {
    /// Branches that repeated, which go before it.
    history: Option<Message>,
    message: Option<Message>,
    /// When what it reports happened, if that was not now.
    time: Option<u64>,
    /// The message leads to the target of a trap or trap return.
    trap: bool,
    /// The message as a branch, if a later one may repeat it.
    branch: Option<Branch>,
    /// The message is counted as a repetition (RepeatBranch), and not sent.
    is_counted: bool,
}

impl State {
    pub(super) fn new(settings: Settings) -> Self {
        State {
            track: Track::new(&settings),
            returns: Returns::new(&settings),
            repeat: RepeatBranch::new(settings.repeat_branch()),
            ownership: Ownership::new(&settings),
            start: None,
            due: Due::default(),
            settings,
        }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: Settings) {
        self.track.program(&settings);
        self.returns.program(&settings);
        self.repeat.program(settings.repeat_branch());
        self.ownership.program(&settings);
        self.settings = settings;
    }

    /// As after reset.
    pub(super) fn reset(&mut self) {
        self.forget();
        self.track.reset();
        self.ownership.reset();
    }

    /// Drops everything accumulated.
    pub(super) fn forget(&mut self) {
        self.track.forget();
        self.repeat.reset();
        self.returns.clear();
        self.start = None;
        self.due = Due::default();
    }

    /// The end of a trace, or what N-Trace Table 26 asks for while there is none: ProgTraceCorrelation with this
    /// EVCODE. A branch that was taken just before is reported like any other (N-Trace ch. 10, rule 5).
    pub(super) fn stop(&mut self, evcode: u8, time: u64) -> Entry {
        let branch = self.track.pending.filter(|pending| pending.direct).map(|_| self.track.direct_branch());
        let (history, correlation) = self.track.correlation(evcode);
        let before = history.into_iter().chain(self.repeat.flush()).chain(branch);
        let messages = before.chain([correlation]).collect();
        self.repeat.sent(None);
        self.start = None;
        Entry { messages, time }
    }

    /// A block passes, traced or not. Whether the branch that it ends with is taken, if it ends with one.
    pub(super) fn pass(&mut self, block: &Block) -> Option<bool> {
        let End::Branch { taken } = self.end(block) else { return None };
        self.track.history.pass(taken);
        Some(taken)
    }

    /// Carries out a traced block of what the `port` shows at `time`, which ends with `branch`, as `pass` returned it.
    pub(super) fn block(&mut self, block: &Block, branch: Option<bool>, port: &Ingress, time: u64) -> Option<Entry> {
        let change = if self.settings.has_address(block) { self.ownership.observe(port) } else { Change::default() };
        let (main, added) = self.main(block, branch, &change);
        let message = main.as_ref().and_then(|main| main.message.as_ref());
        let synchronises = message.is_some_and(Message::is_sync);
        let is_counted = main.as_ref().is_some_and(|main| main.is_counted);
        // Any SYNC empties the return stack (N-Trace 9.2): 0, 4 and 6, too, which N-Trace Table 25 does not ask to
        // reset the encoder.
        if synchronises {
            self.returns.clear();
        } else if is_counted || message.is_some_and(|message| message.get(Field::ICnt).is_some()) {
            self.returns.tell();
        }
        let trap = main.as_ref().is_some_and(|main| main.trap);
        let ownership = self.ownership.messages(port, &change, synchronises, trap);
        let entry = self.entry(main, ownership, time);
        self.add(block, added, time);
        entry
    }

    /// The message that the block completes, if any: start or target (`flow`), full HIST, full I-CNT, the first that
    /// applies (N-Trace ch. 10). HIST takes the block's branch after a target's message; `Added` is what that does.
    fn main(&mut self, block: &Block, branch: Option<bool>, change: &Change) -> (Option<Box<Main>>, Option<Added>) {
        let main = self.flow(block, change);
        // Asked before HIST takes the block's branch.
        let waits = self.icnt_synchronises();
        // Full only if no message took HIST before.
        let added = branch.filter(|_| !self.settings.btm()).map(|taken| self.track.history.branch(taken));
        let full = added.as_ref().and_then(|added| added.message).or_else(|| self.tell_return(block));
        let main = main.or_else(|| {
            let (history, hist) = if self.settings.repeated_history() { (full, None) } else { (None, full) };
            let message = hist.or_else(|| self.full_icnt(waits));
            (history.is_some() || message.is_some()).then(|| Box::new(Main { history, message, ..Main::default() }))
        });
        (main, added)
    }

    /// What is kept back to repeat, if a return can be implied only once that is sent (N-Trace 9.2).
    fn tell_return(&mut self, block: &Block) -> Option<Message> {
        let asks = self.settings.has_address(block) && self.returns.asks(block);
        let message = if asks { self.track.history.flush() } else { None };
        message.iter().for_each(|_| self.returns.tell());
        message
    }

    /// The message of a start (also at a block that only traps), target, or interrupt before a target (N-Trace 8.6).
    fn flow(&mut self, block: &Block, change: &Change) -> Option<Box<Main>> {
        if let Some(sync) = self.start.take() {
            self.due = Due::default();
            let message = Some(self.track.start(sync, block.iaddr));
            return Some(Box::new(Main { message, ..Main::default() }));
        }
        if self.settings.has_address(block) {
            let due = self.due.sync(self.track.icnt_is_full() && self.icnt_synchronises());
            if due.is_none() && !change.precise && self.is_implied(block.iaddr) {
                self.track.pending = None;
            }
            let reports = due.is_some() || change.precise || self.track.pending.is_some();
            return reports.then(|| Box::new(self.target(due, change, block.iaddr)));
        }
        let pending = self.track.pending.filter(|pending| pending.direct && block.itype == itype::INTERRUPT)?;
        let message = Some(self.track.direct_branch());
        Some(Box::new(Main { message, time: Some(pending.time), ..Main::default() }))
    }

    /// Whether a full I-CNT is reported by a synchronising message here (SYNC 4, `flow`), not by ResourceFull
    /// (N-Trace 8.4.4): in HTM, in a build with `icnt_full = "sync"`, while HIST holds a branch.
    fn icnt_synchronises(&self) -> bool {
        self.settings.icnt_synchronises() && !self.track.history.is_empty()
    }

    /// ResourceFull for a full I-CNT (N-Trace 8.4.4), unless it `waits` for a synchronising message.
    fn full_icnt(&mut self, waits: bool) -> Option<Message> {
        (self.track.icnt_is_full() && !waits).then(|| self.track.icnt_resource())
    }

    /// Whether a return to `target` is what the return stack predicted (N-Trace 9.2).
    fn is_implied(&self, target: u64) -> bool {
        let predicted = self.track.pending.and_then(|pending| pending.predicted);
        predicted.is_some_and(|prediction| prediction.holds(target))
    }

    /// The message to a target, with SYNC `due` if that is due. I-CNT and HIST restart with it (`Track::target`);
    /// B-TYPE is that of the end that is pending (`End::of`). So of jumps back to back (N-Trace Table 26) the second
    /// message has I-CNT 1 or 2, that jump alone; of exceptions with nothing retired in between, I-CNT 0.
    fn target(&mut self, due: Option<u8>, change: &Change, iaddr: u64) -> Main {
        let pending = self.track.pending;
        if let Some(sync) = due {
            self.due.clear(sync);
        }
        let after_reset = due == Some(sync::EXIT_FROM_RESET);
        let btype = match pending {
            _ if after_reset => btype::INDIRECT,
            _ if change.discontinuity => self.settings.interrupt(),
            Some(pending) => pending.btype,
            None => btype::INDIRECT,
        };
        let direct = pending.is_some_and(|pending| pending.direct) && !change.discontinuity && !after_reset;
        let trap = pending.is_some_and(|pending| pending.trap);
        let time = pending.filter(|_| !change.discontinuity).map(|pending| pending.time);
        let (history, message) = self.track.target(Report { sync: due, btype, direct }, iaddr);
        // A message that Ownership goes with, or that synchronises, is neither repeated nor counted.
        let alone = due.is_none() && !change.any() && !(trap && self.settings.run.context);
        let branch = alone.then_some(Branch { message, target: iaddr });
        if branch.is_some_and(|branch| self.repeat.counts(&branch)) {
            return Main { is_counted: true, ..Main::default() };
        }
        Main { history, message: Some(message), time, trap, branch, ..Main::default() }
    }

    /// What the block completes, all together.
    fn entry(&mut self, main: Option<Box<Main>>, ownership: Vec<Message>, time: u64) -> Option<Entry> {
        if self.repeat.is_full() {
            let messages = self.repeat.flush().into_iter().collect();
            return Some(Entry { messages, time });
        }
        if main.is_none() && ownership.is_empty() {
            return None;
        }
        let main = main.map_or_else(Main::default, |main| *main);
        if main.history.is_none() && main.message.is_none() && ownership.is_empty() {
            return None;
        }
        let before = main.history.into_iter().chain(self.repeat.flush());
        let messages = before.chain(main.message).chain(ownership).collect();
        self.repeat.sent(main.branch);
        Some(Entry { messages, time: main.time.unwrap_or(time) })
    }

    /// How `block` ends, what it completes being sent: if I-CNT is not 0, what ran before is in the same message.
    fn end(&self, block: &Block) -> End {
        let follows = self.track.icnt != 0 || self.settings.half_words(block) > 1 << block.ilastsize;
        End::of(block, follows, &self.settings)
    }

    /// Adds what the block retired, what its end makes pending, its call or return, and its notify trigger (SYNC 6).
    fn add(&mut self, block: &Block, added: Option<Added>, time: u64) {
        let end = self.end(block);
        let half_words = self.settings.half_words(block);
        self.track.icnt += half_words;
        let next = block.iaddr.wrapping_add(2 * u64::from(half_words));
        added.iter().for_each(|added| self.returns.branches_sent(added));
        let predicted = if self.settings.has_address(block) { self.returns.step(block, next) } else { None };
        added.iter().for_each(|added| self.returns.branch(added));
        match end {
            End::Branch { taken: true } if self.settings.btm() => {
                self.track.pending = Some(Pending::branch(time));
            }
            End::Inferable | End::Branch { .. } => {}
            End::Indirect { btype, trap } => {
                self.track.pending = Some(Pending { direct: false, btype, trap, predicted, time });
            }
        }
        self.due.event |= block.notify;
    }
}
