// SPDX-License-Identifier: Apache-2.0
//! The command as its user meets it: output, errors, exit codes, files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tracewright(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.args(arguments);
    command
}

/// A command in another folder, with the tools of the project.
fn command_in(folder: &Path, arguments: &[&str]) -> Command {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(tools).chain(std::env::split_paths(&path));
    let mut command = command(arguments);
    command.current_dir(folder).env("PATH", std::env::join_paths(path).unwrap());
    command
}

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The error and exit code of a command that must fail, without printing anything else.
fn refused(arguments: &[&str]) -> (String, i32) {
    let output = tracewright(arguments);
    assert_eq!(text(&output.stdout), "");
    (text(&output.stderr), output.status.code().unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn errors_are_one_line_and_hints_and_exit_with_2() {
    let (error, code) = refused(&["info", "--preset", "mini"]);
    assert_eq!(
        (error.as_str(), code),
        ("error: unknown preset `mini`; there are micro, mcu, rv64, soc, tandem, ctr, pmu\n", 2)
    );
    let (error, code) = refused(&["info", "--preset", "mcu", "--set", "hist_widht=16"]);
    assert_eq!(code, 2);
    assert_eq!(
        error,
        "error: --set hist_widht=16: unknown key `hist_widht`\nhint: did you mean `build.encoder.hist_width`?\n"
    );
    let (error, code) = refused(&["info", "--config", "/nonexistent.toml"]);
    assert_eq!(
        (error.as_str(), code),
        ("error: cannot read /nonexistent.toml: No such file or directory (os error 2)\n", 2)
    );
}

#[test]
fn a_program_of_the_wrong_width_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let (error, code) =
        refused(&["encode", "--preset", "rv64", "--elf", &program("crc32.rv32"), "-o", trace.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("ELF is RV32 but the configuration has xlen = 64\nhint: "), "{error}");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_unknown_target_and_a_missing_tool_have_exit_codes_of_their_own() {
    let (error, code) = refused(&["synth", "--preset", "micro", "--target", "spartan"]);
    let expected = "error: unknown target `spartan`; there are ecp5, ice40, ice40-hx8k, xilinx7, asic\n";
    assert_eq!((error.as_str(), code), (expected, 2));
    let output = command(&["synth", "--preset", "micro", "--target", "ecp5"])
        .env("TRACEWRIGHT_YOSYS", "/nonexistent/yosys")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).starts_with("error: Yosys does not work: /nonexistent/yosys: "));
}

#[test]
fn what_synth_can_not_do_is_one_line() {
    let (error, code) = refused(&["synth", "--target", "ecp5"]);
    assert_eq!((error.as_str(), code), ("error: no configuration\nhint: add --preset or --config\n", 2));
    let (error, code) = refused(&["synth", "--target", "ecp5", "--compare", "micro", "mini"]);
    assert_eq!(
        (error.as_str(), code),
        ("error: unknown preset `mini`; there are micro, mcu, rv64, soc, tandem, ctr, pmu\n", 2)
    );
    let (error, code) = refused(&["synth", "--preset", "micro", "--target", "asic", "--module", "tw_pib_sink"]);
    let expected = "error: the design has no module `tw_pib_sink`\nhint: it has tw_top, ";
    assert!(error.starts_with(expected) && code == 2, "{error}");
    let (error, code) = refused(&["synth", "--preset", "micro", "--target", "asic", "--module", "tw_rvfi"]);
    assert!(error.ends_with("; --set build.ingress.adapter=rvfi adds the adapter\n") && code == 2, "{error}");
    let (error, code) = refused(&["synth", "--preset", "micro", "--target", "asic", "--option", "modes=both,hist=1"]);
    assert!(error.ends_with("\nhint: it is --option modes=both,hist=1\n") && code == 2, "{error}");
    for (arguments, expected) in [
        (
            vec!["--figures", "a.toml", "--seeds", "1"],
            "the argument '--figures <LIST>' cannot be used with '--seeds <N>'",
        ),
        (vec!["--preset", "micro", "--target", "asic", "--page", "a.md"], "cannot be used with '--page <FILE>'"),
        (
            vec!["--compare", "micro", "mcu", "--target", "asic", "--page", "a.md"],
            "cannot be used with '--page <FILE>'",
        ),
        (vec!["--compare", "micro", "mcu", "--target", "asic", "--write"], "cannot be used with '--write'"),
    ] {
        let (error, code) = refused(&[&["synth"], &arguments[..]].concat());
        assert!(error.contains(expected) && code == 2, "{error}");
    }
    // 32 KiB are 64 block RAMs of an iCE40.
    let large = ["synth", "--preset", "micro", "--set", "sram_bytes=32768", "--target", "ice40", "--seeds", "1"];
    let folder = tempfile::tempdir().unwrap();
    let output = command_in(folder.path(), &[&large[..], &["--module", "tw_sram_sink"]].concat()).output().unwrap();
    let expected = "error: the design does not fit: iCE40 UP5K has 30 block RAMs, 64 are needed\n\
                    hint: `--target` names a larger device, or fewer options make a smaller design\n";
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), (expected, Some(2)));
}

#[test]
fn figures_of_a_page_are_checked_and_written_and_configurations_compared() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |arguments: &[&str]| command_in(folder.path(), arguments).output().unwrap();
    let list = "fmax_percent = 1.0\n[[table]]\nname = \"gates\"\nhead = \"preset\"\ntarget = \"asic\"\ncolumns = [\"ff\", \"memory_bits\"]\n\
                row = [{ label = \"`micro`\", preset = \"micro\" }]\n";
    let page = "Gates:\n\n<!-- synth: gates -->\n| preset | FF | memory bits |\n|---|--:|--:|\n| `micro` | 1 | 2 |\n<!-- end -->\n";
    std::fs::write(folder.path().join("list.toml"), list).unwrap();
    std::fs::write(folder.path().join("page.md"), page).unwrap();
    let figures = ["synth", "--figures", "list.toml", "--page", "page.md"];
    let output = in_folder(&figures);
    assert_eq!(text(&output.stderr), "error: page.md is not what is found now\nhint: --write makes it so\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("2 figures, 2 of them differ from the page"), "{}", text(&output.stdout));
    for (wrong, expected) in [("set = [\"x=1\"]", "unknown key `x`"), ("module = \"tw_x\"", "no module `tw_x`")] {
        let wrong = list.replace("preset = \"micro\" }", &format!("preset = \"micro\", {wrong} }}"));
        std::fs::write(folder.path().join("wrong.toml"), wrong).unwrap();
        let error = text(&in_folder(&["synth", "--figures", "wrong.toml", "--page", "page.md"]).stderr);
        assert!(
            error.contains(expected) && error.ends_with("hint: it is the row `micro` of the table `gates`\n"),
            "{error}"
        );
    }
    assert!(in_folder(&[&figures[..], &["--write"]].concat()).status.success());
    assert!(
        in_folder(&figures).status.success(),
        "{}",
        std::fs::read_to_string(folder.path().join("page.md")).unwrap()
    );

    let output = in_folder(&["synth", "--compare", "micro", "micro", "--target", "asic"]);
    let rows: Vec<String> = text(&output.stdout).lines().skip(3).map(str::to_string).collect();
    assert_eq!(rows, ["| preset micro | 0 | 0 | 0 | 0 | none |"], "{}", text(&output.stderr));
    let output = in_folder(&["synth", "--preset", "micro", "--target", "asic", "--chart", "a.svg", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["fmax_mhz"], &found["tree"]["module"]), (&serde_json::Value::Null, &"tw_top".into()));
    assert_eq!(found["memories"][0]["became"][0]["kind"], "memory");
    let chart = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(chart.contains("preset micro on generic gates"), "{chart}");
}

#[test]
fn the_file_of_init_is_a_configuration_and_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tracewright.toml");
    let path = path.to_str().unwrap();
    assert!(tracewright(&["init", "--preset", "rv64", "-o", path]).status.success());
    let info = tracewright(&["info", "--config", path, "--format", "json"]);
    let preset = tracewright(&["info", "--preset", "rv64", "--format", "json"]);
    let value = |output: &Output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    assert_eq!(value(&info)["config"], value(&preset)["config"]);
    assert_eq!(value(&info)["hash"], value(&preset)["hash"]);
    let (error, code) = refused(&["init", "-o", path]);
    assert!(error.contains("exists already") && code == 2, "{error}");
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let writers: [&[&str]; 3] =
        [&["init", "-o"], &["registers", "--preset", "micro", "-o"], &["info", "--preset", "micro", "--diagram"]];
    for writer in writers {
        let output = command(&[writer, &["-"]].concat()).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{writer:?}");
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn generate_is_repeatable_and_removes_only_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let rtl = folder.path().join("rtl");
    assert!(tracewright(&["generate", "--preset", "mcu", "-o", out]).status.success());
    let first = names(&rtl);
    let top = std::fs::read(rtl.join("tw_top.v")).unwrap();
    assert!(first.contains(&"tw_sram_sink.v".into()) && first.contains(&"tracewright.f".into()));
    std::fs::write(rtl.join("mine.v"), "// my own\n").unwrap();
    assert!(tracewright(&["generate", "--preset", "mcu", "-o", out]).status.success());
    assert_eq!(std::fs::read(rtl.join("tw_top.v")).unwrap(), top);
    assert!(tracewright(&["generate", "--preset", "mcu", "--set", "sink.kind=stream", "-o", out]).status.success());
    let stream = names(&rtl);
    assert!(!stream.contains(&"tw_sram_sink.v".into()) && stream.contains(&"mine.v".into()), "{stream:?}");
}

#[test]
fn generate_overwrites_no_foreign_file() {
    let folder = tempfile::tempdir().unwrap();
    let rtl = folder.path().join("rtl");
    std::fs::create_dir(&rtl).unwrap();
    std::fs::write(rtl.join("tw_top.v"), "module tw_top; endmodule\n").unwrap();
    let (error, code) = refused(&["generate", "--preset", "mcu", "-o", folder.path().to_str().unwrap()]);
    assert!(error.contains("tw_top.v exists, and tracewright did not write it") && code == 2, "{error}");
    assert_eq!(names(&rtl), ["tw_top.v"]);
}

#[test]
fn description_json_names_every_file_port_and_register() {
    let folder = tempfile::tempdir().unwrap();
    assert!(tracewright(&["generate", "--preset", "rv64", "-o", folder.path().to_str().unwrap()]).status.success());
    let text = std::fs::read(folder.path().join("description.json")).unwrap();
    let description: serde_json::Value = serde_json::from_slice(&text).unwrap();
    for module in description["modules"].as_array().unwrap() {
        assert!(folder.path().join(module["file"].as_str().unwrap()).is_file());
        assert_ne!(module["description"], "", "{module}");
    }
    let ports = description["ports"].as_array().unwrap();
    let iaddr = ports.iter().find(|port| port["name"] == "iaddr").unwrap();
    assert_eq!((&iaddr["direction"], &iaddr["width"]), (&"input".into(), &64.into()));
    assert_eq!(description["registers"][0]["name"], "teControl");
}

#[test]
fn registers_prints_what_generate_writes() {
    let folder = tempfile::tempdir().unwrap();
    assert!(tracewright(&["generate", "--preset", "mcu", "-o", folder.path().to_str().unwrap()]).status.success());
    let written = |name: &str| std::fs::read_to_string(folder.path().join("registers").join(name)).unwrap();
    let printed = |flags: &[&str]| {
        let output = tracewright(&[&["registers", "--preset", "mcu"], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let forms = [
        ("system-rdl", "tracewright.rdl"),
        ("ip-xact", "tracewright.xml"),
        ("svd", "tracewright.svd"),
        ("c-header", "tracewright_registers.h"),
        ("rust-module", "tracewright_registers.rs"),
        ("json", "registers.json"),
        ("markdown", "registers.md"),
    ];
    for (form, name) in forms {
        assert_eq!(printed(&["--output", form]), written(name), "{form}");
    }
    assert_eq!(printed(&[]), written("registers.md"));
    assert_eq!(printed(&["--format", "json"]), written("registers.json"));
}

#[test]
fn generate_overwrites_no_foreign_register_file() {
    let folder = tempfile::tempdir().unwrap();
    let registers = folder.path().join("registers");
    std::fs::create_dir(&registers).unwrap();
    std::fs::write(registers.join("registers.md"), "# My notes\n").unwrap();
    let (error, code) = refused(&["generate", "--preset", "mcu", "-o", folder.path().to_str().unwrap()]);
    assert!(error.contains("registers.md exists, and tracewright did not write it") && code == 2, "{error}");
    assert_eq!(names(&registers), ["registers.md"]);
}

/// Encodes a program and gives the folder with the trace, and the trace.
fn encoded(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let arguments = ["encode", "--preset", "mcu", "--elf", &program(name), "-o", trace.to_str().unwrap()];
    let output = tracewright(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (folder, trace)
}

#[test]
fn an_encoded_program_decodes_to_as_many_instructions() {
    let (_folder, trace) = encoded("crc32.rv32");
    let elf = program("crc32.rv32");
    let output =
        tracewright(&["decode", "--preset", "mcu", "--elf", &elf, trace.to_str().unwrap(), "--format", "json"]);
    assert!(output.status.success());
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(report["errors"], 0);
    assert_eq!(report["instructions"].as_u64().unwrap(), text(&output.stdout).lines().count() as u64);
    assert!(text(&output.stdout).starts_with("0x80000000\n"));
}

/// A trace of another author's encoder, the program's path and the number of instructions.
fn foreign(kind: &str) -> (String, String, u64) {
    let path = |ending| format!("{}/../../sw/decoder/tests/vectors/walk32.{ending}", env!("CARGO_MANIFEST_DIR"));
    (path(kind), path("elf"), std::fs::read_to_string(path("pcs")).unwrap().lines().count() as u64)
}

#[test]
fn a_trace_of_another_encoder_decodes_by_flags_alone() {
    for (kind, flags) in [
        ("htm.bin", &[][..]),
        ("btm.bin", &["--mode", "btm"]),
        ("htm-cs8-rpt2.bin", &["--implicit-return"]),
        ("htm.bin", &["--preset", "mcu", "--implicit-return=false"]),
    ] {
        let (trace, elf, instructions) = foreign(kind);
        let fixed = ["decode", "--elf", &elf, &trace, "--format", "json"];
        let output = tracewright(&[&fixed[..], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(report["instructions"], instructions, "{flags:?}");
    }
}

#[test]
fn decode_refuses_a_value_for_no_configuration_and_widths_that_no_field_has() {
    let (trace, elf, _) = foreign("htm.bin");
    for (flags, complaint) in [
        (["--set", "xlen=32"], "--set xlen=32 changes no configuration"),
        (["--src-bits", "13"], "0..=12"),
        (["--timestamp-width", "65"], "0..=64"),
        (["--mode", "etm"], "possible values: htm, btm"),
    ] {
        let output = tracewright(&[&["decode", "--elf", &elf, &trace][..], &flags].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(complaint), "{}", text(&output.stderr));
    }
}

#[test]
fn a_broken_trace_exits_with_1_and_names_the_byte() {
    let (_folder, trace) = encoded("crc32.rv32");
    let mut bytes = std::fs::read(&trace).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x54;
    std::fs::write(&trace, bytes).unwrap();
    let output = tracewright(&["decode", "--preset", "mcu", "--elf", &program("crc32.rv32"), trace.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("trace: byte "), "{}", text(&output.stderr));
}

#[test]
fn the_trace_of_another_program_leaves_no_whole_output() {
    let (folder, trace) = encoded("crc32.rv32");
    let out = folder.path().join("pcs");
    let elf = program("quicksort.rv32");
    let arguments = ["decode", "--preset", "mcu", "--elf", &elf, trace.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let output = tracewright(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(names(folder.path()), ["pcs.partial", "trace"]);
    assert!(text(&output.stderr).contains("pcs.partial"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("hint: are --mode, --src-bits"), "{}", text(&output.stderr));
}

#[test]
fn a_trace_without_synchronisation_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    for bytes in [vec![], vec![0; 1000], vec![0xFF; 1000]] {
        std::fs::write(&trace, bytes).unwrap();
        let elf = program("crc32.rv32");
        let output = tracewright(&["decode", "--preset", "mcu", "--elf", &elf, trace.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        assert!(text(&output.stderr).contains("error: "), "{}", text(&output.stderr));
    }
}

/// Tries to decode a trace of crc32 with these options, and gives what is said.
fn said_of(trace: &[u8], settings: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace");
    std::fs::write(&path, trace).unwrap();
    let arguments = ["decode", "--preset", "mcu", "--elf", &program("crc32.rv32"), path.to_str().unwrap()];
    let output = tracewright(&[&arguments[..], settings].concat());
    assert_eq!(output.status.code(), Some(1));
    text(&output.stderr)
}

#[test]
fn decode_says_why_a_wrapped_buffer_has_no_synchronisation() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let settings = ["--set", "run.sync_mode=off", "--set", "build.sink.sram_bytes=256"];
    let arguments = ["encode", "--preset", "mcu", "--elf", &program("crc32.rv32"), "--as-read", "-o"];
    let output = tracewright(&[&arguments[..], &[trace.to_str().unwrap()], &settings].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let hint = "hint: a buffer that has wrapped has no synchronising message where none is sent periodically";
    let trace = std::fs::read(trace).unwrap();
    let said = said_of(&trace, &settings);
    assert!(said.contains(hint), "{said}");
    // With messages that synchronise it is something else.
    let said = said_of(&trace, &[]);
    assert!(!said.contains(hint), "{said}");
}

#[test]
fn decode_asks_what_stall_stops_where_messages_were_lost() {
    let (_folder, trace) = encoded("crc32.rv32");
    // An Error, and the first byte of another one.
    let trace = [std::fs::read(trace).unwrap(), vec![8 << 2, 0x43, 8 << 2]].concat();
    let hint = "hint: messages were lost though run.stall is true";
    let said = said_of(&trace, &["--set", "run.stall=true"]);
    assert!(said.contains(hint), "{said}");
    let said = said_of(&trace, &["--set", "run.stall=false"]);
    assert!(said.contains("is cut") && !said.contains(hint), "{said}");
}

#[test]
fn every_subcommand_has_help_with_examples() {
    for subcommand in ["init", "generate", "encode", "cosim", "decode", "synth", "info", "demo"] {
        let help = text(&tracewright(&[subcommand, "--help"]).stdout);
        assert!(help.contains(&format!("Examples:\n  tracewright {subcommand} ")), "{help}");
    }
}
