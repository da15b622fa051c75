// SPDX-License-Identifier: Apache-2.0
//! How to hook each sink that the build has.

use super::ports::table;
use crate::Package;
use std::fmt::Write;
use tracewright_config::{SbaBus, SinkKind};

/// What a sink is called.
pub(crate) fn name(kind: SinkKind) -> &'static str {
    match kind {
        SinkKind::Sram => "on-chip SRAM",
        SinkKind::Sba => "system memory",
        SinkKind::Pib => "pins",
        SinkKind::Atb => "the ATB",
        SinkKind::Stream => "a stream of bytes",
        SinkKind::Funnel => "a funnel",
    }
}

pub(crate) fn text(package: &Package) -> String {
    let sinks = package.build.sinks();
    let mut text = String::new();
    for kind in sinks.iter() {
        text += &match kind {
            SinkKind::Sram => sram(package),
            SinkKind::Sba => memory(package),
            SinkKind::Pib => pins(package),
            SinkKind::Atb => atb(package),
            SinkKind::Stream => stream(package),
            SinkKind::Funnel => String::new(),
        };
    }
    text
}

fn sram(package: &Package) -> String {
    let sink = &package.build.sink;
    let (bytes, width) = (sink.sram_bytes, sink.sram_width);
    let words = bytes * 8 / width;
    let mut text = String::from("\n## Sink: on-chip SRAM\n");
    if !sink.sram_macro {
        writeln!(
            text,
            "{bytes} bytes, {words} words of {width} bits in one single-port memory that synthesis \
            infers. There is nothing to connect: software reads the trace through teRamData."
        )
        .ok();
        return text;
    }
    writeln!(text, "A single-port memory of {words} words of {width} bits, outside:").ok();
    text += &table(package, "SRAM:");
    text += "```verilog\nalways @(posedge clk)\n  if (sram_enable) begin\n";
    match width / 32 {
        1 => {
            text += "    if (sram_write) memory[sram_address] <= sram_write_data;\n    else sram_read_data <= \
            memory[sram_address];\n"
        }
        lanes => {
            (0..lanes).for_each(|lane| {
                let low = lane * 32;
                writeln!(
                    text,
                    "    if (sram_write[{lane}]) memory[sram_address][{low} +: 32] <= \
                    sram_write_data[{low} +: 32];"
                )
                .ok();
            });
            text += "    if (sram_write == 0) sram_read_data <= memory[sram_address];\n";
        }
    }
    text += "  end\n```\n`sram_read_data` must hold until the next read. ";
    text += match package.build.bus.own_clock {
        true => "The outputs come from logic after registers.\n",
        false => "The outputs depend on inputs of the control bus within the cycle.\n",
    };
    text
}

fn memory(package: &Package) -> String {
    let sink = &package.build.sink;
    let (start, rules) = match sink.sba_bus {
        SbaBus::Axi4 => (
            "System memory, AXI4:",
            "A write master without read channels and IDs: tie AWID to 0, leave AR and R unused. Bursts are INCR, of \
                whole words, do not cross 4 KiB, and one is under way at a time; all data of a burst is there when \
                its address is valid. AWCACHE 0011, AWPROT 010.",
        ),
        SbaBus::TileLinkUl => (
            "System memory, TileLink:",
            "PutFullData of a word, source 0, one under way at a time. `m_tl_d_ready` is high from the cycle in \
                which the word is valid.",
        ),
        SbaBus::Wishbone => (
            "System memory, Wishbone:",
            "Classic writes of a word at the address of a byte. STB is low for a cycle between words, CYC between \
                bursts.",
        ),
    };
    let mut text = String::from("\n## Sink: system memory\n");
    writeln!(
        text,
        "A bus master of {} bits of data and {} of addresses, in `clk`. It writes between teRamBase and \
        teRamLimit and nowhere else.",
        sink.sba_width, sink.sba_address
    )
    .ok();
    text += &table(package, start);
    text += rules;
    text += " The slave may wait as long as it likes; a queue that fills meanwhile stalls the hart or loses trace. \
        Errors set sbaError of teSbaStatus.\n";
    text
}

fn pins(package: &Package) -> String {
    let sink = &package.build.sink;
    let mut text = String::from("\n## Sink: pins\n");
    text += &table(package, "Pins:");
    text += "Connect them to output pads as they are: each is a register; nothing may come between, so that they \
        leave together. Put those registers next to the pads.\n";
    text += "`pib_clk` sets the speed: a bit a cycle at most, divided by pibDivider + 1.\n";
    if sink.pib_modes.iter().any(|mode| mode.is_parallel()) {
        text += "A probe reads `tdata` at both edges of `tref`. They change together; with pibRefCenter `tref` has \
            its edges in the middle of a bit, at half the rate. The constraints hold `tdata` to within tw_pins_skew \
            of the edges of `tref`.\n";
    }
    if sink.pib_modes.iter().any(|mode| !mode.is_parallel()) {
        text += "UART and Manchester use `tdata[0]` alone. UART is 8 bits, no parity, a stop bit, idle high: an \
            ordinary serial adapter receives it.\n";
    }
    text
}

fn atb(package: &Package) -> String {
    let mut text = String::from("\n## Sink: ATB\n");
    text += &table(package, "ATB:");
    text += "ATB v1.1, in `atclk`; where there is no `atclken` tie it to 1, and `afvalid` and `syncreq` to 0 where \
        nobody asks. All outputs change with `atclken` only. Software sets atbId before anything is sent.\n";
    text
}

fn stream(package: &Package) -> String {
    let mut text = String::from("\n## Sink: stream\n");
    text += &table(package, "Stream sink:");
    text += "Ready/valid in `clk`: a word moves in a cycle with both; once valid it holds until it is taken. \
        `trace_valid` does not wait for `trace_ready`. A receiver that waits for long stalls the hart or loses \
        trace.\n";
    text
}
