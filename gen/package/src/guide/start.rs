// SPDX-License-Identifier: Apache-2.0
//! The first trace: what software writes.

use super::sinks::name;
use crate::sequence::{listing, Sequence};
use crate::Package;
use tracewright_config::{Run, RunSink, SinkKind};

pub(crate) fn text(package: &Package) -> Result<String, String> {
    let mut text = String::from("\n## The first trace\n");
    text += "What the driver does to trace as the configuration's `run` says, from reset; *until* is to read until \
        the fields are so. Registers are described in `registers/registers.md`. `software/` has start, stop and \
        read_trace for the sink of `run` over two functions of your bus, in C, as Verilog tasks and as coroutines for \
        cocotb.\n";
    let used = package.run.sink_of(package.build);
    let sinks = package.build.sinks();
    let others = sinks.iter().filter(|kind| *kind != used);
    for kind in [used].into_iter().chain(others) {
        let heading = match sinks.count() {
            1 => String::new(),
            _ if kind == used => format!("\n### To {}\nThe sink of `run`.\n", name(kind)),
            _ => format!("\n### To {}\nWith `run.sink` changed to it.\n", name(kind)),
        };
        let run = Run { sink: RunSink::Kind(kind), ..package.run.clone() };
        let Sequence { enable, disable } = Sequence::of(package.build, &run)?;
        let [enable, disable] = [listing(&enable), listing(&disable)];
        text += &format!("{heading}\nStart:\n```\n{enable}```\nStop (Trace Control ch. 15):\n```\n{disable}```\n");
        text += where_it_is(kind);
    }
    text += "\n## Decoding\n`tracewright decode` makes executed addresses of it, from the configuration here and the program";
    let command = "tracewright decode --config configuration.toml --elf program.elf program.trace --output listing";
    text += &match package.build.system.harts {
        1 => format!(":\n```\n{command}\n```\n"),
        harts => {
            let first = package.build.encoder.src_id;
            let commands: String = (0..harts).map(|hart| format!("{command} --src {}\n", first + hart)).collect();
            format!(", each hart by its teSrcID, here as it is after reset:\n```\n{commands}```\n")
        }
    };
    Ok(text)
}

/// Where the trace is when it has stopped.
fn where_it_is(kind: SinkKind) -> &'static str {
    match kind {
        SinkKind::Sram => {
            "The trace is then in the SRAM, oldest word first: if teWrap (bit 0 of teRamWP) is 0, from \
            0 to teRamWP; else from teRamWP to teRamLimit and from 0 to teRamWP. Write the first address to teRamRP, \
            then read teRamData, a word each time, lowest byte first.\n"
        }
        SinkKind::Sba => {
            "The trace is then in system memory: if teWrap (bit 0 of teRamWP) is 0, from teRamBase to \
            teRamWP; else from teRamWP to teRamLimit and from teRamBase to teRamWP.\n"
        }
        SinkKind::Pib => "The trace is what the probe received until pibEmpty.\n",
        SinkKind::Atb => "The trace is what left with this ID until atbEmpty.\n",
        SinkKind::Stream | SinkKind::Funnel => {
            "The trace is what left on the stream until teEmpty; bytes 0xFF \
            between messages are idle.\n"
        }
    }
}
