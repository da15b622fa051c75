// SPDX-License-Identifier: Apache-2.0
//! The Verilog of the bench: modules as they are, and those that depend on the build.

mod around;
mod check;
mod columns;
pub(super) mod connections;
mod hart;
mod listing;
mod parts;
mod sinks;
mod top;

use crate::bench::plan::Plan;
use crate::bench::{Error, Example, EXAMPLE, TOP};
use tracewright_config::{Adapter, Build, BusKind, PibMode, SbaBus, SinkKind};

const BUS_APB4: &str = include_str!("../../../verilog/bus_apb4.v");
const BUS_AXI4_LITE: &str = include_str!("../../../verilog/bus_axi4_lite.v");
const BUS_WISHBONE: &str = include_str!("../../../verilog/bus_wishbone.v");
const BUS_TILELINK_UL: &str = include_str!("../../../verilog/bus_tilelink_ul.v");
const SRAM: &str = include_str!("../../../verilog/sram.v");
const MEMORY_AXI4: &str = include_str!("../../../verilog/memory_axi4.v");
const MEMORY_TILELINK_UL: &str = include_str!("../../../verilog/memory_tilelink_ul.v");
const MEMORY_WISHBONE: &str = include_str!("../../../verilog/memory_wishbone.v");
const PINS_MANCHESTER: &str = include_str!("../../../verilog/pins_manchester.v");
const PINS_UART: &str = include_str!("../../../verilog/pins_uart.v");
const PINS_PARALLEL: &str = include_str!("../../../verilog/pins_parallel.v");
const ATB: &str = include_str!("../../../verilog/atb.v");
const STREAM: &str = include_str!("../../../verilog/stream.v");
const RVFI_CHECK: &str = include_str!("../../../verilog/rvfi_check.v");

/// Names and texts of the modules, the top first.
pub(crate) fn modules(
    build: &Build,
    plan: &Plan,
    example: Option<&Example>,
    banner: &str,
) -> Result<Vec<(&'static str, String)>, Error> {
    let bus = match build.bus.kind {
        BusKind::Apb4 => BUS_APB4,
        BusKind::Axi4Lite => BUS_AXI4_LITE,
        BusKind::Wishbone => BUS_WISHBONE,
        BusKind::TileLinkUl => BUS_TILELINK_UL,
    };
    let memory = match build.sink.sba_bus {
        SbaBus::Axi4 => MEMORY_AXI4,
        SbaBus::TileLinkUl => MEMORY_TILELINK_UL,
        SbaBus::Wishbone => MEMORY_WISHBONE,
    };
    let pins = match plan.run.pib_mode_of(build) {
        PibMode::Manchester => PINS_MANCHESTER,
        PibMode::Uart => PINS_UART,
        _ => PINS_PARALLEL,
    };
    let mut modules = vec![
        (TOP, with_banner(&top::text(build, plan)?, banner)),
        ("tw_bench_bus", with_banner(&parts::put_in(bus), banner)),
        ("tw_bench_hart", with_banner(&hart::text(build, plan), banner)),
        ("tw_bench_check", with_banner(&check::text(build, plan), banner)),
    ];
    modules.extend(example.map(|example| (EXAMPLE, with_banner(&example.text(build, &plan.run), banner))));
    let has = |kind| build.sink.has(kind);
    let parts = [
        (build.ingress.adapter == Adapter::Rvfi, "tw_rvfi_check", RVFI_CHECK),
        (has(SinkKind::Sram) && build.sink.sram_macro, "tw_bench_sram", SRAM),
        (has(SinkKind::Sba), "tw_bench_memory", memory),
        (has(SinkKind::Pib), "tw_bench_pins", pins),
        (has(SinkKind::Atb), "tw_bench_atb", ATB),
        (has(SinkKind::Stream), "tw_bench_stream", STREAM),
    ];
    let built = parts.into_iter().filter(|(is_built, ..)| *is_built);
    modules.extend(built.map(|(_, name, text)| (name, with_banner(&parts::put_in(text), banner))));
    Ok(modules)
}

/// `text` with a line after its first comment, which says what it is; what it says of itself as a source is left out.
pub(super) fn with_banner(text: &str, banner: &str) -> String {
    let text = text.strip_prefix("// SPDX-License-Identifier: Apache-2.0\n").unwrap_or(text);
    let is_comment = |line: &&str| line.starts_with("//");
    let comment: usize = text.split_inclusive('\n').take_while(is_comment).map(str::len).sum();
    let (what, rest) = text.split_at(comment);
    format!("{what}// {banner}\n{rest}")
}

/// A constant of so many bits.
pub(super) fn constant(width: u32, value: u64) -> String {
    format!("{width}'h{value:X}")
}

/// The range of a signal, with a blank after it; nothing for a bit.
pub(crate) fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}
