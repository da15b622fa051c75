// SPDX-License-Identifier: Apache-2.0
//! Verification against logs of other simulators: of the same execution, as they write it.

use super::{encode, image, recorded, widths};
use std::fmt::Write;
use tempfile::NamedTempFile;
use tracewright_hart::{LogReference, Recorded};
use tracewright_image::Image;
use tracewright_model::tandem::Settings;
use tracewright_tandem::{Absent, Groups, Mismatch, Summary, Verifier, What};

const GROUPS: usize = 3000;

/// Makes a group wrong. Returns false where there is nothing that it can change.
type Fault = fn(&mut Recorded) -> bool;

/// Spike's `-l --log-commits` of an execution without interrupts.
fn spike(image: &Image, groups: &[Recorded]) -> String {
    let digits = if widths(image).xlen == 32 { 8 } else { 16 };
    let (mut log, mut privilege) = (String::new(), 3);
    for at in 2..groups.len() {
        let (pc, retirement) = (groups[at - 1].retirement.pc.unwrap(), &groups[at].retirement);
        let (bits, is_fetched) = retirement.instruction.map_or((0, false), |(bits, _)| (bits, true));
        let is_trap = retirement.csr[3].is_some();
        if is_fetched {
            writeln!(log, "core   0: 0x{pc:0digits$x} (0x{bits:08x}) some text").unwrap();
        }
        if is_trap {
            writeln!(log, "core   0: exception trap_some, epc 0x{pc:0digits$x}").unwrap();
            writeln!(log, "core   0:           tval 0x{:0digits$x}", 0).unwrap();
        } else {
            write!(log, "core   0: {privilege} 0x{pc:0digits$x} (0x{bits:08x})").unwrap();
            if let Some((number, value)) = retirement.gpr {
                write!(log, " x{number:<2} 0x{value:0digits$x}").unwrap();
            }
            for (number, value) in retirement.csr.iter().flatten() {
                write!(log, " c{number}_name 0x{value:0digits$x}").unwrap();
            }
            if let Some(address) = retirement.paddr {
                write!(log, " mem 0x{address:0digits$x}").unwrap();
            }
            if let Some((size, data)) = retirement.memdata {
                write!(log, " 0x{data:0width$x}", width = 2 * size.bytes()).unwrap();
            }
            log.push('\n');
        }
        privilege = retirement.privilege.unwrap_or(privilege);
    }
    log
}

/// QEMU's `-d exec,nochain,int` of it.
fn qemu(groups: &[Recorded]) -> String {
    let mut log = String::new();
    for at in 2..groups.len() {
        let pc = groups[at - 1].retirement.pc.unwrap();
        writeln!(log, "Trace 0: 0x7f0000000100 [00000000/{pc:016x}/00000000/ff000000] ").unwrap();
        if groups[at].retirement.csr[3].is_some() {
            writeln!(log, "riscv_cpu_do_interrupt: hart:0, async:0, cause:0, epc:0x{pc:016x}, tval:0x0, desc=some")
                .unwrap();
        }
    }
    log
}

fn verify(image: &Image, log: &str, groups: &[Recorded]) -> (Summary, Vec<Mismatch>) {
    let file = NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), log).expect("room for the log");
    let reference = LogReference::open(file.path(), image).expect("a sound log");
    let mut verifier = Verifier::new(reference, widths(image), Absent::default());
    let trace = encode(Settings::new(widths(image)), groups);
    let (mut parts, mut mismatches, mut rest) = (Groups::new(widths(image)), vec![], &trace[..]);
    while !rest.is_empty() {
        rest = &rest[parts.feed(rest)..];
        while let Some(part) = parts.pop() {
            mismatches.extend(verifier.take(&part));
        }
    }
    (verifier.summary().clone(), mismatches)
}

#[test]
fn tandem_3_4_a_log_of_spike_is_a_reference() {
    for name in ["sha256.rv32", "heapsort.rv64", "usermode.rv32", "traps.rv64"] {
        let image = image(name);
        let groups = recorded(&image, GROUPS);
        let log = spike(&image, &groups);
        let (summary, mismatches) = verify(&image, &log, &groups);
        assert_eq!(mismatches.first().map(ToString::to_string), None, "{name}");
        assert_eq!(summary.instructions, GROUPS as u64 - 2, "{name}");
    }
}

#[test]
fn tandem_3_4_what_differs_from_a_log_of_spike_is_reported() {
    let image = image("usermode.rv32");
    let groups = recorded(&image, GROUPS);
    let log = spike(&image, &groups);
    let faults: [(Fault, &str); 5] = [
        (|g| g.retirement.gpr.as_mut().map(|(_, value)| *value ^= 64).is_some(), "x"),
        (|g| g.retirement.memdata.as_mut().map(|(_, data)| *data ^= 1).is_some(), "store data"),
        (|g| g.retirement.paddr.as_mut().map(|address| *address ^= 4).is_some(), "physical address"),
        (|g| g.retirement.instruction.as_mut().map(|(bits, _)| *bits ^= 0x80).is_some(), "instruction"),
        (|g| g.retirement.csr[3].is_none() && g.retirement.csr[0].as_mut().map(|(_, v)| *v ^= 2).is_some(), "m"),
    ];
    for (fault, name) in faults {
        let mut faulty = groups.clone();
        let at = (1000..GROUPS).find(|&at| fault(&mut faulty[at])).expect("such a group");
        let (_, mismatches) = verify(&image, &log, &faulty);
        assert_eq!(mismatches[0].at.number, at as u64 - 2, "{name}: {}", mismatches[0]);
        assert!(mismatches[0].differences[0].what.to_string().starts_with(name), "{name}: {}", mismatches[0]);
    }
}

#[test]
fn tandem_3_4_a_log_of_qemu_tells_the_way() {
    for name in ["sha256.rv32", "usermode.rv64"] {
        let image = image(name);
        let mut groups = recorded(&image, GROUPS);
        let log = qemu(&groups);
        let (summary, mismatches) = verify(&image, &log, &groups);
        assert_eq!(mismatches.first().map(ToString::to_string), None, "{name}");
        assert_eq!(summary.instructions, GROUPS as u64 - 2);
        groups.remove(1500);
        let (_, mismatches) = verify(&image, &log, &groups);
        assert_eq!(mismatches[0].at.number, 1498, "{name}: {}", mismatches[0]);
        assert!(mismatches[0].differences.iter().any(|d| d.what == What::Instruction), "{}", mismatches[0]);
        assert_eq!(mismatches.len(), 1, "{name}: {}", mismatches[1]);
    }
}
