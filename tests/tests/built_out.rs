// SPDX-License-Identifier: Apache-2.0
//! What a build does not have leaves no trace in its Verilog.

use tracewright_tests::hardware::{config, sources, PLAIN};

fn verilog(changes: &[&str]) -> Vec<(String, String)> {
    sources(&config("mcu", &[PLAIN, changes].concat()).build)
}

/// An option, what it needs besides, and a word that is in the Verilog only with it.
const OPTIONS: &[(&str, &[&str], &str)] = &[
    ("build.ingress.triggers=true", &[], "trigger_on"),
    ("build.ingress.reset=true", &[], "hart_reset"),
    ("build.ingress.low_power=true", &[], "low_power"),
    ("modes=both", &[], "btm"),
    ("build.encoder.context=true", &[], "privilege"),
    ("build.encoder.scontext_width=8", &["build.encoder.context=true"], "ctype"),
    ("build.encoder.src_bits=4", &[], "src_"),
    ("build.encoder.external_triggers=1", &[], "external_trigger"),
    ("build.encoder.implicit_return=full", &[], "implicit_return"),
    ("build.encoder.sequential_jump=true", &[], "sijump"),
    ("build.encoder.all_jumps=true", &[], "all_jumps"),
    ("build.encoder.repeated_history=true", &[], "repeat"),
    ("build.encoder.repeat_branch=true", &["modes=both"], "repeat"),
    ("build.encoder.extended_address=true", &[], "te_inst_extend_addr_msb"),
    ("build.timestamp.source=core", &[], "entry_time"),
    ("build.timestamp.source=external", &[], "entry_time"),
    ("blocks=2", &[], "itype_1"),
    ("packer=4", &[], "[31:0] trace_data"),
];

/// Keys that mean something only with an option.
const MEANINGLESS: &[&str] = &["return_stack_depth=3", "return_address_bits=7", "timestamp.width=33"];

fn says(files: &[(String, String)], word: &str) -> bool {
    files.iter().any(|(_, text)| text.contains(word))
}

#[test]
fn an_option_that_is_off_leaves_the_verilog_as_if_it_had_never_been() {
    for (option, needs, word) in OPTIONS {
        let without = verilog(needs);
        assert!(!says(&without, word), "`{word}` in the Verilog without {option}");
        let with = verilog(&[*needs, &[option]].concat());
        assert!(says(&with, word), "no `{word}` in the Verilog with {option}");
    }
}

#[test]
fn what_only_an_option_reads_changes_nothing_without_it() {
    let plain = verilog(&[]);
    for key in MEANINGLESS {
        assert!(verilog(&[key]) == plain, "{key}");
    }
}

#[test]
fn a_module_that_an_option_does_not_concern_is_the_same_with_it() {
    let plain = verilog(&[]);
    for (option, modules) in [
        ("build.encoder.all_jumps=true", &["tw_queue", "tw_formatter", "tw_packer", "tw_sram_sink", "tw_apb4"][..]),
        ("build.encoder.src_bits=4", &["tw_ingress", "tw_events", "tw_queue", "tw_sram_sink", "tw_apb4"]),
        ("build.encoder.implicit_return=count", &["tw_queue", "tw_formatter", "tw_packer", "tw_sram_sink", "tw_apb4"]),
    ] {
        let with = verilog(&[option]);
        for module in modules {
            let of =
                |files: &[(String, String)]| files.iter().find(|(name, _)| *name == format!("{module}.v")).cloned();
            assert!(of(&plain).is_some() && of(&plain) == of(&with), "{module} with {option}");
        }
    }
}
