// SPDX-License-Identifier: Apache-2.0
//! The bursts under way: addresses and data that were taken find each other, and are answered for.

use super::AxiOut;
use crate::buses::{Response, Rule, Store};
use std::collections::VecDeque;

/// A word of a burst that has been answered for.
#[derive(Clone, Copy, Debug)]
pub struct Answered {
    pub address: u64,
    pub data: u128,
    pub response: Response,
}

#[derive(Clone, Copy, Debug)]
struct Burst {
    address: u64,
    words: u64,
}

#[derive(Clone, Debug)]
struct Answer {
    /// Cycles before it is shown.
    wait: u32,
    response: Response,
    words: Vec<(u64, u128)>,
}

/// What was taken.
#[derive(Clone, Debug, Default)]
pub struct Bursts {
    /// Whose data is not complete.
    addresses: VecDeque<Burst>,
    /// WDATA and WLAST.
    beats: VecDeque<(u128, bool)>,
    /// Of the burst in front.
    words: Vec<(u64, u128)>,
    answers: VecDeque<Answer>,
    /// Addresses and last beats that were taken; the latter as WLAST says.
    addresses_taken: u64,
    lasts_taken: u64,
    /// A burst's first beats were taken, and its last was not.
    is_within: bool,
    answered: u64,
}

impl Bursts {
    pub fn is_idle(&self) -> bool {
        self.addresses.is_empty() && self.beats.is_empty() && self.answers.is_empty()
    }

    /// Addresses taken, less bursts whose data was.
    pub fn addresses_ahead(&self) -> i64 {
        self.addresses_taken as i64 - self.lasts_taken as i64
    }

    /// Addresses taken that are not answered for.
    pub fn addresses_open(&self) -> u64 {
        self.addresses_taken.saturating_sub(self.answered)
    }

    /// Bursts with data taken that are not answered for, and whether there is one that is not complete.
    pub fn data_open(&self) -> (u64, bool) {
        (self.lasts_taken.saturating_sub(self.answered), self.is_within)
    }

    pub fn take_address(&mut self, out: &AxiOut) {
        self.addresses.push_back(Burst { address: out.awaddr, words: u64::from(out.awlen) + 1 });
        self.addresses_taken += 1;
    }

    pub fn take_data(&mut self, out: &AxiOut) {
        self.beats.push_back((out.wdata, out.wlast));
        self.lasts_taken += u64::from(out.wlast);
        self.is_within = !out.wlast;
    }

    /// Data that was taken before its address, which is offered: WLAST is where that says.
    pub fn check_ahead(&self, out: &AxiOut, store: &mut Store) {
        let words = usize::from(out.awlen) + 1;
        for (index, (_, last)) in self.beats.iter().enumerate().take(words).filter(|_| self.addresses.is_empty()) {
            check_last(store, *last, index as u64, words as u64);
        }
    }

    /// Joins data with addresses. Whether a burst is complete.
    pub fn match_up(&mut self, store: &mut Store) -> bool {
        let mut is_complete = false;
        while let Some(&Burst { address, words }) = self.addresses.front() {
            let Some((data, last)) = self.beats.pop_front() else { break };
            let index = self.words.len() as u64;
            let at = address.wrapping_add(index * store.settings.bytes());
            store.check_window(at);
            check_last(store, last, index, words);
            self.words.push((at, data));
            if index + 1 == words {
                self.addresses.pop_front();
                let response = store.response(address, words);
                let wait = store.settings.pace.draw(&mut store.rng);
                self.answers.push_back(Answer { wait, response, words: std::mem::take(&mut self.words) });
                is_complete = true;
            }
        }
        is_complete
    }

    /// What is shown on B in the next cycle.
    pub fn next_answer(&mut self) -> Option<Response> {
        let answer = self.answers.front_mut()?;
        if answer.wait == 0 {
            return Some(answer.response);
        }
        answer.wait -= 1;
        None
    }

    /// The answer that is shown was taken: the words of its burst.
    pub fn answered(&mut self) -> Vec<Answered> {
        let Some(Answer { response, words, .. }) = self.answers.pop_front() else { return Vec::new() };
        self.answered += 1;
        words.into_iter().map(|(address, data)| Answered { address, data, response }).collect()
    }
}

fn check_last(store: &mut Store, last: bool, index: u64, words: u64) {
    let seen = || format!("WLAST {} in beat {index} of {words}", u8::from(last));
    store.judge.demand(last == (index + 1 == words), Rule::Last, seen);
}
