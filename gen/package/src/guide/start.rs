// SPDX-License-Identifier: Apache-2.0
//! The first trace: what software writes.

use crate::sequence::Sequence;
use crate::Package;
use tracewright_config::SinkKind;

pub(crate) fn text(package: &Package) -> Result<String, String> {
    let Sequence { enable, disable } = Sequence::of(package)?;
    let kind = package.run.sink_of(package.build);
    let mut text = String::from("\n## The first trace\n");
    text += "What the driver does to trace as the configuration's `run` says, from reset; *until* is to read until \
        the fields are so. Registers are described in `registers/registers.md`.\n\n";
    text += &format!("Start:\n```\n{enable}```\nStop (Trace Control ch. 15):\n```\n{disable}```\n");
    text += match kind {
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
    };
    text += "\n`tracewright decode` makes executed addresses of it, from the configuration here and the program:\n";
    text +=
        "```\ntracewright decode --config configuration.toml --elf program.elf program.trace --output listing\n```\n";
    Ok(text)
}
