// SPDX-License-Identifier: Apache-2.0
//! The memory on TileLink-UL: a right master is accepted, each wrong one is found.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_peers::buses::{Response, Rule, Settings, TileLinkIn, TileLinkMemory, TileLinkOut};

const FIRST: u64 = 0x700;
const LAST: u64 = 0x57FF;

/// What a master does wrong, from its third message on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    TakesBack,
    Changes,
    Get,
    PutPartial,
    Param,
    Size,
    Source,
    Corrupt,
    Mask,
    HighMask,
    HighData,
    HighAddress,
    Unaligned,
    Below,
    Above,
    BeforeAnswer,
    NeverReady,
}

struct Master {
    out: TileLinkOut,
    wrong: Option<Wrong>,
    rng: SmallRng,
    bytes: u64,
    waits: bool,
    written: Vec<(u64, u128, bool, bool)>,
}

impl Master {
    fn new(width: u32, seed: u64, wrong: Option<Wrong>) -> Master {
        let rng = SmallRng::seed_from_u64(seed);
        let out = TileLinkOut::default();
        Master { out, wrong, rng, bytes: u64::from(width / 8), waits: false, written: Vec::new() }
    }

    fn does(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong) && self.written.len() >= 2
    }

    fn edge(&mut self, inputs: &TileLinkIn) {
        let out = self.out;
        self.waits |= out.a_valid && inputs.a_ready;
        if inputs.d_valid && out.d_ready {
            let is_right = self.waits && inputs.d_opcode == 0 && inputs.d_param == 0 && inputs.d_source == 0;
            assert!(is_right || self.wrong.is_some());
            self.written.push((out.a_address, out.a_data, inputs.d_denied, inputs.d_corrupt));
            self.waits = false;
        }
        self.out.d_ready = self.rng.random_bool(0.8) && !self.does(Wrong::NeverReady);
        if out.a_valid && !inputs.a_ready {
            self.out.a_valid &= !self.does(Wrong::TakesBack);
            self.out.a_data ^= u128::from(self.does(Wrong::Changes));
            return;
        }
        self.out.a_valid = false;
        let again = self.does(Wrong::BeforeAnswer);
        if (!self.waits || again) && self.rng.random_bool(0.4) {
            self.show();
        }
    }

    fn show(&mut self) {
        let bytes = self.bytes;
        let bits = 8 * bytes;
        let any = FIRST + self.rng.random_range(0..(LAST + 1 - FIRST) / bytes) * bytes;
        let all = (1u16 << bytes) - 1;
        let data = u128::from(self.rng.random::<u64>()) & ((1 << bits) - 1);
        let if_wrong = |wrong| u64::from(self.does(wrong));
        self.out = TileLinkOut {
            a_valid: true,
            a_opcode: (4 * if_wrong(Wrong::Get) + if_wrong(Wrong::PutPartial)) as u8,
            a_param: if_wrong(Wrong::Param) as u8,
            a_size: (bytes.trailing_zeros() as u64 - if_wrong(Wrong::Size)) as u8,
            a_source: if_wrong(Wrong::Source) as u32,
            a_corrupt: self.does(Wrong::Corrupt),
            a_mask: match () {
                () if self.does(Wrong::Mask) => all >> 1,
                () if self.does(Wrong::HighMask) => all << 1 | 1,
                () => all,
            },
            a_data: data | u128::from(if_wrong(Wrong::HighData)) << bits,
            a_address: match () {
                () if self.does(Wrong::HighAddress) => any | 1 << 32,
                () if self.does(Wrong::Unaligned) => any + 1,
                () if self.does(Wrong::Below) => FIRST - bytes,
                () if self.does(Wrong::Above) => LAST + 1,
                () => any,
            },
            d_ready: self.out.d_ready,
        };
    }
}

/// Cycles in which a message was taken and answered at once.
fn run(master: &mut Master, memory: &mut TileLinkMemory, cycles: u32) -> u32 {
    let mut at_once = 0;
    for _ in 0..cycles {
        let inputs = memory.inputs();
        memory.cycle(&master.out);
        at_once += u32::from(master.out.a_valid && inputs.a_ready && inputs.d_valid && master.out.d_ready);
        master.edge(&inputs);
        if memory.check().is_err() {
            break;
        }
    }
    at_once
}

fn memory(width: u32, seed: u64) -> TileLinkMemory {
    TileLinkMemory::new(Settings { address_bits: 32, ..Settings::new(width, FIRST..=LAST, seed) })
}

#[test]
fn a_right_master_is_accepted() {
    for (width, seed) in [(32, 1), (64, 2), (32, 3)] {
        let (mut master, mut memory) = (Master::new(width, seed, None), memory(width, seed));
        memory.store_mut().settings_mut().faults.rate = if seed == 3 { 0.3 } else { 0.0 };
        let at_once = run(&mut master, &mut memory, 100_000);
        assert_eq!(memory.check(), Ok(()));
        let word = |w: &tracewright_peers::buses::Write| {
            (w.address, w.data, w.response == Response::Decode, w.response == Response::Error)
        };
        let log: Vec<_> = memory.store().log().iter().map(word).collect();
        assert_eq!(log, master.written);
        assert!(log.len() > 900 && at_once > 50, "{} {at_once}", log.len());
        let errors = [log.iter().filter(|w| w.2).count(), log.iter().filter(|w| w.3).count()];
        assert!(if seed == 3 { errors.iter().all(|n| *n > 50) } else { errors == [0, 0] });
    }
}

#[test]
fn each_rule_is_checked() {
    let wrongs = [
        (Wrong::TakesBack, Rule::Held),
        (Wrong::Changes, Rule::Held),
        (Wrong::Get, Rule::Read),
        (Wrong::PutPartial, Rule::Attributes),
        (Wrong::Param, Rule::Attributes),
        (Wrong::Size, Rule::Size),
        (Wrong::Source, Rule::Attributes),
        (Wrong::Corrupt, Rule::Attributes),
        (Wrong::Mask, Rule::Strobe),
        (Wrong::HighMask, Rule::Width),
        (Wrong::HighData, Rule::Width),
        (Wrong::HighAddress, Rule::Width),
        (Wrong::Unaligned, Rule::Aligned),
        (Wrong::Below, Rule::Window),
        (Wrong::Above, Rule::Window),
        (Wrong::BeforeAnswer, Rule::Outstanding),
        (Wrong::NeverReady, Rule::AnswerTaken),
    ];
    for (wrong, rule) in wrongs {
        for seed in 0..8 {
            let (mut master, mut memory) = (Master::new(32, seed, Some(wrong)), memory(32, seed));
            run(&mut master, &mut memory, 20_000);
            let found = memory.check().expect_err(&format!("{wrong:?}, seed {seed}"));
            assert_eq!(found.rule, rule, "{wrong:?}, seed {seed}: {found}");
            assert!(master.written.len() >= 2);
        }
    }
}

#[test]
fn nothing_is_offered_in_reset() {
    let mut memory = memory(32, 0);
    memory.reset(&TileLinkOut::default());
    assert_eq!(memory.check(), Ok(()));
    memory.reset(&TileLinkOut { a_valid: true, ..Default::default() });
    assert_eq!(memory.check().map_err(|violation| violation.rule), Err(Rule::Reset));
}
