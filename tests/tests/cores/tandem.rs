// SPDX-License-Identifier: Apache-2.0
//! Real cores verified in tandem with the embedded hart: what their RVFI shows goes through the adapter and the
//! encoder.

use crate::design::{Core, Traced};
use crate::run::image;
use crate::system::{Retired, System};
use tracewright_hart::{HartReference, Options};
use tracewright_image::Image;
use tracewright_tandem::{Absent, Groups, Mismatch, State, Summary, Verifier, What, Widths};

/// Clock cycles that a program may take.
const LIMIT: u64 = 8_000_000;
/// Cycles in which all trace has left.
const AFTERWARDS: u32 = 200;

/// A program on a core, where something is wrong of the instruction at an address. Gives what the core says that it
/// retired, and the trace.
fn trace(traced: &Traced, name: &str, (pc, fault): (u64, u64)) -> (Vec<Retired>, Vec<u8>) {
    let mut system = System::new(traced, &image(traced, name));
    system.pin_clock = false;
    system.fault(traced, pc, fault);
    system.cycles = 0;
    system.tandem_trace.clear();
    system.hart_reset(false);
    while !system.has_ended(name) {
        assert!(system.cycles < LIMIT, "{name} does not end");
        system.clock();
    }
    system.hart_reset(true);
    (0..AFTERWARDS).for_each(|_| system.clock());
    (system.log, system.tandem_trace)
}

/// Verifies a trace against the embedded hart.
fn verify(core: Core, image: &Image, trace: &[u8]) -> (Summary, Vec<Mismatch>) {
    let widths = Widths::rv32(0, false);
    // PicoRV32 does not say where its loads read.
    let absent = match core {
        Core::Ibex => Absent::named(["csr", "privilege"]),
        Core::Picorv32 | Core::Serv | Core::Sentinel => Absent::named(["csr", "privilege", "address"]),
    };
    let reference = HartReference::new(image, Options::default()).unwrap();
    let mut verifier = Verifier::new(reference, widths, absent.unwrap());
    let (mut groups, mut mismatches, mut rest) = (Groups::new(widths), vec![], trace);
    loop {
        rest = &rest[groups.feed(rest)..];
        if rest.is_empty() {
            groups.finish();
        }
        while let Some(part) = groups.pop() {
            mismatches.extend(verifier.take(&part));
        }
        if rest.is_empty() {
            return (verifier.summary().clone(), mismatches);
        }
    }
}

/// Every instruction of a program verifies. Gives what the core retired.
fn verifies(traced: &Traced, name: &str) -> Vec<Retired> {
    let (log, trace) = trace(traced, name, (0, 0));
    let (summary, mismatches) = verify(traced.core, &image(traced, name), &trace);
    assert!(mismatches.is_empty(), "{name}: {}", mismatches[0]);
    assert_eq!((summary.errors, summary.instructions), (0, log.len() as u64), "{name}: {:?}", summary.first_error);
    log
}

/// What each fault is of: its bit, whether an instruction has it, and what the verifier says that differs.
type Fault = (u64, fn(u32) -> bool, fn(What) -> bool);

const STORE: fn(u32) -> bool = |bits| bits & 0x7F == 0x23;
const FAULTS: [Fault; 4] = [
    // addi, not of x0.
    (1, |bits| bits & 0x7F == 0x13 && bits >> 7 & 31 != 0, |what| matches!(what, What::State(State::Register(_)))),
    (2, |bits| bits & 0x7F == 0x13, |what| what == What::State(State::Pc)),
    (4, STORE, |what| what == What::StoreData),
    (8, STORE, |what| what == What::PhysicalAddress),
];

/// Each fault is reported first at the first instruction that has it.
fn faults_are_reported(traced: &Traced, name: &str, log: &[Retired], faults: &[Fault]) {
    for (fault, has, differs) in faults {
        let place = log.iter().skip(300).find(|retired| has(retired.bits)).expect("such an instruction");
        let first = log.iter().position(|retired| retired.pc == place.pc).unwrap();
        let (_, trace) = trace(traced, name, (place.pc, *fault));
        let (_, mismatches) = verify(traced.core, &image(traced, name), &trace);
        let mismatch = mismatches.first().unwrap_or_else(|| panic!("{name}: fault {fault} is not reported"));
        assert_eq!((mismatch.at.number, mismatch.at.pc), (first as u64, place.pc), "fault {fault}: {mismatch}");
        assert!(mismatch.differences.iter().any(|difference| differs(difference.what)), "{mismatch}");
    }
}

/// A register file in which bit 0 of a5 can't be 1 is reported at an instruction that reads a5.
fn register_file_is_reported(core: Core, from: &str, to: &str, name: &str) {
    let traced = core.in_tandem(|(_, text)| *text = text.replace(from, to));
    let (_, trace) = trace(&traced, name, (0, 0));
    let (_, mismatches) = verify(core, &image(&traced, name), &trace);
    let mismatch = mismatches.first().expect("a mismatch");
    let (bits, length) = mismatch.at.instruction.expect("an instruction");
    let reads = match length {
        4 => [bits >> 15 & 31, bits >> 20 & 31].contains(&15),
        // Compressed: rs2, rd and rs1, or their short forms.
        _ => bits >> 2 & 31 == 15 || bits >> 7 & 31 == 15 || bits >> 2 & 7 == 7 || bits >> 7 & 7 == 7,
    };
    assert!(reads, "{mismatch}");
}

#[test]
fn ibex_in_tandem() {
    let ibex = Core::Ibex.in_tandem(|_| ());
    let log = verifies(&ibex, "quicksort");
    verifies(&ibex, "returns");
    faults_are_reported(&ibex, "quicksort", &log, &FAULTS);
}

#[test]
fn ibex_s_register_file_in_tandem() {
    let (from, to) = ("rf_reg_q <= wdata_a_i;", "rf_reg_q <= wdata_a_i & ~DataWidth'(i == 15);");
    register_file_is_reported(Core::Ibex, from, to, "quicksort");
}

/// A CSR that reads wrongly where its bit 24 is 1 is reported at the first instruction that reads it.
#[test]
fn ibex_s_csr_in_tandem() {
    verifies(&Core::Ibex.in_tandem(|_| ()), "csrs");
    let (from, to) = ("csr_rdata_int = mscratch_q;", "csr_rdata_int = mscratch_q ^ {31'd0, mscratch_q[24]};");
    let traced = Core::Ibex.in_tandem(|(_, text)| *text = text.replace(from, to));
    let (log, trace) = trace(&traced, "csrs", (0, 0));
    let (_, mismatches) = verify(Core::Ibex, &image(&traced, "csrs"), &trace);
    // csrrw a5, mscratch, x0
    let first = log.iter().position(|retired| retired.bits == 0x3400_17F3).expect("such an instruction");
    let mismatch = mismatches.first().expect("a mismatch");
    assert_eq!(mismatch.at.number, first as u64, "{mismatch}");
    let differs = |what| matches!(what, What::State(State::Register(_)));
    assert!(mismatch.differences.iter().any(|difference| differs(difference.what)), "{mismatch}");
}

#[test]
fn picorv32_in_tandem() {
    let picorv32 = Core::Picorv32.in_tandem(|_| ());
    let log = verifies(&picorv32, "quicksort");
    verifies(&picorv32, "returns");
    faults_are_reported(&picorv32, "quicksort", &log, &FAULTS[..3]);
}

#[test]
fn picorv32_s_register_file_in_tandem() {
    let from = "cpuregs[latched_rd] <= cpuregs_wrdata;";
    let to = "cpuregs[latched_rd] <= cpuregs_wrdata & ~{31'd0, latched_rd == 15};";
    register_file_is_reported(Core::Picorv32, from, to, "quicksort");
}
