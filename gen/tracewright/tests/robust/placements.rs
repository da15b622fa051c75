// SPDX-License-Identifier: Apache-2.0
//! Results of syntheses that are kept: each is of what was asked for, whatever was kept before and whoever runs beside.

use super::tools::script;
use super::{command, done, text};
use rustix::fs::{flock, FlockOperation};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is small enough to take a second.
const SYNTH: [&str; 7] = ["synth", "--preset", "micro", "--module", "tw_merge", "--target", "asic"];

/// The only folder of results below `folder`.
fn kept(folder: &Path) -> PathBuf {
    let mut entries = std::fs::read_dir(folder.join("build/synth")).unwrap();
    entries.next().unwrap().unwrap().path()
}

#[test]
fn a_placement_is_not_taken_for_that_of_another_nextpnr() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let nextpnr = |version: &str, mhz: u32| {
        let lines = format!(
            "[ \"$1\" = --version ] && echo {version} && exit\n\
             while [ \"$1\" != --report ]; do shift; done\n\
             echo '{{\"fmax\": {{\"clk\": {{\"achieved\": {mhz}.0}}}}}}' > \"$2\""
        );
        script(at, version, &lines)
    };
    let tools = [nextpnr("first", 100), nextpnr("second", 200)];
    let fmax = |tool: &str| {
        let synth = ["synth", "--preset", "micro", "--module", "tw_merge", "--target", "ecp5", "--seeds", "1"];
        let mut command = command(&[&synth[..], &["--format", "json"]].concat());
        let output = command.current_dir(at).env("TRACEWRIGHT_NEXTPNR_ECP5", tool).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["fmax_mhz"].as_f64().unwrap()
    };
    assert_eq!([&tools[0], &tools[1], &tools[0]].map(|tool| fmax(tool)), [100.0, 200.0, 100.0]);
}

#[test]
fn what_is_missing_of_results_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let before = done(folder.path(), &SYNTH).stdout;
    std::fs::remove_file(kept(folder.path()).join("named.json")).unwrap();
    assert_eq!(text(&done(folder.path(), &SYNTH).stdout), text(&before));
}

#[test]
fn a_folder_that_another_process_works_in_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &SYNTH);
    let kept = kept(folder.path());
    std::fs::remove_file(kept.join("source.done")).unwrap();
    let other = File::open(&kept).unwrap();
    flock(&other, FlockOperation::LockExclusive).unwrap();
    let mut waiting = command(&SYNTH).current_dir(folder.path()).stdout(std::process::Stdio::null()).spawn().unwrap();
    // What makes `source.done` takes less than a second.
    let until = Instant::now() + Duration::from_secs(4);
    while Instant::now() < until {
        assert!(!kept.join("source.done").exists(), "it did not wait");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(other);
    assert!(waiting.wait().unwrap().success());
    assert!(kept.join("source.done").exists());
}
