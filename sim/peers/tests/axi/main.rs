// SPDX-License-Identifier: Apache-2.0
//! The memory on AXI4: a right master is accepted, each wrong one is found.

mod master;

use master::{Master, Wrong, FIRST, LAST, MAX_BURST};
use tracewright_peers::buses::{AxiMemory, AxiOut, Faults, Pace, Response, Rule, Settings};

fn memory(width: u32, seed: u64) -> AxiMemory {
    AxiMemory::new(Settings { max_burst: MAX_BURST, address_bits: 40, ..Settings::new(width, FIRST..=LAST, seed) })
}

/// What the bus did, in cycles.
#[derive(Debug, Default)]
struct Seen {
    address_first: u32,
    data_first: u32,
    both: u32,
    answers: Vec<u64>,
}

fn run(master: &mut Master, memory: &mut AxiMemory, cycles: u32) -> Seen {
    let mut seen = Seen::default();
    let (mut address, mut data, mut complete) = (false, false, None);
    for cycle in 0..u64::from(cycles) {
        let (inputs, out) = (memory.inputs(), master.out);
        memory.cycle(&out);
        let takes_address = out.awvalid && inputs.awready;
        let takes_last = out.wvalid && inputs.wready && out.wlast;
        seen.both += u32::from(takes_address && takes_last);
        seen.address_first += u32::from(takes_address && !takes_last && !data);
        seen.data_first += u32::from(takes_last && !takes_address && !address);
        (address, data) = (address | takes_address, data | takes_last);
        if address && data && complete.is_none() {
            complete = Some(cycle);
        }
        if inputs.bvalid {
            if let Some(complete) = complete.take() {
                seen.answers.push(cycle - complete);
                (address, data) = (false, false);
            }
        }
        master.edge(&inputs);
        if memory.check().is_err() {
            break;
        }
    }
    seen
}

#[test]
fn a_right_master_is_accepted() {
    for (width, seed) in [(32, 1), (64, 2), (128, 3), (32, 4)] {
        let (mut master, mut memory) = (Master::new(width, seed, None), memory(width, seed));
        memory.store_mut().settings_mut().faults.rate = if seed == 4 { 0.3 } else { 0.0 };
        let seen = run(&mut master, &mut memory, 100_000);
        assert_eq!(memory.check(), Ok(()));
        assert!(master.bursts > 900, "{}", master.bursts);
        let code = |response| {
            [(Response::Okay, 0), (Response::Error, 2), (Response::Decode, 3)]
                .into_iter()
                .find_map(|(r, code)| (r == response).then_some(code))
        };
        let log: Vec<_> = memory.store().log().iter().map(|w| (w.address, w.data, code(w.response).unwrap())).collect();
        assert_eq!(log, master.written);
        let errors = [2, 3].map(|code| log.iter().filter(|word| word.2 == code).count());
        assert!(if seed == 4 { errors.iter().all(|n| *n > 100) } else { errors == [0, 0] });
        // All that a bus may do has been done.
        let counts = [seen.address_first, seen.data_first, seen.both];
        assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
        assert!(seen.answers.contains(&1) && seen.answers.iter().any(|n| *n > 150));
        assert_eq!(seen.answers.iter().filter(|n| **n == 0 || **n > 201).count(), 0);
    }
}

#[test]
fn the_memory_holds_what_was_written_without_an_error() {
    let (mut master, mut memory) = (Master::new(64, 9, None), memory(64, 9));
    memory.store_mut().settings_mut().faults =
        Faults { rate: 0.0, addresses: vec![(0x8000_1000..=0x8000_1FFF, Response::Decode)] };
    run(&mut master, &mut memory, 50_000);
    assert_eq!(memory.check(), Ok(()));
    let mut expected = std::collections::BTreeMap::new();
    for (address, data, response) in &master.written {
        assert_eq!(*response == 3, address / 4096 == 0x80001);
        if *response == 0 {
            expected.insert(*address, *data as u64);
        }
    }
    for address in (FIRST..LAST).step_by(8) {
        let found = u64::from_le_bytes(memory.store().memory().read(address, 8).try_into().unwrap());
        assert_eq!(found, expected.get(&address).copied().unwrap_or(0xA5A5_A5A5_A5A5_A5A5));
    }
}

#[test]
fn a_fast_memory_takes_a_word_a_cycle() {
    let (mut master, mut memory) = (Master::new(32, 5, None), memory(32, 5));
    memory.store_mut().settings_mut().pace = Pace::fast();
    let seen = run(&mut master, &mut memory, 10_000);
    assert_eq!(memory.check(), Ok(()));
    assert!(seen.answers.iter().all(|n| *n == 1));
}

#[test]
fn each_rule_is_checked() {
    let wrongs = [
        (Wrong::TakesBackAddress, Rule::Held),
        (Wrong::ChangesAddress, Rule::Held),
        (Wrong::TakesBackData, Rule::Held),
        (Wrong::ChangesData, Rule::Held),
        (Wrong::ChangesLast, Rule::Held),
        (Wrong::Reads, Rule::Read),
        (Wrong::TooLong, Rule::Length),
        (Wrong::Narrow, Rule::Size),
        (Wrong::Fixed, Rule::BurstType),
        (Wrong::Wrap, Rule::BurstType),
        (Wrong::Crosses, Rule::Boundary),
        (Wrong::Unaligned, Rule::Aligned),
        (Wrong::PartialStrobe, Rule::Strobe),
        (Wrong::HighStrobe, Rule::Width),
        (Wrong::HighData, Rule::Width),
        (Wrong::HighAddress, Rule::Width),
        (Wrong::LastEarly, Rule::Last),
        (Wrong::LastLate, Rule::Last),
        (Wrong::NoLast, Rule::Last),
        (Wrong::BeforeAnswer, Rule::Outstanding),
        (Wrong::BelowWindow, Rule::Window),
        (Wrong::AboveWindow, Rule::Window),
        (Wrong::EndsAboveWindow, Rule::Window),
        (Wrong::Cache, Rule::Attributes),
        (Wrong::Prot, Rule::Attributes),
        (Wrong::Id, Rule::Attributes),
        (Wrong::NeverReady, Rule::AnswerTaken),
        (Wrong::DataAfterAddress, Rule::DataLate),
        (Wrong::NoData, Rule::DataLate),
        (Wrong::AddressAfterData, Rule::AddressLate),
        (Wrong::NoAddress, Rule::AddressLate),
    ];
    for (wrong, rule) in wrongs {
        for seed in 0..8 {
            let (mut master, mut memory) = (Master::new(32, seed, Some(wrong)), memory(32, seed));
            run(&mut master, &mut memory, 20_000);
            let found = memory.check().expect_err(&format!("{wrong:?}, seed {seed}"));
            // Before the address is known, an early WLAST can only be the end of a shorter burst, and more data that of
            // another.
            let is_same = wrong == Wrong::LastEarly && found.rule == Rule::Outstanding;
            assert!(found.rule == rule || is_same, "{wrong:?}, seed {seed}: {found}");
            assert_eq!(found.cycle + 1, memory.store().cycles());
            assert!(master.bursts >= 2);
        }
    }
}

/// The window is checked on each beat: it may have a hole in it for a burst that is under way.
#[test]
fn every_beat_is_within_the_window() {
    let (mut master, mut memory) = (Master::new(32, 3, None), memory(32, 3));
    while !(master.out.awvalid && memory.inputs().awready && master.out.awlen > 3) {
        let inputs = memory.inputs();
        memory.cycle(&master.out);
        master.edge(&inputs);
    }
    memory.cycle(&master.out);
    memory.store_mut().set_window(0..=3);
    let inputs = memory.inputs();
    master.edge(&inputs);
    run(&mut master, &mut memory, 5_000);
    assert_eq!(memory.check().map_err(|violation| violation.rule), Err(Rule::Window));
}

#[test]
fn nothing_is_offered_in_reset() {
    let mut memory = memory(32, 0);
    memory.reset(&Master::new(32, 0, None).out);
    assert_eq!(memory.check(), Ok(()));
    memory.reset(&AxiOut { wvalid: true, ..Default::default() });
    assert_eq!(memory.check().map_err(|violation| violation.rule), Err(Rule::Reset));
}

/// Two addresses, then the data of both: the first is answered for first, if two bursts may be under way.
#[test]
fn as_many_bursts_are_under_way_as_agreed() {
    for (outstanding, expected) in [(2, None), (1, Some(Rule::Outstanding))] {
        let mut memory = memory(32, 0);
        let settings = memory.store_mut().settings_mut();
        (settings.outstanding, settings.pace) = (outstanding, Pace::fast());
        let idle = AxiOut {
            awsize: 2,
            awburst: 1,
            awcache: 3,
            awprot: 2,
            wstrb: 0xF,
            wlast: true,
            bready: true,
            ..AxiOut::default()
        };
        let address = |awaddr| AxiOut { awvalid: true, awaddr, ..idle };
        let data = |wdata| AxiOut { wvalid: true, wdata, ..idle };
        for out in [idle, address(FIRST + 4), address(FIRST), data(1), data(2), idle, idle, idle] {
            memory.cycle(&out);
        }
        assert_eq!(memory.check().err().map(|violation| violation.rule), expected);
        let log: Vec<_> = memory.store().log().iter().map(|write| (write.address, write.data)).collect();
        assert_eq!(log, [(FIRST + 4, 1), (FIRST, 2)]);
        assert!(memory.is_idle());
    }
}
