// SPDX-License-Identifier: Apache-2.0
//! What is in a package: every file is described, listed where flows look for it, and says where it comes from.

use crate::folder::{generated, verilog};
use crate::BUILDS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Paths of the files in a folder, from `root`.
fn files(root: &Path, folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: std::path::PathBuf| match path.is_dir() {
        true => files(root, &path),
        false => [path.strip_prefix(root).unwrap().display().to_string()].into(),
    };
    entries.flat_map(below).collect()
}

#[test]
fn every_file_is_described_and_listed() {
    for (name, preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let read = |file: &str| std::fs::read_to_string(package.path().join(file)).unwrap();
        let description: Value = serde_json::from_str(&read("description.json")).unwrap();
        let described = description["files"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let mut names: BTreeSet<String> = described.iter().map(|file| text(&file["file"])).collect();
        let modules = description["modules"].as_array().unwrap().iter().map(|module| text(&module["description"]));
        for said in described.iter().map(|file| text(&file["purpose"])).chain(modules) {
            assert!(said.len() > 9 && said.ends_with('.'), "{name}: `{said}` is no whole sentence");
        }
        names.insert("description.json".into());
        assert_eq!(files(package.path(), package.path()), names, "{name}");
        for file in &names {
            let head = read(file);
            let made = head.lines().take(4).any(|line| line.contains("Made by tracewright"));
            assert!(made, "{name}: {file}");
        }
        let (core, manifest, guide) = (read("tracewright.core"), read("Bender.yml"), read("INTEGRATION.md"));
        for file in verilog(package.path()).iter().chain(names.iter().filter(|file| file.starts_with("bench/"))) {
            assert!(
                core.contains(&format!("- {file}\n")) && manifest.contains(&format!("- {file}\n")),
                "{name}: {file}"
            );
        }
        for port in description["ports"].as_array().unwrap() {
            let port = text(&port["name"]);
            assert!(guide.contains(&format!(".{port} ")), "{name}: {port}");
            let another =
                port.starts_with("hart") && !port.starts_with("hart0_") && port[4..].starts_with(char::is_numeric);
            assert!(another || guide.contains(&format!("| `{port}` |")), "{name}: {port} has no row");
        }
        assert_eq!(guide.contains("### From RVFI"), names.contains("rtl/tw_rvfi.v"), "{name}");
        assert_eq!(description["example"].is_object(), names.contains("rtl/tw_rvfi.v"), "{name}");
        for port in description["example"]["ports"].as_array().into_iter().flatten() {
            let example = read(&text(&description["example"]["file"]));
            let (header, port) = (example.split(");").next().unwrap(), text(&port["name"]));
            let has = |line: &str| line.trim_end_matches(',').ends_with(&format!(" {port}"));
            assert!(header.lines().any(has), "{name}: {port}");
        }
    }
}

#[test]
fn the_guide_starts_a_trace_as_the_driver_does() {
    let package = generated("mcu", &["run.sync_mode=messages"]);
    let guide = std::fs::read_to_string(package.path().join("INTEGRATION.md")).unwrap();
    let lines = |from: &str, to: &str| {
        let text = guide.split(from).nth(1).unwrap().split(to).next().unwrap();
        text.lines().filter(|line| line.starts_with("write")).map(str::to_string).collect::<Vec<_>>()
    };
    let start = lines("Start:", "Stop");
    assert!(start[0].contains("0x000 teControl") && start[0].ends_with("0x00000001  teActive=1"), "{start:?}");
    let last = start.last().unwrap();
    assert!(
        last.contains("teActive=1, teEnable=1, teInstTracing=1") && last.contains("teSyncMode=1 (MESSAGES)"),
        "{last}"
    );
    let stop = lines("Stop", "The trace is then");
    assert_eq!(stop.len(), 2, "{stop:?}");
    assert!(!stop[0].contains("teInstTracing=1") && stop[0].contains("teEnable=1"), "{stop:?}");
    assert!(!stop[1].contains("teEnable=1"), "{stop:?}");
}

#[test]
fn the_guide_of_a_system_has_every_sink_and_hart_and_waits_once() {
    let package = generated("soc", &[]);
    let guide = std::fs::read_to_string(package.path().join("INTEGRATION.md")).unwrap();
    let part = |from: &str| guide.split(from).nth(1).unwrap().split("\n#").next().unwrap();
    for sink in ["### To the ATB", "### To pins", "### To system memory"] {
        let blocks: Vec<&str> = part(sink).split("```").skip(1).step_by(2).collect();
        assert_eq!(blocks.len(), 2, "{sink}: how it starts and how it stops");
        for block in blocks {
            let mut waited = BTreeSet::new();
            for line in block.lines() {
                if line.starts_with("write") {
                    waited.clear();
                } else if line.starts_with("until") {
                    assert!(waited.insert(line), "{sink}: {line} stands twice");
                }
            }
        }
    }
    for hart in 0..4 {
        let line = format!("--elf program.elf program.trace --output listing --src {hart}\n");
        assert!(part("## Decoding").contains(&line), "{hart}");
    }
    assert!(guide.contains("--timing-allow-fail\n") && guide.contains("# needs a Yosys with Tcl\n"));
}

#[test]
fn the_configuration_generates_the_same_again() {
    let first = generated("mcu", &["sink.kind=pib", "hist_width=16"]);
    let second = tempfile::tempdir().unwrap();
    let configuration = first.path().join("configuration.toml");
    crate::folder::generate(&["--config", configuration.to_str().unwrap()], second.path());
    for file in files(first.path(), first.path()) {
        let read = |folder: &Path| std::fs::read(folder.join(&file)).unwrap();
        assert!(read(first.path()) == read(second.path()), "{file}");
    }
}
