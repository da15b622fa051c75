// SPDX-License-Identifier: Apache-2.0
//! The hart, one group of instructions at a time.

mod asm;
mod atomics;
mod compressed;
mod control;
mod devices;
mod integers;
mod interrupts;
mod memory;
mod privilege;
mod unit;

use super::{Hart, Options};
use crate::{Event, Stream};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;

/// Where test programs start.
const BASE: u64 = 0x8000_0000;

/// Data that no program is in.
const DATA: u64 = 0x8001_0000;

/// A hart about to run `code`.
fn hart(xlen: Xlen, code: &[u32]) -> Hart {
    let bytes = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    let image = Image::from_segments(xlen, BASE, vec![Segment::code(BASE, bytes)]).expect("a valid image");
    Hart::new(&image, &Options { ram: BASE..BASE + 0x2_0000, ..Options::default() }).expect("memory enough")
}

/// A hart that has executed `code`, one event for each word, with these registers set before.
fn after(xlen: Xlen, registers: &[(usize, u64)], code: &[u32]) -> Hart {
    let mut hart = hart(xlen, code);
    for &(number, value) in registers {
        hart.x[number] = value;
    }
    for _ in code {
        event(&mut hart);
    }
    hart
}

fn event(hart: &mut Hart) -> Event {
    hart.next().expect("no error").expect("not the end")
}

/// The events up to the end of the program.
fn to_the_end(hart: &mut Hart) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(event) = hart.next().expect("no error") {
        events.push(event);
        assert!(events.len() < 10_000, "the program does not end");
    }
    events
}

/// The addresses of the instructions that retired.
fn retired(events: &[Event]) -> Vec<u64> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Retired { pc, .. } => Some(*pc),
            _ => None,
        })
        .collect()
}
