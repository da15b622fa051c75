// SPDX-License-Identifier: Apache-2.0
//! Random calls and events, against the model: what is returned, and every counter after each call.

use crate::hart::{Hart, Mode, MEMORY};
use crate::model::Model;
use crate::setup::*;
use proptest::prelude::*;
use tracewright_sbi_pmu::{Platform, Pmu, Register};

const PAGE: u64 = MEMORY.start;

#[derive(Clone, Debug)]
enum Step {
    Configure(u64, u64, u64, u64, u64),
    Start(u64, u64, u64, u64),
    Stop(u64, u64, u64),
    Read(u64),
    SetMemory(bool),
    /// What supervisor software writes to a value of the snapshot.
    Store(u64, u64),
    /// Selector, amount, mode.
    Happen(u64, u64, u64),
    Record(u64, u64),
    RecordPlatform(u64, u64),
    /// Supervisor software takes the interrupt.
    Interrupt,
}

/// Sets that exist, mostly.
fn set() -> impl Strategy<Value = (u64, u64)> {
    prop_oneof![
        (0..12u64).prop_map(|index| (index, 1)),
        (0..12u64, 0..0x1000u64).prop_map(|(base, mask)| (base, (mask & 0xFDD) >> base)),
        (0..8u64, 0..0x1000u64),
        (prop_oneof![Just(u64::MAX), Just(31), Just(32), Just(33), Just(63), Just(64), Just(65)], any::<u64>()),
    ]
}

fn value() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), 0..4u64, (0..100u64).prop_map(|below| u64::MAX - below)]
}

fn event() -> impl Strategy<Value = (u64, u64)> {
    let named =
        [CYCLES, INSTRUCTIONS, BRANCHES, L1D_MISS, FIRMWARE, FIRMWARE | 21, FIRMWARE | 256, 0, 3, FIRMWARE | 22];
    prop_oneof![
        prop::sample::select(named.to_vec()).prop_map(|event| (event, 0)),
        prop::sample::select(vec![
            (RAW, 0x1AB),
            (RAW_V2, 0x1AB),
            (RAW_V2, 0x12_0000_0000_0001),
            (RAW, 0x12_0000_0000_0001)
        ]),
        prop::sample::select(vec![
            (PLATFORM, 7),
            (PLATFORM, u64::MAX),
            (PLATFORM, 0),
            (BRANCHES, 1),
            (RAW_V2 | 1, 0x1AB)
        ]),
    ]
}

fn flags(known: u64) -> impl Strategy<Value = u64> {
    prop_oneof![9 => 0..=known, 1 => (0..64).prop_map(|bit| 1u64 << bit)]
}

fn step() -> impl Strategy<Value = Step> {
    let selector = prop::sample::select(vec![1, 2, BRANCH_SELECTOR, MISS_SELECTOR, 0x1AB, 0x12_0000_0000_0001]);
    let amount = prop_oneof![0..9u64, 0..200u64];
    prop_oneof![
        (set(), flags(0xFF), event())
            .prop_map(|((base, mask), flags, (event, data))| { Step::Configure(base, mask, flags, event, data) }),
        (set(), flags(3), value()).prop_map(|((base, mask), flags, value)| Step::Start(base, mask, flags, value)),
        (set(), flags(3)).prop_map(|((base, mask), flags)| Step::Stop(base, mask, flags)),
        (0..14u64).prop_map(Step::Read),
        prop::bool::weighted(0.8).prop_map(Step::SetMemory),
        (0..64u64, value()).prop_map(|(place, value)| Step::Store(place, value)),
        (selector, amount.clone(), 0..5u64).prop_map(|(selector, amount, mode)| Step::Happen(selector, amount, mode)),
        (prop::sample::select(vec![0, 5, 21, 256]), amount.clone())
            .prop_map(|(code, amount)| Step::Record(code, amount)),
        (prop::sample::select(vec![0, 7, u64::MAX]), amount)
            .prop_map(|(number, amount)| Step::RecordPlatform(number, amount)),
        Just(Step::Interrupt),
    ]
}

/// Whether a counter counts what has this selector.
fn counts(selector: u64) -> impl Fn(usize, Option<(u64, u64)>) -> bool {
    move |index, event| match (index, event) {
        (0, _) => selector == 1,
        (2, _) => selector == 2,
        (3..=7, Some((CYCLES, _))) => selector == 1,
        (3..=7, Some((INSTRUCTIONS, _))) => selector == 2,
        (3..=7, Some((BRANCHES, _))) => selector == BRANCH_SELECTOR,
        (3..=7, Some((L1D_MISS, _))) => selector == MISS_SELECTOR,
        (3..=7, Some((RAW | RAW_V2, data))) => selector == data,
        _ => false,
    }
}

fn run<R: Register>(platform: &'static Platform<'static>, steps: &[Step]) {
    let mut pmu = hart::<R>(platform);
    let mut model = Model::new(R::BITS, platform.sscofpmf);
    // An argument is a register.
    let reg = |value: u64| R::low(value).wide();
    for step in steps {
        match *step {
            Step::Configure(base, mask, flags, event, data) => {
                let expected = model.configure(reg(base), reg(mask), reg(flags), event, data);
                assert_eq!(pmu.configure(base, mask, flags, event, data), expected, "{step:?}");
            }
            Step::Start(base, mask, flags, value) => {
                let expected = model.start(reg(base), reg(mask), reg(flags), value);
                assert_eq!(pmu.start(base, mask, flags, value), expected, "{step:?}");
            }
            Step::Stop(base, mask, flags) => {
                let expected = model.stop(reg(base), reg(mask), reg(flags));
                assert_eq!(pmu.stop(base, mask, flags), expected, "{step:?}");
            }
            Step::Read(index) => {
                assert_eq!(pmu.ask(5, &[index]), model.fw_read(index, false));
                assert_eq!(pmu.ask(6, &[index]), model.fw_read(index, true));
            }
            Step::SetMemory(there) => {
                model.snapshot = there;
                let address = if there { [PAGE, 0] } else { [u64::MAX; 2] };
                assert_eq!(pmu.ask(7, &[address[0], address[1], 0]), Ok(0));
            }
            Step::Store(place, value) => {
                model.memory[1 + place as usize] = value;
                pmu.hardware().set_wide(PAGE + 8 + 8 * place, value);
            }
            Step::Happen(selector, amount, mode) => {
                model.happen(counts(selector), amount, mode);
                let modes = [Mode::Vu, Mode::Vs, Mode::U, Mode::S, Mode::M];
                pmu.hardware().happen(selector, amount, modes[mode as usize]);
            }
            Step::Record(code, amount) => {
                model.happen(|_, event| event == Some((FIRMWARE | code, 0)), amount, 0);
                pmu.record(code as usize, amount);
            }
            Step::RecordPlatform(number, amount) => {
                model.happen(|_, event| event == Some((PLATFORM, number)), amount, 0);
                pmu.record_platform(number, amount);
            }
            Step::Interrupt => {
                model.pending = false;
                pmu.hardware().pending = false;
            }
        }
        same(&mut pmu, &model, step);
    }
}

/// Every counter is as in the model, and so is the memory.
fn same<R: Register>(pmu: &mut Pmu<'_, Hart<R>>, model: &Model, step: &Step) {
    for index in [0, 2, 3, 4, 6, 7] {
        let (hart, counter) = (pmu.hardware(), &model.counters[index]);
        let state = (hart.counters[index], hart.inhibit >> index & 1 == 0, index > 2 && hart.events[index] >> 63 == 1);
        assert_eq!(state, (counter.value, counter.started, counter.overflowed), "counter {index} after {step:?}");
    }
    for index in 8..12 {
        assert_eq!(pmu.ask(5, &[index]), model.fw_read(index, false), "counter {index} after {step:?}");
    }
    for (place, value) in (0..).zip(model.memory) {
        assert_eq!(pmu.hardware().wide(PAGE + 8 * place), value, "word {place} after {step:?}");
    }
    assert_eq!(pmu.hardware().pending, model.pending);
}

/// 1,000 calls a case; with `TRACEWRIGHT_SOAK` as many times more cases.
fn cases() -> ProptestConfig {
    let soak = std::env::var("TRACEWRIGHT_SOAK").map_or(1, |times| times.parse().unwrap());
    ProptestConfig { cases: 200 * soak, max_shrink_iters: 20_000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn random_calls_are_answered_as_the_model_does(steps in prop::collection::vec(step(), 1000)) {
        run::<u64>(&FULL, &steps);
        run::<u32>(&FULL, &steps);
        run::<u64>(&PLAIN, &steps);
        run::<u32>(&PLAIN, &steps);
    }
}
