// SPDX-License-Identifier: Apache-2.0
//! What a sink with a buffer keeps of a trace.

use crate::report::grouped;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use tracewright_config::{Config, SinkKind};
use tracewright_messages::{Tcode, IDLE};

/// MSEO of the last byte of a message.
const LAST: u8 = 3;

/// Bits of a byte that are no MDO.
const MSEO_BITS: u32 = 2;

/// The buffer of a sink: circular, or full at its end.
pub struct Buffer {
    capacity: usize,
    word_bytes: usize,
    stop_on_wrap: bool,
    /// Bytes that came.
    trace_bytes: u64,
    bytes: VecDeque<u8>,
}

/// What a sink keeps of a trace that is larger than it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Its size in bytes.
    pub sink_bytes: u64,
    /// It keeps the beginning of the trace, not the end (teStopOnWrap).
    pub keeps_beginning: bool,
    /// Messages that synchronise in what it keeps: decoding begins at the first.
    pub synchronisations: u64,
}

impl Buffer {
    /// That of the sink which `config` uses, if it has one.
    pub fn of(config: &Config) -> Option<Buffer> {
        let (build, run) = (&config.build, &config.run);
        let (capacity, width) = match run.sink_of(build) {
            SinkKind::Sram => (u64::from(build.sink.sram_bytes), build.sink.sram_width),
            SinkKind::Sba => (run.sba_bytes, build.sink.sba_width),
            SinkKind::Stream | SinkKind::Pib | SinkKind::Atb | SinkKind::Funnel => return None,
        };
        Some(Buffer {
            capacity: capacity as usize,
            word_bytes: (width / u8::BITS) as usize,
            stop_on_wrap: run.stop_on_wrap,
            trace_bytes: 0,
            bytes: VecDeque::new(),
        })
    }

    /// Takes bytes of trace.
    pub fn push(&mut self, bytes: &[u8]) {
        self.trace_bytes += bytes.len() as u64;
        for byte in bytes {
            if self.bytes.len() == self.capacity {
                if self.stop_on_wrap {
                    return;
                }
                self.bytes.pop_front();
            }
            self.bytes.push_back(*byte);
        }
    }

    /// The trace has ended: fills the last word with idle bytes. Gives what software reads, oldest first, and what is
    /// to be said of it.
    pub fn finish(mut self) -> (Vec<u8>, Option<Kept>) {
        let trace_bytes = self.trace_bytes;
        let idle = trace_bytes.next_multiple_of(self.word_bytes as u64) - trace_bytes;
        self.push(&vec![IDLE; idle as usize]);
        let bytes = Vec::from(self.bytes);
        let kept = (trace_bytes > self.capacity as u64).then(|| Kept {
            sink_bytes: self.capacity as u64,
            keeps_beginning: self.stop_on_wrap,
            synchronisations: synchronisations(&bytes, self.stop_on_wrap),
        });
        (bytes, kept)
    }
}

impl Kept {
    /// Of what was read out of a sink that has wrapped.
    pub fn read(config: &Config, bytes: &[u8]) -> Option<Kept> {
        let Buffer { capacity, stop_on_wrap, .. } = Buffer::of(config)?;
        let synchronisations = synchronisations(bytes, stop_on_wrap);
        Some(Kept { sink_bytes: capacity as u64, keeps_beginning: stop_on_wrap, synchronisations })
    }
}

/// Whole messages that synchronise. What does not have the beginning begins anywhere in a message.
fn synchronisations(bytes: &[u8], has_beginning: bool) -> u64 {
    let is_last = |byte: &u8| byte & LAST == LAST;
    let whole = bytes.split_inclusive(is_last).filter(|message| message.last().is_some_and(is_last));
    let messages = whole.skip(usize::from(!has_beginning)).filter(|message| **message != [IDLE]);
    let synchronises = |message: &&[u8]| {
        [Tcode::ProgTraceSync, Tcode::DirectBranchSync, Tcode::IndirectBranchSync, Tcode::IndirectBranchHistSync]
            .iter()
            .any(|tcode| message[0] >> MSEO_BITS == *tcode as u8)
    };
    messages.filter(synchronises).count() as u64
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sink bytes        {:>14}", grouped(self.sink_bytes))?;
        let part = if self.keeps_beginning { "the beginning" } else { "the end" };
        write!(f, "  the trace is larger: the sink keeps {part} of it, with ")?;
        match self.synchronisations {
            0 => writeln!(f, "no message that synchronises: it can't be decoded (run.sync_mode)")?,
            1 => writeln!(f, "1 message that synchronises")?,
            n => writeln!(f, "{} messages that synchronise", grouped(n))?,
        }
        writeln!(f, "  --as-read writes what software reads out of it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_config::{Loader, Preset};
    use tracewright_model::Sram;

    #[test]
    fn the_buffer_keeps_what_the_model_of_the_sink_keeps() {
        let trace: Vec<u8> = (0..5000u32).map(|n| ((n * 7) >> 3) as u8).collect();
        for (stop, length) in [false, true].into_iter().flat_map(|stop| [1, 1023, 1024, 1025, 4999].map(|n| (stop, n)))
        {
            let mut loader = Loader::preset(Preset::named("micro").unwrap());
            loader.set(&format!("run.stop_on_wrap={stop}")).unwrap();
            let config = loader.finish().unwrap();
            let (mut buffer, mut sram) = (Buffer::of(&config).unwrap(), Sram::new(&config.build, &config.run));
            for chunk in trace[..length].chunks(3) {
                buffer.push(chunk);
                sram.push(chunk);
            }
            sram.flush();
            let end = sram.wp() as usize & !3;
            let bytes: Vec<u8> = sram.words().iter().flat_map(|word| word.to_le_bytes()).collect();
            let expected = match sram.wp() & 1 {
                0 => bytes[..end].to_vec(),
                _ => [&bytes[end..], &bytes[..end]].concat(),
            };
            let (found, kept) = buffer.finish();
            assert!(found == expected, "{length} {stop}");
            assert_eq!(kept.is_some(), length > 1024);
        }
    }

    #[test]
    fn messages_that_synchronise_are_counted_from_the_first_whole_one() {
        // The end of a message, ProgTraceSync, idle bytes, IndirectBranchHist, IndirectBranchHistSync, a part.
        let bytes = [0x13, 9 << 2, 0x07, 0xFF, 0xFF, 28 << 2, 0x03, 29 << 2, 0x00, 0x03, 9 << 2, 0x00];
        assert_eq!(synchronisations(&bytes, false), 2);
        assert_eq!(synchronisations(&bytes[1..], false), 1);
        assert_eq!(synchronisations(&bytes[1..], true), 2);
    }
}
