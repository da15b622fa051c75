// SPDX-License-Identifier: Apache-2.0
//! Each check sees what it is there for: hardware with a mistake in it does not pass. With `TRACEWRIGHT_SOAK` in the
//! environment.

use crate::bench::MISTAKE;
use crate::{campaign, power, settings, wire};
use verilator_sys::text::Fault;

/// What is mistaken, the fault, and who is to notice.
type Mistake = (&'static str, Fault, fn());

const MISTAKES: [Mistake; 11] = [
    (
        "tref changes in the middle of what is coincident",
        ("tw_pib_pins", "reference_d", "first && !current_q[7]", "middle && !current_q[7]"),
        wire::figure_of_12_5_8_bit_parallel_with_ref_center_0_a_5_byte_and_a_2_byte_message,
    ),
    (
        "a message begins before it is whole",
        ("tw_pib_framer", "load", "calibrate || whole", "calibrate || entry_valid"),
        campaign::messages_arrive_with_clocks_of_any_ratio,
    ),
    (
        "the buffer is never full",
        ("tw_pib_buffer", "full_d", "held_q == LAST_WORD", "1'b0"),
        campaign::messages_arrive_with_each_divider_and_place_of_tref,
    ),
    (
        "trace is taken before settings have crossed",
        ("tw_pib_control", "entries_open", "settled &&", ""),
        settings::trace_that_is_taken_after_a_write_goes_out_with_it,
    ),
    (
        "pibEmpty does not wait for the pins",
        ("tw_pib_driver", "answered_d", "quiet", "1'b1"),
        campaign::messages_arrive_with_clocks_of_any_ratio,
    ),
    (
        "above an odd byte is 0",
        ("tw_pib_entries", "entry_data", "{8'hff, rest[7:0]}", "{8'h00, rest[7:0]}"),
        wire::an_odd_last_byte_in_16_bit_mode_has_idle_above_it,
    ),
    (
        "Manchester's stop bit is a bit",
        ("tw_pib_framer", "stop_d", "= last", "1'b0"),
        wire::tci_12_3_table_start_bits_and_stop_of_manchester,
    ),
    (
        "settings act in a message",
        ("tw_pib_pins", "apply", "&& none", ""),
        settings::a_change_of_mode_with_trace_in_the_fifo_acts_after_the_message_under_way,
    ),
    (
        "pibEnable 0 cuts a message",
        ("tw_pib_entries", "takes_on", "(begins || (in_message_q && !clear))", "begins"),
        settings::pib_enable_0_in_a_message_takes_it_whole_and_sends_it,
    ),
    (
        "pibActive does not wait for the other side",
        ("tw_pib_control", "asked_level_d", "!pib_active && settled", "1'b1"),
        power::pib_active_that_is_set_again_before_it_has_followed_leaves_nothing_old,
    ),
    (
        "the pattern ends within a repetition",
        ("tw_pib_framer", "in_message_d", "= !last", "!last && !calibrate"),
        wire::tci_12_2_table_calibration_repeats_without_a_gap_and_ends_whole,
    ),
];

#[test]
fn mistakes_are_noticed() {
    if std::env::var_os("TRACEWRIGHT_SOAK").is_none() {
        return;
    }
    for (what, fault, check) in MISTAKES {
        MISTAKE.set(Some(fault));
        let noticed = std::panic::catch_unwind(check).is_err();
        MISTAKE.set(None);
        assert!(noticed, "{what}: not noticed");
        println!("noticed: {what}");
    }
}
