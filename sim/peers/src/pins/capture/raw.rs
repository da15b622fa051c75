// SPDX-License-Identifier: Apache-2.0
//! Files of samples: in UART and Manchester a byte each, whose bit 0 is `tdata[0]`; in parallel modes 4 bytes each,
//! least significant first, with `tdata` in bits 15:0 and `tref` in bit 16.

use super::CaptureError;
use crate::pins::{Change, PibMode, Pins};
use std::io::{self, BufRead};

/// Samples from a reader; a change where one differs from that before.
pub struct Raw<R> {
    reader: R,
    bytes: usize,
    samples: u64,
    pins: Option<Pins>,
    ended: bool,
}

impl<R: BufRead> Raw<R> {
    /// Reads samples for a receiver of `mode`.
    pub fn new(reader: R, mode: PibMode) -> Raw<R> {
        Raw { reader, bytes: if mode.is_parallel() { 4 } else { 1 }, samples: 0, pins: None, ended: false }
    }

    /// The next sample.
    fn sample(&mut self) -> Result<Option<Pins>, CaptureError> {
        let mut bytes = [0; 4];
        let mut read = 0;
        while read < self.bytes {
            match self.reader.read(&mut bytes[read..self.bytes]) {
                Ok(0) if read == 0 => return Ok(None),
                Ok(0) => return Err(CaptureError::PartOfASample { sample: self.samples, bytes: self.bytes }),
                Ok(count) => read += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        let word = u32::from_le_bytes(bytes);
        Ok(Some(Pins { tref: word >> 16 & 1 != 0, tdata: word as u16 }))
    }
}

impl<R: BufRead> Iterator for Raw<R> {
    type Item = Result<Change, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.sample() {
                Ok(Some(pins)) => {
                    let time = self.samples;
                    self.samples += 1;
                    if self.pins.replace(pins) != Some(pins) {
                        return Some(Ok(Change { time, pins }));
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    let last = self.samples.saturating_sub(1);
                    return self.pins.map(|pins| Ok(Change { time: last, pins }));
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
