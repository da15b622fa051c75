// SPDX-License-Identifier: Apache-2.0
//! What is refused, and in which words.

use tracewright_config::{ConfigError, Loader, Preset};

fn refused(text: &str) -> (String, Option<String>) {
    let error = Loader::text(text, "tw.toml").and_then(Loader::finish).expect_err("it should be refused");
    (error.to_string(), error.hint())
}

fn refused_assignment(assignment: &str) -> ConfigError {
    let mut loader = Loader::preset(Preset::named("mcu").unwrap());
    loader.set(assignment).and_then(|()| loader.finish()).expect_err("it should be refused")
}

#[test]
fn a_value_out_of_range_is_named_with_its_place_and_the_range() {
    let (message, _) = refused("[build.encoder]\nicnt_width = 16\nhist_width = 64\n");
    assert_eq!(message, "tw.toml:3:14: build.encoder.hist_width is 64; allowed: an integer from 8 to 32");
}

#[test]
fn a_depth_that_is_no_power_of_two_is_refused() {
    let (message, _) = refused("build.encoder.queue_depth = 12");
    assert_eq!(message, "tw.toml:1:29: build.encoder.queue_depth is 12; allowed: a power of two from 4 to 64");
}

#[test]
fn a_wrong_type_is_refused() {
    let (message, _) = refused("[run]\nstall = 1\n");
    assert_eq!(message, "tw.toml:2:9: run.stall is 1; allowed: true or false");
    let (message, _) = refused("[build]\nxlen = \"32\"\n");
    assert_eq!(message, "tw.toml:2:8: build.xlen is \"32\"; allowed: 32 or 64");
    let (message, _) = refused("build.xlen = 32.0");
    assert_eq!(message, "tw.toml:1:14: build.xlen is 32.0; allowed: 32 or 64");
    let (message, _) = refused("build.xlen = [{ a = 1 }]");
    assert_eq!(message, "tw.toml:1:14: build.xlen is [{ a = 1 }]; allowed: 32 or 64");
    let (message, _) = refused("build.xlen = 99999999999999999999");
    assert_eq!(message, "tw.toml:1:14: build.xlen is 99999999999999999999; allowed: 32 or 64");
}

#[test]
fn a_word_that_is_not_in_the_list_is_refused() {
    let (message, _) = refused("[build.sink]\nkind = 'ram'");
    let allowed = "\"sram\" or \"sba\" or \"pib\" or \"atb\" or \"stream\", or several of these with commas between";
    assert_eq!(message, format!("tw.toml:2:8: build.sink.kind is 'ram'; allowed: {allowed}"));
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest() {
    let (message, hint) = refused("[build.encoder]\nhist_widht = 16\n");
    assert_eq!(message, "tw.toml:2:1: unknown key `build.encoder.hist_widht`");
    assert_eq!(hint.unwrap(), "did you mean `build.encoder.hist_width`?");
    let (_, hint) = refused("colour = 3");
    assert_eq!(hint.unwrap(), "`tracewright init` writes a file with every key");
}

#[test]
fn an_unknown_table_is_refused_with_the_nearest() {
    let (message, hint) = refused("[build.encodr]\nhist_width = 16\n");
    assert_eq!(message, "tw.toml:1:8: unknown table `build.encodr`");
    assert_eq!(hint.unwrap(), "did you mean `build.encoder`?");
}

#[test]
fn a_table_and_a_value_are_not_taken_for_each_other() {
    let (message, _) = refused("build = 3");
    assert_eq!(message, "tw.toml:1:1: `build` is a value, a table is needed");
    let (message, _) = refused("[build.xlen]\na = 1");
    assert_eq!(message, "tw.toml:1:8: `build.xlen` is a table, a value is needed");
}

#[test]
fn what_is_not_toml_is_refused_with_its_place() {
    let (message, _) = refused("[build]\nxlen = \n");
    assert!(message.starts_with("tw.toml:2:"), "{message}");
    let (message, _) = refused("[build]\nxlen = 32\nxlen = 64\n");
    assert!(message.starts_with("tw.toml:3:1: not valid TOML: duplicate key"), "{message}");
}

#[test]
fn columns_count_characters() {
    let (message, _) = refused("build = { \"é\" = 1 }");
    assert!(message.starts_with("tw.toml:1:11: unknown key"), "{message}");
    let (message, _) = refused("\"éé\" = 1\nbuild.xlen = 1");
    assert!(message.contains("tw.toml:2:14") || message.contains("tw.toml:1:1"), "{message}");
}

#[test]
fn contradictions_are_placed_where_the_later_value_was_given() {
    let error = refused_assignment("build.encoder.stall=false");
    assert!(error.to_string().starts_with("--set build.encoder.stall=false: run.stall is true, but"), "{error}");
    assert_eq!(error.hint().unwrap(), "set run.stall to false, or build.encoder.stall to true");
    let (message, _) = refused("[run]\nstop_on_wrap = true\n\n[build.sink]\nkind = 'stream'\n");
    assert!(message.starts_with("tw.toml:5:8: run.stop_on_wrap is true, but"), "{message}");
}

#[test]
fn an_assignment_is_refused_in_the_same_words() {
    assert_eq!(
        refused_assignment("hist_width=64").to_string(),
        "--set hist_width=64: build.encoder.hist_width is 64; allowed: an integer from 8 to 32"
    );
    assert_eq!(
        refused_assignment("stall=true").to_string(),
        "--set stall=true: `stall` could be build.encoder.stall or run.stall"
    );
    assert_eq!(refused_assignment("hist=8").hint().unwrap(), "did you mean `build.encoder.hist_width`?");
    assert_eq!(refused_assignment("xlen").to_string(), "--set xlen: `key=value` is needed");
}

#[test]
fn an_unknown_preset_is_refused_with_those_that_exist() {
    let error = Preset::named("mini").unwrap_err();
    assert_eq!(error.to_string(), "unknown preset `mini`; there are micro, mcu, rv64, soc, tandem, ctr, pmu");
}

#[test]
fn every_pair_of_values_that_contradict_each_other_is_refused() {
    let pairs: &[&[&str]] = &[
        &["run.mode=btm"],
        &["run.inhibit_src=true"],
        &["run.all_jumps=true"],
        &["run.external_triggers=start"],
        &["scontext_width=16"],
        &["hcontext_width=8"],
        &["src_bits=3", "src_id=8"],
        &["itype_width=3", "encoder.implicit_return=count"],
        &["encoder.sequential_jump=true", "adapter=rvfi"],
        &["encoder.implicit_return=partial", "return_address_bits=32"],
        &["itype_width=3", "encoder.all_jumps=true"],
        &["modes=btm", "encoder.repeated_history=true"],
        &["repeat_branch=true"],
        &["packer=8"],
        &["packer=message"],
    ];
    for assignments in pairs {
        let mut loader = Loader::default();
        assignments.iter().for_each(|assignment| loader.set(assignment).unwrap());
        let error = loader.finish().expect_err(&format!("{assignments:?}"));
        assert!(matches!(error, ConfigError::Contradiction { .. }), "{assignments:?}: {error}");
        assert!(error.hint().is_some());
    }
}

#[test]
fn a_run_setting_that_is_on_by_default_is_no_contradiction() {
    for assignment in ["run.context=true", "run.timestamp=true", "run.implicit_return=true", "modes=btm"] {
        let mut loader = Loader::default();
        loader.set(assignment).unwrap();
        loader.finish().unwrap();
    }
}

#[test]
fn an_assignment_of_two_lines_is_refused() {
    for assignment in
        ["hist_width=16\nicnt_width=20", "hist_width=16\n[run]\nstall=true", "hist_width=16\r\n\nstall=true"]
    {
        let error = refused_assignment(assignment).to_string();
        assert!(
            error.starts_with("--set hist_width=16 ") && error.ends_with("; allowed: an integer from 8 to 32"),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn every_setting_of_a_run_that_asks_for_what_is_not_built_is_refused_with_its_line() {
    let asked = [
        ("inhibit_src = true", "build.encoder.src_bits is 0: there is no SRC to leave out"),
        ("all_jumps = true", "build.encoder.all_jumps is false"),
        ("timestamp_prescale = 16", "build.timestamp.source is not \"core\": there is no counter"),
        ("timestamp_debug = true", "build.timestamp.source is not \"core\": there is no counter"),
        ("sba_base = 0", "build.sink.kind has no \"sba\""),
        ("sba_bytes = 32", "build.sink.kind has no \"sba\""),
        ("pib_mode = 'uart'", "build.sink.kind has no \"pib\""),
        ("pib_divider = 1", "build.sink.kind has no \"pib\""),
        ("pib_ref_center = true", "build.sink.kind has no \"pib\""),
        ("atb_id = 2", "build.sink.kind has no \"atb\""),
    ];
    for (line, lacking) in asked {
        for build in ["", "[build.system]\nharts = 2\n[build.encoder]\nsrc_bits = 1\n"] {
            if !build.is_empty() && line.starts_with("inhibit_src") {
                continue;
            }
            let (message, hint) = refused(&format!("[run]\n\n{line}\n{build}"));
            let (name, value) = line.split_once(" = ").unwrap();
            let value = value.replace('\'', "\"");
            let column = name.len() + 4;
            assert_eq!(message, format!("tw.toml:3:{column}: run.{name} is {value}, but {lacking}"));
            assert!(hint.unwrap().starts_with(&format!("leave run.{name} out, or ")));
        }
    }
}

#[test]
fn the_center_of_the_reference_clock_needs_each_of_its_parts() {
    let refused_with = |keys: &str| refused(&format!("run.pib_ref_center = true\n[build.sink]\n{keys}")).0;
    let with_pins = "kind = 'sram,pib'\n";
    let [no_tref, no_center] = ["pib_modes = 'uart,manchester'", "pib_ref_center = false"]
        .map(|key| refused_with(&format!("{with_pins}{key}")));
    assert_eq!(
        no_tref,
        "tw.toml:1:22: run.pib_ref_center is true, but build.sink.pib_modes has no parallel mode: there is no tref"
    );
    assert_eq!(no_center, "tw.toml:1:22: run.pib_ref_center is true, but build.sink.pib_ref_center is false");
}

#[test]
fn what_is_not_built_is_turned_off_by_its_own_key_or_another() {
    let error = refused_assignment("run.sba_base=0");
    assert_eq!(error.to_string(), "--set run.sba_base=0: run.sba_base is 0, but build.sink.kind has no \"sba\"");
    let mut loader = Loader::preset(Preset::named("soc").unwrap());
    loader.set("run.sba_base=0").unwrap();
    loader.set("sink.kind=pib").unwrap();
    let error = loader.finish().unwrap_err();
    assert_eq!(error.to_string(), "--set run.sba_base=0: run.sba_base is 0, but build.sink.kind has no \"sba\"");
    let mut loader = Loader::text("run.sba_base = 0\nbuild.sink.kind = 'sba'", "tw.toml").unwrap();
    loader.set("sink.kind=pib").unwrap();
    let error = loader.finish().unwrap_err();
    assert_eq!(error.to_string(), "--set sink.kind=pib: run.sba_base is 0, but build.sink.kind has no \"sba\"");
}

#[test]
fn values_of_a_build_that_have_no_effect_are_no_contradiction() {
    let without_effect: &[&[&str]] = &[
        &["return_address_bits=63"],
        &["encoder.implicit_return=full", "return_address_bits=63"],
        &["build.sink.pib_divider_bits=0", "build.defaults.pib_divider=65535"],
        &["sba_bus=wishbone", "sba_width=128"],
        &["sink.kind=stream", "packer=8", "sram_width=32", "sba_width=32", "atb_width=8"],
        &["build.defaults.te_context=true", "build.defaults.te_inst_mode=btm"],
        &["run.context=false", "run.timestamp=false", "run.sequential_jump=false", "run.repeated_history=false"],
    ];
    for assignments in without_effect {
        let mut loader = Loader::default();
        assignments.iter().for_each(|assignment| loader.set(assignment).unwrap());
        loader.finish().unwrap_or_else(|error| panic!("{assignments:?}: {error}"));
    }
}

#[test]
fn keys_of_control_transfer_records_are_refused_with_their_line() {
    let records = |keys: &str| {
        let text = format!("[build.ingress]\ninterrupt_address = true\n[build.ctr]\nversion = \"1.0\"\n{keys}");
        refused(&text).0
    };
    let depth = records("min_depth = 64\nmax_depth = 32\n");
    assert_eq!(depth, "tw.toml:6:13: build.ctr.min_depth is more than build.ctr.max_depth");
    let depth = records("max_depth = 512");
    assert_eq!(depth, "tw.toml:5:13: build.ctr.max_depth is 512; allowed: a power of two from 16 to 256");
    let modes = records("hart_modes = \"mu\"");
    assert_eq!(modes, "tw.toml:5:14: build.ctr.hart_modes has no S-mode, which build.ctr.version \"1.0\" needs");
    let freeze = records("freeze = false");
    assert!(freeze.starts_with("tw.toml:5:10: build.ctr.freeze is false, but"), "{freeze}");
    let exponent = records("exponent_bits = 5");
    assert_eq!(exponent, "tw.toml:5:17: build.ctr.exponent_bits is 5; allowed: an integer from 0 to 4");
    let (itype, _) = refused("build.ctr.version = '0.1.4'\nbuild.ingress.itype_width = 3");
    assert!(
        itype.starts_with("tw.toml:2:29: build.ctr.version is not \"none\", but build.ingress.itype_width"),
        "{itype}"
    );
    let (source, _) = refused("build.ctr.version = '0.1.4'");
    assert!(source.ends_with("a record of an interrupt has no source"), "{source}");
}

#[test]
fn control_transfer_records_are_built_alone_or_beside_an_encoder_in_any_version() {
    for version in ["0.1.4", "1.0", "\"1.0\""] {
        for encoder in ["true", "false"] {
            let mut loader = Loader::default();
            loader.set("interrupt_address=true").unwrap();
            loader.set(&format!("ctr.version={version}")).unwrap();
            loader.set(&format!("build.encoder.built={encoder}")).unwrap();
            loader.finish().unwrap();
        }
    }
}

#[test]
fn records_have_no_adapter_beside_an_encoder_or_alone() {
    for built in [true, false] {
        let (message, _) = refused(&format!(
            "[build.ingress]\nadapter = \"rvfi\"\nform = \"single\"\ninterrupt_address = true\n\
             [build.encoder]\nbuilt = {built}\n[build.ctr]\nversion = \"1.0\""
        ));
        assert!(
            message.contains("drives the ingress port without what Control Transfer Records need besides"),
            "{message}"
        );
    }
}

#[test]
fn records_beside_an_encoder_keep_their_clock() {
    let keys = "[build.ingress]\ninterrupt_address = true\n[build.ctr]\nversion = \"1.0\"\n[build.power]\n";
    let (message, _) = refused(&format!("{keys}clock_request = true"));
    assert!(message.contains("nothing is recorded without it"), "{message}");
}

#[test]
fn records_beside_tandem_verification_trace_are_refused() {
    let (message, _) = refused(
        "[build.ingress]\ninterrupt_address = true\n[build.encoder]\nbuilt = false\n[build.ctr]\nversion = \"1.0\"\n[build.tandem]\nbuilt = true",
    );
    assert!(message.contains("no hart has both"), "{message}");
}

#[test]
fn a_build_of_nothing_is_refused() {
    let (message, _) = refused("build.encoder.built = false");
    assert!(message.ends_with("there is nothing to build"), "{message}");
}

#[test]
fn counters_are_refused_with_the_key_that_is_wrong() {
    let counters =
        |keys: &str| refused(&format!("[build.ingress]\nitype_width = 3\n[build.pmu]\nbuilt = true\n{keys}")).0;
    let width = counters("width = 31");
    assert_eq!(width, "tw.toml:5:9: build.pmu.width is 31; allowed: an integer from 32 to 64");
    let bus = counters("bus = 'stall'");
    assert!(bus.starts_with("tw.toml:5:7: build.pmu.bus is 'stall'; allowed: events as name:code"), "{bus}");
    let none = counters("events = 'none,taken'");
    assert_eq!(none, "tw.toml:5:10: build.pmu.events has \"none\" and something else");
    let calls = counters("events = 'calls'");
    assert!(calls.starts_with("tw.toml:2:15: build.pmu.events has calls or returns, but"), "{calls}");
}

/// What does not go with counters.
#[test]
fn counters_are_beside_an_encoder_or_alone() {
    let counters = |keys: &str| refused(&format!("build.pmu.built = true\n{keys}")).0;
    let tandem = counters("build.encoder.built = false\nbuild.tandem.built = true\n");
    assert!(tandem.ends_with("build.pmu.built is true, and build.tandem.built too: no hart has both"), "{tandem}");
    let records = "build.ingress.interrupt_address = true\nbuild.ctr.version = '1.0'\n";
    let alone = counters(&format!("build.encoder.built = false\n{records}"));
    assert!(alone.contains("both are built together beside an N-Trace encoder"), "{alone}");
    let modes = counters(&format!("build.pmu.hart_modes = 'msuh'\n{records}"));
    assert!(modes.contains("build.pmu.hart_modes is not build.ctr.hart_modes, and they are of one hart"), "{modes}");
    for built in [true, false] {
        let adapter = counters(&format!("build.ingress.adapter = 'rvfi'\nbuild.encoder.built = {built}\n"));
        assert!(
            adapter.contains("build.pmu.built is true, but build.ingress.adapter drives the ingress port"),
            "{adapter}"
        );
    }
    let clock = counters("build.power.clock_request = true\n");
    assert!(clock.contains("build.power.clock_request lets the clock stop while trace is off"), "{clock}");
}

#[test]
fn an_encoder_of_tandem_trace_has_its_own_contradictions() {
    let (message, hint) = refused("build.tandem.built = true");
    assert!(message.contains("build.tandem.built is true, and build.encoder.built too"), "{message}");
    assert!(hint.unwrap().starts_with("set build.encoder.built to false"));
    let alone = "[build.encoder]\nbuilt = false\n[build.tandem]\nbuilt = true\n";
    let (message, _) = refused(&format!("{alone}mlen = 64\n"));
    assert!(message.contains("build.tandem.mlen does not fit build.xlen"), "{message}");
    let harts = "[build.system]\nharts = 2\n";
    let (message, hint) = refused(&format!("{harts}{alone}registers = false"));
    assert!(message.contains("build.tandem.registers is false, but build.system.harts is more than 1"), "{message}");
    assert_eq!(hint.as_deref(), Some("set build.tandem.registers to true, or build.system.harts to 1"));
    let (message, _) = refused(&format!("{harts}{alone}hart_id = 65521"));
    assert!(message.contains("hart_id"), "{message}");
    let (message, _) = refused(&format!("{alone}packer_bytes = \"message\"\n"));
    assert!(
        message.ends_with("build.tandem.packer_bytes is \"message\"; allowed: \"1\" or \"4\" or \"8\""),
        "{message}"
    );
    let (message, _) = refused(&format!("{alone}[build.sink]\nkind = \"pib\"\n"));
    assert!(message.contains("build.tandem.registers is true, but build.sink.kind has \"pib\""), "{message}");
    let (message, _) = refused(&format!("{alone}packer_bytes = \"8\"\n"));
    assert!(
        message.contains("build.tandem.packer_bytes is more than a word of build.sink.sram_width has"),
        "{message}"
    );
    let (message, _) = refused(&format!("{alone}csrs = 5\n"));
    assert!(message.ends_with("build.tandem.csrs is 5; allowed: an integer from 1 to 4"), "{message}");
}
