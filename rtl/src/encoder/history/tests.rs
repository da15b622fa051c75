// SPDX-License-Identifier: Apache-2.0
use super::*;
use crate::bench::{hist_of, settle, Clocked};
use crate::encoder::ahead::{HoldingPeriods, ShortestPeriod};
use crate::encoder::compose::Compose;
use crate::encoder::records::Decision;

/// What a block sent: the index of its event, HIST with its stop bit, how often.
type Sent = (usize, u32, u32);

/// A history whose outputs are its next state, with HIST that follows it.
struct Chain {
    history: History,
    /// HIST, and what is kept back.
    compose: Compose<31>,
    /// Branches that HIST holds.
    held: u64,
    /// The newest branches, the newest in bit 0.
    branches: u64,
    /// Branches of a full HIST.
    width: u64,
    holding: HoldingPeriods,
    shortest: ShortestPeriod,
    events: usize,
    sent: Vec<Sent>,
    /// HIST of messages that took it, and the index of their event.
    taken: Vec<(usize, u32)>,
}

impl Chain {
    fn new(hist_width: u32, enable: bool) -> Chain {
        let mut build = Build::default();
        build.encoder.hist_width = hist_width;
        let mut history = History::new(&build);
        history.connect_all();
        history.enable.next = enable;
        history.follows.next = true;
        settle(&mut history);
        let mut compose = Compose::new(&build);
        compose.connect_all();
        settle(&mut compose);
        let (holding, shortest) = (HoldingPeriods::new(&build).reset(), ShortestPeriod::new(&build).reset());
        Chain {
            history,
            compose,
            held: 0,
            branches: 0,
            width: u64::from(hist_width) - 1,
            holding,
            shortest,
            events: 0,
            sent: vec![],
            taken: vec![],
        }
    }

    /// `0` and `1` are branches, `T` a message that takes HIST.
    fn feed(&mut self, events: &str) -> &mut Self {
        for event in events.chars() {
            self.block(event == 'T', event != 'T', event == '1');
        }
        self
    }

    fn block(&mut self, take: bool, branch: bool, taken: bool) {
        (self.holding.branch[0].next, self.holding.taken[0].next) = (branch, taken);
        settle(&mut self.holding);
        self.holding.tick();
        for (holds, out) in self.shortest.holds.iter_mut().zip(&self.holding.holds_out) {
            holds.next = out.val();
        }
        settle(&mut self.shortest);
        self.shortest.tick();
        self.shortest.tick();
        let x = &mut self.history;
        x.begins.next = self.shortest.begins.val();
        (x.take.next, x.branch.next, x.taken.next) = (take, branch, taken);
        x.held.next = self.held.to_bits();
        x.ends_period.next = self.held.to_bits() == x.before.val().period;
        x.branches.next = self.branches.to_bits();
        settle(x);
        let repeats = x.repeats.val();
        let reports_hist = branch && !x.enable.val() && self.held == self.width;
        self.held = if take || reports_hist { 0 } else { self.held } + u64::from(branch);
        self.held = if x.empties.val() && !take { 0 } else { self.held };
        let (held, branches) = (x.held.val(), x.branches.val());
        let decision =
            Decision { held, branches, target: take, branch, taken, reports_hist, repeats, ..Decision::default() };
        if branch {
            self.branches = (self.branches << 1 | u64::from(taken)) & ((1 << self.width) - 1);
        }
        self.compose.decision.next = decision;
        settle(&mut self.compose);
        let entry = self.compose.entry.val();
        let count = entry.repeat_count.index() as u32;
        if entry.repeats {
            let branches = (entry.repeat_hist.to_u64() & 0x7FFF_FFFF) >> entry.left_out.index();
            self.sent.push((self.events, hist_of(branches, entry.repeat_held.to_u64()) as u32, count));
        }
        if reports_hist {
            self.sent.push((self.events, hist_of(entry.hist.to_u64(), entry.held.to_u64()) as u32, 1));
        }
        if take {
            self.taken.push((self.events, hist_of(entry.hist.to_u64(), entry.held.to_u64()) as u32));
        }
        self.compose.before.next = self.compose.after.val();
        settle(&mut self.compose);
        self.events += 1;
        let mut after = x.after.val();
        if take {
            (after.locked, after.kept_back) = (false, false);
        }
        x.before.next = after;
        settle(x);
    }
}

fn feed(events: &str) -> Chain {
    let mut chain = Chain::new(32, true);
    chain.feed(events);
    chain
}

#[test]
fn a_message_takes_what_hist_holds() {
    let chain = feed("0110T1T");
    assert_eq!((chain.sent, chain.taken), (vec![], vec![(4, 0x16), (6, 0x3)]));
}

#[test]
fn a_full_hist_waits_for_the_message_that_takes_it() {
    let chain = feed(&format!("0{}T", "1".repeat(30)));
    assert_eq!((chain.sent, chain.taken), (vec![(31, 0xBFFF_FFFF, 1)], vec![(31, 1)]));
}

#[test]
fn a_full_hist_of_equal_branches_is_a_repetition() {
    let chain = feed(&format!("{}T", "1".repeat(31)));
    assert_eq!((chain.sent, chain.taken), (vec![(31, 0x3, 31)], vec![(31, 1)]));
}

#[test]
fn a_branch_that_differs_sends_the_repetition_and_stays() {
    let chain = feed(&format!("{}0T", "1".repeat(100)));
    assert_eq!((chain.sent, chain.taken), (vec![(100, 0x3, 100)], vec![(101, 2)]));
}

#[test]
fn an_odd_branch_before_a_run_is_split_off() {
    let chain = feed(&format!("0{}0T", "1".repeat(60)));
    assert_eq!((chain.sent, chain.taken), (vec![(31, 0x2, 1), (61, 0x3, 60)], vec![(62, 2)]));
}

#[test]
fn a_return_that_waits_is_told_what_is_kept_back() {
    let mut chain = feed(&format!("0{}010", "1".repeat(30)));
    chain.history.tell.next = true;
    chain.block(false, false, false);
    chain.history.tell.next = false;
    chain.feed("T");
    assert_eq!((chain.sent, chain.taken), (vec![(34, 0xBFFF_FFFF, 1)], vec![(35, 0xA)]));
}

#[test]
fn a_full_hist_that_does_not_repeat_is_sent_as_it_is() {
    let chain = feed("110110111011011101101110110111001111111111T");
    assert_eq!((chain.sent, chain.taken), (vec![(42, 0xEDDB_B76E, 1)], vec![(42, 0xBFF)]));
}

#[test]
fn ntrace_9_3_every_period_is_counted() {
    for period in 1..=30 {
        let pattern = format!("1{}", "0".repeat(period - 1));
        let chain = feed(&format!("{}T", pattern.repeat(40)));
        let hist = 1 << period | 1 << (period - 1);
        assert_eq!(
            (chain.sent, chain.taken),
            (vec![(40 * period, hist, 40)], vec![(40 * period, 1)]),
            "period {period}"
        );
    }
}

/// A repetition that has been there 262,141 times, and then these branches and a message that takes HIST.
fn at_a_full_count(before: &str, branches: &str) -> Vec<Sent> {
    let mut chain = Chain::new(8, true);
    chain.feed(before);
    chain.history.before.next.times = bits(0x3_FFFD);
    settle(&mut chain.history);
    chain.feed(branches).feed("T");
    chain.sent
}

#[test]
fn after_a_full_count_two_patterns_are_counted_as_one() {
    let sent = at_a_full_count(&"1".repeat(8), &"1".repeat(3));
    assert_eq!(sent, [(10, 0x3, 0x3_FFFE), (11, 0x7, 1)]);
    let sent = at_a_full_count(&"011".repeat(5), &"011".repeat(3 + 2));
    assert_eq!(sent, [(23, 0xB, 0x3_FFFE), (30, 0x5B, 2)]);
}

#[test]
fn a_full_count_begins_again_where_two_patterns_do_not_fit() {
    let sent = at_a_full_count(&"0111".repeat(4), &"0111".repeat(3));
    assert_eq!(sent, [(27, 0x17, 0x3_FFFF), (28, 0x17, 1)]);
}

#[test]
fn disabled_a_branch_sends_the_full_hist_that_it_finds() {
    let mut chain = Chain::new(32, false);
    chain.feed(&"1".repeat(70)).feed("T");
    assert_eq!(chain.sent, [(31, 0xFFFF_FFFF, 1), (62, 0xFFFF_FFFF, 1)]);
    assert_eq!(chain.taken, [(70, 0x1FF)]);
}

/// The branches that were sent are those that were fed, whatever they were.
#[test]
fn nothing_is_lost_or_made_up() {
    let mut seed = 1_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for hist_width in [2, 3, 5, 9, 16, 31, 32] {
        let mut chain = Chain::new(hist_width, true);
        let mut fed = String::new();
        let mut found = String::new();
        for _ in 0..60 {
            let pattern: String = (0..1 + random(33)).map(|_| if random(2) == 0 { '0' } else { '1' }).collect();
            let branches = pattern.repeat(1 + random(9) as usize);
            let odd = if random(2) == 0 { "1" } else { "" };
            chain.feed(&branches).feed(odd);
            fed += &(branches + odd);
            if random(3) == 0 {
                chain.feed("T");
            }
        }
        chain.feed("T");
        let mut sent = chain.sent.iter().peekable();
        let mut taken = chain.taken.iter().peekable();
        let digits = |hist: u32| format!("{hist:b}")[1..].to_string();
        for event in 0..chain.events {
            while let Some((_, hist, count)) = sent.next_if(|&&(at, ..)| at == event) {
                found += &digits(*hist).repeat(*count as usize);
            }
            if let Some((_, hist)) = taken.next_if(|&&(at, _)| at == event) {
                found += &digits(*hist);
            }
        }
        assert_eq!(found, fed, "hist_width {hist_width}");
    }
}
