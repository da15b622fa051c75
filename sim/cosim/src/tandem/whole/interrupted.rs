// SPDX-License-Identifier: Apache-2.0
//! A run that software ends in the middle: tvActive is cleared while trace is on its way, and then all begins anew.

use super::bench::Bench;
use super::received::compare;
use super::run::Hart;
use super::Whole;
use crate::outlet::{Kept, Received};
use crate::ports::sink_width;
use crate::tandem::{random, Difference, Drawn, Error, Options};
use tracewright_config::Run;
use tracewright_driver::registers::{TV_CONTROL, TV_CONTROL_TV_ACTIVE};
use tracewright_driver::{Mmio, Tandem};
use tracewright_programming::tandem_settings;

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
/// The sink is the stream.
pub fn interrupted(design: &Whole, run: &Run, seed: u64, before: u64, after: u64) -> Result<Interrupted, Error> {
    let build = design.config();
    let mut source = random::Source::new(build, seed);
    let Drawn { classes } = Drawn::new(seed);
    let options = Options { classes, pauses: Some(seed), ..Options::default() };
    let mut bench = Bench::new(design, run, options.pauses)?;
    let word = sink_width(build) as usize / 8;
    let mut start = 0;
    let mut result = Interrupted::default();
    for (retirements, is_cut) in [(before, true), (after, false)] {
        let mut driver = Tandem::new(&mut bench);
        let has = driver.classes()?;
        driver.enable(&tandem_settings(build, run, has & u32::from(classes)))?;
        for _ in 0..bench.outlet.start() {
            bench.clock()?;
        }
        let mut hart = Hart::new(build, &options);
        hart.retire(&mut bench, (0..retirements).map(|_| Ok(source.next())))?;
        hart.encoder.flush(&mut hart.trace);
        hart.ends.extend([0, hart.trace.len()]);
        if is_cut {
            deactivate(&mut bench)?;
        } else {
            Tandem::new(&mut bench).disable()?;
        }
        let received = Received { bytes: bench.outlet.streamed()[start..].to_vec(), kept: Kept::All };
        let length = received.bytes.len();
        start += length;
        let ends = if is_cut { hart.ends } else { vec![hart.trace.len()] };
        // Idle bytes fill the last word.
        let mut fitting = ends.into_iter().filter(|end| end.next_multiple_of(word) == length).peekable();
        let wrong = match fitting.peek() {
            Some(_) => fitting.map(|end| compare(&received, &hart.trace[..end], word).err()).min().flatten(),
            None => Some((length, None, hart.trace.get(length).copied())),
        };
        if let Some((offset, hardware, model)) = wrong {
            let (cycle, offset) = (bench.cycles, offset as u64);
            return Err(Error::Difference(Box::new(Difference { cycle, offset, hardware, model, retired: None })));
        }
        if is_cut {
            result = Interrupted { sent: length, lost: hart.trace.len().saturating_sub(length) };
        }
    }
    Ok(result)
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
