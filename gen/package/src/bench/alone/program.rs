// SPDX-License-Identifier: Apache-2.0
//! The program that the hart of the bench executes: it sets the block up, makes transfers of most types below M-mode,
//! and reads back in M-mode.

use super::instructions::{access, transfers, Access, END};
use crate::bench::Error;
use tracewright_config::{Build, CtrModes, CtrVersion};
use tracewright_hart::{Hart, Options};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;
use tracewright_regmap::csr::pmu::{
    FIRST_BUS_SELECTOR, MCOUNTINHIBIT, MCYCLE, MCYCLEH, MHPMCOUNTER3, MHPMCOUNTER3H, MHPMEVENT3, MHPMEVENT3H, MINSTRET,
    MINSTRETH,
};
use tracewright_regmap::csr::{v0_1_4, v1_0, FIRST_ENTRY, MIREG, MISELECT, SIREG, SISELECT};

/// Bytes of memory.
const SIZE: u64 = 0x1_0000;
/// Entries that are read back: those of the smallest depth.
const ENTRIES: u64 = 16;
/// How often the first mhpmcounter counts before it wraps.
const BEFORE_WRAP: i32 = 4;
/// mcountinhibit while nothing is to be counted.
const ALL: i32 = -1;

/// A hart about to execute the program, and how many accesses to the block's CSRs it makes.
pub(super) fn hart(build: &Build) -> Result<(Hart, usize), Error> {
    let (before, after) = if build.pmu.built { counters(build) } else { records(build) };
    let has_user = if build.pmu.built { build.pmu.hart_modes } else { build.ctr.hart_modes } >= CtrModes::Mu;
    let mut words: Vec<u32> = before.iter().flat_map(access).collect();
    words.extend(transfers(has_user));
    words.extend(after.iter().flat_map(access));
    words.push(END);
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    // On RV64 the upper bits are set, as a kernel's are.
    let (xlen, first) = match build.xlen {
        64 => (Xlen::Rv64, 0xFFFF_FFFF_8000_0000),
        _ => (Xlen::Rv32, 0x8000_0000),
    };
    let image = Image::from_segments(xlen, first, vec![Segment::code(first, bytes)])?;
    let hart = Hart::new(&image, &Options { ram: first..first + SIZE, ..Options::default() })?;
    Ok((hart, before.len() + after.len()))
}

/// What sets Control Transfer Records up, and what reads them: the status, and each entry, the newest first.
fn records(build: &Build) -> (Vec<Access>, Vec<Access>) {
    let has_user = build.ctr.hart_modes >= CtrModes::Mu;
    let (control, status, modes) = match build.ctr.version {
        CtrVersion::V0_1_4 => {
            (v0_1_4::MCTRCONTROL, v0_1_4::MCTRSTATUS, 1 << v0_1_4::M | i32::from(has_user) << v0_1_4::U)
        }
        _ => (v1_0::MCTRCTL, v1_0::SCTRSTATUS, 1 << v1_0::M | i32::from(has_user) << v1_0::U),
    };
    let (select, window) = match build.ctr.version {
        CtrVersion::V0_1_4 => (MISELECT, MIREG),
        _ => (SISELECT, SIREG),
    };
    let before = vec![Access::Write(control, modes), Access::Read(control)];
    let mut after = vec![Access::Write(control, 0), Access::Read(status)];
    for entry in 0..ENTRIES {
        after.push(Access::Write(select, (FIRST_ENTRY + entry) as i32));
        after.extend((window..window + 3).map(Access::Read));
    }
    (before, after)
}

/// What sets the counters up, and what reads them.
fn counters(build: &Build) -> (Vec<Access>, Vec<Access>) {
    let is_narrow = build.xlen == 32;
    let selectors = build.pmu_events().map(|event| event.selector);
    let of_bus = (0..build.pmu.bus.0.len() as u32).map(|event| FIRST_BUS_SELECTOR + event);
    let selectors: Vec<u32> = selectors.chain(of_bus).collect();
    let halves = if is_narrow { 2 } else { 1 };
    let written = |csrs: [u16; 2], value: i32| {
        csrs.into_iter().zip([value, value >> 31]).take(halves).map(|(csr, half)| Access::Write(csr, half))
    };
    let read = |csrs: [u16; 2]| csrs.into_iter().take(halves).map(Access::Read);
    let mut before = vec![Access::Write(MCOUNTINHIBIT, ALL)];
    let mut after = before.clone();
    for csrs in [[MCYCLE, MCYCLEH], [MINSTRET, MINSTRETH]] {
        before.extend(written(csrs, 0));
        after.extend(read(csrs));
    }
    for (counter, selector) in (0..build.pmu.counters as u16).zip(selectors.iter().cycle()) {
        let csrs = [MHPMCOUNTER3 + counter, MHPMCOUNTER3H + counter];
        before.extend(written(csrs, if counter == 0 { -BEFORE_WRAP } else { 0 }));
        before.push(Access::Write(MHPMEVENT3 + counter, *selector as i32));
        after.extend(read(csrs));
        // Whether it has wrapped.
        let overflow = if is_narrow && build.pmu.sscofpmf { MHPMEVENT3H } else { MHPMEVENT3 };
        after.push(Access::Read(overflow + counter));
    }
    before.push(Access::Write(MCOUNTINHIBIT, 0));
    (before, after)
}
