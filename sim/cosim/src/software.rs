// SPDX-License-Identifier: Apache-2.0
//! Software of one's own on the simulated hardware.

use crate::behind;
use crate::bench::Bench;
use crate::error::{BusError, Error, SourceError};
use crate::observed::{Item, Readout};
use crate::run::{simulate, Options};
use crate::{Design, Summary};
use tracewright_config::Run;
use tracewright_driver::{Driver, Mmio};
use tracewright_model::stimulus::Step;

/// The simulated hardware as software finds it: registers, behind the bus that was built, and a hart that retires
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
    simulate(
        design,
        &Run::default(),
        vec![source],
        options,
        |_| (),
        |bench, _| {
            let mut driver = Driver::new(Hardware { bench, running: false });
            software(&mut driver)?;
            Ok(driver.into_registers().bench.finish(vec![Item::End(Readout::default())])?)
        },
        behind::compare,
    )
}
