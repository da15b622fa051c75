// SPDX-License-Identifier: Apache-2.0
//! Manchester (Trace Control 12.3).

use super::{in_bits, Symbol};
use crate::pins::{ErrorKind, Pins};

/// The pin tdata[0] in Manchester mode. Each bit but stop bits has a change in its middle, whose time the receiver
/// follows.
///
/// A change that is seen in a sample was up to one sample before it. With 1.5 samples in a phase that is too much to
/// tell one phase from two by two changes alone; but every change narrows down when the middle of a bit can be.
#[derive(Clone, Debug)]
pub struct Manchester {
    /// Half a bit.
    phase: f64,
    level: bool,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// It is not known what is a bit; the level is what it is since then.
    Seek { since: f64 },
    /// Low and between messages, since then.
    Idle { since: f64 },
    /// In the first phase of a start bit.
    Start { since: f64 },
    /// Within a frame.
    Bits(Bits),
}

#[derive(Clone, Copy, Debug)]
struct Bits {
    /// The middle of the last bit is between these.
    middle: [f64; 2],
    /// Bits of the byte under way, the next one goes in at the top, and how many they are.
    value: u8,
    count: u32,
    /// Whether the frame was joined in the middle, so that its bits can't be put together to bytes.
    joined: bool,
}

/// How much earlier than it is seen a change can have been.
const SAMPLE: f64 = 1.0;
/// How wrong the bit period is taken to be: more leaves too little to tell phases apart where they have 1.5 samples.
const TOLERANCE: f64 = 0.004;

impl Bits {
    /// A frame in which a bit has its middle where a change is seen.
    fn new(seen: f64, joined: bool) -> Bits {
        Bits { middle: [seen - SAMPLE, seen], value: 0, count: 0, joined }
    }

    fn center(&self) -> f64 {
        (self.middle[0] + self.middle[1]) / 2.0
    }

    /// A change that is seen then was `phases` after the middle. If it can't have been, the transmitter's clock is as
    /// much faster or slower.
    fn narrow(&mut self, seen: f64, phases: f64) {
        let latest = seen - phases;
        self.middle = self.middle.map(|middle| middle.clamp(latest - SAMPLE, latest));
    }
}

impl Manchester {
    pub fn new(bit: f64, pins: Pins, time: u64) -> Manchester {
        Manchester { phase: bit / 2.0, level: pins.tdata & 1 != 0, state: State::Seek { since: time as f64 } }
    }

    /// When the absence of a change says something. Low for three phases is idle. A start bit falls after one phase.
    /// Two phases after a middle is the next one: without a change there, the bit is a stop bit (low) or a fault
    /// (high).
    pub fn due(&self) -> f64 {
        match self.state {
            State::Seek { since } if !self.level => since + 2.5 * self.phase + SAMPLE / 2.0,
            State::Seek { .. } | State::Idle { .. } => f64::INFINITY,
            State::Start { since } => since + 1.5 * self.phase + SAMPLE / 2.0,
            State::Bits(bits) => bits.center() + 2.5 * self.phase + SAMPLE / 2.0,
        }
    }

    pub fn advance(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        let due = self.due();
        if due >= time as f64 {
            return;
        }
        let now = due as u64;
        self.state = match self.state {
            State::Seek { since } | State::Idle { since } => State::Idle { since },
            State::Start { since } => {
                symbol(now, Symbol::Fault(ErrorKind::Code));
                State::Seek { since }
            }
            State::Bits(bits) if self.level => {
                symbol(now, Symbol::Fault(ErrorKind::Code));
                State::Seek { since: bits.center() }
            }
            State::Bits(bits) => {
                match (bits.joined, bits.count) {
                    (true, count) => symbol(now, Symbol::Skipped(count.into())),
                    (false, 0) => symbol(now, Symbol::Close),
                    (false, _) => symbol(now, Symbol::Fault(ErrorKind::PartialByte)),
                }
                State::Idle { since: bits.center() + 3.0 * self.phase }
            }
        };
    }

    pub fn change(&mut self, time: u64, pins: Pins, symbol: &mut impl FnMut(u64, Symbol)) {
        let level = pins.tdata & 1 != 0;
        if level == self.level {
            return;
        }
        self.level = level;
        let now = time as f64;
        self.state = match self.state {
            State::Seek { since } => self.sought(now, since, level, symbol),
            State::Idle { since } => {
                symbol(time, Symbol::Idle(in_bits(now - since, 2.0 * self.phase)));
                State::Start { since: now }
            }
            State::Start { since } => {
                symbol(time, Symbol::Open);
                let mut bits = Bits::new(now, false);
                bits.narrow(since, -self.phase);
                State::Bits(bits)
            }
            State::Bits(bits) => self.within(now, bits, level, symbol),
        };
    }

    /// A high pulse of two phases is the second of a 0 and the first of a 1: the middle of a bit is at both of its
    /// ends.
    fn sought(&self, now: f64, since: f64, level: bool, symbol: &mut impl FnMut(u64, Symbol)) -> State {
        symbol(now as u64, Symbol::Skipped(in_bits(now - since, 2.0 * self.phase)));
        let pulse = now - since;
        if !level && (1.5 * self.phase..2.5 * self.phase + SAMPLE / 2.0).contains(&pulse) {
            State::Bits(Bits::new(now, true))
        } else {
            State::Seek { since: now }
        }
    }

    /// A change within a byte. One that comes one phase after the middle of a bit is the border to the next bit, which
    /// has the same value. One that comes two phases after it is the middle of the next bit: down for a 1, up for a 0.
    /// The lowest bit comes first.
    fn within(&self, now: f64, mut bits: Bits, level: bool, symbol: &mut impl FnMut(u64, Symbol)) -> State {
        let since_middle = now - SAMPLE / 2.0 - bits.center();
        if since_middle < 0.25 * self.phase {
            symbol(now as u64, Symbol::Fault(ErrorKind::Code));
            return State::Seek { since: now };
        }
        if since_middle < 1.5 * self.phase {
            bits.narrow(now, self.phase);
        } else {
            let [first, last] = bits.middle;
            let bit = 2.0 * self.phase;
            bits.middle = [first + bit * (1.0 - TOLERANCE), last + bit * (1.0 + TOLERANCE)];
            bits.narrow(now, 0.0);
            bits.value = bits.value >> 1 | u8::from(!level) << 7;
            bits.count += 1;
            if bits.count == 8 && !bits.joined {
                symbol(now as u64, Symbol::Byte(bits.value));
                bits.count = 0;
            }
        }
        State::Bits(bits)
    }

    pub fn finish(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        match self.state {
            State::Idle { since } => symbol(time, Symbol::Idle(in_bits(time as f64 - since, 2.0 * self.phase))),
            State::Seek { since } => symbol(time, Symbol::Skipped(in_bits(time as f64 - since, 2.0 * self.phase))),
            State::Bits(Bits { joined: true, count, .. }) => symbol(time, Symbol::Skipped(count.into())),
            State::Start { .. } | State::Bits(_) => {}
        }
    }
}
