// SPDX-License-Identifier: Apache-2.0
//! The static library as firmware in C uses it: without the standard library, through the header.

use sbi_spec::pmu::firmware_event;
use std::collections::BTreeMap;
use std::mem::{offset_of, size_of};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tracewright_sbi_pmu::{Event, Raw, FIRMWARE_COUNTERS};
use tracewright_sbi_pmu_c::{TwSbiPmu, TwSbiPmuHardware, TwSbiPmuPlatform, TwSbiPmuRet};

const HEADER: &str = include_str!("../include/tracewright_sbi_pmu.h");

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The library, built as for a bare target: its panic handler would be a second one if anything brought the standard
/// library.
fn library() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbi-pmu-c");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["rustc", "--quiet", "--release", "--locked", "--lib", "--features", "panic-handler"]);
    cargo.args(["--crate-type", "staticlib", "--target-dir"]).arg(&target).current_dir(folder());
    cargo.env_remove("RUSTFLAGS").env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s").env("CARGO_PROFILE_RELEASE_LTO", "fat");
    succeeds(cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"));
    target.join("release/libtracewright_sbi_pmu_c.a")
}

fn compiler() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".into())
}

/// What the header says the structures are, by `struct.field`; alone, its size.
fn layout(printed: &str) -> BTreeMap<&str, usize> {
    let line = |line| str::split_once(line, ' ').map(|(name, number): (&str, &str)| (name, number.parse().unwrap()));
    printed.lines().map(|text| line(text).unwrap()).collect()
}

macro_rules! offsets {
    ($($name:literal $type:ty: $($field:ident),*;)*) => {
        BTreeMap::from([$(
            ($name, size_of::<$type>()),
            $((concat!($name, ".", stringify!($field)), offset_of!($type, $field)),)*
        )*])
    };
}

#[test]
fn firmware_in_c_gets_what_firmware_in_rust_does() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbi-pmu-firmware");
    let mut cc = Command::new(compiler());
    cc.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Iinclude", "tests/firmware.c"]);
    succeeds(cc.arg(library()).arg("-o").arg(&program).current_dir(folder()));
    let output = succeeds(&mut Command::new(program));
    let expected = offsets! {
        "state" TwSbiPmu: ;
        "hardware" TwSbiPmuHardware: context, read, write, check, load, store, overflow_pending;
        "event" Event: index, selector, counters;
        "raw" Raw: value, mask, counters;
        "platform" TwSbiPmuPlatform: hardware, counter_bits, event_bits, firmware, flags, events, events_count, raw,
            raw_count, own_events, own_events_count, platform_events, platform_events_count;
        "ret" TwSbiPmuRet: error, value;
    };
    assert_eq!(layout(&String::from_utf8(output.stdout).unwrap()), expected);
}

#[test]
fn the_program_of_the_page_grants_memory_and_no_other_address() {
    let page = include_str!("../../../../docs/sbi-pmu.md");
    let (program, _) = page.split_once("```c\n").unwrap().1.split_once("```").unwrap();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbi-pmu-page.c");
    std::fs::write(&source, program).unwrap();
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbi-pmu-page");
    let mut cc = Command::new(compiler());
    cc.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Iinclude", "tests/page.c"]);
    succeeds(cc.arg(source).arg(library()).arg("-o").arg(&built).current_dir(folder()));
    succeeds(&mut Command::new(built));
}

#[test]
fn the_header_is_c_plus_plus_as_well() {
    let mut cc = Command::new(compiler());
    cc.args(["-x", "c++", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]);
    succeeds(cc.arg("include/tracewright_sbi_pmu.h").current_dir(folder()));
}

#[test]
fn the_library_is_under_16_kib() {
    let output = succeeds(Command::new("size").arg(library()));
    let text = String::from_utf8(output.stdout).unwrap();
    let own = text.lines().find(|line| line.contains("tracewright_sbi_pmu_c")).expect("the library's own object");
    let columns: Vec<usize> = own.split_whitespace().take(3).map(|number| number.parse().unwrap()).collect();
    assert!(columns[0] < 16 << 10 && columns[1..] == [0, 0], "{own}");
}

/// A constant of the header.
fn constant(name: &str) -> usize {
    let mut lines =
        HEADER.lines().filter_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
    let text = lines.next().unwrap_or_else(|| panic!("the header has no {name}"));
    let text = text.split(' ').next().unwrap();
    text.strip_prefix("0x").map_or_else(|| text.parse(), |hex| usize::from_str_radix(hex, 16)).unwrap()
}

#[test]
fn the_header_has_the_specifications_numbers() {
    assert_eq!(constant("TW_SBI_PMU_EID"), sbi_spec::pmu::EID_PMU);
    assert_eq!(constant("TW_SBI_PMU_FIRMWARE_COUNTERS"), FIRMWARE_COUNTERS);
    macro_rules! events {
        ($($name:ident)*) => {
            [$((concat!("TW_SBI_PMU_FW_", stringify!($name)), firmware_event::$name)),*]
        };
    }
    let events = events! {
        MISALIGNED_LOAD MISALIGNED_STORE ACCESS_LOAD ACCESS_STORE ILLEGAL_INSN SET_TIMER IPI_SENT IPI_RECEIVED
        FENCE_I_SENT FENCE_I_RECEIVED SFENCE_VMA_SENT SFENCE_VMA_RECEIVED SFENCE_VMA_ASID_SENT
        SFENCE_VMA_ASID_RECEIVED HFENCE_GVMA_SENT HFENCE_GVMA_RECEIVED HFENCE_GVMA_VMID_SENT
        HFENCE_GVMA_VMID_RECEIVED HFENCE_VVMA_SENT HFENCE_VVMA_RECEIVED HFENCE_VVMA_ASID_SENT
        HFENCE_VVMA_ASID_RECEIVED
    };
    for (name, code) in events {
        assert_eq!(constant(name), code, "{name}");
    }
    assert_eq!(HEADER.matches("#define TW_SBI_PMU_FW_").count(), events.len());
}
