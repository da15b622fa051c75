// SPDX-License-Identifier: Apache-2.0
//! The tables of Trace Protocol Appendix C, byte for byte. Register addresses are in hexadecimal, as are all bytes: a0
//! is `0a 10`, which the document prints as `10 10`, and the identifier of pc is `0a`. The 32-bit instruction of
//! Table C.5 has opcode 11.

use super::{bytes, encoder, RV64GC};
use tracewright_model::tandem::Settings;
use tracewright_tandem::{csr, Retirement};

/// Addresses of instructions.
const PC: u64 = 0x8_1234;

/// An instruction at [`PC`] that leads to the next one.
fn straight(bits: u32, length: u8) -> Retirement {
    Retirement { pc: Some(PC + u64::from(length)), instruction: Some((bits, length)), ..Retirement::default() }
}

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn tandem_table_c_1_add() {
    let add = Retirement { gpr: Some((3, 0x1234)), ..straight(0x0062_81B3, 4) };
    assert_eq!(bytes(PC, &add), hex("01 03 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02"));
}

#[test]
fn tandem_table_c_2_jr() {
    let jr = Retirement { pc: Some(0x0C00_0100), ..straight(0x1001_0067, 4) };
    assert_eq!(bytes(PC, &jr), hex("01 07 0a 00 01 00 0c 00 00 00 00 11 67 00 01 10 02"));
}

#[test]
fn tandem_table_c_3_fadd() {
    let fadd = Retirement { fpr: Some((7, 0xFFFF_FFFF_66FE_F4F9)), fcsr: Some(1), ..straight(0x0116_F3D3, 4) };
    let mut encoder = encoder(Settings::new(RV64GC), PC - 4);
    let before = Retirement { pc: Some(PC), fcsr: Some(0), ..Retirement::default() };
    let mut trace = vec![];
    encoder.retire(&before, &mut trace);
    encoder.flush(&mut trace);
    trace.clear();
    encoder.retire(&fadd, &mut trace);
    encoder.flush(&mut trace);
    assert_eq!(trace, hex("01 03 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff 06 03 00 01 02"));
}

#[test]
fn tandem_table_c_4_c_sub() {
    let sub = Retirement { gpr: Some((10, 0xFFFF_FFFF_1234_5678)), ..straight(0x8D0D, 2) };
    assert_eq!(bytes(PC, &sub), hex("01 03 10 0d 8d 04 0a 10 78 56 34 12 ff ff ff ff 02"));
}

#[test]
fn tandem_table_c_5_lw() {
    let (value, address) = (0x55AA_55AA_55AA_55AA, 0x0100_0008);
    let lw = Retirement { gpr: Some((4, value)), paddr: Some(address), ..straight(0x0082_A203, 4) };
    let expected = "01 03 11 03 a2 82 00 04 04 10 aa 55 aa 55 aa 55 aa 55 07 02 08 00 00 01 00 00 00 00 02";
    assert_eq!(bytes(PC, &lw), hex(expected));
}

#[test]
fn tandem_table_c_6_csrrc() {
    let mie = [Some((csr::MIE, 0x880)), None, None, None];
    let csrrc = Retirement { gpr: Some((9, 0x888)), csr: mie, ..straight(0x3045_B4F3, 4) };
    let expected = "01 03 11 f3 b4 45 30 04 09 10 88 08 00 00 00 00 00 00 04 04 03 80 08 00 00 00 00 00 00 02";
    assert_eq!(bytes(PC, &csrrc), hex(expected));
}

/// A trap into M-mode, with what its four CSRs have.
fn trap(epc: u64, cause: u64) -> Retirement {
    let csr = [(csr::MEPC, epc), (csr::MCAUSE, cause), (csr::MSTATUS, 0xA_0000_18B0), (csr::MTVAL, 0)];
    Retirement { pc: Some(0x1_0000), csr: csr.map(Some), privilege: Some(3), ..Retirement::default() }
}

#[test]
fn tandem_table_c_7_illegal_instruction() {
    let illegal = Retirement { instruction: Some((0, 4)), ..trap(PC, 2) };
    let expected = "01 07 0a 00 00 01 00 00 00 00 00 11 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00 \
                    04 42 03 02 00 00 00 00 00 00 00 04 00 03 b0 18 00 00 0a 00 00 00 \
                    04 43 03 00 00 00 00 00 00 00 00 07 01 03 02";
    assert_eq!(bytes(PC, &illegal), hex(expected));
}

#[test]
fn tandem_table_c_8_interrupt() {
    let expected = "01 07 0a 00 00 01 00 00 00 00 00 04 41 03 56 12 08 00 00 00 00 00 \
                    04 42 03 03 00 00 00 00 00 00 80 04 00 03 b0 18 00 00 0a 00 00 00 \
                    04 43 03 00 00 00 00 00 00 00 00 07 01 03 02";
    assert_eq!(bytes(0x8_1256, &trap(0x8_1256, 1 << 63 | 3)), hex(expected));
}
