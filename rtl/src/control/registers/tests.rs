// SPDX-License-Identifier: Apache-2.0
//! The registers against their description.

use super::*;
use crate::bench::{settle, Clocked};
use tracewright_config::{Encoder, ImplicitReturn, SinkKind};

fn write(registers: &mut Registers, addr: usize, value: u32) {
    registers.bus_addr.next = addr.to_bits();
    registers.bus_wdata.next = value.to_bits();
    registers.bus_write.next = true;
    settle(registers);
    registers.tick();
    registers.bus_write.next = false;
    settle(registers);
}

fn read(registers: &mut Registers, addr: usize) -> u32 {
    registers.bus_addr.next = addr.to_bits();
    settle(registers);
    registers.bus_rdata.val().to_u64() as u32
}

fn registers(build: &Build) -> Registers {
    let mut registers = Registers::new(build).reset();
    registers.empty.next = true;
    settle(&mut registers);
    registers
}

fn builds() -> Vec<Build> {
    let mut without_stall = Build::default();
    without_stall.encoder.stall = false;
    let mut stream = Build::default();
    stream.sink.kind = SinkKind::Stream;
    vec![Build::default(), without_stall, stream, full(), one_mode()]
}

/// Every option, and every choice of a mode.
fn full() -> Build {
    let mut build = Build::default();
    build.ingress.triggers = true;
    build.encoder = Encoder {
        modes: Modes::Both,
        context: true,
        src_bits: 10,
        src_id: 0x2A5,
        external_triggers: 3,
        implicit_return: ImplicitReturn::Partial,
        sequential_jump: true,
        all_jumps: true,
        repeated_history: true,
        extended_address: true,
        ..build.encoder
    };
    build
}

/// Some options, and branch trace alone.
fn one_mode() -> Build {
    let mut build = Build::default();
    build.encoder = Encoder {
        modes: Modes::Btm,
        repeat_branch: true,
        implicit_return: ImplicitReturn::Full,
        external_triggers: 8,
        ..build.encoder
    };
    build
}

const OFFSETS: [usize; 4] = [TE_CONTROL, TE_IMPL, TE_INST_FEATURES, X_TRIG_IN_CONTROL];

#[test]
fn every_field_of_the_description_resets_holds_and_refuses_as_described() {
    for build in builds() {
        let features = build.features();
        for register in REGISTERS.iter().filter(|r| OFFSETS.contains(&r.offset)) {
            let mut hardware = registers(&build);
            assert_eq!(read(&mut hardware, register.offset), register.reset(&features), "{}", register.name);
            if !register.present(&features) {
                continue;
            }
            for field in register.fields {
                for value in (0..=field.max().min(15)).chain([field.max(), field.max() & 0x5555_5555]) {
                    let mut hardware = registers(&build);
                    write(&mut hardware, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE);
                    let before = read(&mut hardware, register.offset);
                    write(&mut hardware, register.offset, field.set(before, value));
                    let writable = field.access != Access::ReadOnly && field.legal(&features).allows(value);
                    let expected = if writable { value } else { field.get(before) };
                    let after = read(&mut hardware, register.offset);
                    assert_eq!(field.get(after), expected, "{} = {value:#x} ({build:?})", field.name);
                    let inactive = field.lsb == TE_CONTROL_TE_ACTIVE && register.offset == TE_CONTROL;
                    if !inactive {
                        assert_eq!(after & !field.mask(), before & !field.mask(), "{} touches others", field.name);
                    }
                }
            }
        }
    }
}

#[test]
fn options_reset_with_the_encoder() {
    let mut hardware = registers(&full());
    let reset = OFFSETS.map(|offset| read(&mut hardware, offset));
    write(&mut hardware, TE_CONTROL, 1);
    for offset in OFFSETS {
        write(&mut hardware, offset, 0x00FF_433F);
    }
    write(&mut hardware, TE_CONTROL, 0xAB3B);
    assert!(OFFSETS.iter().zip(reset).all(|(offset, reset)| read(&mut hardware, *offset) != reset));
    write(&mut hardware, TE_CONTROL, 0xAB3A);
    hardware.tick();
    assert_eq!(OFFSETS.map(|offset| read(&mut hardware, offset)), reset);
}

#[test]
fn the_encoder_sees_every_option() {
    let mut hardware = registers(&full());
    let seen = |r: &Registers| {
        let bits = [
            &r.btm,
            &r.context_enable,
            &r.trigger_enable,
            &r.src_inhibit,
            &r.sequential_jump,
            &r.repeated_history,
            &r.all_jumps,
            &r.extend,
            &r.implicit_return,
        ];
        (
            bits.map(|bit| bit[0].val()),
            r.src_id[0].val().to_u64(),
            [0, 1, 2].map(|i| r.external_action[i].val().to_u64()),
        )
    };
    assert_eq!(seen(&hardware), ([false; 9], 0x2A5, [0; 3]));
    write(&mut hardware, TE_CONTROL, 1);
    for (i, (offset, value)) in [
        (TE_CONTROL, 1 | 3 << TE_CONTROL_TE_INST_MODE),
        (TE_CONTROL, 1 | 1 << TE_CONTROL_TE_CONTEXT),
        (TE_CONTROL, 1 | 1 << TE_CONTROL_TE_INST_TRIG_EN),
        (TE_CONTROL, 1 | 1 << TE_CONTROL_TE_INHIBIT_SRC),
        (TE_INST_FEATURES, 1 << TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP),
        (TE_INST_FEATURES, 1 << TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY),
        (TE_INST_FEATURES, 1 << TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS),
        (TE_INST_FEATURES, 1 << TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB),
        (TE_INST_FEATURES, 1 << TE_INST_FEATURES_TE_INST_EN_CALL_STACK),
        (TE_INST_FEATURES, 2 << TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE),
    ]
    .into_iter()
    .enumerate()
    {
        write(&mut hardware, TE_CONTROL, 1 | 6 << TE_CONTROL_TE_INST_MODE);
        write(&mut hardware, TE_INST_FEATURES, 0);
        write(&mut hardware, offset, value);
        assert_eq!(seen(&hardware).0, [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|bit| bit == i.min(8)), "{i}");
    }
    write(&mut hardware, TE_INST_FEATURES, 0x155 << TE_INST_FEATURES_TE_SRC_ID);
    write(&mut hardware, X_TRIG_IN_CONTROL, 0x234);
    assert_eq!(seen(&hardware).1, 0x155);
    assert_eq!(read(&mut hardware, TE_IMPL) >> TE_IMPL_TE_SRC_ID & 0xF, 5);
    assert_eq!(seen(&hardware).2, [4, 3, 2]);
}

#[test]
fn triggers_start_and_stop_tracing_whatever_is_written_in_that_cycle() {
    for (set, clear, before, written, after) in [
        (true, false, false, false, true),
        (false, true, true, true, false),
        (true, true, true, true, false),
        (false, false, true, false, false),
        (false, false, false, true, true),
    ] {
        let mut hardware = registers(&full());
        write(&mut hardware, TE_CONTROL, 0b001);
        write(&mut hardware, TE_CONTROL, 0b011 | u32::from(before) << TE_CONTROL_TE_INST_TRACING);
        hardware.tracing_set[0].next = set;
        hardware.tracing_clear[0].next = clear;
        write(&mut hardware, TE_CONTROL, 0b011 | u32::from(written) << TE_CONTROL_TE_INST_TRACING);
        assert_eq!(hardware.tracing.val(), after, "set {set}, clear {clear}, {before} before, {written} written");
        assert!(hardware.enable.val());
    }
}

#[test]
fn a_full_buffer_stops_tracing_even_if_a_trigger_starts_it() {
    let mut hardware = registers(&full());
    write(&mut hardware, TE_CONTROL, 0b001);
    write(&mut hardware, TE_CONTROL, 0b111);
    hardware.stop.next = true;
    hardware.tracing_set[0].next = true;
    settle(&mut hardware);
    hardware.tick();
    assert!(!hardware.enable.val() && !hardware.tracing.val());
}

#[test]
fn inactive_resets_and_ignores() {
    let mut hardware = registers(&Build::default());
    let reset = read(&mut hardware, TE_CONTROL);
    write(&mut hardware, TE_CONTROL, 0xFFFF_FFFE);
    assert_eq!(read(&mut hardware, TE_CONTROL), reset);
    write(&mut hardware, TE_CONTROL, 1);
    write(&mut hardware, TE_CONTROL, 0xFFFF_FFFF);
    assert!(hardware.enable.val() && hardware.tracing.val() && hardware.stall_enable.val());
    write(&mut hardware, TE_CONTROL, 0);
    hardware.tick();
    assert_eq!(read(&mut hardware, TE_CONTROL), reset);
}

#[test]
fn stall_or_overflow_sticks_until_enabled_again() {
    let sticky = 1 << TE_CONTROL_TE_INST_STALL_OR_OVERFLOW;
    for cause in [|r: &mut Registers, on| r.stall.next = on, |r: &mut Registers, on| r.error_sent.next = on] {
        let mut hardware = registers(&Build::default());
        write(&mut hardware, TE_CONTROL, 0b001);
        write(&mut hardware, TE_CONTROL, 0b011);
        cause(&mut hardware, true);
        settle(&mut hardware);
        hardware.tick();
        cause(&mut hardware, false);
        settle(&mut hardware);
        assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0);
        write(&mut hardware, TE_CONTROL, 0b011);
        assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0, "already enabled");
        write(&mut hardware, TE_CONTROL, 0b001);
        assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0, "disabling does not clear it");
        write(&mut hardware, TE_CONTROL, 0b011);
        assert_eq!(read(&mut hardware, TE_CONTROL) & sticky, 0);
    }
}

#[test]
fn a_full_buffer_stops_tracing() {
    let mut hardware = registers(&Build::default());
    write(&mut hardware, TE_CONTROL, 0b001);
    write(&mut hardware, TE_CONTROL, 0b111);
    hardware.stop.next = true;
    settle(&mut hardware);
    hardware.tick();
    assert!(hardware.active.val() && !hardware.enable.val() && !hardware.tracing.val());
}
