// SPDX-License-Identifier: Apache-2.0
//! Timing diagrams of a PIB's pins (Trace Control ch. 12): bits, bytes and messages as they are read from the waveform.

use super::{Row, Signal, Span, Timing, WaveError, Waveform};
use tracewright_config::PibMode;

/// How the pins are set, and what is shown of them.
#[derive(Clone, Copy, Debug)]
pub struct Pins {
    /// pibMode.
    pub mode: PibMode,
    /// pibRefCenter.
    pub ref_center: bool,
    /// Time of a tick: pibDivider+1 cycles of `pib_clk`.
    pub tick: u64,
    /// Bytes, from the first one on, that are not shown.
    pub skip: usize,
    /// Most bytes that are shown; idle ones do not count.
    pub most: usize,
    /// Whether the bytes are the calibration pattern, of which none ends a message.
    pub pattern: bool,
}

/// What was read from the pins.
#[derive(Default)]
struct Read {
    bits: Vec<Span>,
    bytes: Vec<Span>,
    messages: Vec<Span>,
}

/// The pins `tref` and `tdata` of `wave`, from the byte that is after `skip` others.
pub fn pins(wave: &Waveform, pins: &Pins, title: &str) -> Result<Timing, WaveError> {
    let tdata = wave.signal("tdata")?;
    let enabled = wave.signal("pibEnable")?.next(1, 0).unwrap_or(0);
    let read = match pins.mode {
        PibMode::Uart => uart(tdata, pins, enabled)?,
        PibMode::Manchester => manchester(tdata, pins, enabled)?,
        _ => parallel(tdata, pins, enabled)?,
    };
    let shown = read.bytes.get(pins.skip..).filter(|bytes| !bytes.is_empty());
    let shown = shown
        .ok_or(WaveError::Unexpected { time: wave.end, problem: "there are fewer bytes than are to be skipped" })?;
    let period = pins.period();
    let (first, last) = (shown[0].from, shown[shown.len() - 1].to);
    let lead = if pins.mode.is_parallel() { 3 } else { 4 };
    let (from, to) = (first.saturating_sub(lead * period), last + (lead + 1) * period);
    let mut rows = Vec::new();
    if pins.mode.is_parallel() {
        rows.push(Row::Signal(wave.signal("tref")?.clone()));
    }
    match pins.mode.pins() {
        1 => rows.push(Row::Signal(Signal { name: "tdata[0]".into(), ..tdata.clone() })),
        count @ (2 | 4) => rows.extend((0..count).rev().map(|bit| Row::Signal(tdata.bit(bit)))),
        count => rows.push(Row::Signal(Signal { name: format!("tdata[{}:0]", count - 1), ..tdata.clone() })),
    }
    if !read.bits.is_empty() {
        rows.push(Row::Spans("bits".into(), read.bits));
    }
    rows.push(Row::Spans("bytes".into(), read.bytes));
    if !pins.pattern {
        rows.push(Row::Spans("messages".into(), read.messages));
    }
    let pixels = match pins.mode {
        PibMode::Parallel8 | PibMode::Parallel16 => 56,
        PibMode::Parallel4 => 34,
        _ => 26,
    };
    Ok(Timing { title: title.into(), from, to, grid: period, pixels, rows })
}

impl Pins {
    /// Time of a bit period.
    fn period(&self) -> u64 {
        let ticks = if self.mode == PibMode::Manchester || self.ref_center { 2 } else { 1 };
        ticks * self.tick
    }
}

impl Read {
    /// A byte; gives whether enough were read.
    fn byte(&mut self, pins: &Pins, (from, to): (u64, u64), byte: u64) -> bool {
        self.bytes.push(Span { from, to, text: format!("{byte:02X}") });
        self.message(pins, (from, to), &[byte]);
        self.bytes.len() >= pins.skip + pins.most
    }

    /// Bytes of a message; the last one says that it ends (N-Trace 3.4).
    fn message(&mut self, pins: &Pins, (from, to): (u64, u64), bytes: &[u64]) {
        let number = self.messages.len();
        match self.messages.last_mut() {
            Some(open) if open.text.is_empty() => open.to = to,
            _ => self.messages.push(Span { from, to, text: String::new() }),
        }
        if !pins.pattern && bytes.iter().any(|byte| byte & 3 == 3) {
            let number = number.max(self.messages.len());
            if let Some(open) = self.messages.last_mut() {
                open.text = format!("message {number}");
            }
        }
    }

    /// Whether the next byte begins a message.
    fn is_between(&self, pins: &Pins) -> bool {
        !pins.pattern && self.messages.last().is_none_or(|last| !last.text.is_empty())
    }
}

/// Each byte by itself (Trace Control 12.4).
fn uart(tdata: &Signal, pins: &Pins, enabled: u64) -> Result<Read, WaveError> {
    let mut read = Read::default();
    let mut time = enabled;
    while let Some(start) = tdata.next(0, time) {
        let bit = |n: u64| (start + n * pins.tick, start + (n + 1) * pins.tick);
        let value = |n: u64| tdata.at(bit(n).0 + pins.tick / 2).unwrap_or(0);
        let mut name = |n: u64, text: &str| read.bits.push(Span { from: bit(n).0, to: bit(n).1, text: text.into() });
        name(0, "st.");
        (1..=8).for_each(|n| name(n, &value(n).to_string()));
        name(9, "sp.");
        if value(9) != 1 {
            return Err(WaveError::Unexpected { time: bit(9).0, problem: "there is no stop bit" });
        }
        let byte = (1..=8).map(|n| value(n) << (n - 1)).sum();
        if read.byte(pins, (bit(1).0, bit(8).1), byte) {
            break;
        }
        time = bit(10).0;
    }
    Ok(read)
}

/// Each message in a frame (Trace Control 12.3).
fn manchester(tdata: &Signal, pins: &Pins, enabled: u64) -> Result<Read, WaveError> {
    let mut read = Read::default();
    let mut time = enabled;
    'messages: while let Some(start) = tdata.next(1, time) {
        let bit = |n: u64| (start + n * 2 * pins.tick, start + (n + 1) * 2 * pins.tick);
        let phase = |n: u64, half: u64| tdata.at(bit(n).0 + half * pins.tick + pins.tick / 2).unwrap_or(0);
        if phase(0, 1) != 0 {
            return Err(WaveError::Unexpected { time: start, problem: "there is no start bit" });
        }
        read.bits.push(Span { from: bit(0).0, to: bit(0).1, text: "st.".into() });
        let (mut n, mut byte) = (1, 0);
        loop {
            let (from, to) = bit(n);
            let text = match (phase(n, 0), phase(n, 1)) {
                (0, 0) => "sp.",
                (0, 1) => "0",
                (1, 0) => "1",
                _ => return Err(WaveError::Unexpected { time: from, problem: "this is no bit of Manchester" }),
            };
            read.bits.push(Span { from, to, text: text.into() });
            time = to;
            if text == "sp." {
                if !pins.pattern && !read.is_between(pins) {
                    return Err(WaveError::Unexpected { time: from, problem: "the frame ends within a message" });
                }
                if read.bytes.len() >= pins.skip + pins.most {
                    break 'messages;
                }
                break;
            }
            byte |= phase(n, 0) << ((n - 1) % 8);
            if n % 8 == 0 {
                read.byte(pins, (bit(n - 7).0, to), byte);
                byte = 0;
            }
            n += 1;
        }
    }
    Ok(read)
}

/// Bytes one after the other (Trace Control 12.5).
fn parallel(tdata: &Signal, pins: &Pins, enabled: u64) -> Result<Read, WaveError> {
    let mut read = Read::default();
    let width = pins.mode.pins();
    let idle = (1 << width) - 1;
    let mut time = enabled;
    while tdata.at(time) == Some(idle) {
        time = tdata.change(time).ok_or(WaveError::Unexpected { time, problem: "nothing is sent" })?;
    }
    let period = pins.period();
    // Without pibRefCenter tref and tdata change together; with it tdata is first.
    let at = |n: u64| (time + n * period, time + (n + 1) * period);
    let value = |n: u64| tdata.at(at(n).0 + period / 2).unwrap_or(0);
    let mut n = 0;
    loop {
        if width == 16 {
            let (low, high) = (value(n) & 0xFF, value(n) >> 8);
            if read.is_between(pins) && low == 0xFF {
                break;
            }
            let text = format!("{low:02X} {high:02X}");
            read.bytes.push(Span { from: at(n).0, to: at(n).1, text });
            read.message(pins, at(n), &[low, high]);
            n += 1;
        } else {
            let periods = u64::from(8 / width);
            let byte = (0..periods).map(|m| value(n + m) << (m * u64::from(width))).sum();
            if read.is_between(pins) && byte == 0xFF {
                break;
            }
            read.byte(pins, (at(n).0, at(n + periods - 1).1), byte);
            n += periods;
        }
        if read.bytes.len() >= pins.skip + pins.most || at(n).0 > tdata.changes.last().map_or(0, |last| last.0) {
            break;
        }
    }
    Ok(read)
}
