// SPDX-License-Identifier: Apache-2.0
//! Software of one's own on the simulated hardware.

use crate::bench::Bench;
use crate::downstream;
use crate::error::{BusError, Error, SourceError};
use crate::observed::{Item, Readout};
use crate::options::Options;
use crate::run::{settle, simulate};
use crate::{Design, Summary};
use tracewright_config::Run;
use tracewright_driver::{Driver, Mmio};
use tracewright_model::stimulus::Step;

/// The simulated hardware as software finds it: registers, on the bus that was built, and a hart that retires
/// instructions.
pub struct Hardware<'a> {
    bench: Bench<'a>,
    /// The hart has begun.
    running: bool,
}

impl Hardware<'_> {
    /// Lets the hart run for so many clock cycles, or until it has retired all it has. Whether it has more.
    pub fn run(&mut self, cycles: u32) -> Result<bool, BusError> {
        if !self.running {
            self.bench.listen()?;
            self.bench.show_state();
            self.bench.flow();
            self.running = true;
        }
        for _ in 0..cycles {
            if self.bench.is_drained() {
                return Ok(false);
            }
            self.bench.clock()?;
        }
        Ok(!self.bench.is_drained())
    }
}

impl Mmio for Hardware<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.bench.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.bench.write(offset, value)
    }
}

/// Lets `software` do with the hardware what it likes; the model is compared all the while, as in [`crate::run`].
///
/// The hart runs whenever a clock cycle passes, from the first [`Hardware::run`] on. The software ends with a hart that
/// has nothing left to retire, and an encoder that is disabled and empty.
///
/// # Errors
/// What [`crate::run`] returns, or what `software` does.
pub fn run_software<S>(
    design: &Design,
    source: S,
    options: Options,
    software: impl FnOnce(&mut Driver<Hardware>) -> Result<(), Error>,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    by_hand(design, &Run::default(), vec![source], options, |hardware| {
        let mut driver = Driver::new(hardware);
        software(&mut driver)?;
        Ok((driver.into_registers(), None))
    })
}

/// Lets `software` do with the registers of an encoder or a system what it likes, a source for each hart; what arrives
/// after the sink that `run` names is compared with what left the encoders, as in [`crate::run_system`].
///
/// The software ends as that of [`run_software`] does. It gives what teRamWP reads at the end, if the sink is system
/// memory.
///
/// # Errors
/// What [`crate::run_system`] returns, or what `software` does.
pub fn run_registers<S>(
    design: &Design,
    run: &Run,
    sources: Vec<S>,
    options: Options,
    software: impl FnOnce(&mut Hardware) -> Result<Option<u32>, Error>,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    by_hand(design, run, sources, options, |mut hardware| {
        let pointer = software(&mut hardware)?;
        settle(&mut hardware.bench)?;
        Ok((hardware, pointer))
    })
}

fn by_hand<S>(
    design: &Design,
    run: &Run,
    sources: Vec<S>,
    options: Options,
    software: impl for<'h> FnOnce(Hardware<'h>) -> Result<(Hardware<'h>, Option<u32>), Error>,
) -> Result<Summary, Error>
where
    S: IntoIterator<Item = Result<Step, SourceError>> + Send,
{
    let harts = sources.len();
    let drive = |bench: Bench, _| {
        let (hardware, pointer) = software(Hardware { bench, running: false })?;
        let end = |hart| Item::End(Readout { memory: None, pointer: pointer.filter(|_| hart == 0) });
        Ok(hardware.bench.finish((0..harts).map(end).collect())?)
    };
    simulate(design, run, sources, options, |_| (), drive, downstream::compare)
}
