// SPDX-License-Identifier: Apache-2.0
//! A log that QEMU 7.2 recorded says the same as the embedded hart.

use std::path::Path;
use tracewright_hart::{open_log, Event, Exit, Hart, Options, Stream};
use tracewright_image::Image;

fn events(stream: &mut impl Stream) -> Vec<Event> {
    std::iter::from_fn(|| stream.next().expect("no error")).collect()
}

#[test]
fn the_hart_does_what_qemu_did() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/data");
    let image = Image::load(&data.join("traps.elf")).expect("a program");
    let mut log = open_log(&data.join("traps.log"), &image, 0, false).expect("a log");
    let mut hart = Hart::new(&image, &Options::default()).expect("memory enough");
    let (from_log, from_hart) = (events(&mut log), events(&mut hart));
    assert_eq!(from_log, from_hart);
    assert_eq!(hart.exit(), Some(Exit::Code(0)));
    let traps = from_log.iter().filter(|event| !matches!(event, Event::Retired { .. })).count();
    assert_eq!(traps, 6);
}
