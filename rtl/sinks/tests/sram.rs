// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink in the simulator is its Verilog, for every width, inside and outside, with whatever may come in.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Reset};
use tracewright_regmap::{ALL_CONSTANTS, TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};
use tracewright_sinks::SramSink;
use verilator_sys::differential::{Batch, Random};

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [TE_RAM_WP, TE_RAM_RP, TE_RAM_LIMIT, TE_RAM_DATA, TE_RAM_DATA, TE_RAM_DATA];
    match random.rarely(8) {
        true => random.bits(),
        false => offsets[random.below(offsets.len() as u64) as usize].to_bits(),
    }
}

fn add<const IN: usize>(batch: &mut Batch, width: u32, outside: bool, reset: Reset) {
    let mut build = Build { reset, ..Build::default() };
    build.sink.sram_bytes = 256;
    build.sink.sram_width = width;
    build.sink.sram_macro = outside;
    build.bus.lock = width != 64;
    let name = format!("sram_{IN}_{width}_{}", if outside { "outside" } else { "inside" });
    batch.add_clocked(
        &name,
        SramSink::<IN>::new(&build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            x.clear.next = r.rarely(100);
            x.locked.next = r.rarely(100);
            x.unit.valid.next = r.any();
            x.unit.data.next = r.any();
            x.unit.bytes.next = r.any();
            x.flush.next = r.rarely(10);
            x.stop_on_wrap.next = r.any();
            x.enable.next = r.any();
            x.bus_addr.next = offset(r);
            x.bus_write.next = r.rarely(4);
            x.bus_prepare.next = r.rarely(4);
            x.bus_read.next = r.rarely(4);
            x.bus_wdata.next = r.any();
            x.bus_write_at.next = r.any();
            x.bus_strobe.next = r.any();
            x.te_ram_limit.next = if r.bit() { bits(0xFC) } else { r.any() };
            x.sram.read_data.next = r.any();
        },
    );
}

#[test]
fn the_sram_sink_means_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    for (width, reset) in [(32, Reset::Async), (64, Reset::Sync), (128, Reset::Async)] {
        add::<8>(&mut batch, width, false, reset);
        add::<8>(&mut batch, width, true, reset);
        add::<32>(&mut batch, width, false, reset);
        add::<32>(&mut batch, width, true, reset);
    }
    for width in [64, 128] {
        add::<64>(&mut batch, width, false, Reset::Async);
        add::<64>(&mut batch, width, true, Reset::Sync);
    }
    if let Err(error) = batch.run(3000, 5) {
        panic!("{error}");
    }
}
