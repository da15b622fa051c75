// SPDX-License-Identifier: Apache-2.0
//! What is written into, and what is replaced.

use super::{below, command, done, program, run, text};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{symlink, FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn encode<'a>(elf: &'a str, output: &'a str) -> [&'a str; 7] {
    ["encode", "--preset", "mcu", "--elf", elf, "-o", output]
}

fn expected() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &encode(&program("crc32.rv32"), "trace"));
    std::fs::read(folder.path().join("trace")).unwrap()
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_device_is_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let elf = program("crc32.rv32");
    done(folder.path(), &encode(&elf, "/dev/null"));
    done(folder.path(), &["registers", "--preset", "mcu", "-o", "/dev/null"]);
    done(folder.path(), &["init", "-o", "/dev/null"]);
    symlink("/dev/null", folder.path().join("nothing")).unwrap();
    done(folder.path(), &encode(&elf, "nothing"));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let full = run(folder.path(), &encode(&elf, "/dev/full"));
    assert_eq!((full.status.code(), full.stdout), (Some(2), vec![]));
    assert!(text(&full.stderr).starts_with("error: cannot write /dev/full: No space left on device"));
    assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    assert_eq!(below(folder.path()), [folder.path().join("nothing")]);
}

#[test]
fn a_fifo_and_a_socket_are_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let (elf, expected) = (program("crc32.rv32"), expected());
    let fifo = folder.path().join("fifo");
    mkfifo(&fifo);
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || std::fs::read(fifo).unwrap()
    });
    done(folder.path(), &encode(&elf, "fifo"));
    assert_eq!(reader.join().unwrap(), expected);
    assert!(std::fs::metadata(&fifo).unwrap().file_type().is_fifo());

    let socket = folder.path().join("socket");
    let listener = UnixListener::bind(&socket).unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = vec![];
        listener.accept().unwrap().0.read_to_end(&mut bytes).unwrap();
        bytes
    });
    done(folder.path(), &encode(&elf, "socket"));
    assert_eq!(reader.join().unwrap(), expected);
}

#[test]
fn standard_output_by_any_name_has_the_trace_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (elf, expected) = (program("crc32.rv32"), expected());
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        let output = done(folder.path(), &encode(&elf, name));
        assert!(output.stdout == expected, "{name}");
        assert!(text(&output.stderr).contains("trace bytes"), "{name}");
        let file = folder.path().join("redirected");
        let into = std::fs::File::create(&file).unwrap();
        let status = command(&encode(&elf, name)).stdout(into).stderr(Stdio::null()).status().unwrap();
        assert!(status.success() && std::fs::read(&file).unwrap() == expected, "{name}");
        std::fs::remove_file(file).unwrap();
    }
    std::fs::write(folder.path().join("trace"), &expected).unwrap();
    let decode = ["decode", "--preset", "mcu", "--elf", &elf, "trace"];
    assert_eq!(done(folder.path(), &[&decode[..], &["-o", "-"]].concat()), done(folder.path(), &decode));
    let mut child = command(&[&encode(&elf, "-")[..], &["--format", "json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success(), "a reader that has seen enough is no error");
    assert_eq!(below(folder.path()), [folder.path().join("trace")]);
}

/// As `-o >(...)` of a shell has it.
#[test]
fn a_pipe_by_its_descriptor_is_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let (elf, expected) = (program("crc32.rv32"), expected());
    let plain = command(&encode(&elf, "/dev/fd/5"));
    let mut shell = Command::new("bash");
    shell.args(["-c", "\"$@\" 5>&1 >/dev/null", "bash"]).arg(plain.get_program()).args(plain.get_args());
    let output = shell.current_dir(folder.path()).output().unwrap();
    assert!(output.status.success() && output.stdout == expected, "{}", text(&output.stderr));
}

#[test]
fn a_name_that_is_no_text_is_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"a\xFF b");
    let generate = |more: &[&str]| {
        let mut command = command(&["generate", "--preset", "micro"]);
        command.args(more).arg("-o").arg(name).current_dir(folder.path()).output().unwrap()
    };
    for format in ["human", "json"] {
        let output = generate(&["--format", format]);
        assert!(output.status.success(), "{format}: {}", text(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("a\u{FFFD} b"), "{format}");
    }
    assert!(folder.path().join(name).join("rtl/tw_top.v").is_file());
}

#[test]
fn links_are_followed_and_modes_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (elf, expected) = (program("crc32.rv32"), expected());
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("far")).unwrap();
    std::fs::write(at("far/file"), "old").unwrap();
    std::fs::set_permissions(at("far/file"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("far/file", at("near")).unwrap();
    symlink("near", at("nearer")).unwrap();
    symlink("far/new", at("dangling")).unwrap();
    for (link, file) in [("nearer", "far/file"), ("dangling", "far/new")] {
        done(folder.path(), &encode(&elf, link));
        assert!(std::fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        assert!(std::fs::read(at(file)).unwrap() == expected, "{link}");
    }
    assert_eq!(std::fs::metadata(at("far/file")).unwrap().mode() & 0o7777, 0o640);
    assert_eq!(below(folder.path()).len(), 6);
    symlink("circle", at("circle")).unwrap();
    let output = run(folder.path(), &encode(&elf, "circle"));
    assert_eq!(text(&output.stderr), "error: cannot write circle: too many links\n");
}

/// Nothing is replaced where one of the files has no place.
#[test]
fn a_folder_in_the_place_of_a_file_leaves_the_package_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &["generate", "--preset", "micro", "-o", "out"]);
    let last = folder.path().join("out/description.json");
    std::fs::remove_file(&last).unwrap();
    std::fs::create_dir(&last).unwrap();
    let contents =
        || below(folder.path()).into_iter().map(|path| (std::fs::read(&path).ok(), path)).collect::<Vec<_>>();
    let before = contents();
    let output = run(folder.path(), &["generate", "--preset", "mcu", "-o", "out"]);
    assert_eq!(text(&output.stderr), "error: cannot write out/description.json: it is a folder\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(contents() == before, "{:?}", below(folder.path()));
}

#[test]
fn what_generate_replaces_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "--preset", "micro", "-o", "out"];
    done(folder.path(), &generate);
    let file = folder.path().join("out/rtl/tw_top.v");
    let guide = folder.path().join("out/INTEGRATION.md");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::rename(&guide, folder.path().join("guide")).unwrap();
    symlink("../guide", &guide).unwrap();
    done(folder.path(), &generate);
    assert_eq!(std::fs::metadata(&file).unwrap().mode() & 0o7777, 0o600);
    assert!(std::fs::symlink_metadata(&guide).unwrap().is_symlink());
}

/// The files of a folder, with what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = below(folder).into_iter().filter(|path| path.is_file());
    files.map(|path| (path.strip_prefix(folder).unwrap().into(), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn two_packages_at_a_time_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let presets = ["micro", "mcu"];
    let expected = presets.map(|preset| {
        done(folder.path(), &["generate", "--preset", preset, "-o", preset]);
        contents(&folder.path().join(preset))
    });
    for round in 0..10 {
        // A new folder, and one that both have written before.
        let out = if round % 2 == 0 { format!("out{round}") } else { "out".into() };
        let start = |preset| {
            let mut command = command(&["generate", "--preset", preset, "-o", &out]);
            command.current_dir(folder.path()).stdout(Stdio::null()).spawn().unwrap()
        };
        for mut child in presets.map(start) {
            assert!(child.wait().unwrap().success());
        }
        let found = contents(&folder.path().join(&out));
        assert!(expected.contains(&found), "round {round}");
    }
}

#[test]
fn an_option_of_what_is_not_asked_for_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let random = ["cosim", "--preset", "mcu", "--random", "--seed", "1", "--blocks", "10"];
    let drawn: [&[&str]; 5] =
        [&["--limit", "5"], &["--signature", "s"], &["--retired", "log"], &["--as-read"], &["--allow-gaps"]];
    let synth = ["synth", "--preset", "mcu", "--target", "ecp5"];
    let of_figures: [&[&str]; 2] = [&["--write"], &["--first-rows"]];
    let drawn = drawn.map(|more| [&random[..], more].concat());
    let of_figures = of_figures.map(|more| [&synth[..], more].concat());
    for arguments in drawn.iter().chain(&of_figures) {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("cannot be used with"), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(below(folder.path()), Vec::<PathBuf>::new(), "{arguments:?}");
    }
}
