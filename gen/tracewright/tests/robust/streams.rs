// SPDX-License-Identifier: Apache-2.0
//! Inputs that have no end or come once, and outputs that take no more.

use super::{below, command, done, program, run, scratch, text};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Seconds that are too long for what has nothing to do; decoding a billion instructions takes more.
const LONG: &str = "4";

/// The command, ended where it does not end soon.
fn soon(arguments: &[&str]) -> Command {
    let plain = command(arguments);
    let mut command = Command::new("timeout");
    command.arg(LONG).arg(plain.get_program()).args(plain.get_args());
    command
}

fn run_soon(folder: &Path, arguments: &[&str]) -> Output {
    soon(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn a_device_without_an_end_is_no_input() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    let zero = "/dev/zero";
    let cases: [(&[&str], &str); 4] = [
        (&["encode", "--preset", "mcu", "--elf", zero, "-o", "t"], "error: /dev/zero: not an ELF file\n"),
        (
            &["encode", "--config", zero, "--elf", &elf, "-o", "t"],
            "error: cannot read /dev/zero: it is a device without an end\n",
        ),
        (
            &["decode", "--preset", "mcu", "--elf", &elf, zero],
            "error: cannot read /dev/zero: it is a device without an end\n",
        ),
        (
            &["decode", "--preset", "mcu", "--elf", &elf, "--pib", "uart", zero],
            "error: cannot read /dev/zero: it is a device without an end\n",
        ),
    ];
    for (arguments, expected) in cases {
        let output = run_soon(folder.path(), arguments);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), expected), "{arguments:?}");
    }
    assert!(below(folder.path()).is_empty());
}

#[test]
fn a_capture_may_come_out_of_a_fifo() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    let pins = ["--set", "sink.kind=pib", "--set", "pib_modes=parallel-4", "--wave", "pins.vcd", "--limit", "500"];
    done(folder.path(), &[&["cosim", "--preset", "mcu", "--elf", &elf][..], &pins].concat());
    let decode = |capture| ["decode", "--preset", "mcu", "--elf", &elf, "--pib", "parallel-4", capture];
    let expected = done(folder.path(), &decode("pins.vcd")).stdout;
    let fifo = folder.path().join("fifo.vcd");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = std::thread::spawn({
        let pins = folder.path().join("pins.vcd");
        move || std::fs::copy(pins, fifo)
    });
    let output = run_soon(folder.path(), &decode("fifo.vcd"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stdout == expected);
    writer.join().unwrap().unwrap();
}

/// A program, and a trace of it that stands for a billion instructions.
fn long(folder: &Path) -> String {
    const END: u8 = 3;
    let elf = super::signals::endless(folder);
    done(folder, &["encode", "--preset", "mcu", "--elf", &elf, "--limit", "5000000", "-o", "short"]);
    let short = std::fs::read(folder.join("short")).unwrap();
    let messages: Vec<&[u8]> = short.split_inclusive(|byte| byte & END == END).collect();
    // ResourceFull.
    let full = messages.iter().position(|message| message[0] >> 2 == 27).unwrap();
    let trace = [&messages[..full], &vec![messages[full]; 600], &messages[full..]].concat().concat();
    assert!(trace.len() < 4096, "{}", trace.len());
    std::fs::write(folder.join("long"), trace).unwrap();
    elf
}

#[test]
fn a_long_trace_is_not_decoded_for_nobody() {
    let folder = scratch::folder();
    let elf = long(folder.path());
    let decode = ["decode", "--preset", "mcu", "--elf", &elf, "long"];
    let mut child =
        soon(&decode).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "0x80000000\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let full = run_soon(folder.path(), &[&decode[..], &["-o", "/dev/full"]].concat());
    let expected = "error: cannot write /dev/full: No space left on device (os error 28)\n";
    assert_eq!((full.status.code(), text(&full.stderr).as_str()), (Some(2), expected));
}

#[test]
fn standard_error_that_takes_nothing_changes_no_exit_code() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    for (arguments, code) in [
        (&["encode", "--preset", "mcu", "--elf", &elf, "-o", "-"][..], 0),
        (&["encode", "--preset", "mcu", "--elf", "none", "-o", "-"], 2),
        (&["encode", "--preset", "none", "--elf", &elf, "-o", "-"], 2),
        (&["no-command"], 2),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = command(arguments);
        let status = command.current_dir(folder.path()).stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
    let full = File::options().write(true).open("/dev/full").unwrap();
    let help = command(&["--help"]).stdout(full).output().unwrap();
    assert_eq!(help.status.code(), Some(2));
    assert_eq!(text(&help.stderr), "error: cannot write to standard output: No space left on device (os error 28)\n");
}

#[test]
fn a_waveform_of_no_known_kind_is_refused_by_its_name() {
    let folder = scratch::folder();
    let elf = program("crc32.rv32");
    let output = run(folder.path(), &["cosim", "--preset", "micro", "--elf", &elf, "--wave", "wave"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: wave: a waveform file ends in .vcd or .fst\n");
    assert!(below(folder.path()).is_empty());
}

#[test]
fn what_is_no_file_in_a_package_is_written_into() {
    let folder = scratch::folder();
    std::fs::create_dir(folder.path().join("out")).unwrap();
    symlink("/dev/null", folder.path().join("out/INTEGRATION.md")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("out/description.json")).status().unwrap().success());
    let reader = std::thread::spawn({
        let fifo = folder.path().join("out/description.json");
        move || std::fs::read(fifo).unwrap()
    });
    let output = run_soon(folder.path(), &["generate", "--preset", "micro", "-o", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(reader.join().unwrap().starts_with(b"{"));
}
