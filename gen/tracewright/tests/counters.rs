// SPDX-License-Identifier: Apache-2.0
//! `tracewright pmu`, and `tracewright cosim` with performance counters: what the hardware counts is what the hart did.

mod scratch;

use std::path::Path;
use std::process::{Command, Output};
use tracewright_hart::{Event, Hart, Options, Stream};
use tracewright_image::Image;
use tracewright_messages::isa::{itype, ItypeWidth};

fn program(name: &str) -> String {
    format!("{}/../../tests/programs/{name}.elf", env!("CARGO_MANIFEST_DIR"))
}

fn tracewright(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.args(arguments).current_dir(folder).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What the command prints.
fn done(arguments: &[&str]) -> String {
    let folder = scratch::folder();
    let output = tracewright(folder.path(), arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Why the command does nothing.
fn refused(arguments: &[&str]) -> String {
    let folder = scratch::folder();
    let output = tracewright(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
    // A run may have built its simulation, which the next one finds there.
    let left = std::fs::read_dir(folder.path()).unwrap().filter(|entry| entry.as_ref().unwrap().file_name() != "build");
    assert_eq!(left.count(), 0);
    text(&output.stderr)
}

/// Instructions that retire, ecall and ebreak apart, and how many of them are of each itype.
fn done_by_the_hart(elf: &str) -> (u64, [u64; 16]) {
    let image = Image::load(Path::new(elf)).unwrap();
    let mut hart = Hart::new(&image, &Options::default()).unwrap();
    let (mut instructions, mut types) = (0, [0; 16]);
    while let Some(event) = hart.next().unwrap() {
        let code = match event {
            Event::Retired { instruction, taken, .. } => {
                let is_counted = !matches!(instruction.flow, tracewright_messages::isa::Flow::Ecall);
                instructions += u64::from(is_counted);
                itype(&instruction, taken, ItypeWidth::Four)
            }
            Event::Exception { .. } => 1,
            Event::Interrupt { .. } => 2,
            Event::Gap => 0,
        };
        types[usize::from(code)] += 1;
    }
    (instructions, types)
}

#[test]
fn stat_counts_what_the_hart_did() {
    // Calls and branches; traps of every kind.
    for (name, preset, key) in [
        ("elf/quicksort.rv64", "pmu", "xlen=64"),
        ("elf/softirq.rv32", "pmu", "xlen=32"),
        // What counters beside an encoder count does not depend on it.
        ("elf/quicksort.rv64", "rv64", "build.pmu.built=true"),
    ] {
        let elf = program(name);
        let report = done(&["pmu", "stat", "--preset", preset, "--set", key, "--elf", &elf, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let (instructions, types) = done_by_the_hart(&elf);
        let of = |codes: &[usize]| codes.iter().map(|code| types[*code]).sum::<u64>();
        let expected = [
            ("instructions", instructions),
            ("branches", of(&[4, 5])),
            ("taken", of(&[5])),
            ("calls", of(&[8, 9])),
            ("returns", of(&[13])),
            ("exceptions", of(&[1])),
            ("interrupts", of(&[2])),
            ("trap-returns", of(&[3])),
        ];
        for (name, count) in expected {
            let events = report["events"].as_array().unwrap();
            let event = events.iter().find(|event| event["event"] == name).unwrap();
            assert_eq!(event["count"], count, "{elf}, {name}");
        }
        assert_eq!(report["model_equal"], true);
    }
}

#[test]
fn stat_shows_what_it_was_asked_for_in_its_order() {
    let elf = program("elf/sha256.rv64");
    let asked = ["pmu", "stat", "--preset", "pmu", "--elf", &elf, "-e", "branches,cycles,r2,instructions"];
    let said = done(&asked);
    assert!(said.starts_with("Performance counter stats for 'sha256.rv64.elf':\n"), "{said}");
    let said_of = |name: &str| said.lines().position(|line| line.contains(name)).unwrap();
    assert!(said_of("branches") < said_of("cycles") && said_of("cycles") < said_of("r2"), "{said}");
    assert!(said.contains("#  1.00 insn per cycle"), "{said}");
}

#[test]
fn record_takes_a_sample_as_often_as_it_was_told() {
    let elf = program("elf/quicksort.rv64");
    let record = ["pmu", "record", "--preset", "pmu", "--elf", &elf, "-e", "branches", "-c", "100"];
    let (_, types) = done_by_the_hart(&elf);
    let expected = (types[4] + types[5]) / 100;
    let folded = done(&[&record[..], &["--output", "folded"]].concat());
    let samples = |line: &str| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap();
    assert_eq!(folded.lines().map(samples).sum::<u64>(), expected);
    // Every stack begins where the program does, and the recursion is in one of them.
    assert!(folded.lines().all(|line| line.starts_with("_start")), "{folded}");
    let report: serde_json::Value =
        serde_json::from_str(&done(&[&record[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!((&report["samples"], &report["count"]), (&expected.into(), &100.into()));
    assert!(done(&record).starts_with("# 2"), "{folded}");
    assert!(done(&[&record[..], &["--output", "flame-graph"]].concat()).contains("<svg"));
}

/// A long jump returns behind a call that has returned long ago.
#[test]
fn record_leaves_what_a_long_jump_has_left() {
    for (xlen, key) in [(64, "xlen=64"), (32, "xlen=32")] {
        let elf = program(&format!("elf/longjmp.rv{xlen}"));
        let record = ["pmu", "record", "--preset", "pmu", "--set", key, "--elf", &elf, "-c", "1"];
        let folded = done(&[&record[..], &["--output", "folded"]].concat());
        let stacks: Vec<Vec<&str>> =
            folded.lines().map(|line| line.rsplit_once(' ').unwrap().0.split(';').collect()).collect();
        let callers = |name: &str| match name {
            // The program jumps to where it ends.
            "_start" | "exit" => &[][..],
            "main" => &["_start"],
            "guarded" => &["main"],
            "set_jump" => &["main", "guarded"],
            "descend" => &["guarded", "descend"],
            "long_jump" => &["descend"],
            other => panic!("RV{xlen}: {other}"),
        };
        for stack in &stacks {
            let mut before = None;
            for name in stack {
                let is_called = before.map_or(callers(name).is_empty(), |before| callers(name).contains(before));
                assert!(is_called, "RV{xlen}: {}", stack.join(";"));
                before = Some(name);
            }
            assert!(stack.iter().filter(|name| **name == "descend").count() <= 13, "{}", stack.join(";"));
        }
        for deep in ["guarded", "set_jump", "descend", "long_jump"] {
            assert!(stacks.iter().any(|stack| stack.last() == Some(&deep)), "RV{xlen}: {folded}");
        }
    }
}

#[test]
fn a_program_may_come_out_of_a_fifo() {
    let folder = scratch::folder();
    let elf = program("elf/sha256.rv64");
    for arguments in [["pmu", "record"], ["pmu", "stat"]] {
        let run = |elf: &str| {
            let mut command = Command::new("timeout");
            command.args(["60", env!("CARGO_BIN_EXE_tracewright")]).args(arguments);
            command.args(["--preset", "pmu", "--limit", "3000", "--elf", elf]).current_dir(folder.path());
            command.output().expect("the command runs")
        };
        let expected = run(&elf);
        let fifo = folder.path().join("sha256.rv64.elf");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let writer = std::thread::spawn({
            let (elf, fifo) = (elf.clone(), fifo.clone());
            move || std::fs::copy(elf, fifo)
        });
        let said = run("sha256.rv64.elf");
        assert_eq!((said.status.code(), text(&said.stdout)), (Some(0), text(&expected.stdout)));
        writer.join().unwrap().unwrap();
        std::fs::remove_file(fifo).unwrap();
    }
}

#[test]
fn record_of_narrow_counters_of_rv32() {
    let elf = program("elf/sha256.rv32");
    let narrow = ["--set", "xlen=32", "--set", "pmu.width=32", "--set", "pmu.counters=1"];
    let said = done(&[&["pmu", "record", "--preset", "pmu", "--elf", &elf][..], &narrow].concat());
    assert!(said.starts_with("# 143 samples, one every 1 000 cycles\n"), "{said}");
}

#[test]
fn a_program_in_s_mode_is_answered_by_the_firmware_library() {
    let folder = scratch::folder();
    for (name, first) in [("discovery", "0000000f"), ("events", "000003e8"), ("snapshot", "0000044c")] {
        let elf = program(&format!("pmu/elf/{name}.rv64"));
        let cosim = ["cosim", "--preset", "pmu", "--elf", &elf, "--signature", "signature", "--format", "json"];
        let output = tracewright(folder.path(), &cosim);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["model_equal"], &report["note"]), (&true.into(), &serde_json::Value::Null), "{name}");
        assert!(report["pmu"]["accesses"].as_u64() > Some(10), "{report}");
        let signature = std::fs::read_to_string(folder.path().join("signature")).unwrap();
        assert_eq!(signature.lines().next(), Some(first), "{name}");
    }
}

/// SBI calls reset and set the counters that the command has set up: what it shows says so.
#[test]
fn counts_of_a_program_that_makes_sbi_calls_have_a_note() {
    let noted = "the program made SBI calls, which reset, stop and set the counters";
    let (calls, none) = (program("pmu/elf/events.rv64"), program("elf/softirq.rv64"));
    let folder = scratch::folder();
    for command in ["stat", "record"] {
        let run = |elf: &str, more: &[&str]| {
            let asked = ["pmu", command, "--preset", "pmu", "--elf", elf, "--limit", "20000"];
            let output = tracewright(folder.path(), &[&asked[..], more].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        assert!(run(&calls, &[]).contains(&format!("\nnote: {noted}")));
        let report: serde_json::Value = serde_json::from_str(&run(&calls, &["--format", "json"])).unwrap();
        assert!(report["note"].as_str().unwrap().starts_with(noted), "{report}");
        // Traps that nothing answers are no calls of firmware.
        assert!(!run(&none, &[]).contains("SBI"));
    }
}

#[test]
fn random_traffic_is_compared_in_every_cycle() {
    let said = done(&["cosim", "--preset", "pmu", "--random", "--seed", "3", "--blocks", "20000", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&found["pmu"]["cycles"], &found["model_equal"]), (&20_000.into(), &true.into()), "{said}");
    assert!(["accesses", "exceptions", "overflows"].iter().all(|key| found["pmu"][key].as_u64() > Some(0)), "{said}");
    assert_eq!((&found["instructions"], &found["note"]), (&serde_json::Value::Null, &"seed 3".into()), "{said}");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let elf = program("elf/sha256.rv64");
    let stat = |events: &[&str]| refused(&[&["pmu", "stat", "--preset", "pmu", "--elf", &elf][..], events].concat());
    let problem = stat(&["-e", "cycles,bananas"]);
    assert!(
        problem.contains("the build has no event `bananas`; there are cycles, instructions, branches"),
        "{problem}"
    );
    assert!(stat(&["-e", "r1f"]).contains("no event `r1f`"));
    assert!(stat(&["-e", "r+3"]).contains("no event `r+3`"));
    let problem = stat(&["--set", "pmu.counters=1", "-e", "branches,taken"]);
    assert!(problem.contains("2 events are more than fit: the build has 1 counters"), "{problem}");
    assert!(stat(&["--set", "pmu.events=taken", "-e", "branches"]).contains("hint: build.pmu.events can have it"));

    let record = |more: &[&str]| refused(&[&["pmu", "record", "--preset", "pmu", "--elf", &elf][..], more].concat());
    assert!(record(&["--set", "pmu.sscofpmf=false"]).contains("no counter can interrupt"));
    assert!(record(&["--set", "pmu.counters=0"]).contains("no counter can interrupt"));
    assert!(record(&["--set", "pmu.width=32", "-c", "4294967296"]).contains("more than a counter of 32 bits counts"));
    assert!(record(&["-c", "0"]).contains("0 is not in 1.."));
    assert!(record(&["-e", "interrupts", "--output", "flame-graph"]).contains("no sample was taken"));

    let without = refused(&["pmu", "stat", "--preset", "mcu", "--elf", &elf]);
    assert!(without.contains("build.pmu.built is false"), "{without}");
    let other = program("elf/sha256.rv32");
    assert!(refused(&["pmu", "stat", "--preset", "pmu", "--elf", &other]).contains("RV32"));
    let random = ["cosim", "--preset", "pmu", "--random", "--seed", "1", "--blocks", "10", "--wave", "wave.vcd"];
    assert!(refused(&random).contains("--wave of counters is of a program"));
    let trace = refused(&["cosim", "--preset", "pmu", "--elf", &elf, "-o", "trace"]);
    assert!(trace.contains("-o is of an encoder"), "{trace}");
}
