// SPDX-License-Identifier: Apache-2.0
//! Traces that are cut, that stand for more than can be decoded, or that are of another source.

use crate::{done, program, run, text};
use std::path::Path;

/// Encodes a program with a SRC of 4 bits, 5, and what a decoder does not have to be told.
fn encoded(folder: &Path) -> Vec<u8> {
    let elf = program("crc32.rv32");
    let source = ["--set", "src_bits=4", "--set", "src_id=5", "--set", "run.implicit_return=false"];
    done(folder, &[&["encode", "--preset", "mcu", "--elf", &elf, "-o", "whole"][..], &source].concat());
    std::fs::read(folder.join("whole")).unwrap()
}

/// Decodes it by flags alone: the exit code, and what is said.
fn decoded(folder: &Path, trace: &str, flags: &[&str]) -> (Option<i32>, String) {
    let elf = program("crc32.rv32");
    let output = run(folder, &[&["decode", "--elf", &elf, trace, "--src-bits", "4", "-o", "out"][..], flags].concat());
    (output.status.code(), text(&output.stderr))
}

#[test]
fn decode_says_what_a_trace_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let whole = encoded(folder.path());
    assert_eq!(decoded(folder.path(), "whole", &["--src", "5"]).0, Some(0));

    std::fs::write(folder.path().join("cut"), &whole[..whole.len() - 1]).unwrap();
    let (code, said) = decoded(folder.path(), "cut", &["--src", "5"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the trace is cut: it ends in the middle of the message at byte "), "{said}");

    let (code, said) = decoded(folder.path(), "whole", &["--src", "5", "--limit", "100"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`--limit N` sets another bound"), "{said}");

    let (code, said) = decoded(folder.path(), "whole", &["--src", "6"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the sources in the trace are 5 (") && said.contains("--src chooses one"), "{said}");

    let (code, said) = decoded(folder.path(), "whole", &["--src", "16"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.starts_with("error: --src 16 does not fit the SRC field, which has 4 bits\nhint: --src-bits "),
        "{said}"
    );
    let elf = program("crc32.rv32");
    let output = run(folder.path(), &["decode", "--elf", &elf, "whole", "--src", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: --src 5 chooses none: messages have no SRC field\nhint: "));
}
