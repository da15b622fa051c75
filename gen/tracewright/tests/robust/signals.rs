// SPDX-License-Identifier: Apache-2.0
//! Signals leave nothing behind, whenever they come.

use super::{below, command, program, text};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// Starts the command. Where the tests run without a terminal SIGHUP may be ignored, and a child would inherit that.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let plain = command(arguments);
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP").arg(plain.get_program()).args(plain.get_args());
    // What is built is built here.
    command.current_dir(folder).env_remove("CXX").env_remove("TRACEWRIGHT_VERILATED");
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Ends `child` with a signal: its exit code, and what it said.
fn end(child: Child, signal: &str) -> (Option<i32>, String) {
    assert!(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stderr))
}

/// A program that counts for ever.
pub fn endless(folder: &Path) -> String {
    let halves = |values: &[u16]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let words = |values: &[u32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    const BASE: u32 = 0x8000_0000;
    let file = [
        vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        halves(&[2, 243]),
        words(&[1, BASE, 52, 0, 0]),
        halves(&[52, 32, 1, 0, 0, 0]),
        words(&[1, 84, BASE, BASE, 8, 8, 5, 4]),
        // addi a0, a0, 1; jal x0, -4
        words(&[0x0015_0513, 0xFFDF_F06F]),
    ];
    let path = folder.join("endless.elf");
    std::fs::write(&path, file.concat()).unwrap();
    path.to_string_lossy().into_owned()
}

/// Waits until there is something below `folder`.
fn wait_for(folder: &Path, is_it: impl Fn(&Path) -> bool) {
    let late = Instant::now() + Duration::from_secs(60);
    while !below(folder).iter().any(|path| is_it(path)) {
        assert!(Instant::now() < late, "nothing begins");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn unfinished_files_are_removed_and_the_signal_is_named() {
    for (signal, code) in SIGNALS {
        let (folder, programs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let elf = endless(programs.path());
        let child = start(folder.path(), &["encode", "--preset", "mcu", "--elf", &elf, "-o", "trace"]);
        wait_for(folder.path(), |_| true);
        let (found, said) = end(child, signal);
        assert_eq!(found, Some(code), "{said}");
        assert_eq!(said, format!("ended by SIG{signal}: what was unfinished is removed\n"));
        assert!(below(folder.path()).is_empty());
    }
}

#[test]
fn what_was_there_stays_when_its_replacement_is_ended() {
    let (folder, programs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("trace"), "old").unwrap();
    let elf = endless(programs.path());
    let child = start(folder.path(), &["encode", "--preset", "mcu", "--elf", &elf, "-o", "trace"]);
    wait_for(folder.path(), |path| path.file_name().is_some_and(|name| name != "trace"));
    assert_eq!(end(child, "TERM").0, Some(143));
    assert_eq!(below(folder.path()), [folder.path().join("trace")]);
    assert_eq!(std::fs::read(folder.path().join("trace")).unwrap(), b"old");
}

/// What a tool has in the folder for temporary files goes too.
#[test]
fn temporary_files_of_tools_go() {
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let elf = program("crc32.rv32");
    let plain = command(&["cosim", "--preset", "micro", "--elf", &elf]);
    let mut command = Command::new(plain.get_program());
    command.args(plain.get_args()).current_dir(folder.path()).env("CXX", "g++").env("TMPDIR", temporary.path());
    command.env_remove("TRACEWRIGHT_VERILATED");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The assembly between g++ and the assembler; clang++ has no such file.
    wait_for(temporary.path(), |path| path.extension().is_some_and(|ending| ending == "s"));
    assert_eq!(end(child, "TERM").0, Some(143));
    assert_eq!(below(temporary.path()), Vec::<std::path::PathBuf>::new());
}

#[test]
fn tools_end_too_and_their_folders_go() {
    let folder = tempfile::tempdir().unwrap();
    let elf = program("crc32.rv32");
    let child = start(folder.path(), &["cosim", "--preset", "micro", "--elf", &elf, "--wave", "w.vcd", "-o", "trace"]);
    // The C++ compiler writes a header of its own first.
    wait_for(folder.path(), |path| path.ends_with("verilated.h") || path.ends_with("probes.vlt"));
    let (code, said) = end(child, "INT");
    assert_eq!(code, Some(130), "{said}");
    let is_unfinished = |path: &Path| {
        let names = path.strip_prefix(folder.path()).unwrap().components();
        names.into_iter().any(|name| name.as_os_str().to_string_lossy().starts_with('.'))
    };
    std::thread::sleep(Duration::from_millis(500));
    let left = below(folder.path());
    assert!(!left.iter().any(|path| is_unfinished(path) || path.ends_with("w.vcd")), "{left:?}");
}

/// At any moment: the folder is not there, or whole.
#[test]
fn generate_is_whole_or_not_there() {
    let whole = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    super::done(whole.path(), &["generate", "--preset", "micro", "-o", "deep/out"]);
    let time = begin.elapsed();
    let expected = below(&whole.path().join("deep")).len();
    let (mut ended, mut finished) = (0, 0);
    for moment in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        let child = start(folder.path(), &["generate", "--preset", "micro", "-o", "deep/out"]);
        std::thread::sleep(time * moment / 36);
        let pid = child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).stderr(Stdio::null()).status().unwrap();
        let status = child.wait_with_output().unwrap().status;
        let left = below(folder.path());
        if left.is_empty() {
            ended += 1;
        } else {
            finished += 1;
            assert_eq!(below(&folder.path().join("deep")).len(), expected, "{status:?} {left:?}");
            assert_eq!(left.len(), expected + 1);
        }
    }
    assert!(ended > 0 && ended + finished == 40, "{ended} were ended");
}

#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let elf = program("quicksort.rv32");
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_tracewright"));
    command.args(["encode", "--preset", "mcu", "--elf", &elf, "-o", "trace"]).current_dir(folder.path());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let late = Instant::now() + Duration::from_secs(60);
    let name = || std::fs::read_to_string(format!("/proc/{}/comm", child.id())).unwrap_or_default();
    while name().trim() != "tracewright" && Instant::now() < late {
        std::thread::yield_now();
    }
    let _ = Command::new("kill").args(["-HUP", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(below(folder.path()), [folder.path().join("trace")]);
}
