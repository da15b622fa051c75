// SPDX-License-Identifier: Apache-2.0
//! Sinks that are smaller than the trace.

use super::{done, program, run, scratch, text};
use std::path::Path;

fn decoded(folder: &Path, preset: &str, elf: &str, trace: &str) -> Vec<String> {
    let output = run(folder, &["decode", "--preset", preset, "--elf", elf, trace]);
    text(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn what_a_sink_keeps_is_said_and_written_and_decodes() {
    let folder = scratch::folder();
    for (preset, program_name) in [("micro", "crc32.rv32"), ("mcu", "quicksort.rv32"), ("rv64", "quicksort.rv64")] {
        let elf = program(program_name);
        let small = ["--set", "sram_bytes=1024", "--set", "sync_max=1"];
        let with = |command, more: &[&str]| {
            let fixed = [command, "--preset", preset, "--elf", elf.as_str()];
            text(&done(folder.path(), &[&fixed[..], &small, more].concat()).stdout)
        };
        let said = with("encode", &["-o", "whole"]);
        assert!(said.contains(
            "\nsink bytes                 1 024\n  the trace is larger: the sink keeps the end of it, with "
        ));
        assert!(
            said.contains("messages that synchronise\n  --as-read writes what software reads out of it\n"),
            "{said}"
        );
        assert_eq!(with("encode", &["-o", "model", "--as-read"]), said);
        assert!(with("cosim", &["-o", "hardware", "--as-read"]).contains("sink bytes                 1 024\n"));
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("model").len(), 1024);
        assert!(read("model") == read("hardware"), "{preset}: what the driver reads is what the model keeps");
        let (all, kept) =
            (decoded(folder.path(), preset, &elf, "whole"), decoded(folder.path(), preset, &elf, "model"));
        assert!(!kept.is_empty() && all.ends_with(&kept), "{preset}: {} of {}", kept.len(), all.len());
    }
}

#[test]
fn a_sink_that_stops_keeps_the_beginning() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    let stop = ["encode", "--preset", "micro", "--set", "stop_on_wrap=true", "--elf", &elf, "-o"];
    let said = text(&done(folder.path(), &[&stop[..], &["kept", "--as-read"]].concat()).stdout);
    assert!(said.contains("the sink keeps the beginning of it"), "{said}");
    done(folder.path(), &[&stop[..], &["whole"]].concat());
    let (all, kept) = (decoded(folder.path(), "micro", &elf, "whole"), decoded(folder.path(), "micro", &elf, "kept"));
    assert!(!kept.is_empty() && all.starts_with(&kept));
}

#[test]
fn a_trace_that_fits_says_nothing_and_is_read_whole() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    let encode = ["encode", "--preset", "mcu", "--set", "sram_bytes=1048576", "--elf", &elf, "-o"];
    let said = text(&done(folder.path(), &[&encode[..], &["read", "--as-read"]].concat()).stdout);
    assert!(!said.contains("sink"), "{said}");
    done(folder.path(), &[&encode[..], &["whole"]].concat());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    // A last word is filled with idle bytes.
    assert!(read("read").starts_with(&read("whole")) && read("read").len() < read("whole").len() + 4);
    let system = ["encode", "--preset", "soc", "--elf", &program("crc32.rv64"), "-o", "t", "--as-read"];
    let refused = run(folder.path(), &system);
    assert!(text(&refused.stderr).starts_with("error: --as-read is for a sink with a buffer"));
}

/// Every preset's trace can be decoded however small the part is that is kept.
#[test]
fn every_preset_synchronises() {
    let folder = scratch::folder();
    for preset in ["micro", "mcu", "rv64", "soc"] {
        let info = done(folder.path(), &["info", "--preset", preset, "--format", "json"]);
        let info: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
        assert_ne!(info["config"]["run"]["sync_mode"], "off", "{preset}");
    }
    for (preset, elf) in [("micro", "long5m.rv32"), ("mcu", "long5m.rv32"), ("rv64", "long5m.rv64")] {
        let elf = program(elf);
        let said =
            text(&done(folder.path(), &["encode", "--preset", preset, "--elf", &elf, "-o", "t", "--as-read"]).stdout);
        assert!(said.contains("messages that synchronise"), "{preset}: {said}");
        assert!(decoded(folder.path(), preset, &elf, "t").len() > 100, "{preset}");
    }
}
