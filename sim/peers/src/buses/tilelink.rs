// SPDX-License-Identifier: Apache-2.0
//! A memory on TileLink-UL, for PutFullData alone.

use crate::buses::held::{Held, Patience};
use crate::buses::pace::Valve;
use crate::buses::{Response, Rule, Settings, Store, Violation};
use rand::Rng;

/// `a_opcode`: a word is written.
const PUT_FULL_DATA: u8 = 0;
/// `a_opcode`: a word is read.
const GET: u8 = 4;

/// Outputs of a master: channel A, and `d_ready`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileLinkOut {
    /// `a_valid`.
    pub a_valid: bool,
    /// `a_opcode`, 0 (PutFullData).
    pub a_opcode: u8,
    /// `a_param`, 0.
    pub a_param: u8,
    /// `a_size`: log2 of the bytes of a word.
    pub a_size: u8,
    /// `a_source`, 0.
    pub a_source: u32,
    /// `a_address`.
    pub a_address: u64,
    /// `a_mask`.
    pub a_mask: u16,
    /// `a_data`.
    pub a_data: u128,
    /// `a_corrupt`, 0.
    pub a_corrupt: bool,
    /// `d_ready`.
    pub d_ready: bool,
}

/// Inputs of a master: `a_ready`, and channel D, which is random without `d_valid`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileLinkIn {
    /// `a_ready`.
    pub a_ready: bool,
    /// `d_valid`.
    pub d_valid: bool,
    /// `d_opcode`: 0 (AccessAck).
    pub d_opcode: u8,
    /// `d_param`: 0.
    pub d_param: u8,
    /// `d_size`: that of the request.
    pub d_size: u8,
    /// `d_source`: that of the request.
    pub d_source: u32,
    /// `d_denied`.
    pub d_denied: bool,
    /// `d_corrupt`.
    pub d_corrupt: bool,
}

#[derive(Clone, Copy, Debug)]
struct Answer {
    /// Cycles before it is shown.
    wait: u32,
    address: u64,
    data: u128,
    response: Response,
    size: u8,
    source: u32,
}

/// A memory. One message is under way at most, whatever [`Settings::outstanding`] says.
#[derive(Clone, Debug)]
pub struct TileLinkMemory {
    store: Store,
    shown: TileLinkIn,
    request: Held<TileLinkOut>,
    valve: Valve,
    /// For the message that was taken, or is taken in the next cycle.
    answer: Option<Answer>,
    /// `answer` is for a message that is taken in the next cycle.
    is_ahead: bool,
    answer_late: Patience,
}

impl TileLinkMemory {
    /// A memory that holds nothing.
    pub fn new(settings: Settings) -> TileLinkMemory {
        TileLinkMemory {
            store: Store::new("TileLink-UL", settings),
            shown: TileLinkIn::default(),
            request: Held::new(),
            valve: Valve::default(),
            answer: None,
            is_ahead: false,
            answer_late: Patience::default(),
        }
    }

    /// What it shows in the cycle under way.
    pub fn inputs(&self) -> TileLinkIn {
        self.shown
    }

    /// What was written, and where.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Likewise, to change the settings.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The first rule that was broken.
    pub fn check(&self) -> Result<(), Violation> {
        self.store.check()
    }

    /// Nothing is offered, or unanswered.
    pub fn is_idle(&self) -> bool {
        self.answer.is_none() && self.request.is_idle()
    }

    /// A cycle with the master in reset. What was under way is lost.
    pub fn reset(&mut self, out: &TileLinkOut) -> TileLinkIn {
        self.store.judge.demand(!out.a_valid, Rule::Reset, || "a_valid".to_string());
        self.store.judge.cycle += 1;
        (self.request, self.answer, self.is_ahead) = (Held::new(), None, false);
        self.shown = TileLinkIn::default();
        self.shown
    }

    /// A cycle of the bus: its outputs, and the inputs of the next one.
    pub fn cycle(&mut self, out: &TileLinkOut) -> TileLinkIn {
        let shown = self.shown;
        let is_open = self.answer.is_some() && !self.is_ahead;
        self.check_offer(out);
        let is_answered = shown.d_valid && out.d_ready;
        let seen = || "a_valid before the answer".to_string();
        self.store.judge.demand(!out.a_valid || !is_open || is_answered, Rule::Outstanding, seen);
        let patience = self.store.settings.patience;
        let lasts = self.answer_late.lasts(shown.d_valid && !out.d_ready, patience);
        self.store.judge.demand(lasts, Rule::AnswerTaken, || format!("no d_ready for {patience} cycles"));

        if let Some(answer) = self.answer.filter(|_| is_answered) {
            self.store.answered(answer.address, answer.data, answer.response);
            self.answer = None;
        }
        if out.a_valid && shown.a_ready && !self.is_ahead {
            self.answer = Some(self.draw_answer(out));
        }
        self.is_ahead = false;
        self.shown = self.next(out, shown.d_valid && !is_answered);
        self.store.judge.cycle += 1;
        self.shown
    }

    fn check_offer(&mut self, out: &TileLinkOut) {
        let message = TileLinkOut { d_ready: false, ..*out };
        let broken = self.request.broken(out.a_valid.then_some(&message), self.shown.a_ready);
        let judge = &mut self.store.judge;
        judge.demand(broken.is_none(), Rule::Held, || format!("A was {broken:x?}, then {message:x?}"));
        if !out.a_valid {
            return;
        }
        judge.demand(out.a_opcode != GET, Rule::Read, || "Get".to_string());
        let is_agreed = (out.a_opcode, out.a_param, out.a_source) == (PUT_FULL_DATA, 0, 0) && !out.a_corrupt;
        judge.demand(is_agreed, Rule::Attributes, || format!("{out:x?}"));
        let bytes = self.store.settings.bytes();
        judge.demand(1 << out.a_size.min(7) == bytes, Rule::Size, || format!("a_size {}", out.a_size));
        self.store.check_address(out.a_address);
        self.store.check_window(out.a_address);
        self.store.check_word(out.a_data, out.a_mask);
    }

    fn draw_answer(&mut self, out: &TileLinkOut) -> Answer {
        Answer {
            wait: self.store.settings.pace.draw(&mut self.store.rng),
            address: out.a_address,
            data: out.a_data,
            response: self.store.response(out.a_address, 1),
            size: out.a_size,
            source: out.a_source,
        }
    }

    fn next(&mut self, out: &TileLinkOut, answer_waits: bool) -> TileLinkIn {
        let pace = self.store.settings.pace.clone();
        let waits = out.a_valid && !self.shown.a_ready;
        let a_ready = self.valve.next(&mut self.store.rng, pace.ready, waits);
        if answer_waits {
            return TileLinkIn { a_ready, ..self.shown };
        }
        // An answer may come in the cycle in which its request is taken, which waits already: it stays.
        if waits && a_ready && pace.freedom && self.answer.is_none() && self.store.rng.random() {
            self.answer = Some(Answer { wait: 0, ..self.draw_answer(out) });
            self.is_ahead = true;
        }
        match &mut self.answer {
            Some(Answer { wait: 0, response, size, source, .. }) => TileLinkIn {
                a_ready,
                d_valid: true,
                d_opcode: 0,
                d_param: 0,
                d_size: *size,
                d_source: *source,
                d_denied: *response == Response::Decode,
                d_corrupt: *response == Response::Error,
            },
            waiting => {
                waiting.iter_mut().for_each(|answer| answer.wait -= 1);
                let junk: u32 = self.store.rng.random();
                TileLinkIn {
                    a_ready,
                    d_valid: false,
                    d_opcode: (junk & 7) as u8,
                    d_param: (junk >> 3 & 3) as u8,
                    d_size: (junk >> 5 & 7) as u8,
                    d_source: junk >> 8 & 1,
                    d_denied: junk >> 9 & 1 != 0,
                    d_corrupt: junk >> 10 & 1 != 0,
                }
            }
        }
    }
}
