// SPDX-License-Identifier: Apache-2.0
//! Every command block of README and docs/ does what the page says, in a scratch folder of its page.
//!
//! What needs a board is not there, and lines of `synth` end where Yosys would begin; with `TRACEWRIGHT_SOAK` they run.
//! Needs the command `tracewright`, and what `make test-tools` puts into `.tools`.

use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use tracewright_peers::pins::capture::Names;
use tracewright_peers::pins::{Capture, PibMode};

/// First words of commands.
const COMMANDS: [&str; 8] = [
    "tracewright",
    "cargo",
    "fusesoc",
    "sigrok-cli",
    "gen/tools/packages",
    "rtl/boards/build",
    "rtl/boards/ulx3s/receive.py",
    "stty",
];

/// Blocks that show what is printed, by page and first words, and what checks them.
const SHOWN: [(&str, &str, &str); 5] = [
    ("docs/pmu.md", "Performance counter stats", "pmu"),
    ("docs/decoder.md", "0x80000000 ", "a_list_of_what_retired"),
    ("docs/command.md", "error: gap.log", "shown_by_the_command"),
    ("docs/boards.md", "0x0000025C", "as_on_the_page, in tests/tests/boards"),
    // Its numbers are of one placement, which others' versions of the tools place otherwise.
    (
        "docs/synthesis.md",
        "fmax on ECP5",
        "the form in gen/package/src/synthesis/table.rs, the names in names_of_a_path",
    ),
];

/// Blocks that need what no test has, by page and first words: a board at a serial port, or minutes of placing.
const NEEDS_A_BOARD: (&str, &str) = ("docs/boards.md", "/dev/tty");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The command, which cargo puts beside the tests of a workspace.
fn tracewright() -> PathBuf {
    let command = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("tracewright");
    assert!(command.is_file(), "{} is not there: cargo build --release -p tracewright", command.display());
    command
}

/// A block of a page: its line, and its text without the fences.
struct Block {
    line: usize,
    text: String,
}

/// The blocks of a page that name no language.
fn blocks(page: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let (mut blocks, mut open): (Vec<Block>, Option<(bool, Block)>) = (vec![], None);
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(language), None) => {
                open = Some((language.is_empty(), Block { line: number + 1, text: String::new() }))
            }
            (Some(_), Some((true, block))) => blocks.push(block),
            (Some(_), Some((false, _))) | (None, None) => {}
            (None, Some((plain, mut block))) => {
                block.text += &format!("{line}\n");
                open = Some((plain, block));
            }
        }
    }
    assert!(open.is_none(), "{page} ends in a block");
    blocks
}

fn is_commands(block: &Block) -> bool {
    let first = block.text.split_whitespace().next().unwrap_or_default();
    COMMANDS.contains(&first)
}

/// Drawn with characters.
fn is_picture(block: &Block) -> bool {
    block.text.starts_with(' ') || block.text.contains("==>")
}

fn pages() -> Vec<String> {
    let docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = docs.map(|name| format!("docs/{}", name.to_string_lossy())).collect();
    pages.retain(|page| page.ends_with(".md"));
    pages.push("README.md".into());
    pages.sort();
    pages
}

/// A folder with the project's in it, and commands that stand for others.
struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    fn new() -> Scratch {
        let scratch = Scratch { folder: tempfile::tempdir().unwrap() };
        for name in ["tests", "gen", "rtl", "docs", "constraints", ".tools"] {
            symlink(root().join(name), scratch.at(name)).unwrap();
        }
        std::fs::create_dir(scratch.at("bin")).unwrap();
        let command = tracewright();
        let command = command.display();
        let soak = std::env::var_os("TRACEWRIGHT_SOAK").is_some();
        let synth = match soak {
            true => String::new(),
            false => format!(
                "if [ \"$1\" = synth ]; then TRACEWRIGHT_YOSYS=/no/yosys {command} \"$@\"; [ $? = 3 ]; exit; fi\n"
            ),
        };
        scratch.stub("tracewright", &format!("{synth}exec {command} \"$@\""));
        // It is installed: that is the command above.
        let examples = tracewright().with_file_name("examples");
        scratch.stub(
            "cargo",
            &format!(
                "case \"$*\" in\n\"install --locked --path gen/tracewright\") test -f gen/tracewright/Cargo.toml;;\n\
                 \"run --release -p tracewright-tests --example \"*) shift 5; name=$1; shift 2; exec {}/$name \"$@\";;\n*) exit 99;;\nesac",
                examples.display()
            ),
        );
        let packages = root().join(".tools/fusesoc");
        scratch.stub("fusesoc", &format!("PYTHONPATH={} exec python3 -m fusesoc.main \"$@\"", packages.display()));
        scratch
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn stub(&self, name: &str, script: &str) {
        let path = self.at("bin").join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs commands as they stand. Gives what they print, with whether all succeeded.
    fn run(&self, commands: &str) -> (bool, String) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [self.at("bin"), root().join(".tools/bin")].into_iter().chain(std::env::split_paths(&path));
        let mut shell = Command::new("bash");
        shell.args(["-e", "-o", "pipefail", "-c", commands]).current_dir(self.folder.path());
        let output = shell.env("PATH", std::env::join_paths(path).unwrap()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    }

    /// As [`Scratch::run`], of what must succeed.
    fn done(&self, commands: &str) -> String {
        let (succeeded, said) = self.run(commands);
        assert!(succeeded, "{commands}\n{said}");
        said
    }
}

/// Runs all command blocks of a page, one after the other.
fn run_all(page: &str, scratch: &Scratch) {
    for block in blocks(page).into_iter().filter(is_commands) {
        let (succeeded, said) = scratch.run(&block.text);
        assert!(succeeded, "{page}:{}:\n{}\n{said}", block.line, block.text);
    }
}

#[test]
fn every_block_is_commands_or_is_known() {
    // Each of these pages has a test below.
    let tested = [
        "README.md",
        "docs/boards.md",
        "docs/driver.md",
        "docs/litex.md",
        "docs/package.md",
        "docs/pib.md",
        "docs/command.md",
        "docs/tandem.md",
        "docs/pmu.md",
    ];
    for page in pages() {
        for block in blocks(&page).into_iter().filter(|block| !is_picture(block)) {
            let shown = SHOWN.iter().any(|(of, begins, _)| *of == page && block.text.starts_with(begins));
            assert!(is_commands(&block) != shown, "{page}:{}: neither commands nor known output", block.line);
            assert!(shown || tested.contains(&page.as_str()), "{page}:{}: no test runs it", block.line);
        }
    }
}

#[test]
fn tandem() {
    run_all("docs/tandem.md", &Scratch::new());
}

/// The page's command prints what the page shows.
#[test]
fn pmu() {
    let blocks = blocks("docs/pmu.md");
    let [command, shown] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    assert_eq!(Scratch::new().done(&command.text), shown.text);
}

#[test]
fn readme() {
    run_all("README.md", &Scratch::new());
}

#[test]
fn package() {
    assert!(root().join(".tools/fusesoc").is_dir(), "there is no .tools/fusesoc: gen/tools/packages fusesoc");
    let scratch = Scratch::new();
    scratch.done("tracewright generate --preset mcu -o X");
    run_all("docs/package.md", &scratch);
}

#[test]
fn driver() {
    run_all("docs/driver.md", &Scratch::new());
}

#[test]
fn litex() {
    for package in ["litex", "cores"] {
        assert!(
            root().join(".tools").join(package).is_dir(),
            "there is no .tools/{package}: gen/tools/packages {package}"
        );
    }
    run_all("docs/litex.md", &Scratch::new());
}

/// The commands with a board go as far as the capture, which is not there.
#[test]
fn boards() {
    let scratch = Scratch::new();
    for block in blocks("docs/boards.md").into_iter().filter(is_commands) {
        let text = block.text.replace("\\\n", "");
        for line in text.lines().filter(|line| !line.contains(NEEDS_A_BOARD.1)) {
            if line.starts_with("rtl/boards/build") {
                assert!(root().join("rtl/boards/build").is_file());
                continue;
            }
            // The program is built with the board's design.
            let line = line
                .replace("rtl/boards/ulx3s/firmware.elf", "f.elf")
                .replace("rtl/boards/icebreaker/firmware.elf", "f.elf");
            std::fs::copy(root().join("tests/programs/elf/crc32.rv32.elf"), scratch.at("f.elf")).unwrap();
            let (succeeded, said) = scratch.run(&line);
            let missing =
                ["sort.trace", "pins.vcd", "pin.vcd"].iter().any(|name| said.contains(&format!("cannot read {name}")));
            assert!(!succeeded && missing, "{line}\n{said}");
        }
    }
}

/// Each line has a capture of its own: a waveform of `cosim`, with a probe's names in one, and samples of one.
#[test]
fn pins() {
    let scratch = Scratch::new();
    std::fs::copy(root().join("tests/programs/elf/quicksort.rv32.elf"), scratch.at("sort.elf")).unwrap();
    let capture = |mode: &str, more: &str| {
        scratch.done(&format!(
            "tracewright cosim --preset mcu --set sink.kind=pib --set pib_modes={mode} --elf sort.elf --limit 2000 \
             --wave pins.vcd -o sent {more}"
        ));
    };
    let block = blocks("docs/pib.md").remove(0);
    let lines: Vec<&str> = block.text.lines().collect();
    let [parallel, uart, manchester] = lines[..] else { panic!("{lines:?}") };
    capture("parallel-4", "");
    let expected = scratch.done("tracewright decode --preset mcu --elf sort.elf sent 2>/dev/null");
    assert_eq!(expected.lines().count(), 2000);
    let decoded = |line: &str| {
        assert!(scratch.done(&format!("{line} 2>/dev/null")) == expected, "{line}");
    };
    decoded(parallel);
    // 1378 cycles of `pib_clk`, which co-simulation gives 6.3 ns, are 8.68 us.
    capture("uart", "--set run.pib_divider=1377 --set pib_divider_bits=11");
    scratch.done("sed -i 's/ tdata $end/ D0 $end/' pins.vcd");
    decoded(uart);
    capture("manchester", "--set run.pib_divider=3");
    let changes = Capture::open(&scratch.at("pins.vcd"), PibMode::Manchester, &Names::default()).unwrap();
    let (mut samples, mut level) = (vec![], 0);
    for change in changes {
        let change = change.unwrap();
        // A sample every 5 ns, of a waveform that counts picoseconds.
        samples.resize((change.time / 5_000) as usize, level);
        level = change.pins.tdata as u8;
    }
    samples.resize(samples.len() + 100, level);
    std::fs::write(scratch.at("pins.raw"), samples).unwrap();
    decoded(manchester);
    assert!(std::fs::metadata(scratch.at("sort.trace")).unwrap().len() > 0);
    let sigrok = blocks("docs/pib.md").remove(1);
    if Command::new("sigrok-cli").arg("--version").output().is_ok() {
        capture("uart", "--set run.pib_divider=9");
        scratch.done(&sigrok.text);
    }
}

/// The registers and modules of the path that the page shows are those of a design.
#[test]
fn names_of_a_path() {
    let scratch = Scratch::new();
    scratch.done("tracewright generate --preset micro -o out");
    let block = blocks("docs/synthesis.md").remove(0);
    let ends: Vec<&str> = block.text.lines().filter(|line| line.ends_with(|end: char| end.is_ascii_digit())).collect();
    let mut found = 0;
    for line in ends.iter().filter(|line| line.contains("(tw_")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, path, module, ..] = words[..] else { panic!("{line}") };
        let register = path.rsplit('.').next().unwrap().split('[').next().unwrap();
        let module = module.trim_matches(['(', ')']);
        let text = std::fs::read_to_string(scratch.at(&format!("out/rtl/{module}.v"))).unwrap();
        let declares = |line: &str| line.trim_start().starts_with("reg ") && line.contains(&format!(" {register},"));
        assert!(text.lines().any(declares), "{module} has no register {register}");
        found += 1;
    }
    assert_eq!(found, 2, "a path has two ends");
}

/// The error that the page shows is the command's.
#[test]
fn shown_by_the_command() {
    let scratch = Scratch::new();
    let data = root().join("sim/hart/tests/logs/data");
    let log = std::fs::read_to_string(data.join("traps.log")).unwrap();
    let block = blocks("docs/command.md").remove(0);
    let line: usize = block.text.split(':').nth(2).unwrap().parse().unwrap();
    let kept: Vec<&str> = log.lines().enumerate().filter(|(n, _)| n + 1 != line).map(|(_, line)| line).collect();
    std::fs::write(scratch.at("gap.log"), kept.join("\n") + "\n").unwrap();
    let elf = data.join("traps.elf");
    let (succeeded, said) =
        scratch.run(&format!("tracewright encode --preset rv64 --elf {} --retired gap.log -o t", elf.display()));
    assert!(!succeeded);
    assert_eq!(said, block.text);
}

/// The list that the page shows is what the beginning of a program retires.
#[test]
fn a_list_of_what_retired() {
    let scratch = Scratch::new();
    let block = blocks("docs/decoder.md").remove(0);
    std::fs::write(scratch.at("list"), &block.text).unwrap();
    std::fs::copy(root().join("tests/programs/elf/crc32.rv32.elf"), scratch.at("crc.elf")).unwrap();
    let rows = block.text.lines().count();
    scratch.done(&format!("tracewright encode --preset mcu --elf crc.elf -o crc.trace --limit {rows}"));
    let said = scratch.done("tracewright decode --preset mcu --elf crc.elf crc.trace --output none --retired list");
    let whole = said.lines().find(|line| line.starts_with("as they retired")).unwrap_or_default();
    assert_eq!(whole.split_whitespace().last(), Some(rows.to_string().as_str()), "{said}");
}
