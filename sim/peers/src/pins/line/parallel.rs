// SPDX-License-Identifier: Apache-2.0
//! The parallel modes (Trace Control 12.5): a beat on each edge of tref. messages.rs makes bytes of beats.

use super::Symbol;
use crate::pins::Pins;

/// Where tref changes within a bit (pibRefCenter).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// With tdata: a beat is read half a bit later.
    Coincident,
    /// In the middle of the bit: a beat is read there.
    Centred,
}

/// The pins of a parallel mode.
///
/// Where tdata changes, with edges of tref or between them, shows which timing it is. Before tdata changes nobody needs
/// to know: each beat reads the same. From the first change on, the receiver goes by the majority of the changes. The
/// first two edges are only for the bit period.
#[derive(Clone, Debug)]
pub struct Parallel {
    mask: u16,
    pins: Pins,
    /// Times of the last edges of tref, the last one first.
    edges: [Option<u64>; 3],
    /// When the beat of the last edge is read, if it has not been.
    due: f64,
    /// Changes of tdata that are in the middle between edges, less those that are not, both within limits.
    votes: i32,
    voted: bool,
    /// A beat of zeros with tref low was read: that is how the pins are off too, in which case tref does not go on.
    held: bool,
}

const MAJORITY: i32 = 8;
/// So many bits without an edge of tref: the pins are off.
const OFF: f64 = 4.0;

impl Parallel {
    pub fn new(width: u32, pins: Pins) -> Parallel {
        let mask = if width >= 16 { u16::MAX } else { (1 << width) - 1 };
        Parallel { mask, pins, edges: [None; 3], due: f64::INFINITY, votes: 0, voted: false, held: false }
    }

    pub fn due(&self) -> f64 {
        self.due
    }

    /// None before tdata has changed.
    pub fn timing(&self) -> Option<Timing> {
        self.voted.then_some(if self.votes > 0 { Timing::Centred } else { Timing::Coincident })
    }

    pub fn advance(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        if self.due < time as f64 {
            self.read(self.due as u64, symbol);
        }
    }

    /// Reads the beat that is due, if one is.
    fn read(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        if self.due < f64::INFINITY {
            self.due = f64::INFINITY;
            match self.pins.tdata & self.mask {
                0 if !self.pins.tref => self.held = true,
                beat => symbol(time, Symbol::Beat(beat)),
            }
        }
    }

    /// tref goes on: what was held is a beat, unless it took too long.
    fn release(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        if std::mem::take(&mut self.held) {
            let since = self.edges[0].map_or(0, |last| time - last) as f64;
            let is_off = self.bit().is_some_and(|bit| since > OFF * bit);
            symbol(time, if is_off { Symbol::Off } else { Symbol::Beat(0) });
        }
    }

    pub fn change(&mut self, time: u64, pins: Pins, symbol: &mut impl FnMut(u64, Symbol)) {
        let is_edge = pins.tref != self.pins.tref;
        if is_edge {
            self.read(time, symbol);
            self.release(time, symbol);
            self.edges = [Some(time), self.edges[0], self.edges[1]];
        }
        if (pins.tdata ^ self.pins.tdata) & self.mask != 0 {
            if let Some(is_centred) = self.is_in_the_middle(time) {
                self.votes = (self.votes + if is_centred { 1 } else { -1 }).clamp(-MAJORITY, MAJORITY);
                self.voted = true;
                if self.votes > 0 {
                    self.read(time, symbol);
                }
            }
        }
        self.pins = pins;
        if is_edge {
            // Of a beat before the bit period is known it can't be said when to read it.
            if let Some(bit) = self.bit() {
                self.due = time as f64 + bit / 2.0;
            }
            if self.votes > 0 {
                self.read(time, symbol);
            }
        }
    }

    /// The time between edges of tref: the mean of the last two, which need not be equal.
    fn bit(&self) -> Option<f64> {
        let [Some(last), _, Some(first)] = self.edges else { return None };
        Some((last - first) as f64 / 2.0)
    }

    /// Whether `time` is in the middle between edges of tref.
    fn is_in_the_middle(&self, time: u64) -> Option<bool> {
        let bit = self.bit()?;
        let since = self.edges[0].map_or(0, |last| time - last);
        Some((0.25..=0.75).contains(&(since as f64 / bit)))
    }

    pub fn finish(&mut self, time: u64, symbol: &mut impl FnMut(u64, Symbol)) {
        self.read(time, symbol);
    }
}
