// SPDX-License-Identifier: Apache-2.0
//! A whole run with a sink that is never busy.

use crate::codec::{self, Framing};
use crate::stimulus::{Request, Step};
use crate::{Cycle, Encoder, Message};
use tracewright_config::{Build, Run};
use tracewright_messages::Ingress;

/// The messages of what the port shows, cycle by cycle and each traced, from a queue that always has room.
///
/// teEnable and teInstTracing are set together before the first cycle, and teInstTracing is cleared after the last: the
/// trace starts with ProgTraceSync (SYNC 5) and ends with ProgTraceCorrelation (EVCODE 4). Triggers act on
/// teInstTracing in between. The timestamp counts the cycles.
pub fn messages<T: Into<Ingress>>(
    build: &Build,
    run: &Run,
    port: impl IntoIterator<Item = T>,
    sink: impl FnMut(&Message),
) {
    let steps = port.into_iter().map(|ingress| Step { ingress: ingress.into(), request: None });
    controlled(build, run, steps, sink);
}

/// As [`messages`], where a step may also set teEnable and teInstTracing, from its cycle on.
pub fn controlled(build: &Build, run: &Run, steps: impl IntoIterator<Item = Step>, mut sink: impl FnMut(&Message)) {
    let mut encoder = Encoder::new(build, run);
    let mut cycle = Cycle { active: true, enable: true, tracing: true, ..Cycle::default() };
    for Step { ingress, request } in steps {
        cycle.ingress = ingress;
        if let Some(Request { enable, tracing, .. }) = request {
            (cycle.enable, cycle.tracing) = (enable, tracing);
        }
        let outcome = encoder.cycle(&cycle);
        outcome.messages().for_each(&mut sink);
        cycle.tracing = outcome.tracing.unwrap_or(cycle.tracing);
        cycle.time += 1;
    }
    cycle = Cycle { ingress: Ingress::default(), tracing: false, ..cycle };
    for _ in 0..=build.cycles_late() {
        encoder.cycle(&cycle).messages().for_each(&mut sink);
        cycle.time += 1;
    }
}

/// The trace as bytes, a whole message at a time; see [`messages`].
pub fn encode<T: Into<Ingress>>(
    build: &Build,
    run: &Run,
    port: impl IntoIterator<Item = T>,
    mut sink: impl FnMut(&[u8]),
) {
    let framing = Framing::new(build, run);
    messages(build, run, port, |message| sink(&codec::encode(message, &framing)));
}
