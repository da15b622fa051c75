// SPDX-License-Identifier: Apache-2.0
//! How to hook the control bus.

use super::ports::table;
use crate::Package;
use std::fmt::Write;
use tracewright_config::BusKind;

pub(crate) fn text(package: &Package) -> String {
    let build = package.build;
    let (start, name, rules) = match build.bus.kind {
        BusKind::Apb4 => (
            "APB4:",
            "APB4",
            "`pready` is low until the register was reached. `prdata`, `pready` and `pslverr` depend on `paddr` \
                (`pslverr` on `psel` and `penable`, too) within the cycle: an address that is no multiple of 4 is \
                answered at once, with `pslverr`. There is no `pprot`.",
        ),
        BusKind::Axi4Lite => (
            "AXI4-Lite:",
            "AXI4-Lite",
            "Address and data of a write may come in any order. `s_axi_awprot` and `s_axi_arprot` are ignored. The \
                answer is always OKAY; the low two address bits are ignored.",
        ),
        BusKind::Wishbone => (
            "Wishbone:",
            "Wishbone B4, classic",
            "`wb_adr` is the address of a byte (a bus of word addresses is shifted up by two). `wb_err` in place of \
                `wb_ack` answers an address that is no multiple of 4. `wb_stb` falls, or begins another access, in \
                the cycle after the answer.",
        ),
        BusKind::TileLinkUl => (
            "TileLink:",
            "TileLink-UL",
            "Get, PutFullData and PutPartialData of up to four bytes; all else is denied. One access at a time; the \
                answer is held until it is taken.",
        ),
    };
    let mut text = format!("\n## Control bus: {name}\n");
    let bytes = package.components.len() * 0x1000;
    writeln!(
        text,
        "32 data bits, 0x{bytes:X} bytes of addresses. Make them device memory: reading teRamData moves on."
    )
    .ok();
    text += &table(package, start);
    text += rules;
    text += " An access takes four cycles of `clk` inside, and those of the crossing if the bus has its own clock; \
        nothing waits for trace.\n";
    if build.bus.own_clock {
        text += "The bus is in `bus_clk`, whatever `clk` is; while `clk` stands still an access waits.\n";
    }
    if build.bus.lock {
        text +=
            "`debug_locked` high (it may change at any time): registers read 0, writes are ignored, trace is off. So \
             it is from reset on, until it has been low for two edges of `clk`: teImpl reads 0 until then.\n";
    }
    if build.scrubbed_words() > 0 {
        let words = build.scrubbed_words();
        text += &format!(
            "A lock, and a reset, overwrite the trace memory with 0: {words} cycles of `clk`, in which teRamData reads 0 and \
             trace waits.\n"
        );
    }
    text
}
