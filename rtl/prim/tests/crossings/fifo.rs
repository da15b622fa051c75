// SPDX-License-Identifier: Apache-2.0
//! Words come out of an asynchronous FIFO whole, once and in their order.

use crate::bench::{Bench, Clocks, PERIODS};
use crate::emitted::bench;
use std::collections::VecDeque;
use tracewright_config::Reset;
use tracewright_prim::AsyncFifo;
use verilator_sys::differential::Random;
use verilator_sys::text::Fault;
use verilator_sys::{Input, Output};

/// How long a reset lasts at least, in cycles of the other clock, and a clear, in cycles of both.
const RESET_CYCLES: u64 = 4;
/// In how many cycles at most the writer sees a reset of the reader.
const SEEN_AFTER: u64 = 3;

/// A side of the FIFO.
struct Side {
    clock: Input,
    rst_n: Input,
    clear: Input,
    /// A reset or clear is active: for so many edges of the other side, and of this one.
    reset: Option<[u64; 2]>,
    /// The writer offers a word, the reader takes one.
    goes: bool,
}

/// A FIFO and what is known of the words in it.
struct Harness {
    bench: Bench,
    sides: [Side; 2],
    in_valid: Input,
    in_ready: Output,
    in_data: Input,
    in_empty: Output,
    out_valid: Output,
    out_ready: Input,
    out_data: Output,
    out_empty: Output,
    mask: u64,
    words: u64,
    /// The word that is offered.
    offered: u64,
    /// Words that are in the FIFO, and whether a reset may have dropped each.
    held: VecDeque<(u64, bool)>,
    /// In so many cycles words are taken and lost, for the writer does not know of a reset of the reader yet.
    doubt: u64,
    /// The reader is cleared with its next edge.
    clears: bool,
    /// The reader was reset in this instant.
    dropped: bool,
    /// Chances in eight that the writer offers and the reader takes.
    haste: [u64; 2],
    written: u64,
    read: u64,
    was_full: bool,
}

impl Harness {
    fn new<const A: usize, const D: usize>(faults: &[Fault]) -> Harness {
        let bench = bench(AsyncFifo::<A, D>::new(Reset::Async), "tw_async_fifo", (A, D), faults);
        let side = |name: &str| Side {
            clock: bench.input(&format!("{name}_clk")),
            rst_n: bench.input(&format!("{name}_rst_n")),
            clear: bench.input(&format!("{name}_clear")),
            reset: None,
            goes: false,
        };
        Harness {
            sides: [side("in"), side("out")],
            in_valid: bench.input("in_valid"),
            in_ready: bench.output("in_ready"),
            in_data: bench.input("in_data"),
            in_empty: bench.output("in_empty"),
            out_valid: bench.output("out_valid"),
            out_ready: bench.input("out_ready"),
            out_data: bench.output("out_data"),
            out_empty: bench.output("out_empty"),
            bench,
            mask: if D == 64 { !0 } else { (1 << D) - 1 },
            words: 1 << A,
            offered: 0,
            held: VecDeque::new(),
            doubt: 0,
            clears: false,
            dropped: false,
            haste: [8, 8],
            written: 0,
            read: 0,
            was_full: false,
        }
    }

    /// What a word looks like: all bits change from one to the next.
    fn word(&self, number: u64) -> u64 {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.mask
    }

    /// Resets both sides.
    fn start(&mut self) {
        for level in [1, 0, 1] {
            for side in 0..2 {
                self.bench.set(self.sides[side].rst_n, level);
            }
            self.bench.instant();
        }
        self.held.clear();
        self.drive(0, &mut Random::new(0));
    }

    /// Gives the inputs of a side values for its next edge.
    fn drive(&mut self, side: usize, random: &mut Random) {
        self.sides[side].goes = random.below(8) < self.haste[side];
        let go = u64::from(self.sides[side].goes);
        if side == 0 {
            self.bench.set(self.in_data, self.word(self.offered));
            self.bench.set(self.in_valid, go);
        } else {
            self.bench.set(self.out_ready, go);
        }
    }

    /// Makes a side's clock rise.
    fn edge(&mut self, side: usize, random: &mut Random) -> Result<(), String> {
        self.before_edge(side)?;
        self.bench.set(self.sides[side].clock, 1);
        self.bench.set(self.sides[side].clock, 0);
        if side == 1 && self.clears {
            self.clears = false;
            self.drop();
        }
        for (resetting, edges) in [(side, 1), (1 - side, 0)] {
            if let Some(left) = &mut self.sides[resetting].reset {
                left[edges] = left[edges].saturating_sub(1);
            }
        }
        self.drive(side, random);
        Ok(())
    }

    /// Notes what the side's edge takes, and checks it.
    fn before_edge(&mut self, side: usize) -> Result<(), String> {
        let (reset, goes) = (self.sides[side].reset.is_some(), self.sides[side].goes);
        if side == 0 {
            let certain = self.held.iter().filter(|(_, doubtful)| !doubtful).count();
            if self.bench.get(self.in_empty) == 1 && certain > 0 {
                return Err(format!("empty, with {certain} words in it"));
            }
            if self.bench.get(self.in_ready) == 1 && goes && !reset {
                if self.doubt == 0 {
                    self.held.push_back((self.offered, false));
                }
                self.offered += 1;
                self.written += 1;
            }
            self.was_full |= certain as u64 == self.words;
            if certain as u64 > self.words {
                return Err(format!("{certain} words in it"));
            }
            if !self.dropped {
                self.doubt = self.doubt.saturating_sub(1);
            }
        } else {
            let (valid, empty) = (self.bench.get(self.out_valid), self.bench.get(self.out_empty));
            if valid == 1 && empty == 1 {
                return Err("a word, and empty".into());
            }
            if valid == 1 && goes && !reset {
                let found = self.bench.get(self.out_data);
                while let Some((number, true)) = self.held.front() {
                    if self.word(*number) == found {
                        break;
                    }
                    self.held.pop_front();
                }
                match self.held.pop_front() {
                    Some((number, _)) if self.word(number) == found => self.read += 1,
                    expected => return Err(format!("{found:x} comes out instead of {expected:?}")),
                }
            }
        }
        Ok(())
    }

    /// What the reader is reset from.
    fn drop(&mut self) {
        self.held.clear();
        self.doubt = SEEN_AFTER;
        self.dropped = true;
    }

    /// Resets or clears a side.
    fn reset(&mut self, side: usize, random: &mut Random) {
        let more = if random.bit() { 0 } else { random.below(20) };
        let clear = random.bit();
        self.sides[side].reset = Some([RESET_CYCLES + more, if clear { RESET_CYCLES } else { 0 }]);
        match clear {
            true => self.bench.set(self.sides[side].clear, 1),
            false => self.bench.set(self.sides[side].rst_n, 0),
        }
        match (side, clear) {
            (0, _) => self.held.iter_mut().for_each(|(_, doubtful)| *doubtful = true),
            (_, true) => self.clears = true,
            (_, false) => self.drop(),
        }
    }

    /// Ends what has lasted long enough.
    fn end_resets(&mut self) {
        for side in 0..2 {
            if self.sides[side].reset == Some([0, 0]) {
                self.sides[side].reset = None;
                self.bench.set(self.sides[side].clear, 0);
                self.bench.set(self.sides[side].rst_n, 1);
            }
        }
    }

    /// One instant; with resets, one in so many cycles of the slower clock.
    fn instant(&mut self, clocks: &mut Clocks, resets: Option<u32>, random: &mut Random) -> Result<(), String> {
        let rises = clocks.instant(random);
        self.bench.instant();
        self.dropped = false;
        self.end_resets();
        let side = usize::from(random.bit());
        let slower = usize::from(clocks.period[1] > clocks.period[0]);
        let may = rises[slower] && self.sides[side].reset.is_none();
        if may && resets.is_some_and(|rate| random.rarely(rate)) {
            self.reset(side, random);
        }
        let first = usize::from(random.bit());
        for side in [first, 1 - first] {
            if rises[side] {
                self.edge(side, random)?;
            }
        }
        Ok(())
    }

    /// Sends so many words, then lets them all come out.
    fn run(&mut self, period: [u64; 2], words: u64, resets: Option<u32>, seed: u64) -> Result<(), String> {
        let mut random = Random::new(seed);
        let mut clocks = Clocks::new(period, seed % 3 > 0, &mut random);
        let (end, mut instants) = (self.written + words, 0);
        while self.written < end {
            if random.rarely(300) {
                let hastes = [[8, 8], [8, 1], [1, 8], [4, 4], [8, 6], [6, 8]];
                self.haste = hastes[random.below(hastes.len() as u64) as usize];
            }
            self.instant(&mut clocks, resets, &mut random)?;
            instants += 1;
            if instants > 2000 + 2000 * words {
                return Err("it is stuck".into());
            }
        }
        self.haste = [8, 8];
        if resets.is_some() && self.sides[1].reset.is_none() {
            self.reset(1, &mut random);
        }
        let before = self.read;
        for _ in 0..5_000 {
            self.instant(&mut clocks, None, &mut random)?;
        }
        if self.read < before + 16 {
            return Err("it is locked up".into());
        }
        self.haste = [0, 8];
        let drained = |harness: &Harness| harness.held.is_empty() && harness.sides.iter().all(|x| x.reset.is_none());
        for _ in 0..5_000 {
            self.instant(&mut clocks, None, &mut random)?;
        }
        match drained(self) && self.bench.get(self.in_empty) == 1 && self.bench.get(self.out_empty) == 1 {
            true => Ok(()),
            false => Err(format!("not empty in the end: {:?}", self.held)),
        }
    }
}

/// Words in a run with each pair of clocks: in all a million, or ten.
fn words() -> u64 {
    if std::env::var_os("TRACEWRIGHT_SOAK").is_some() {
        40_000
    } else {
        4000
    }
}

fn check<const A: usize, const D: usize>(words: u64, faults: &[Fault]) -> Result<Harness, String> {
    let mut harness = Harness::new::<A, D>(faults);
    for (seed, resets) in [(1, None), (2, Some(100)), (3, None), (4, Some(25)), (5, Some(60)), (6, Some(15))] {
        for period in PERIODS {
            harness.start();
            let result = harness.run(period, words, resets, seed);
            result.map_err(|error| format!("{period:?}, seed {seed}: {error}"))?;
        }
    }
    Ok(harness)
}

#[test]
fn words_come_out_once_and_in_order_whatever_the_clocks_and_resets() {
    for words in [
        check::<1, 24>(words(), &[]),
        check::<2, 20>(words(), &[]),
        check::<4, 18>(3 * words(), &[]),
        check::<5, 36>(words(), &[]),
    ] {
        let harness = words.unwrap_or_else(|error| panic!("{error}"));
        assert!(harness.was_full && harness.read > harness.written / 4, "{} of {}", harness.read, harness.written);
    }
}

#[test]
fn what_keeps_the_sides_apart_is_needed() {
    let mutants: [(&str, Fault); 9] = [
        ("binary counts", ("tw_async_writer", "gray_d", "= next_gray", "next")),
        ("full a word late", ("tw_async_writer", "full", "= lap_q != taken_lap_sync_q", "1'b0")),
        ("empty a word late", ("tw_async_reader", "ahead", "= next_lap != written_lap_sync_q", "1'b1")),
        ("a count that jumps is used", ("tw_async_reader", "shown", "&& !down_sync_q", "")),
        ("one stage less", ("tw_synchronizer", "q", "second_q", "first_q ^ (earlier != d)")),
        ("up before the reader waits", ("tw_async_writer", "goes_down", "|| (is_down_q && running_sync_q)", "")),
        (
            "a reset of the reader goes unseen",
            ("tw_async_writer", "goes_down", "!settled_sync_q", "is_down_q && !settled_sync_q"),
        ),
        (
            "a clear before the reader answers",
            ("tw_async_writer", "goes_down", "clear && (is_down_q || running_sync_q)", "clear"),
        ),
        ("settled by what was before a clear", ("tw_async_reader", "has_settled_d", "&waited_q", "1'b1")),
    ];
    for (what, fault) in mutants {
        let found = check::<2, 20>(4000, &[fault]).map(|_| ());
        println!("{what}: {found:?}");
        assert!(found.is_err(), "{what}");
    }
}

#[test]
fn a_word_a_cycle() {
    let mut harness = Harness::new::<4, 18>(&[]);
    harness.start();
    let mut random = Random::new(1);
    let mut clocks = Clocks::new([40, 40], false, &mut random);
    for _ in 0..50 {
        harness.instant(&mut clocks, None, &mut random).unwrap_or_else(|error| panic!("{error}"));
    }
    let before = harness.read;
    for _ in 0..200 {
        harness.instant(&mut clocks, None, &mut random).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(harness.read - before >= 99, "{}", harness.read - before);
}
