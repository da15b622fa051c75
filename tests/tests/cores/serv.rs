// SPDX-License-Identifier: Apache-2.0
//! SERV, whose RVFI needs a shim: it shows interrupts as instructions that trapped, and never says `rvfi_intr`.

use crate::design::{Core, Traced};
use crate::run::{plain, trace};
use crate::{agrees, agrees_from_the_sram, are_documented, pins};
use tracewright_config::PibMode;

/// Blocks of instructions, with the whole itype.
pub const SERV: &[&str] = &["build.encoder.implicit_return=full", "build.encoder.return_calls=any"];

/// SERV after that.
fn serv() -> Traced {
    Core::Serv.traced(SERV, |_| ())
}

#[test]
fn serv_from_the_sram() {
    let serv = serv();
    let mut rows = Vec::new();
    let programs = [
        ("environment", [240, 20]),
        ("coroutine", [0, 0]),
        ("quicksort", [0, 0]),
        ("returns", [0, 0]),
        ("timer", [0, 60]),
    ];
    for (name, [known, least]) in programs {
        let ([exceptions, interrupts], row) = agrees_from_the_sram(&serv, name);
        assert!(exceptions == known && interrupts >= least, "{name}: {exceptions}, {interrupts} interrupts");
        rows.push(row);
    }
    are_documented(&rows);
}

#[test]
fn serv_from_the_pins() {
    agrees(&serv(), "environment", &pins(PibMode::Uart, 0));
}

/// SERV without its shim: the checker says so.
#[test]
#[should_panic(expected = "the core's RVFI is not what the adapter relies on")]
fn serv_without_its_shim_is_named() {
    let shim = [
        ("assign rvfi_valid = shown_valid && !interrupt;", "assign rvfi_valid = shown_valid;"),
        ("assign rvfi_intr  = trapped;", "assign rvfi_intr  = 1'b0;"),
    ];
    let traced = Core::Serv.traced(SERV, |(name, text)| {
        for (with, without) in shim.iter().filter(|_| name == "traced_serv.v") {
            assert!(text.contains(with), "{with}");
            *text = text.replace(with, without);
        }
    });
    trace(&traced, "environment", &plain());
}
