// SPDX-License-Identifier: Apache-2.0
//! Tables of the funnel (Trace Control ch. 11), the pin interface block (Trace Control ch. 12) and the ATB sink
//! (Trace Control ch. 13).

use crate::features::{FULL, PIB, SRAM};
use tracewright_model::control::Mock;
use tracewright_regmap::*;

fn after(mock: &mut Mock, offset: usize, value: u32) -> u32 {
    mock.write(offset as u32, value);
    mock.read(offset as u32)
}

#[test]
fn tci_11_1_table_tf_control_and_tf_impl() {
    let mut mock = Mock::new(FUNNEL_REGISTERS, &FULL);
    // tfEmpty, tfStopOnWrap by default, the lowest sink.
    assert_eq!(mock.read(TF_CONTROL as u32), 0x4000_4008);
    assert_eq!(mock.read(TF_IMPL as u32), 0x11F1);
    assert_eq!(after(&mut mock, TF_CONTROL, 1), 0x4000_4009);
    let sinks = [5, 0, 9, 12, 15, 7].map(|sink| after(&mut mock, TF_CONTROL, sink << 28 | 3));
    assert_eq!(sinks, [0x5000_000B, 0x5000_000B, 0x5000_000B, 0xC000_000B, 0xC000_000B, 0x7000_000B]);
    let enable = mock.place("tfControl", "tfEnable").unwrap();
    mock.change(&[], &[enable]);
    assert_eq!(mock.read(TF_CONTROL as u32) & 3, 1);
    assert_eq!(after(&mut mock, TF_CONTROL, 0), 0x4000_4008);
}

#[test]
fn tci_ch_6_te_ram_registers_of_a_funnel_go_by_tf_active() {
    let mut mock = Mock::new(FUNNEL_REGISTERS, &SRAM);
    assert_eq!(after(&mut mock, TE_RAM_WP, 8), 0);
    after(&mut mock, TF_CONTROL, 1);
    assert_eq!(after(&mut mock, TE_RAM_WP, 8), 8);
    after(&mut mock, TF_CONTROL, 0);
    assert_eq!(mock.read(TE_RAM_WP as u32), 0);
}

#[test]
fn tci_12_1_pib_control_takes_modes_that_are_built() {
    let mut mock = Mock::encoder(&FULL);
    after(&mut mock, PIB_CONTROL, 1);
    let modes = [4, 5, 6, 8, 12, 13, 0].map(|mode| after(&mut mock, PIB_CONTROL, mode << 4 | 1) >> 4 & 0xF);
    assert_eq!(modes, [4, 5, 5, 8, 12, 12, 0]);
    let mut mock = Mock::encoder(&PIB);
    after(&mut mock, PIB_CONTROL, 1);
    assert_eq!(after(&mut mock, PIB_CONTROL, 8 << 4 | 1), 0x9);
    assert_eq!(after(&mut mock, PIB_CONTROL, 0xFFFF_035B), 0x5B);
}

#[test]
fn tci_12_1_pib_control_pib_ref_center_is_of_the_parallel_modes() {
    let mut mock = Mock::encoder(&FULL);
    after(&mut mock, PIB_CONTROL, 1);
    let mut set = |mode: u32| after(&mut mock, PIB_CONTROL, 1 << 8 | mode << 4 | 1) >> 8 & 1;
    assert_eq!([8, 4, 9, 0, 10, 5, 12].map(&mut set), [1, 0, 1, 0, 1, 0, 1]);
    // An illegal mode keeps the old one, and the bit with it.
    assert_eq!(set(13), 1);
}

#[test]
fn tci_12_1_pib_control_pib_divider_has_the_bits_that_are_built() {
    let mut mock = Mock::encoder(&FULL);
    assert_eq!(mock.read(PIB_CONTROL as u32), 77 << 16 | 8);
    after(&mut mock, PIB_CONTROL, 1);
    assert_eq!(after(&mut mock, PIB_CONTROL, 0xFFFF_0003), 0x1FFF_000B);
    assert_eq!(after(&mut mock, PIB_CONTROL, 0), 77 << 16 | 8);
}

#[test]
fn tci_ch_13_atb_control_keeps_its_id_while_it_is_active() {
    let mut mock = Mock::encoder(&FULL);
    assert_eq!(after(&mut mock, ATB_CONTROL, 0x5503), 0x0009);
    assert_eq!(after(&mut mock, ATB_CONTROL, 0x5503), 0x550B);
    assert_eq!(after(&mut mock, ATB_CONTROL, 0), 8);
}

#[test]
fn tci_ch_13_atb_control_refuses_ids_that_are_reserved() {
    let mut mock = Mock::encoder(&FULL);
    after(&mut mock, ATB_CONTROL, 1);
    let ids = [0x70, 0x7F, 0x01, 0x00, 0x6F, 0x70, 0x35].map(|id| after(&mut mock, ATB_CONTROL, id << 8 | 1) >> 8);
    assert_eq!(ids, [0, 0, 0x01, 0x01, 0x6F, 0x6F, 0x35]);
}

#[test]
fn tci_ch_6_te_sba_status_is_cleared_by_a_0_and_by_what_enables_the_component() {
    for (list, control) in [(REGISTERS, TE_CONTROL), (FUNNEL_REGISTERS, TF_CONTROL)] {
        let mut mock = Mock::new(list, &FULL);
        let error = mock.place("teSbaStatus", "sbaError").unwrap();
        mock.show(mock.place("teSbaStatus", "sbaResponse").unwrap(), SBA_RESPONSE_DECERR as u32);
        after(&mut mock, control, 1);
        assert_eq!(mock.read(TE_SBA_STATUS as u32), NO_BUFFER, "the response goes with the error");
        mock.change(&[error], &[]);
        assert_eq!(mock.read(TE_SBA_STATUS as u32), NO_BUFFER | 0b111);
        assert_eq!(after(&mut mock, TE_SBA_STATUS, 0), NO_BUFFER);
        mock.change(&[error], &[]);
        mock.write(control as u32, 3);
        assert_eq!(mock.read(TE_SBA_STATUS as u32), NO_BUFFER);
        mock.change(&[error], &[]);
        mock.write(control as u32, 3);
        assert_eq!(mock.read(TE_SBA_STATUS as u32), NO_BUFFER | 0b111, "the enable bit was 1 already");
        mock.write(control as u32, 0);
        assert_eq!(mock.read(TE_SBA_STATUS as u32), NO_BUFFER);
    }
}

/// sbaNoBuffer.
const NO_BUFFER: u32 = 1 << TE_SBA_STATUS_SBA_NO_BUFFER;

/// Base and limit as they are written, and whether there is a word of 4, 8 and 16 bytes between them.
const BUFFERS: [(u32, u32, [bool; 3]); 12] = [
    (0x8000_0000, 0x8000_0000, [true, false, false]),
    (0x8000_0000, 0x8000_0003, [true, false, false]),
    (0x8000_0000, 0x8000_0004, [true, true, false]),
    (0x8000_0000, 0x8000_000C, [true, true, true]),
    (0x8000_0004, 0x8000_000C, [true, true, false]),
    (0x8000_0004, 0x8000_0008, [true, false, false]),
    (0x8000_0007, 0x8000_0008, [true, false, false]),
    (0x8000_0004, 0x8000_0000, [false; 3]),
    (0x8000_0000, 0x7FFF_FFFC, [false; 3]),
    (0, 0, [true, false, false]),
    (0xFFFF_FFF0, 0xFFFF_FFFF, [true; 3]),
    (0xFFFF_FFFC, 0xFFFF_FFFC, [true, false, false]),
];

#[test]
fn tci_ch_6_te_sba_status_says_where_there_is_no_whole_word_from_base_to_limit() {
    for (base, limit, holds) in BUFFERS {
        for (holds, sba_word_bytes) in holds.into_iter().zip([4, 8, 16]) {
            for order in [[TE_RAM_BASE, TE_RAM_LIMIT], [TE_RAM_LIMIT, TE_RAM_BASE]] {
                let sinks = SinkFeatures { sba_bits: 64, sba_word_bytes, ..SinkFeatures::NONE };
                let mut mock = Mock::encoder(&Features::minimal(sinks));
                let mut seen = Vec::new();
                after(&mut mock, TE_CONTROL, 1);
                for register in order {
                    seen.push(mock.read(TE_SBA_STATUS as u32));
                    let value = if register == TE_RAM_BASE { base } else { limit };
                    assert_eq!(after(&mut mock, register, value), value & !3, "reads as it was written");
                }
                seen.push(mock.read(TE_SBA_STATUS as u32));
                after(&mut mock, TE_CONTROL, 0);
                after(&mut mock, TE_CONTROL, 1);
                seen.push(mock.read(TE_SBA_STATUS as u32));
                let expected = [NO_BUFFER, NO_BUFFER, if holds { 0 } else { NO_BUFFER }, NO_BUFFER];
                assert_eq!(seen, expected, "{base:x} to {limit:x}, words of {sba_word_bytes}");
            }
        }
    }
}

#[test]
fn tci_ratified_table_tf_dis_input_has_a_bit_for_each_input() {
    let mut mock = Mock::new(FUNNEL_REGISTERS, &Features { inputs: 3, ..FULL });
    assert_eq!(after(&mut mock, TF_DIS_INPUT, 7), 0);
    after(&mut mock, TF_CONTROL, 1);
    assert_eq!(after(&mut mock, TF_DIS_INPUT, u32::MAX), 7);
    assert_eq!(after(&mut mock, TF_DIS_INPUT, 2), 2);
}
