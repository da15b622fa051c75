// SPDX-License-Identifier: Apache-2.0
//! Where the ingress comes from.

use crate::pool::{Lent, Pool};
use crate::SourceError;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::Arc;
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress, MAX_BLOCKS};
use tracewright_model::stimulus::{Knobs, Request, Step, Stimulus};

/// Steps that travel together: so many that handing them over takes little of the time.
const BATCH: usize = 4096;

/// The ingress of a program, in each cycle what the port has: a block alone, or all of it.
pub fn from_blocks<T: Into<Ingress>, E: Into<SourceError>>(
    port: impl Iterator<Item = Result<T, E>>,
) -> impl Iterator<Item = Result<Step, SourceError>> {
    port.map(|port| match port {
        Ok(port) => Ok(Step { ingress: port.into(), request: None }),
        Err(error) => Err(error.into()),
    })
}

/// As [`from_blocks`], where a cycle without a block is a gap in what is known of the program, and not a pause: trace
/// stops and starts again.
pub fn from_parts<E: Into<SourceError>>(
    mut port: impl Iterator<Item = Result<Ingress, E>>,
) -> impl Iterator<Item = Result<Step, SourceError>> {
    let mut start = None;
    std::iter::from_fn(move || {
        if let Some(step) = start.take() {
            return Some(Ok(step));
        }
        let ingress = match port.next()? {
            Ok(ingress) => ingress,
            Err(error) => return Some(Err(error.into())),
        };
        if ingress.blocks.iter().any(Block::is_valid) {
            return Some(Ok(Step { ingress, request: None }));
        }
        let switch = |tracing| Step { ingress, request: Some(Request { enable: true, tracing, hold: true }) };
        start = Some(switch(true));
        Some(Ok(switch(false)))
    })
}

/// Random ingress that ends with the cycle in which a number of blocks is reached.
#[derive(Clone, Debug)]
pub struct Random {
    stimulus: Stimulus,
    blocks: u64,
}

impl Random {
    /// The first `blocks` blocks of `seed`, and the cycles between them.
    pub fn new(seed: u64, build: &Build, blocks: u64) -> Random {
        Random { stimulus: Stimulus::new(seed, build), blocks }
    }

    /// The same with these knobs.
    pub fn with_knobs(seed: u64, build: &Build, knobs: Knobs, blocks: u64) -> Random {
        Random { stimulus: Stimulus::with_knobs(seed, build, knobs), blocks }
    }

    /// What the ingress is like.
    pub fn knobs(&self) -> &Knobs {
        self.stimulus.knobs()
    }
}

impl Iterator for Random {
    type Item = Result<Step, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.blocks == 0 {
            return None;
        }
        let step = self.stimulus.next()?;
        self.blocks = self.blocks.saturating_sub(valid_blocks(&step.ingress, MAX_BLOCKS));
        Some(Ok(step))
    }
}

/// Steps that travel together. The hardware and the comparison share them: copies of them are slow.
pub(crate) type Lot = Arc<Lent<Vec<Step>>>;

/// Steps of a lot that the hardware has taken, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct TakenSteps {
    lot: Lot,
    places: Range<usize>,
}

impl TakenSteps {
    /// What the port showed with each.
    pub fn ports(&self) -> impl Iterator<Item = &Ingress> {
        self.lot[self.places.clone()].iter().map(|step| &step.ingress)
    }
}

/// Makes steps until the source ends or nobody takes them any more.
pub(crate) fn feed(
    source: impl IntoIterator<Item = Result<Step, SourceError>>,
    lots: SyncSender<Lot>,
) -> Result<(), SourceError> {
    let (mut source, pool) = (source.into_iter(), Pool::new());
    loop {
        let mut steps: Lent<Vec<Step>> = pool.lend();
        // Not a loop: a step is then made where it stays.
        let made = source.by_ref().take(BATCH).try_for_each(|step| {
            steps.push(step?);
            Ok(())
        });
        let is_last = steps.len() < BATCH;
        if lots.send(Arc::new(steps)).is_err() || is_last {
            return made;
        }
    }
}

/// Valid blocks among the first of a cycle.
#[inline]
pub(crate) fn valid_blocks(port: &Ingress, of: usize) -> u64 {
    port.blocks.iter().take(of).map(|block| u64::from(block.is_valid())).sum()
}

/// The other end of [`feed`].
pub(crate) struct Steps {
    lots: Receiver<Lot>,
    lot: Lot,
    /// Steps of the lot that [`Steps::next`] has returned.
    passed: usize,
    /// Steps of the lot that [`Steps::taken`] has returned.
    handed_over: usize,
    /// Of earlier lots what [`Steps::taken`] has still to return.
    taken: Vec<TakenSteps>,
    ended: bool,
}

impl Steps {
    pub fn new(lots: Receiver<Lot>) -> Steps {
        Steps { lots, lot: Arc::default(), passed: 0, handed_over: 0, taken: Vec::new(), ended: false }
    }

    /// Whether [`Steps::next`] has returned nothing.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The step that [`Steps::next`] last returned; it stays where it is.
    pub fn current(&self) -> Option<&Step> {
        self.lot.get(self.passed.wrapping_sub(1))
    }

    /// The next step; the one before it was taken.
    pub fn next(&mut self) -> Option<&Step> {
        while self.passed == self.lot.len() {
            self.hand_over(self.passed);
            match self.lots.recv() {
                Ok(lot) => (self.lot, self.passed, self.handed_over) = (lot, 0, 0),
                Err(_) => {
                    self.ended = true;
                    return None;
                }
            }
        }
        self.passed += 1;
        self.current()
    }

    /// The steps that were taken since the last call; the current one is among them if it was.
    pub fn taken(&mut self, is_current: bool) -> Vec<TakenSteps> {
        self.hand_over(self.passed - usize::from(!is_current && self.passed > 0));
        std::mem::take(&mut self.taken)
    }

    /// The first so many steps of the lot were taken.
    fn hand_over(&mut self, taken: usize) {
        if taken > self.handed_over {
            self.taken.push(TakenSteps { lot: Arc::clone(&self.lot), places: self.handed_over..taken });
            self.handed_over = taken;
        }
    }
}
