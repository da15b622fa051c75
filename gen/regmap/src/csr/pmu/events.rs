// SPDX-License-Identifier: Apache-2.0
//! The events that come from the ingress port, and the numbers that select them.

/// An event of the ingress port.
#[derive(Clone, Copy, Debug)]
pub struct PmuEvent {
    /// Its name, as `build.pmu.events` has it.
    pub name: &'static str,
    /// What selects it in mhpmevent.
    pub selector: u32,
    /// The codes of itype that end a block which is one of them; none where blocks are not what is counted.
    pub itypes: &'static [u8],
    /// `event_idx` of the SBI PMU extension, if it has one for it.
    pub sbi: Option<u32>,
    /// What is counted.
    pub doc: &'static str,
}

/// The selector of the first event of the designer's event bus.
pub const FIRST_BUS_SELECTOR: u32 = 16;
/// How many events the bus has at most.
pub const MAX_BUS_EVENTS: usize = 16;

/// Every event of the ingress port; the first two are in every build.
pub const PMU_EVENTS: &[PmuEvent] = &[
    PmuEvent { name: "cycles", selector: 1, itypes: &[], sbi: Some(1), doc: "clock cycles" },
    PmuEvent { name: "instructions", selector: 2, itypes: &[], sbi: Some(2), doc: "retired instructions" },
    PmuEvent { name: "branches", selector: 3, itypes: &[4, 5], sbi: Some(5), doc: "branches, taken or not" },
    PmuEvent { name: "taken", selector: 4, itypes: &[5], sbi: None, doc: "taken branches" },
    PmuEvent {
        name: "jumps",
        selector: 5,
        itypes: &[6, 8, 9, 10, 11, 12, 13, 14, 15],
        sbi: None,
        doc: "jumps of every kind, calls and returns too",
    },
    PmuEvent { name: "calls", selector: 6, itypes: &[8, 9], sbi: None, doc: "calls, without tail calls" },
    PmuEvent { name: "returns", selector: 7, itypes: &[13], sbi: None, doc: "returns, without co-routine swaps" },
    PmuEvent { name: "exceptions", selector: 8, itypes: &[1], sbi: None, doc: "exceptions" },
    PmuEvent { name: "interrupts", selector: 9, itypes: &[2], sbi: None, doc: "interrupts" },
    PmuEvent { name: "trap-returns", selector: 10, itypes: &[3], sbi: None, doc: "returns from traps" },
];
