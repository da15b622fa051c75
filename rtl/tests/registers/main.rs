// SPDX-License-Identifier: Apache-2.0
//! The register file against its description: every field of every table of Trace Control, in every way that it allows.

mod builds;
mod device;
mod reference;
mod traffic;
mod walk;

use std::collections::BTreeSet;
use tracewright_regmap::{Register, FUNNEL_REGISTERS, REGISTERS};
use tracewright_rtl::control::Registers;
use tracewright_rtl::prim::*;

/// A test for each table; `TABLES` lists their offsets.
macro_rules! tables {
    ($($test:ident: $offset:path;)*) => {
        $(#[test]
        fn $test() {
            walk::register($offset);
        })*

        const TABLES: &[usize] = &[$($offset),*];
    };
}

tables! {
    table_te_control_and_tf_control: tracewright_regmap::TE_CONTROL;
    table_te_impl_and_tf_impl: tracewright_regmap::TE_IMPL;
    table_te_inst_features_and_tf_dis_input: tracewright_regmap::TE_INST_FEATURES;
    table_te_data_control: tracewright_regmap::TE_DATA_CONTROL;
    table_te_ram_base: tracewright_regmap::TE_RAM_BASE;
    table_te_ram_base_high: tracewright_regmap::TE_RAM_BASE_HIGH;
    table_te_ram_limit: tracewright_regmap::TE_RAM_LIMIT;
    table_te_ram_wp: tracewright_regmap::TE_RAM_WP;
    table_te_ram_rp: tracewright_regmap::TE_RAM_RP;
    table_te_ram_data: tracewright_regmap::TE_RAM_DATA;
    table_ts_control: tracewright_regmap::TS_CONTROL;
    table_ts_lower: tracewright_regmap::TS_LOWER;
    table_ts_upper: tracewright_regmap::TS_UPPER;
    table_x_trig_in_control: tracewright_regmap::X_TRIG_IN_CONTROL;
    table_x_trig_out_control: tracewright_regmap::X_TRIG_OUT_CONTROL;
    table_dbg_trigger_control: tracewright_regmap::DBG_TRIGGER_CONTROL;
    table_te_sba_status: tracewright_regmap::TE_SBA_STATUS;
    table_ctr_debug_select: tracewright_regmap::CTR_DEBUG_SELECT;
    table_ctr_debug_low: tracewright_regmap::CTR_DEBUG_LOW;
    table_ctr_debug_high: tracewright_regmap::CTR_DEBUG_HIGH;
    table_atb_control: tracewright_regmap::ATB_CONTROL;
    table_pib_control: tracewright_regmap::PIB_CONTROL;
}

#[test]
fn the_verilog_names_fields_that_are_constant_and_says_what_the_hardware_drives() {
    let Verilog::Custom(text) = Registers::of(&Build::default()).hdl() else { panic!("registers are a text") };
    let version = "// teImpl: teVersion 1, hasSRAMSink 1, teProtocolMajor 1\n";
    let value = "// What the hardware drives itself is 0 here.\nassign te_control = ";
    // A field with a value of its own is not constant.
    let limit = "// teRamLimit\n";
    for expected in [version, value, limit] {
        assert!(text.contains(expected), "{expected}{text}");
    }
}

#[test]
fn registers_that_are_made_up_are_like_the_others() {
    for register in builds::MADE_UP {
        walk::register(register.offset);
    }
}

#[test]
fn every_table_has_its_test_and_every_field_is_tried_in_every_way_that_it_has() {
    let mut tried = walk::Tried::new();
    TABLES.iter().for_each(|offset| tried.extend(walk::register(*offset)));
    let cases = builds::cases();
    for register in REGISTERS.iter().chain(FUNNEL_REGISTERS) {
        assert!(TABLES.contains(&register.offset), "{}", register.name);
        let of_register = |case: &&builds::Case| {
            let same = |other: &Register| other.name == register.name && other.present(&case.features);
            case.list.iter().any(same)
        };
        for field in register.fields {
            let wanted: BTreeSet<walk::Way> =
                cases.iter().filter(of_register).flat_map(|case| walk::ways(register, field, case)).collect();
            assert!(!wanted.is_empty(), "no build has {}", field.name);
            for way in wanted {
                assert!(
                    tried.contains(&(register.name, field.name, way)),
                    "{} of {}: {way:?}",
                    field.name,
                    register.name
                );
            }
        }
    }
}
