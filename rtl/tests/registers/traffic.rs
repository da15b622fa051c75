// SPDX-License-Identifier: Apache-2.0
//! Random accesses and random hardware, against the reference in the simulator, and against the Verilog.

use crate::builds::{cases, Case};
use crate::device::{Cycle, Device};
use crate::reference::Reference;
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_rtl::control::{Registers, Surroundings};
use verilator_sys::differential::{Batch, Random};

/// Cycles against the reference, for each build.
const CYCLES: usize = 10_000;
/// Cycles against the Verilog, for all builds together.
const VERILOG_CYCLES: usize = 2000;

/// Mostly the offset of a register.
fn offset(random: &mut Random, case: &Case) -> usize {
    match random.rarely(20) {
        true => random.below(1024) as usize * 4,
        false => case.list[random.below(case.list.len() as u64) as usize].offset,
    }
}

/// Data that mostly keeps an Active bit set.
fn data(random: &mut Random) -> u32 {
    let active = u32::from(!random.rarely(20));
    let mask = if random.rarely(3) { 0 } else { random.below(1 << 32) as u32 };
    random.below(1 << 32) as u32 & mask | active
}

fn strobe(random: &mut Random) -> u8 {
    match random.rarely(3) {
        true => random.below(16) as u8,
        false => 0xF,
    }
}

#[test]
fn random_accesses_agree_with_the_reference() {
    for (seed, case) in cases().iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut device = Device::new(case.list, &case.features, true);
        let inputs = device.inputs();
        let mut reference = Reference::new(case.list, &case.features, inputs.clone());
        for number in 0..CYCLES {
            let value = |random: &mut Random| if random.rarely(4) { random.below(1 << 32) as u32 } else { 0 };
            let cycle = Cycle {
                offset: offset(&mut random, case),
                write: random.bit().then(|| (data(&mut random), strobe(&mut random))),
                read: random.bit(),
                inputs: inputs.iter().map(|input| (*input, value(&mut random))).collect(),
                locked: random.rarely(200),
            };
            let expected = reference.read(&cycle);
            assert_eq!(device.cycle(&cycle), expected, "{}, cycle {number}: {cycle:x?}", case.name);
            reference.edge(&cycle);
        }
    }
}

#[test]
fn registers_mean_the_same_in_verilog() {
    let mut batch = Batch::new(&[]);
    for (number, case) in cases().into_iter().enumerate() {
        let surroundings = Surroundings {
            reset: if number % 2 == 0 { Reset::Async } else { Reset::Sync },
            lock: number % 3 == 0,
            te_active_follows: number % 4 < 2,
            ts_active_follows: number % 4 > 1,
            triggers: number % 3 > 0,
            source_port: number % 5 > 2,
            sinks_follow: number % 8 < 5,
        };
        let registers = Registers::new(case.list, &case.features, &surroundings);
        batch.add_clocked(
            &format!("registers_{}", case.name),
            registers,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = r.reset();
                x.bus.addr.next = offset(r, &case).to_bits();
                x.bus.write.next = r.bit();
                x.bus_read.next = r.bit();
                x.bus.wdata.next = data(r).to_bits();
                x.bus.strobe.next = strobe(r).to_bits();
                x.locked.next = r.rarely(200);
                x.te_src_id_reset.next = u64::from(case.features.defaults.src_id).to_bits();
                for active in [&mut x.te_active, &mut x.ts_active, &mut x.sinks.atb_active, &mut x.sinks.pib_active] {
                    active.next = !r.rarely(20);
                }
                for bit in [
                    &mut x.te_enable_clear,
                    &mut x.te_inst_tracing_set,
                    &mut x.te_inst_tracing_clear,
                    &mut x.te_inst_stall_or_overflow_set,
                    &mut x.te_empty,
                    &mut x.sinks.te_wrap,
                    &mut x.sinks.sba_error_set,
                    &mut x.sinks.sba_no_buffer,
                    &mut x.sinks.atb_empty,
                    &mut x.sinks.pib_empty,
                    &mut x.tf_enable_clear,
                    &mut x.tf_empty,
                ] {
                    bit.next = r.rarely(4);
                }
                x.sinks.sba_response.next = r.bits();
                (x.sinks.te_ram_wp.next, x.sinks.te_ram_rp.next) = (r.bits(), r.bits());
                (x.ts_lower.next, x.ts_upper.next) = (r.bits(), r.bits());
            },
        );
    }
    if let Err(error) = batch.run(VERILOG_CYCLES, 3) {
        panic!("{error}");
    }
}
