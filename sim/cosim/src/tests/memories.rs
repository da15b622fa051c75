// SPDX-License-Identifier: Apache-2.0
//! Trace memories as software of one's own uses them, on the simulated hardware.

use super::{design, plain_blocks, preset};
use crate::{from_blocks, run_software, BusError, Error, Hardware, Options};
use tracewright_config::{Build, Packer, SinkKind};
use tracewright_driver::{Driver, Mmio};
use tracewright_regmap::*;

/// Blocks of a hart: more than any of the runs here traces.
const BLOCKS: usize = 20_000;
/// Cycles that the hart runs at a time.
const CYCLES: u32 = 20;
/// As often, at most.
const LOOKS: u32 = 1000;

/// teControl: active, with branch history, stalling, a synchronising message for every 16, and with these bits besides.
fn control(sink: usize, bits: &[usize]) -> u32 {
    let bits = bits.iter().fold(1, |word, bit| word | 1 << bit);
    bits | ((TE_INST_MODE_HTM << TE_CONTROL_TE_INST_MODE) | (TE_SYNC_MODE_MESSAGES << TE_CONTROL_TE_SYNC_MODE)) as u32
        | ((TE_FORMAT_NEXUS << TE_CONTROL_TE_FORMAT) | (sink << TE_CONTROL_TE_SINK)) as u32
        | 1 << TE_CONTROL_TE_INST_STALL_EN
}

const TRACES: [usize; 2] = [TE_CONTROL_TE_ENABLE, TE_CONTROL_TE_INST_TRACING];

/// The registers, and a hart.
struct Software<'d, 'h>(&'d mut Driver<Hardware<'h>>);

impl Software<'_, '_> {
    fn read(&mut self, offset: usize) -> Result<u32, BusError> {
        self.0.registers().read(offset as u32)
    }

    fn write(&mut self, offset: usize, value: u32) -> Result<(), BusError> {
        self.0.registers().write(offset as u32, value)
    }

    fn run(&mut self) -> Result<bool, BusError> {
        self.0.registers().run(CYCLES)
    }

    /// Lets the hart run until teControl has this bit at this level.
    fn until(&mut self, bit: usize, level: u32) -> Result<(), BusError> {
        for _ in 0..LOOKS {
            if self.read(TE_CONTROL)? >> bit & 1 == level {
                return Ok(());
            }
            self.run()?;
        }
        panic!("bit {bit} of teControl does not become {level}");
    }

    /// Lets the hart run to its end, with the encoder off.
    fn end(mut self) -> Result<(), Error> {
        self.write(TE_CONTROL, 0)?;
        while self.run()? {}
        Ok(())
    }
}

fn software(build: &Build, software: impl FnOnce(&mut Software) -> Result<(), Error>) {
    let source = from_blocks(plain_blocks(build, BLOCKS));
    let ran = run_software(&design(build, None), source, Options::default(), |driver| {
        let mut registers = Software(driver);
        software(&mut registers)?;
        registers.end()
    });
    ran.unwrap_or_else(|error| panic!("{error}"));
}

fn memory_of(width: u32, packer: Packer) -> Build {
    let mut build = preset("mcu");
    build.sink.kind = SinkKind::Sba.into();
    build.encoder.packer = packer;
    (build.sink.sba_width, build.sink.sba_address) = (width, 32);
    build
}

/// Each of several runs is stopped where the buffer wraps, though teWrap stays 1 from the first one on.
fn stops_every_run(build: &Build, sink: usize, base: u32, limit: u32) {
    software(build, |registers| {
        registers.write(TE_CONTROL, control(sink, &[]))?;
        registers.write(TE_RAM_BASE, base)?;
        registers.write(TE_RAM_LIMIT, limit)?;
        registers.write(TE_RAM_WP, base)?;
        for _ in 0..3 {
            registers.write(TE_CONTROL, control(sink, &[&TRACES[..], &[TE_CONTROL_TE_STOP_ON_WRAP]].concat()))?;
            registers.until(TE_CONTROL_TE_ENABLE, 0)?;
            registers.until(TE_CONTROL_TE_EMPTY, 1)?;
            assert_eq!(registers.read(TE_RAM_WP)?, base | 1, "the buffer is full, and nothing more");
        }
        Ok(())
    });
}

#[test]
fn stop_on_wrap_stops_every_run() {
    let mut sram = preset("micro");
    sram.sink.sram_bytes = 256;
    stops_every_run(&sram, TE_SINK_SRAM, 0, 0xFC);
    stops_every_run(&memory_of(32, Packer::Byte), TE_SINK_SBA, 0x8000_0100, 0x8000_017C);
}

/// sbaNoBuffer.
fn has_no_buffer(registers: &mut Software) -> Result<bool, BusError> {
    Ok(registers.read(TE_SBA_STATUS)? >> TE_SBA_STATUS_SBA_NO_BUFFER & 1 != 0)
}

/// Lets the hart run for a while.
fn a_while(registers: &mut Software) -> Result<(), BusError> {
    (0..50).try_for_each(|_| registers.run().map(drop))
}

#[test]
fn nothing_is_written_without_a_buffer_and_trace_waits_for_one() {
    for (width, packer) in [(32, Packer::Byte), (64, Packer::Double), (128, Packer::Word)] {
        software(&memory_of(width, packer), |registers| {
            registers.write(TE_CONTROL, 1)?;
            registers.write(TE_CONTROL, control(TE_SINK_SBA, &TRACES))?;
            // Neither is written, one of them, and a limit below the base; the memory refuses every word.
            for (register, value) in [(TE_RAM_WP, 0x8000_0000), (TE_RAM_LIMIT, 0x8000_00FC), (TE_RAM_BASE, 0x8000_0100)]
            {
                assert!(has_no_buffer(registers)?);
                a_while(registers)?;
                registers.write(register, value)?;
            }
            assert!(has_no_buffer(registers)?);
            a_while(registers)?;
            let control = registers.read(TE_CONTROL)?;
            assert_eq!(
                (control >> TE_CONTROL_TE_INST_STALL_OR_OVERFLOW & 1, control >> TE_CONTROL_TE_EMPTY & 1),
                (1, 0)
            );
            assert_eq!(registers.read(TE_RAM_WP)?, 0x8000_0000, "it has not moved");
            registers.write(TE_RAM_LIMIT, 0x8000_017C)?;
            assert!(!has_no_buffer(registers)?);
            a_while(registers)?;
            assert_ne!(registers.read(TE_RAM_WP)?, 0x8000_0000, "trace goes on");
            // Once more without one: it can't be drained, but be given up.
            registers.write(TE_RAM_LIMIT, 0)?;
            a_while(registers)?;
            registers.write(TE_CONTROL, 1)?;
            a_while(registers)?;
            assert_eq!(registers.read(TE_CONTROL)? >> TE_CONTROL_TE_EMPTY & 1, 0);
            registers.write(TE_CONTROL, 0)?;
            a_while(registers)?;
            assert_eq!(registers.read(TE_CONTROL)? >> TE_CONTROL_TE_EMPTY & 1, 1);
            Ok(())
        });
    }
}

#[test]
fn a_buffer_has_whole_words_within_what_was_written() {
    for (width, packer, base, limit, first, last) in [
        (64, Packer::Word, 0x8000_1000_u32, 0x8000_103B_u32, 0x8000_1000_u32, 0x8000_1030_u32),
        (64, Packer::Byte, 0x8000_1004, 0x8000_1040, 0x8000_1008, 0x8000_1038),
        (128, Packer::Double, 0x8000_1006, 0x8000_1048, 0x8000_1010, 0x8000_1030),
        (32, Packer::Word, 0x8000_1003, 0x8000_1023, 0x8000_1000, 0x8000_1020),
    ] {
        software(&memory_of(width, packer), |registers| {
            registers.write(TE_CONTROL, control(TE_SINK_SBA, &[]))?;
            registers.write(TE_RAM_BASE, base)?;
            registers.write(TE_RAM_LIMIT, limit)?;
            registers.write(TE_RAM_WP, last)?;
            assert_eq!((registers.read(TE_RAM_BASE)?, registers.read(TE_RAM_LIMIT)?), (base & !3, limit & !3));
            assert!(!has_no_buffer(registers)?);
            registers
                .write(TE_CONTROL, control(TE_SINK_SBA, &[&TRACES[..], &[TE_CONTROL_TE_STOP_ON_WRAP]].concat()))?;
            registers.until(TE_CONTROL_TE_ENABLE, 0)?;
            registers.until(TE_CONTROL_TE_EMPTY, 1)?;
            assert_eq!(registers.read(TE_RAM_WP)?, first | 1, "after the last word comes the first one");
            registers.write(TE_CONTROL, control(TE_SINK_SBA, &TRACES))?;
            (0..10).try_for_each(|_| a_while(registers))?;
            Ok(())
        });
    }
}
