// SPDX-License-Identifier: Apache-2.0
//! The pins, what the parts of the PIB tell each other, and what of it a build has.

use tracewright_config::PibMode;
use tracewright_prim::*;

/// Bit of the settings for the mode with a Manchester code.
pub(super) const MANCHESTER: usize = 0;
/// Bit of the settings for the UART mode.
pub(super) const UART: usize = 1;
/// Bit of the settings for the parallel mode with one pin.
pub(super) const PARALLEL_1: usize = 2;
/// Bit of the settings for the parallel mode with two pins.
pub(super) const PARALLEL_2: usize = 3;
/// Bit of the settings for the parallel mode with four pins.
pub(super) const PARALLEL_4: usize = 4;
/// Bit of the settings for the parallel mode with eight pins.
pub(super) const PARALLEL_8: usize = 5;
/// Bit of the settings for the parallel mode with 16 pins.
pub(super) const PARALLEL_16: usize = 6;
/// Bit of the settings for edges of tref in the middle of the bit.
pub(super) const CENTER: usize = 7;
/// Bit of the settings for the calibration pattern.
pub(super) const CALIBRATE: usize = 8;
/// Bit of the settings for a divider of 0.
pub(super) const UNDIVIDED: usize = 9;
/// Lowest bit of the settings for the divider.
pub(super) const DIVIDER: usize = 10;

/// Whether entries have two bytes: there is the mode of 16 pins.
pub(super) fn has_pairs(build: &Build) -> bool {
    build.sink.pib_modes.has(PibMode::Parallel16)
}

/// Whether there is tref.
pub(super) fn has_tref(build: &Build) -> bool {
    build.sink.pib_modes.iter().any(PibMode::is_parallel)
}

/// The bits of the settings that there are.
pub(super) fn settings(build: &Build) -> u64 {
    let sink = &build.sink;
    let modes = [
        (PibMode::Manchester, MANCHESTER),
        (PibMode::Uart, UART),
        (PibMode::Parallel1, PARALLEL_1),
        (PibMode::Parallel2, PARALLEL_2),
        (PibMode::Parallel4, PARALLEL_4),
        (PibMode::Parallel8, PARALLEL_8),
        (PibMode::Parallel16, PARALLEL_16),
    ];
    let modes: u64 = modes.into_iter().map(|(mode, bit)| u64::from(sink.pib_modes.has(mode)) << bit).sum();
    let divider = (1u64 << sink.pib_divider_bits) - 1;
    modes
        | u64::from(sink.pib_ref_center && has_tref(build)) << CENTER
        | u64::from(sink.pib_calibrate) << CALIBRATE
        | 1 << UNDIVIDED
        | divider << DIVIDER
}

/// The pins.
#[bundle(build: Build, flat)]
pub struct Pins {
    /// Pins: reference clock.
    #[built(has_tref(build))]
    pub tref: Optional<Signal<Out, Bit>>,
    /// Pins: data.
    #[width(build.sink.pib_pins())]
    pub tdata: Narrow<Out, 16>,
}

/// The pins, and their clock.
#[bundle(build: Build, flat)]
pub struct PibPort {
    /// Clock of the pins; rising edge.
    pub pib_clock: Signal<In, Clock>,
    /// Reset of the pins, active low.
    pub pib_rst_n: Signal<In, Bit>,
    /// The pins.
    pub pins: Pins,
}

/// Entries on their way to the pins: a byte, or two of a message, first lowest.
#[bundle(_build: Build)]
pub struct EntryOut {
    /// There is an entry.
    pub valid: Signal<Out, Bit>,
    /// The entry is taken, if there is one.
    pub ready: Signal<In, Bit>,
    /// The entry, first byte lowest.
    pub data: Signal<Out, Bits<16>>,
}

/// Words of bits, with the start and stop bits of the mode.
#[bundle(build: Build, peer = WordIn)]
pub struct WordOut {
    /// There is a word.
    pub valid: Signal<Out, Bit>,
    /// The word is taken, if there is one.
    pub ready: Signal<In, Bit>,
    /// The bits of the word, the first lowest; with 16 pins, those of the lower eight.
    pub data: Signal<Out, Bits<10>>,
    /// With 16 pins, the bits of the word for the upper eight.
    #[built(has_pairs(build))]
    pub high: Optional<Signal<Out, Bits<8>>>,
    /// Bit periods that the word takes.
    pub count: Signal<Out, Bits<4>>,
    /// The last bit of the word is Manchester's stop bit.
    pub stop: Signal<Out, Bit>,
}

/// Single bits that cross, as the encoder's side has them.
#[bundle(_build: Build, flat, peer = Crossed)]
pub struct Crossing {
    /// The block is active.
    pub level: Signal<Out, Bit>,
    /// `level` as it has arrived at the pins' side.
    pub followed: Signal<In, Bit>,
    /// Changes to ask whether all is on the pins.
    pub question: Signal<Out, Bit>,
    /// Equal to `question` when all is on the pins.
    pub answer: Signal<In, Bit>,
}
