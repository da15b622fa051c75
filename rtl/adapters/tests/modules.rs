// SPDX-License-Identifier: Apache-2.0
//! The adapter in the simulator is its Verilog, whatever comes in, legal or not.

use rust_hdl_core::prelude::*;
use tracewright_adapters::{codes, Decode, Rvfi};
use tracewright_config::{Build, IngressForm, Reset};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 4000;

/// Instructions that matter, with random fields, and random ones.
fn instruction(random: &mut Random) -> u64 {
    let any = random.bits::<32>().to_u64();
    match random.below(8) {
        0 => codes::INSN_ECALL as u64,
        1 => [0x0020_0073, 0x1020_0073, 0x3020_0073, 0x7020_0073, 0x0010_0073, 0x7B20_0073][random.below(6) as usize],
        2 => any & 0xFFFF_0000 | 0x9002 | any & 0x1080 | (any & 0x40) << 2,
        3 | 4 => {
            let link = [0, 1, 2, 5, 6][random.below(5) as usize] << 7 | [0, 1, 5, 9][random.below(4) as usize] << 15;
            let fields = if random.bit() { any & 0xFFF0_0000 | link } else { any & 0xFFFF_8F80 };
            fields | [0x63, 0x67, 0x6F, 0x0B][random.below(4) as usize] & 0x7F
        }
        5 => any & !3 | 1,
        _ => any,
    }
}

fn decode<const XLEN: usize>(batch: &mut Batch, name: &str, build: &Build) {
    batch.add(&format!("decode_{XLEN}_{name}"), Decode::<XLEN>::new(build), |x, r| {
        x.insn.next = instruction(r).to_bits();
        x.trap.next = r.rarely(8);
        let at: Bits<XLEN> = if r.bit() { r.any() } else { !bits::<XLEN>(0) << bits::<XLEN>(r.below(9)) };
        x.pc_rdata.next = at;
        x.pc_wdata.next = match r.below(4) {
            0 => r.any(),
            1 => (at + bits::<XLEN>(2)) ^ (bits::<XLEN>(1) << bits::<XLEN>(r.below(XLEN as u64))),
            2 => at + bits::<XLEN>(4),
            _ => at + bits::<XLEN>(2),
        };
    });
}

fn rvfi<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize>(
    batch: &mut Batch,
    name: &str,
    mut build: Build,
) {
    (build.xlen, build.ingress.blocks) = (XLEN as u32, N as u32);
    batch.add_clocked(
        &format!("rvfi_{XLEN}_{N}_{name}"),
        Rvfi::<XLEN, N, INSN, MODE, PC>::new(&build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            x.rvfi_valid.next = if r.bit() { r.any() } else { bits(0) };
            let insns = (0..N).fold(bits::<INSN>(0), |all, n| {
                all | instruction(r).to_bits::<INSN>() << (32 * n as u64).to_bits::<8>()
            });
            x.rvfi_insn.next = insns;
            x.rvfi_trap.next = r.any::<Bits<N>>() & r.any::<Bits<N>>();
            x.rvfi_halt.next = if r.rarely(10) { r.any() } else { bits(0) };
            x.rvfi_intr.next = r.any::<Bits<N>>() & r.any::<Bits<N>>();
            x.rvfi_mode.next = if r.rarely(3) { r.any() } else { bits(0) };
            x.return_mode.next = if r.rarely(3) { r.any() } else { bits(0) };
            x.debug_mode.next = if r.rarely(8) { r.any() } else { bits(0) };
            let at: Bits<PC> = r.any();
            x.rvfi_pc_rdata.next = at;
            x.rvfi_pc_wdata.next = if r.bit() { at ^ bits::<PC>(6) } else { r.any() };
        },
    );
}

/// A build with this port.
fn build(form: IngressForm, itype_width: u32, context: bool, reset: Reset) -> Build {
    let mut build = Build { reset, ..Build::default() };
    (build.ingress.form, build.ingress.itype_width) = (form, itype_width);
    build.encoder.context = context;
    build
}

#[test]
fn the_modules_mean_the_same_in_verilog() {
    let block = build(IngressForm::Block, 4, false, Reset::Async);
    let modes = build(IngressForm::Block, 4, true, Reset::Sync);
    let single = build(IngressForm::Single, 3, false, Reset::Async);
    let addresses = |build: &Build| {
        let mut build = build.clone();
        build.ingress.interrupt_address = true;
        build
    };
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (name, build) in [("four", &block), ("three", &single)] {
        decode::<32>(&mut batch, name, build);
        decode::<64>(&mut batch, name, build);
    }
    decode::<32>(&mut batch, "returns", &addresses(&modes));
    let (block_addresses, mode_addresses) = (addresses(&block), addresses(&modes));
    let builds = [
        ("block", &block),
        ("modes", &modes),
        ("single", &single),
        ("block_addresses", &block_addresses),
        ("mode_addresses", &mode_addresses),
    ];
    for (name, build) in builds {
        rvfi::<32, 1, 32, 2, 32>(&mut batch, name, build.clone());
        rvfi::<32, 2, 64, 4, 64>(&mut batch, name, build.clone());
    }
    rvfi::<32, 4, 128, 8, 128>(&mut batch, "modes", modes.clone());
    rvfi::<64, 1, 32, 2, 64>(&mut batch, "modes", modes.clone());
    rvfi::<64, 2, 64, 4, 128>(&mut batch, "block", block);
    rvfi::<64, 4, 128, 8, 256>(&mut batch, "modes", modes);
    rvfi::<64, 4, 128, 8, 256>(&mut batch, "mode_addresses", mode_addresses);
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}
