// SPDX-License-Identifier: Apache-2.0
//! Encoders that follow N-Trace Table 25 to the letter, which leave their state as it is at SYNC 0, 4 and 6, and such
//! as do not.

use crate::program::{Hart, Program};
use crate::shared::decode_with;
use crate::writer::encode;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_decoder::{decode, ErrorKind, Item, Mode, Settings};
use tracewright_hart::{Event, Stream};
use tracewright_messages::isa::{Flow, Instruction, Xlen};
use tracewright_messages::{btype, sync, Tcode};

/// The reasons for which N-Trace Table 25 does not reset the encoder.
const MARKERS: [u8; 3] = [sync::EXTERNAL_TRIGGER, sync::SEQUENTIAL_INSTRUCTION_COUNTER, sync::TRACE_EVENT];

/// How an encoder behaves where the specification leaves a choice.
#[derive(Clone, Copy, Debug)]
struct Ways {
    mode: Mode,
    /// The reason that it sends besides periodic ones.
    reason: u8,
    /// It keeps its return stack at SYNC 0, 4 and 6.
    keeps: bool,
    /// Its stack holds a number of calls, not addresses.
    counts: bool,
    depth: usize,
}

/// An encoder in software.
struct Encoder {
    ways: Ways,
    icnt: u64,
    hist: u64,
    reference: u64,
    calls: Vec<u64>,
    trace: Vec<u8>,
    /// Returns that were implied by a call from before a marker.
    implied: usize,
    /// Calls from before the last marker.
    old: usize,
}

impl Encoder {
    fn send(&mut self, tcode: Tcode, fields: &[u64]) {
        self.trace.extend(encode(tcode, fields));
    }

    fn counts_sent(&mut self) -> (u64, u64) {
        (std::mem::take(&mut self.icnt), std::mem::replace(&mut self.hist, 1))
    }

    fn start(&mut self, address: u64) {
        self.send(Tcode::ProgTraceSync, &[sync::TRACE_ENABLE.into(), 0, address >> 1]);
        self.reference = address;
    }

    fn indirect(&mut self, btype: u8, to: u64) {
        let (icnt, hist) = self.counts_sent();
        let difference = (self.reference ^ to) >> 1;
        match self.ways.mode {
            Mode::History => self.send(Tcode::IndirectBranchHist, &[btype.into(), icnt, difference, hist]),
            Mode::Branch => self.send(Tcode::IndirectBranch, &[btype.into(), icnt, difference]),
        }
        self.reference = to;
    }

    /// Sends a synchronising message in front of the instruction at `to`; `owing`: HIST waits for the next message.
    fn synchronise(&mut self, reason: u8, to: u64, owing: bool) {
        let kept = self.hist;
        let (icnt, hist) = self.counts_sent();
        let (reason_field, address) = (u64::from(reason), to >> 1);
        match self.ways.mode {
            Mode::History if owing => {
                self.send(Tcode::ProgTraceSync, &[reason_field, icnt, address]);
                self.hist = kept;
            }
            Mode::History => self.send(Tcode::IndirectBranchHistSync, &[reason_field, 0, icnt, address, hist]),
            Mode::Branch => self.send(Tcode::IndirectBranchSync, &[reason_field, 0, icnt, address]),
        }
        self.reference = to;
        if !(self.ways.keeps && MARKERS.contains(&reason)) {
            self.calls.clear();
        }
        self.old = self.calls.len();
    }

    /// Whether a return to `next` is implied.
    fn returns(&mut self, next: u64) -> bool {
        let old = self.calls.len() == self.old && self.old > 0;
        let implied = self.calls.pop().is_some_and(|expected| self.ways.counts || expected == next);
        self.old = self.old.min(self.calls.len());
        self.implied += usize::from(old && implied);
        implied
    }

    fn calls(&mut self, from: u64) {
        if self.calls.len() == self.ways.depth {
            self.calls.remove(0);
            self.old = self.old.saturating_sub(1);
        }
        self.calls.push(from);
    }

    /// Takes an instruction after which execution goes on at `next`. True if a message reports the way there.
    fn retire(&mut self, pc: u64, instruction: Instruction, taken: bool, next: u64) -> bool {
        self.icnt += u64::from(instruction.half_words);
        let after = pc.wrapping_add(instruction.bytes());
        let link = |register: u8| register == 1 || register == 5;
        match instruction.flow {
            Flow::Branch { .. } if self.ways.mode == Mode::History => {
                self.hist = self.hist << 1 | u64::from(taken);
                if self.hist >> 31 != 0 {
                    let hist = std::mem::replace(&mut self.hist, 1);
                    self.send(Tcode::ResourceFull, &[1, hist]);
                }
                false
            }
            Flow::Branch { .. } if taken => {
                let (icnt, _) = self.counts_sent();
                self.send(Tcode::DirectBranch, &[icnt]);
                true
            }
            Flow::Jump { rd, .. } => {
                if link(rd) {
                    self.calls(after);
                }
                false
            }
            Flow::JumpRegister { rs1, .. } => {
                let reported = !(link(rs1) && self.returns(next));
                if reported {
                    self.indirect(btype::INDIRECT, next);
                }
                reported
            }
            Flow::TrapReturn => {
                self.indirect(btype::INDIRECT, next);
                true
            }
            Flow::Ecall => {
                self.indirect(btype::EXCEPTION, next);
                true
            }
            _ => false,
        }
    }
}

/// A trace, and what was executed.
struct Run {
    program: Program,
    settings: Settings,
    trace: Vec<u8>,
    executed: Vec<u64>,
    /// Whole synchronising messages: their place in the trace, their reason, and how much was executed before.
    marks: Vec<(usize, u8, usize)>,
    implied: usize,
}

fn run(seed: u64, reason: u8, keeps: bool) -> Run {
    let mut rng = SmallRng::seed_from_u64(seed);
    let ways = Ways {
        mode: if rng.random_bool(0.7) { Mode::History } else { Mode::Branch },
        reason,
        keeps,
        counts: rng.random(),
        depth: rng.random_range(1..=32),
    };
    let xlen = if rng.random() { Xlen::Rv32 } else { Xlen::Rv64 };
    let program = Program::new(xlen, ways.counts, &mut rng);
    let mut hart = Hart::new(&program, ways.counts, &mut rng).without_traps();
    let mut steps = Vec::new();
    while steps.len() < 500 {
        if let Some(Event::Retired { pc, instruction, taken }) = hart.next().unwrap() {
            steps.push((pc, instruction, taken));
        }
    }
    let (icnt, hist, reference, calls, trace, implied, old) = (0, 1, 0, Vec::new(), Vec::new(), 0, 0);
    let mut encoder = Encoder { ways, icnt, hist, reference, calls, trace, implied, old };
    encoder.start(steps[0].0);
    let mut marks = Vec::new();
    for (index, pair) in steps.windows(2).enumerate() {
        let [(pc, instruction, taken), (next, ..)] = pair else { unreachable!("pairs") };
        encoder.retire(*pc, *instruction, *taken, *next);
        let chosen = rng.random_range(0..100);
        if chosen < 8 {
            let reason = if chosen == 0 { sync::PERIODIC } else { ways.reason };
            let owing = ways.mode == Mode::History && MARKERS.contains(&reason) && rng.random_bool(0.3);
            if !owing {
                marks.push((encoder.trace.len(), reason, index + 1));
            }
            encoder.synchronise(reason, *next, owing);
        }
    }
    let (icnt, hist) = encoder.counts_sent();
    encoder.send(Tcode::ProgTraceCorrelation, &[4, 1, icnt, hist]);
    let mut executed: Vec<u64> = steps.iter().map(|step| step.0).collect();
    executed.pop();
    let settings = Settings { mode: ways.mode, implicit_return: true, ..Settings::default() };
    Run { program, settings, trace: encoder.trace, executed, marks, implied: encoder.implied }
}

/// What is executed from `offset` on, up to the first error.
fn up_to_an_error(run: &Run, offset: usize) -> Vec<u64> {
    let (mut pcs, mut wrong) = (Vec::new(), false);
    decode(&run.trace[offset..], &run.program.image, &run.settings, &mut |item| match item {
        Item::Instruction { pc } if !wrong => pcs.push(pc),
        Item::Error(_) => wrong = true,
        _ => {}
    });
    pcs
}

#[test]
fn a_return_stack_may_be_kept_or_emptied_at_each_marker() {
    for reason in MARKERS {
        for keeps in [true, false] {
            let mut implied = 0;
            for seed in 0..400 {
                let run = run(seed, reason, keeps);
                let decoded = decode_with(&run.trace, &run.program.image, run.settings);
                assert_eq!(decoded.errors(), [], "SYNC {reason}, kept: {keeps}, seed {seed}");
                assert!(decoded.pcs == run.executed, "SYNC {reason}, kept: {keeps}, seed {seed}");
                implied += run.implied;
            }
            assert_eq!(implied > 300, keeps, "SYNC {reason}, kept: {keeps}: {implied}");
        }
    }
}

#[test]
fn a_trace_that_begins_with_any_synchronising_message_is_right_up_to_a_return_from_an_older_call() {
    let (mut older, mut whole) = (0, 0);
    for reason in MARKERS {
        for (seed, keeps) in (0..100).flat_map(|seed| [(seed, true), (seed, false)]) {
            let run = run(seed, reason, keeps);
            for &(offset, _, before) in &run.marks {
                let decoded = decode_with(&run.trace[offset..], &run.program.image, run.settings);
                let expected = &run.executed[before..];
                assert!(matches!(decoded.others[0], Item::Sync { offset: 0, .. }), "SYNC {reason}, seed {seed}");
                match decoded.errors().first() {
                    None => assert_eq!(decoded.pcs, expected, "SYNC {reason}, seed {seed}"),
                    Some(error) => {
                        assert_eq!((error.kind, keeps), (ErrorKind::UnknownCall, true), "seed {seed}");
                        let right = up_to_an_error(&run, offset);
                        assert!(expected.starts_with(&right), "SYNC {reason}, seed {seed}");
                        assert_eq!(expected.get(right.len()), error.address.as_ref(), "seed {seed}");
                        older += 1;
                    }
                }
                whole += usize::from(decoded.pcs == expected);
            }
        }
    }
    assert!(older > 300 && whole > 3000, "{older} {whole}");
}
