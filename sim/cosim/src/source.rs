// SPDX-License-Identifier: Apache-2.0
//! Where the ingress comes from.

use crate::SourceError;
use std::sync::mpsc::{Receiver, SyncSender};
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Knobs, Request, Step, Stimulus};

/// Steps that travel together: so many that they stay in a cache on their way.
const BATCH: usize = 2048;

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
    port: impl Iterator<Item = Result<Ingress, E>>,
) -> impl Iterator<Item = Result<Step, SourceError>> {
    port.flat_map(|port| {
        let is_gap = matches!(&port, Ok(port) if !port.blocks.iter().any(Block::is_valid));
        let steps = match port {
            Ok(ingress) if is_gap => [false, true].map(|tracing| {
                Some(Ok(Step { ingress, request: Some(Request { enable: true, tracing, hold: true }) }))
            }),
            Ok(ingress) => [Some(Ok(Step { ingress, request: None })), None],
            Err(error) => [Some(Err(error.into())), None],
        };
        steps.into_iter().flatten()
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
        let blocks = step.ingress.blocks.iter().filter(|block| Block::is_valid(block)).count() as u64;
        self.blocks = self.blocks.saturating_sub(blocks);
        Some(Ok(step))
    }
}

/// Makes steps until the source ends or nobody takes them any more.
pub(crate) fn feed(
    source: impl IntoIterator<Item = Result<Step, SourceError>>,
    steps: SyncSender<Vec<Step>>,
) -> Result<(), SourceError> {
    let mut source = source.into_iter();
    loop {
        let mut failure = None;
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            match source.next() {
                Some(Ok(step)) => batch.push(step),
                Some(Err(error)) => {
                    failure = Some(error);
                    break;
                }
                None => break,
            }
        }
        let is_last = batch.len() < BATCH;
        if steps.send(batch).is_err() || is_last {
            return failure.map_or(Ok(()), Err);
        }
    }
}

/// The other end of [`feed`].
pub(crate) struct Steps {
    batches: Receiver<Vec<Step>>,
    batch: Vec<Step>,
    /// Steps of the batch that [`Steps::next`] has returned.
    passed: usize,
    ended: bool,
}

impl Steps {
    pub fn new(batches: Receiver<Vec<Step>>) -> Steps {
        Steps { batches, batch: Vec::new(), passed: 0, ended: false }
    }

    /// Whether [`Steps::next`] has returned nothing.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The step that [`Steps::next`] last returned; it stays where it is, because copies of it are slow.
    pub fn current(&self) -> Option<&Step> {
        self.batch.get(self.passed.wrapping_sub(1))
    }

    pub fn next(&mut self) -> Option<&Step> {
        while self.passed == self.batch.len() {
            match self.batches.recv() {
                Ok(batch) => (self.batch, self.passed) = (batch, 0),
                Err(_) => {
                    self.ended = true;
                    return None;
                }
            }
        }
        self.passed += 1;
        self.current()
    }
}
