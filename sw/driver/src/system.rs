// SPDX-License-Identifier: Apache-2.0
//! A system: encoders, and funnels that lead to the sinks, each in a block of registers of its own
//! (Trace Control ch. 3, 11, 15).

use crate::fields::TE_FORMAT;
use crate::{
    Capabilities, Driver, Error, Funnel, FunnelCapabilities, FunnelSettings, Mmio, Settings, Tandem, TandemSettings,
};
use core::fmt;
use tracewright_regmap::{TE_CONTROL, TE_IMPL};

/// Bytes of a component's block of registers (Trace Control 3.1).
const BLOCK_BYTES: u32 = 0x1000;

/// How often a bit is read before the driver gives up, unless told.
const READS: u32 = 10_000;

/// Encoders and funnels on one bus: block n is at n times 4 KiB, first the encoders, then the funnels, each before
/// the one that it feeds.
#[derive(Clone, Debug)]
pub struct System<M> {
    below: M,
    encoders: u32,
    funnels: u32,
    limit: u32,
}

/// The registers of one component of a system.
#[derive(Debug)]
pub struct Block<'a, M> {
    below: &'a mut M,
    base: u32,
}

/// A component of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The encoder of this number.
    Encoder(u32),
    /// The funnel of this number.
    Funnel(u32),
}

/// What a component can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// An encoder.
    Encoder(&'a Capabilities),
    /// A funnel.
    Funnel(&'a FunnelCapabilities),
}

/// Why the driver gave up, and at which component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemError<E> {
    /// The component.
    pub component: Component,
    /// What went wrong.
    pub error: Error<E>,
}

impl<M: Mmio> Mmio for Block<'_, M> {
    type Error = M::Error;

    fn read(&mut self, offset: u32) -> Result<u32, M::Error> {
        self.below.read(self.base + offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), M::Error> {
        self.below.write(self.base + offset, value)
    }
}

impl<M: Mmio> System<M> {
    /// A system of so many encoders and funnels. It touches nothing yet.
    pub const fn new(registers: M, encoders: u32, funnels: u32) -> Self {
        System { below: registers, encoders, funnels, limit: READS }
    }

    /// The system that is found in the first `blocks` blocks: encoders up to the first funnel, funnels up to the first
    /// empty block. A funnel is told from an encoder by its lack of a trace format.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn find(mut registers: M, blocks: u32) -> Result<Self, SystemError<M::Error>> {
        let (mut encoders, mut funnels) = (0, 0);
        for block in 0..blocks {
            let failed = |error| SystemError { component: Component::Encoder(block), error: Error::Bus(error) };
            let base = block * BLOCK_BYTES;
            if registers.read(base + TE_IMPL as u32).map_err(failed)? == 0 {
                break;
            }
            match TE_FORMAT.is_set(registers.read(base + TE_CONTROL as u32).map_err(failed)?) {
                true if funnels == 0 => encoders += 1,
                true => break,
                false => funnels += 1,
            }
        }
        Ok(System::new(registers, encoders, funnels))
    }

    /// How often a bit is read before the driver gives up on it; 10,000 times unless told.
    pub const fn poll_limit(mut self, reads: u32) -> Self {
        self.limit = reads;
        self
    }

    /// How many encoders there are, and how many funnels.
    pub const fn size(&self) -> (u32, u32) {
        (self.encoders, self.funnels)
    }

    /// What lies below.
    pub fn registers(&mut self) -> &mut M {
        &mut self.below
    }

    /// Gives back what lies below.
    pub fn into_registers(self) -> M {
        self.below
    }

    /// The encoder of this number.
    pub fn encoder(&mut self, number: u32) -> Driver<Block<'_, M>> {
        let limit = self.limit;
        Driver::new(self.block(number)).poll_limit(limit)
    }

    /// The encoder of this number in a system of tandem-verification trace.
    pub fn tandem(&mut self, number: u32) -> Tandem<Block<'_, M>> {
        let limit = self.limit;
        Tandem::new(self.block(number)).poll_limit(limit)
    }

    /// The funnel of this number. The last one has the sinks.
    pub fn funnel(&mut self, number: u32) -> Funnel<Block<'_, M>> {
        let limit = self.limit;
        Funnel::new(self.block(self.encoders + number)).poll_limit(limit)
    }

    fn block(&mut self, number: u32) -> Block<'_, M> {
        Block { below: &mut self.below, base: number * BLOCK_BYTES }
    }

    /// Finds out what every component has (Trace Control ch. 14), and hands it to `found`. Trace stops, and what is in
    /// it is given up.
    ///
    /// # Errors
    /// As [`Driver::discover`], with the component.
    pub fn discover(&mut self, mut found: impl FnMut(Component, Found<'_>)) -> Result<(), SystemError<M::Error>> {
        self.encoders(|number, encoder| {
            encoder.discover().map(|has| found(Component::Encoder(number), Found::Encoder(&has)))
        })?;
        self.funnels(0..self.funnels, |number, funnel| {
            funnel.discover().map(|has| found(Component::Funnel(number), Found::Funnel(&has)))
        })
    }

    /// Enables everything, from the sinks to the harts (Trace Control ch. 15): the funnels, the one with the sinks
    /// first, then the encoders, which are all set up before the first of them starts. Where there are fewer settings
    /// than components, the others have the default ones.
    ///
    /// # Errors
    /// As [`Driver::prepare`], with the component. Nothing in front of it has been enabled then.
    pub fn enable(&mut self, encoders: &[Settings], funnels: &[FunnelSettings]) -> Result<(), SystemError<M::Error>> {
        self.funnels((0..self.funnels).rev(), |number, funnel| funnel.enable(&nth(funnels, number)))?;
        self.encoders(|number, encoder| encoder.prepare(&nth(encoders, number)))?;
        self.encoders(|_, encoder| encoder.start(true))
    }

    /// Disables everything in the order of Trace Control ch. 15: each step for all encoders before the next one; then
    /// funnel by funnel towards the sinks, each when all that feed it are empty.
    ///
    /// # Errors
    /// [`Error::Timeout`] names what does not become empty; nothing downstream of that component has been disabled
    /// then.
    pub fn disable(&mut self) -> Result<(), SystemError<M::Error>> {
        self.encoders(|_, encoder| encoder.stop_tracing())?;
        self.encoders(|_, encoder| encoder.stop())?;
        self.encoders(|_, encoder| encoder.flush().map(drop))?;
        self.encoders(|_, encoder| encoder.drain())?;
        self.drain_funnels()
    }

    /// As [`System::enable`], where the encoders are of tandem-verification trace: the funnels, the one with the sinks
    /// first, then the encoders.
    ///
    /// # Errors
    /// As [`Driver::prepare`], with the component. Nothing in front of it has been enabled then.
    pub fn enable_tandem(
        &mut self,
        encoders: &[TandemSettings],
        funnels: &[FunnelSettings],
    ) -> Result<(), SystemError<M::Error>> {
        self.funnels((0..self.funnels).rev(), |number, funnel| funnel.enable(&nth(funnels, number)))?;
        self.tandems(|number, encoder| encoder.enable(&nth(encoders, number)))
    }

    /// As [`System::disable`], where the encoders are of tandem-verification trace: all of them, then funnel by funnel
    /// towards the sinks, each when all that feed it are empty.
    ///
    /// # Errors
    /// [`Error::Timeout`] names what does not become empty; nothing downstream of that component has been disabled
    /// then.
    pub fn disable_tandem(&mut self) -> Result<(), SystemError<M::Error>> {
        self.tandems(|_, encoder| encoder.stop())?;
        self.tandems(|_, encoder| encoder.drain())?;
        self.drain_funnels()
    }

    /// Disables the funnels, each when all that feed it are empty.
    fn drain_funnels(&mut self) -> Result<(), SystemError<M::Error>> {
        self.funnels(0..self.funnels, |_, funnel| {
            funnel.stop()?;
            funnel.flush()?;
            funnel.drain()
        })
    }

    /// A step for every encoder of tandem-verification trace, in order.
    fn tandems(
        &mut self,
        mut step: impl FnMut(u32, &mut Tandem<Block<'_, M>>) -> Result<(), Error<M::Error>>,
    ) -> Result<(), SystemError<M::Error>> {
        for number in 0..self.encoders {
            let component = Component::Encoder(number);
            step(number, &mut self.tandem(number)).map_err(|error| SystemError { component, error })?;
        }
        Ok(())
    }

    /// A step for every encoder, in order.
    fn encoders(
        &mut self,
        mut step: impl FnMut(u32, &mut Driver<Block<'_, M>>) -> Result<(), Error<M::Error>>,
    ) -> Result<(), SystemError<M::Error>> {
        for number in 0..self.encoders {
            let component = Component::Encoder(number);
            step(number, &mut self.encoder(number)).map_err(|error| SystemError { component, error })?;
        }
        Ok(())
    }

    /// A step for these funnels.
    fn funnels(
        &mut self,
        numbers: impl Iterator<Item = u32>,
        mut step: impl FnMut(u32, &mut Funnel<Block<'_, M>>) -> Result<(), Error<M::Error>>,
    ) -> Result<(), SystemError<M::Error>> {
        for number in numbers {
            let component = Component::Funnel(number);
            step(number, &mut self.funnel(number)).map_err(|error| SystemError { component, error })?;
        }
        Ok(())
    }
}

/// The settings of a component, or the default ones.
fn nth<T: Copy + Default>(settings: &[T], number: u32) -> T {
    settings.get(number as usize).copied().unwrap_or_default()
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Encoder(number) => write!(f, "encoder {number}"),
            Component::Funnel(number) => write!(f, "funnel {number}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for SystemError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.component, self.error)
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for SystemError<E> {}
