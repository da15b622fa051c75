// SPDX-License-Identifier: Apache-2.0
//! The memory on Wishbone: a right master is accepted, each wrong one is found.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_peers::buses::{Response, Rule, Settings, WishboneIn, WishboneMemory, WishboneOut};

const FIRST: u64 = 0x700;
const LAST: u64 = 0x57FF;
const MAX_BURST: u32 = 4;

/// What a master does wrong, from its third word on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    TakesBackStrobe,
    TakesBackCycle,
    Changes,
    Reads,
    Sel,
    HighSel,
    HighData,
    HighAddress,
    Unaligned,
    Below,
    Above,
    TooLong,
    StrobeAlone,
    KeepsBus,
}

struct Master {
    out: WishboneOut,
    wrong: Option<Wrong>,
    rng: SmallRng,
    bytes: u64,
    /// Words of the bus cycle that are left, with the one that is shown.
    left: u32,
    written: Vec<(u64, u128, bool)>,
}

impl Master {
    fn new(width: u32, seed: u64, wrong: Option<Wrong>) -> Master {
        let rng = SmallRng::seed_from_u64(seed);
        let out = WishboneOut::default();
        Master { out, wrong, rng, bytes: u64::from(width / 8), left: 0, written: Vec::new() }
    }

    fn does(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong) && self.written.len() >= 2
    }

    fn edge(&mut self, inputs: &WishboneIn) {
        assert!(!(inputs.ack && inputs.err));
        if self.out.cyc && self.out.stb {
            if !inputs.ack && !inputs.err {
                self.out.stb &= !self.does(Wrong::TakesBackStrobe);
                self.out.cyc &= !self.does(Wrong::TakesBackCycle);
                self.out.stb &= self.out.cyc;
                self.out.dat ^= u128::from(self.does(Wrong::Changes));
                return;
            }
            self.written.push((self.out.adr, self.out.dat, inputs.err));
            self.left -= 1;
        }
        let had_bus = self.out.cyc;
        self.out = WishboneOut::default();
        if self.left > 0 {
            self.out.cyc = true;
            if self.rng.random_bool(0.7) && !self.does(Wrong::KeepsBus) {
                self.show();
            }
        } else if !had_bus && self.rng.random_bool(0.3) {
            self.left = if self.does(Wrong::TooLong) { MAX_BURST + 1 } else { self.rng.random_range(1..=MAX_BURST) };
            self.out.cyc = true;
        } else {
            self.out.stb = self.does(Wrong::StrobeAlone);
        }
    }

    fn show(&mut self) {
        let bytes = self.bytes;
        let bits = 8 * bytes;
        let any = FIRST + self.rng.random_range(0..(LAST + 1 - FIRST) / bytes) * bytes;
        let all = (1u16 << bytes) - 1;
        let data = u128::from(self.rng.random::<u64>()) & ((1 << bits) - 1);
        self.out = WishboneOut {
            cyc: true,
            stb: true,
            we: !self.does(Wrong::Reads),
            sel: match () {
                () if self.does(Wrong::Sel) => all >> 1,
                () if self.does(Wrong::HighSel) => all << 1 | 1,
                () => all,
            },
            dat: data | u128::from(self.does(Wrong::HighData)) << bits,
            adr: match () {
                () if self.does(Wrong::HighAddress) => any | 1 << 32,
                () if self.does(Wrong::Unaligned) => any + 1,
                () if self.does(Wrong::Below) => FIRST - bytes,
                () if self.does(Wrong::Above) => LAST + 1,
                () => any,
            },
        };
    }
}

/// Words that were answered for in their first cycle, and cycles with an ACK that nobody asked for.
fn run(master: &mut Master, memory: &mut WishboneMemory, cycles: u32) -> (u32, u32) {
    let (mut at_once, mut early, mut is_new) = (0, 0, true);
    for _ in 0..cycles {
        let inputs = memory.inputs();
        memory.cycle(&master.out);
        let is_strobe = master.out.cyc && master.out.stb;
        at_once += u32::from(is_strobe && is_new && inputs.ack);
        early += u32::from(!is_strobe && inputs.ack);
        is_new = !is_strobe || inputs.ack || inputs.err;
        master.edge(&inputs);
        if memory.check().is_err() {
            break;
        }
    }
    (at_once, early)
}

fn memory(width: u32, seed: u64) -> WishboneMemory {
    let settings = Settings::new(width, FIRST..=LAST, seed);
    WishboneMemory::new(Settings { address_bits: 32, max_burst: MAX_BURST, ..settings })
}

#[test]
fn a_right_master_is_accepted() {
    for (width, seed) in [(32, 1), (64, 2), (32, 3)] {
        let (mut master, mut memory) = (Master::new(width, seed, None), memory(width, seed));
        memory.store_mut().settings_mut().faults.rate = if seed == 3 { 0.3 } else { 0.0 };
        let (at_once, early) = run(&mut master, &mut memory, 100_000);
        assert_eq!(memory.check(), Ok(()));
        let word = |w: &tracewright_peers::buses::Write| (w.address, w.data, w.response != Response::Okay);
        let log: Vec<_> = memory.store().log().iter().map(word).collect();
        assert_eq!(log, master.written);
        assert!(log.len() > 900 && at_once > 50 && early > 50, "{} {at_once} {early}", log.len());
        let errors = log.iter().filter(|w| w.2).count();
        assert!(if seed == 3 { errors > 50 } else { errors == 0 });
    }
}

/// No answer comes before its address is known.
#[test]
fn addresses_with_an_error_always_have_it() {
    let (mut master, mut memory) = (Master::new(32, 7, None), memory(32, 7));
    memory.store_mut().settings_mut().faults.addresses = vec![(0x1000..=0x1FFF, Response::Error)];
    run(&mut master, &mut memory, 50_000);
    assert_eq!(memory.check(), Ok(()));
    assert!(master.written.iter().all(|(address, _, error)| *error == (address / 4096 == 1)));
    assert!(master.written.iter().any(|word| word.2));
    assert_eq!(memory.store().memory().read(0x1000, 4096), [tracewright_peers::buses::Memory::UNWRITTEN; 4096]);
}

#[test]
fn each_rule_is_checked() {
    let wrongs = [
        (Wrong::TakesBackStrobe, Rule::Held),
        (Wrong::TakesBackCycle, Rule::Held),
        (Wrong::Changes, Rule::Held),
        (Wrong::Reads, Rule::Read),
        (Wrong::Sel, Rule::Strobe),
        (Wrong::HighSel, Rule::Width),
        (Wrong::HighData, Rule::Width),
        (Wrong::HighAddress, Rule::Width),
        (Wrong::Unaligned, Rule::Aligned),
        (Wrong::Below, Rule::Window),
        (Wrong::Above, Rule::Window),
        (Wrong::TooLong, Rule::Length),
        (Wrong::StrobeAlone, Rule::StrobeInCycle),
        (Wrong::KeepsBus, Rule::CycleEnds),
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
    memory.reset(&WishboneOut::default());
    assert_eq!(memory.check(), Ok(()));
    memory.reset(&WishboneOut { cyc: true, ..Default::default() });
    assert_eq!(memory.check().map_err(|violation| violation.rule), Err(Rule::Reset));
}
