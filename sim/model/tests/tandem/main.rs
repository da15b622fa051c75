// SPDX-License-Identifier: Apache-2.0
//! The encoder of tandem-verification trace, by the examples of its specification.

mod appendix_c;
mod appendix_d;
mod forms;

use tracewright_model::tandem::{Encoder, Settings};
use tracewright_tandem::{Group, Groups, Kind, Part, Retirement, Widths};

/// The hart of Trace Protocol Appendix C: rv64gc with Sv48.
const RV64GC: Widths = Widths::rv64(64);

/// An encoder that has told pc.
fn encoder(settings: Settings, pc: u64) -> Encoder {
    let mut encoder = Encoder::new(settings);
    let start = Retirement { kind: Kind::Initialisation, pc: Some(pc), ..Retirement::default() };
    encoder.retire(&start, &mut vec![]);
    encoder.flush(&mut vec![]);
    encoder
}

/// The bytes of one group after the instruction before `pc`.
fn bytes(pc: u64, retirement: &Retirement) -> Vec<u8> {
    let mut trace = vec![];
    let mut encoder = encoder(Settings::new(RV64GC), pc);
    encoder.retire(retirement, &mut trace);
    encoder.flush(&mut trace);
    trace
}

/// The groups of a trace without errors.
fn groups(widths: Widths, trace: &[u8]) -> Vec<Group> {
    let mut groups = Groups::new(widths);
    let (mut found, mut rest) = (vec![], trace);
    loop {
        rest = &rest[groups.feed(rest)..];
        if rest.is_empty() {
            groups.finish();
        }
        while let Some(part) = groups.pop() {
            match part {
                Part::Group(group) => found.push(group.clone()),
                Part::Outside(..) => {}
                Part::Error(error) => panic!("{error}"),
                Part::Skipped(..) => panic!("bytes were skipped"),
            }
        }
        if rest.is_empty() {
            return found;
        }
    }
}
