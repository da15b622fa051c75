// SPDX-License-Identifier: Apache-2.0
//! Timing diagrams of `docs/images`, drawn from what the pins do.

use crate::waves::TICK;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use tracewright_config::PibMode;
use tracewright_package::diagram::timing::{pins, Pins, Waveform};

/// The picture of a mode's messages; with pibRefCenter there is one for all modes.
pub fn of_messages(path: &Path, mode: PibMode, ref_center: bool) {
    // What is shown of two messages, of six bytes and three: all of them, or what is around the second one.
    let (skip, most) = match mode {
        PibMode::Manchester | PibMode::Uart | PibMode::Parallel1 => (5, 4),
        PibMode::Parallel2 => (4, 5),
        PibMode::Parallel4 | PibMode::Parallel8 | PibMode::Parallel16 => (0, 9),
    };
    let shown = Pins { mode, ref_center, tick: TICK, skip, most, pattern: false };
    match (mode, ref_center) {
        (PibMode::Parallel4, true) => draw(path, &shown, "pib-ref-center", "Parallel, 4 pins, with pibRefCenter"),
        (_, true) => {}
        (PibMode::Manchester, _) => draw(path, &shown, "pib-manchester", "Manchester"),
        (PibMode::Uart, _) => draw(path, &shown, "pib-uart", "UART"),
        (_, false) => {
            let count = mode.pins();
            let plural = if count == 1 { "" } else { "s" };
            draw(path, &shown, &format!("pib-parallel-{count}"), &format!("Parallel, {count} pin{plural}"));
        }
    }
}

/// The picture of the pattern of 12.2.
pub fn of_calibration(path: &Path) {
    let shown = Pins { mode: PibMode::Parallel4, ref_center: false, tick: TICK, skip: 0, most: 12, pattern: true };
    draw(path, &shown, "pib-calibration", "Calibration, 4 pins");
}

fn draw(path: &Path, shown: &Pins, name: &str, title: &str) {
    let wave = Waveform::read(BufReader::new(File::open(path).expect("a file"))).expect("a VCD file");
    let picture = pins(&wave, shown, title).expect("what was sent");
    assert_eq!(tracewright_package::diagram::pages::is_current(&format!("{name}.svg"), &picture.svg()), Ok(()));
}
