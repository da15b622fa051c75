// SPDX-License-Identifier: Apache-2.0
//! A trace against what retired.

use crate::board::Board;
use tracewright_decoder::{decode, Item, Settings, TrapKind};

/// What a trace says.
#[derive(Debug, Default)]
pub struct Decoded {
    /// Addresses of the instructions.
    pub addresses: Vec<u64>,
    /// Interrupts between them.
    pub interrupts: usize,
}

/// Decodes `trace` of the board's program.
pub fn decoded(board: &Board, trace: &[u8]) -> Decoded {
    let mut decoded = Decoded::default();
    decode(trace, &board.image, &Settings::from(&board.config), &mut |item| match item {
        Item::Instruction { pc } => decoded.addresses.push(pc),
        Item::Trap { kind: TrapKind::Interrupt, .. } => decoded.interrupts += 1,
        Item::Sync { .. } | Item::Stop { .. } => {}
        other => panic!("{other:?}"),
    });
    decoded
}

/// Demands that the addresses are those that retired, without a gap, and that the whole run of the program is among
/// them. `retired` begins before the trace is started.
pub fn agrees(board: &Board, decoded: &Decoded, retired: &[u64]) {
    let first_of = |symbol: &str| {
        let address = board.image.symbol(symbol).unwrap();
        retired.iter().position(|pc| *pc == address).unwrap_or_else(|| panic!("{symbol} has not run"))
    };
    let (begin, end) = (first_of("workload"), first_of("trace_stop"));
    let addresses = &decoded.addresses;
    // The trace starts with the store that starts it, or a few instructions later.
    let start = (0..=begin).rev().find(|start| retired[*start..].starts_with(addresses));
    let start = start.unwrap_or_else(|| {
        let start = retired.iter().position(|pc| Some(pc) == addresses.first());
        let equal = start.map_or(0, |start| retired[start..].iter().zip(addresses).take_while(|(a, b)| a == b).count());
        panic!(
            "{} addresses, the first {equal} of which retired, from {start:?}; begin {begin}, end {end}",
            addresses.len()
        )
    });
    assert!(start + addresses.len() > end, "the trace ends {} instructions early", end + 1 - start - addresses.len());
    let handlers = retired[start..start + addresses.len()].iter().filter(|pc| **pc == INTERRUPT).count();
    assert_eq!(decoded.interrupts, handlers);
}

/// Where a PicoRV32 goes with an interrupt.
const INTERRUPT: u64 = 0x10;
