// SPDX-License-Identifier: Apache-2.0
//! Logs that no hart can have made, and runs that never end.

use super::{done, program, run, scratch, text};
use std::path::Path;

fn data(name: &str) -> String {
    format!("{}/../../sim/hart/tests/logs/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The addresses that a trace of the program decodes to.
fn decoded(folder: &Path, trace: &str) -> Vec<String> {
    let output = done(folder, &["decode", "--preset", "rv64", "--elf", &data("traps.elf"), trace]);
    text(&output.stdout).lines().map(str::to_string).collect()
}

/// Both commands that take a log.
fn commands<'a>(elf: &'a str, log: &'a str, output: &'a str) -> [Vec<&'a str>; 2] {
    ["encode", "cosim"].map(|command| vec![command, "--preset", "rv64", "--elf", elf, "--retired", log, "-o", output])
}

#[test]
fn a_log_with_a_gap_is_refused_or_traced_in_two_parts() {
    let folder = scratch::folder();
    let elf = data("traps.elf");
    let lines: Vec<String> = std::fs::read_to_string(data("traps.log")).unwrap().lines().map(str::to_string).collect();
    std::fs::write(folder.path().join("whole.log"), lines.join("\n") + "\n").unwrap();
    done(folder.path(), &commands(&elf, "whole.log", "whole.trace")[0]);
    let mut whole = decoded(folder.path(), "whole.trace");
    // The second of three instructions that follow each other, which came once, and after a trap: the log has lines for
    // them.
    let pc = |line: &String| line.split('/').nth(1).and_then(|pc| u64::from_str_radix(pc, 16).ok());
    let follows = |n: usize| match (pc(&lines[n]), pc(&lines[n + 1])) {
        (Some(one), Some(other)) => other == one + 4 || other == one + 2,
        _ => false,
    };
    let retired = |n: usize| [n, n + 1].map(|n| format!("{:#x}", pc(&lines[n]).unwrap_or_default()));
    let place = |n: usize| whole.windows(2).position(|pair| *pair == retired(n));
    let is_once = |n: usize| whole.windows(2).filter(|pair| **pair == retired(n)).count() == 1;
    let first = lines.iter().position(|line| line.starts_with("riscv_cpu_do_interrupt")).unwrap();
    let gap = (first..lines.len() - 2).find(|n| follows(*n) && follows(n + 1) && is_once(*n)).unwrap() + 1;
    let at = place(gap - 1).unwrap() + 1;
    let (before, missing, after) =
        (pc(&lines[gap - 1]).unwrap(), pc(&lines[gap]).unwrap(), pc(&lines[gap + 1]).unwrap());
    let kept: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != gap).map(|(_, line)| line.as_str()).collect();
    std::fs::write(folder.path().join("gap.log"), kept.join("\n") + "\n").unwrap();

    for command in commands(&elf, "gap.log", "trace") {
        let output = run(folder.path(), &command);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        let expected = format!(
            "error: gap.log:{}: {after:#x} can't come after {before:#x} (line {gap}): expected {missing:#x}",
            gap + 1
        );
        assert!(said.starts_with(&expected), "{said}{expected}");
        assert!(
            said.ends_with("\nhint: are lines missing, or of another run? --allow-gaps traces what can be traced\n")
        );
        assert!(!folder.path().join("trace").exists());
    }
    whole.remove(at);
    for (command, name) in commands(&elf, "gap.log", "gap.trace").iter().zip(["encode", "cosim"]) {
        let output = done(folder.path(), &[command, &["--allow-gaps"][..]].concat());
        let said = text(&output.stdout);
        assert!(said.ends_with("note: the log has a gap, where trace stops and starts again\n"), "{name}: {said}");
        assert!(decoded(folder.path(), "gap.trace") == whole, "{name}");
    }
}

#[test]
fn a_run_without_an_end_ends_at_a_billion_and_names_the_limit() {
    let folder = scratch::folder();
    // j to itself.
    let elf = program("waitloop.rv32");
    let said = text(&done(folder.path(), &["encode", "--preset", "mcu", "--elf", &elf, "-o", "t"]).stdout);
    assert!(!said.contains("--limit"), "{said}");
    let image = tracewright_image::Image::load(Path::new(&elf)).unwrap();
    let stop = image.symbol("stop").unwrap();
    let bits = image.fetch(stop).unwrap();
    let bits = if bits & 3 == 3 { bits } else { bits & 0xFFFF };
    let log = format!("core   0: {stop:#018x} ({bits:#x}) j pc\ncore   0: Executed 99999999999 times\n");
    std::fs::write(folder.path().join("long.log"), log).unwrap();
    let encode = ["encode", "--preset", "mcu", "--elf", &elf, "--retired", "long.log", "-o", "t"];
    // That takes half a minute.
    if std::env::var_os("TRACEWRIGHT_SOAK").is_some() {
        let said = text(&done(folder.path(), &encode).stdout);
        assert!(said.ends_with("note: ended after 1 000 000 000 instructions: --limit N takes N\n"), "{said}");
    }
    let said = text(&done(folder.path(), &[&encode[..], &["--limit", "1000"]].concat()).stdout);
    assert!(said.starts_with("instructions               1 000\n") && !said.contains("note"), "{said}");
}
