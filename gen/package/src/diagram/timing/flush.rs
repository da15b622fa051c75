// SPDX-License-Identifier: Apache-2.0
//! A timing diagram of a flush of the ATB (ATB v1.1, flush signals).

use super::{Row, Span, Timing, WaveError, Waveform};

/// Cycles before the first beat, and after the flush.
const AROUND: u64 = 3;

/// The first flush of `wave`, and the beats before it.
pub fn flush(wave: &Waveform, title: &str) -> Result<Timing, WaveError> {
    let clk = wave.signal("clk")?;
    let missing = |problem| move || WaveError::Unexpected { time: wave.end, problem };
    let rising =
        |time| clk.next(0, time).and_then(|low| clk.next(1, low)).ok_or_else(missing("the clock stands still"));
    let first_edge = rising(0)?;
    let cycle = rising(first_edge)? - first_edge;
    let beat = wave.signal("atvalid")?.next(1, first_edge).ok_or_else(missing("there is no beat"))?;
    let afvalid = wave.signal("afvalid")?;
    let begin = afvalid.next(1, first_edge).ok_or_else(missing("there is no flush"))?;
    let end = afvalid.next(0, begin).ok_or_else(missing("the flush does not end"))?;
    // Grid lines are rising edges.
    let edge = |time: u64| time - (time - first_edge) % cycle;
    let from = edge(beat.min(begin)).saturating_sub(AROUND * cycle).max(first_edge);
    let to = edge(end) + (AROUND + 1) * cycle;
    let row = |name: &str| Ok::<Row, WaveError>(Row::Signal(wave.signal(name)?.clone()));
    let rows = vec![
        row("clk")?,
        row("atvalid")?,
        row("atready")?,
        row("atdata")?,
        row("atbytes")?,
        row("afvalid")?,
        row("afready")?,
        Row::Spans("phase".into(), vec![Span { from: begin, to: end, text: "flush".into() }]),
    ];
    Ok(Timing { title: title.into(), from, to, grid: cycle, pixels: 34, rows })
}
