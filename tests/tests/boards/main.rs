// SPDX-License-Identifier: Apache-2.0
//! The boards of rtl/boards in Verilator, seen from their pins: what a PC or a probe receives decodes to what the core
//! retired.

mod board;
mod compare;
mod serial;

use board::{Board, Running};
use compare::{agrees, decoded};
use serial::Serial;
use tracewright_decoder::output::{Format, Printer};
use tracewright_decoder::{decode, Settings};
use tracewright_peers::pins::{Change, PibMode, Pins, Recording};
use verilator_sys::Port;

/// Clock cycles that a run of the program and the sending of its trace may take.
const LIMIT: u32 = 2_000_000;

/// The pins after each change of them.
#[derive(Default)]
struct Probe {
    changes: Vec<Change>,
    time: u64,
}

impl Probe {
    fn sample(&mut self, pins: Pins) {
        if self.changes.last().is_none_or(|last| last.pins != pins) {
            self.changes.push(Change { time: self.time, pins });
        }
        self.time += 1;
    }

    /// The changes, and the pins at the end.
    fn finish(mut self) -> Vec<Change> {
        let last = self.changes.last().map(|change| Change { time: self.time, ..*change });
        self.changes.extend(last);
        self.changes
    }
}

/// Whether the lines begin with these parts, in their order and with instructions alone between them.
fn begins(lines: &[&str], parts: &[&[&str]]) -> bool {
    let Some((first, more)) = parts.split_first() else { return true };
    lines.strip_prefix(*first).is_some_and(|rest| {
        let between = rest.iter().take_while(|line| !line.starts_with("-- ")).count();
        more.is_empty() || (0..=between).any(|at| begins(&rest[at..], more))
    })
}

/// The listing in docs/boards.md is of this program: its instructions are printed so, and its interrupt comes where one
/// may come.
fn as_on_the_page(board: &Board, trace: &[u8]) {
    let mut printer = Printer::new(&board.image, Format::Listing, vec![]);
    decode(trace, &board.image, &Settings::from(&board.config), &mut |item| printer.item(&item).unwrap());
    let listing = String::from_utf8(printer.into_inner()).unwrap();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/boards.md")).unwrap();
    let shown = page.split("```\n").find(|block| block.contains("-- interrupt before ")).unwrap();
    let lines: Vec<&str> = listing.lines().collect();
    let shown: Vec<&str> = shown.lines().collect();
    let parts: Vec<&[&str]> = shown.split(|line| *line == "...").collect();
    assert!(
        (0..lines.len()).any(|at| begins(&lines[at..], &parts)),
        "docs/boards.md shows {shown:#?}, and not\n{listing}"
    );
    let instructions = listing.lines().filter(|line| line.starts_with("0x")).count();
    let said = page.lines().find(|line| line.starts_with("and the report ends with about ")).unwrap();
    let numbers: Vec<usize> = said.replace(',', "").split(' ').filter_map(|word| word.parse().ok()).collect();
    // Three digits of each are given.
    let about = |said: usize, found: usize| said.abs_diff(found) * 200 <= said;
    assert!(
        about(numbers[0], instructions) && about(numbers[1], trace.len()),
        "{said}: {instructions} {}",
        trace.len()
    );
}

#[test]
fn ulx3s_traces_into_its_memory_and_to_its_header() {
    let ports = vec![
        Port::input("clk_25mhz", 1),
        Port::input("fire1", 1),
        Port::output("ftdi_rxd", 1),
        Port::input("ftdi_txd", 1),
        Port::output("led", 8),
        Port::output("trace_ref", 1),
        Port::output("trace_data", 4),
    ];
    let board = Board::new("ulx3s", "clk_25mhz", ports);
    let [from_board, tref, tdata, led] = ["ftdi_rxd", "trace_ref", "trace_data", "led"].map(|name| board.output(name));
    let to_board = board.input("ftdi_txd");
    let mut running = board.start();
    let mut serial = Serial::new(25);
    // The answer to a letter, and what the pins did meanwhile.
    let mut ask = |running: &mut Running, letter: u8| {
        let mut probe = Probe::default();
        serial.send(letter);
        running.retired.clear();
        for _ in 0..LIMIT {
            running.model.set(to_board, serial.line().into());
            running.cycle();
            let Running { model, .. } = running;
            serial.sample(model.get(from_board) == 1);
            probe.sample(Pins { tref: model.get(tref) == 1, tdata: model.get(tdata) as u16 });
            if let Some((length, answer)) = serial.received.split_first_chunk() {
                if answer.len() == u32::from_le_bytes(*length) as usize {
                    let answer = answer.to_vec();
                    serial.received.clear();
                    return (answer, probe.finish());
                }
            }
        }
        panic!("no answer to {letter}: {} bytes", serial.received.len());
    };

    running.model.set(to_board, 1);
    (0..2000).for_each(|_| running.cycle());
    let (memory, pins) = ask(&mut running, b's');
    assert!(pins.iter().all(|change| change.pins == pins[0].pins), "the pins are still");
    as_on_the_page(&board, &memory);
    let from_memory = decoded(&board, &memory);
    agrees(&board, &from_memory, &running.retired);
    assert!(from_memory.interrupts >= 3 && memory.len() > 500, "{} {}", from_memory.interrupts, memory.len());

    for (letter, mode) in [(b'4', PibMode::Parallel4), (b'2', PibMode::Parallel2), (b'1', PibMode::Parallel1)] {
        let (answer, pins) = ask(&mut running, letter);
        assert!(answer.is_empty());
        let received = Recording::of(mode, 4.0, pins);
        assert_eq!((received.first_error, received.cut), (None, false), "{mode:?}");
        let from_pins = decoded(&board, &received.bytes);
        agrees(&board, &from_pins, &running.retired);
        assert!(from_pins.interrupts >= 3, "{mode:?}: {}", from_pins.interrupts);
    }
    assert_eq!(running.model.get(led), 5, "one for each run, from 1 on");
}

#[test]
fn icebreaker_sends_uart_from_a_pin() {
    let ports = vec![
        Port::input("CLK", 1),
        Port::input("BTN_N", 1),
        Port::output("TX", 1),
        Port::output("LEDG_N", 1),
        Port::output("LEDR_N", 1),
        Port::output("P1A1", 1),
    ];
    let board = Board::new("icebreaker", "CLK", ports);
    let [pin, serial, green, red] = ["P1A1", "TX", "LEDG_N", "LEDR_N"].map(|name| board.output(name));
    let mut running = board.start();
    running.model.set(board.input("BTN_N"), 1);
    let mut probe = Probe::default();
    let stop = board.image.symbol("trace_stop").unwrap();
    // The pin is quiet for a while before the second run.
    let mut left = None;
    for _ in 0..LIMIT {
        running.cycle();
        assert_eq!(running.model.get(pin), running.model.get(serial));
        probe.sample(Pins { tref: false, tdata: running.model.get(pin) as u16 });
        if left.is_none() && running.retired.last() == Some(&stop) {
            left = Some(20_000);
        }
        left = left.map(|cycles: u32| cycles - 1);
        if left == Some(0) {
            break;
        }
    }
    assert_eq!(running.model.get(green), 0, "the first run has begun");
    assert_eq!(running.model.get(red), 1, "nothing was lost");
    let received = Recording::of(PibMode::Uart, 4.0, probe.finish());
    assert_eq!((received.first_error, received.cut), (None, false));
    let trace = decoded(&board, &received.bytes);
    agrees(&board, &trace, &running.retired);
    assert!(trace.addresses.len() > 5000, "{}", trace.addresses.len());
}
