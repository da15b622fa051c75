// SPDX-License-Identifier: Apache-2.0
//! Sentinel, whose RVFI needs a shim: it shows interrupts as instructions that trapped. Needs
//! `gen/tools/packages sentinel`.

use crate::design::{Core, Traced};
use crate::packages::sentinel_file;
use crate::run::{plain, trace};
use crate::serv::SERV;
use crate::{agrees, agrees_from_the_sram, are_documented, pins};
use std::process::Command;
use tracewright_config::PibMode;
use tracewright_tests::skipped::skip;

/// What Sentinel's packages ask for.
const PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// Sentinel after what SERV has; none where it can't be made.
fn sentinel() -> Option<Traced> {
    if !sentinel_file().is_file() {
        let supported = Command::new("python3").args(["-c", PYTHON]).status().is_ok_and(|status| status.success());
        assert!(!supported, "there is no .tools/sentinel: gen/tools/packages sentinel");
        skip("Sentinel is made by Python 3.11 or later");
        return None;
    }
    Some(Core::Sentinel.traced(SERV, |_| ()))
}

#[test]
fn sentinel_from_the_sram() {
    let Some(sentinel) = sentinel() else { return };
    let mut rows = Vec::new();
    let programs = [
        ("environment", [240, 20]),
        ("coroutine", [0, 0]),
        ("quicksort", [0, 0]),
        ("returns", [0, 0]),
        ("timer", [0, 60]),
    ];
    for (name, [known, least]) in programs {
        let ([exceptions, interrupts], row) = agrees_from_the_sram(&sentinel, name);
        assert!(exceptions == known && interrupts >= least, "{name}: {exceptions}, {interrupts} interrupts");
        rows.push(row);
    }
    are_documented(&rows);
    agrees(&sentinel, "environment", &pins(PibMode::Uart, 0));
}

/// Sentinel without its shim: the checker says so.
#[test]
fn sentinel_without_its_shim_is_named() {
    if sentinel().is_none() {
        return;
    }
    let (with, without) =
        ("assign rvfi_valid = shown_valid && !(rvfi_trap && mcause[31]);", "assign rvfi_valid = shown_valid;");
    let traced = Core::Sentinel.traced(SERV, |(name, text)| {
        if name == "traced_sentinel.v" {
            assert!(text.contains(with), "{with}");
            *text = text.replace(with, without);
        }
    });
    let said = std::panic::catch_unwind(|| trace(&traced, "timer", &plain())).map(drop).unwrap_err();
    let said = said.downcast_ref::<String>().unwrap();
    assert!(said.contains("the core's RVFI is not what the adapter relies on"), "{said}");
}
