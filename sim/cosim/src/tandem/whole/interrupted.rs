// SPDX-License-Identifier: Apache-2.0
//! A run that software ends in the middle: tvActive is cleared while trace is on its way, and then all begins anew.

use super::bench::Bench;
use super::merged;
use super::received::{compare, Wrong};
use super::run::{enable, retire, Hart};
use super::Whole;
use crate::outlet::{Kept, Received};
use crate::ports::sink_width;
use crate::tandem::{random, Difference, Drawn, Error, Options};
use tracewright_config::Run;
use tracewright_driver::registers::{TV_CONTROL, TV_CONTROL_TV_ACTIVE};
use tracewright_driver::{Mmio, System};

/// Reads of tvControl after which the encoder hangs.
const READS: u32 = 10_000;

/// What came of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interrupted {
    /// Bytes that left before the encoder was inactive.
    pub sent: usize,
    /// Bytes that were lost with that.
    pub lost: usize,
}

/// `before` random retirements, then tvActive is cleared at once. What left is a beginning of what the model sent, and
/// ends where something that retired together ends. After that the encoder traces `after` retirements as from reset.
/// Of several harts it is the first one that becomes inactive, and of the others everything arrives. The sink is the
/// stream.
pub fn interrupted(design: &Whole, run: &Run, seed: u64, before: u64, after: u64) -> Result<Interrupted, Error> {
    let build = design.config();
    let source = |hart: u32| random::Source::new(build, seed.wrapping_add(u64::from(hart) << 48));
    let mut sources: Vec<_> = (0..build.system.harts).map(source).collect();
    let Drawn { classes } = Drawn::new(seed);
    let options = Options { classes, pauses: Some(seed), ..Options::default() };
    let mut bench = Bench::new(design, run, options.pauses)?;
    bench.scrub()?;
    let word = sink_width(build) as usize / 8;
    let mut start = 0;
    let mut result = Interrupted::default();
    for (retirements, is_cut) in [(before, true), (after, false)] {
        enable(&mut bench, run, classes)?;
        let mut harts: Vec<_> = (0..build.system.harts).map(|hart| Hart::new(build, hart, &options)).collect();
        let retired = sources.iter_mut().map(|source| (0..retirements).map(|_| Ok(source.next())));
        retire(&mut bench, &mut harts, retired.collect())?;
        harts.iter_mut().for_each(Hart::end);
        if is_cut {
            deactivate(&mut bench)?;
        }
        if !is_cut || harts.len() > 1 {
            System::new(&mut bench, build.system.harts, build.funnels().len() as u32).disable_tandem()?;
        }
        let received = Received { bytes: bench.outlet.streamed()[start..].to_vec(), kept: Kept::All };
        start += received.bytes.len();
        let lost = match &harts[..] {
            [hart] if is_cut => beginning(&received, hart, word),
            [hart] => compare(&received, &hart.trace, word).map(|()| 0),
            harts => {
                let pieces = harts.iter().map(Hart::pieces).collect();
                match is_cut {
                    true => merged::compare_cut(&received, pieces, word, 0),
                    false => merged::compare(&received, pieces, word).map(|()| 0),
                }
            }
        };
        let lost = lost.map_err(|(offset, hardware, model)| {
            let (cycle, offset) = (bench.cycles, offset as u64);
            Error::Difference(Box::new(Difference { cycle, offset, hardware, model, retired: None }))
        })?;
        if is_cut {
            result = Interrupted { sent: received.bytes.len(), lost };
        }
    }
    Ok(result)
}

/// What left is a beginning of the hart's trace, up to the end of a retirement. Returns how many bytes are missing.
fn beginning(received: &Received, hart: &Hart, word: usize) -> Result<usize, Wrong> {
    let length = received.bytes.len();
    let ends = hart.ends.iter().copied().chain([0, hart.trace.len()]);
    // Idle bytes fill the last word.
    let mut wrong = (length, None, hart.trace.get(length).copied());
    for end in ends.filter(|end| end.next_multiple_of(word) == length) {
        match compare(received, &hart.trace[..end], word) {
            Ok(()) => return Ok(hart.trace.len() - end),
            Err(found) => wrong = found,
        }
    }
    Err(wrong)
}

/// Clears tvActive, and waits until it is 0.
fn deactivate(bench: &mut Bench<'_>) -> Result<(), Error> {
    let mut software = bench;
    let offset = TV_CONTROL as u32;
    let control = software.read(offset)?;
    software.write(offset, control & !(1 << TV_CONTROL_TV_ACTIVE))?;
    for _ in 0..READS {
        if software.read(offset)? >> TV_CONTROL_TV_ACTIVE & 1 == 0 {
            return Ok(());
        }
    }
    Err(Error::Stalled { cycle: software.cycles })
}
