// SPDX-License-Identifier: Apache-2.0
//! A generated design with its bench in a folder, and simulators that run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use tracewright_config::{Config, Loader, Preset};
use tracewright_package::bench::Example;
use verilator_sys::text::{wrong, Fault};

/// Where the files come from.
const BANNER: &str = "Made by tracewright for a test.";

/// A design and its bench.
pub struct Folder {
    place: TempDir,
    top: &'static str,
}

/// What a simulator did.
#[derive(Debug)]
pub struct Outcome {
    /// Whether its exit code is 0.
    success: bool,
    text: String,
}

impl Outcome {
    /// It said so in its exit code and in its text, and in that alone.
    pub fn passed(&self) -> bool {
        self.success && self.text.contains("\nPASS: ") && !self.text.contains("FAIL")
    }

    /// Likewise.
    pub fn failed(&self) -> bool {
        !self.success && self.text.contains("FAIL: ") && !self.text.contains("PASS")
    }

    /// How many of its lines have this in them.
    pub fn says(&self, what: &str) -> usize {
        self.text.lines().filter(|line| line.contains(what)).count()
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Outcome {
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Outcome { success: output.status.success(), text: text.concat() }
    }
}

/// A preset with other values.
pub fn config(preset: &str, keys: &[&str]) -> Config {
    let mut loader = Loader::preset(Preset::named(preset).expect("the preset exists"));
    keys.iter().for_each(|key| loader.set(key).expect("the key has this value"));
    loader.finish().unwrap_or_else(|error| panic!("{keys:?}: {error}"))
}

impl Folder {
    /// The Verilog of a configuration, and its bench.
    pub fn new(config: &Config) -> Folder {
        let place = TempDir::new().expect("a folder");
        let write = |name: &Path, text: &[u8]| {
            let path = place.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            std::fs::write(path, text).expect("it can be written");
        };
        let whole = tracewright_rtl::verilog(&config.build, BANNER).expect("the build has Verilog");
        let adapter = tracewright_adapters::output(&config.build, BANNER).expect("the adapter has Verilog");
        let example = adapter.as_ref().map(|adapter| Example { top: &whole.ports, adapter: &adapter.ports });
        let adapters = adapter.iter().flat_map(|adapter| &adapter.files);
        for file in whole.files.iter().chain(adapters) {
            let (name, text) = file.source();
            write(&Path::new("rtl").join(name), text.as_bytes());
        }
        let bench = tracewright_package::bench::files(&config.build, &config.run, example.as_ref(), BANNER);
        for (name, text) in bench.expect("there is a bench") {
            assert!(String::from_utf8_lossy(&text).lines().take(4).any(|line| line.contains(BANNER)), "{name:?}");
            write(&name, &text);
        }
        Folder { place, top: tracewright_package::bench::TOP }
    }

    /// Makes a module of the design or the bench wrong.
    pub fn put_in(&self, (module, net, from, to): Fault) {
        let files = ["rtl", "bench"].map(|folder| self.place.path().join(folder).join(format!("{module}.v")));
        let path = files.iter().find(|path| path.is_file()).expect("the module is there");
        let text = std::fs::read_to_string(path).expect("the module is there");
        let text = wrong(&text, net, from, to).unwrap_or_else(|missing| panic!("{module}: {missing}"));
        std::fs::write(path, text).expect("it can be written");
    }

    /// Gives a clock of the bench another half of its period.
    pub fn set_half_period(&self, clock: &str, from: u32, to: u32) {
        let path = self.place.path().join("bench/tw_bench.v");
        let text = std::fs::read_to_string(&path).expect("the bench is there");
        let [before, after] = [from, to].map(|half| format!("always #{half} {clock} ="));
        assert!(text.contains(&before), "{clock} has another period");
        std::fs::write(&path, text.replace(&before, &after)).expect("it can be written");
    }

    /// Compiles in Icarus, without a warning, and runs.
    pub fn icarus(&self) -> Outcome {
        let mut command = self.command("iverilog");
        command.args(["-g2005", "-Wall", "-s", self.top, "-o", "bench.vvp"]).args(self.files());
        let compiled = Outcome::from(command.output().expect("iverilog (Debian: iverilog) can be run"));
        assert!(compiled.success, "{compiled:?}");
        let of_bench: Vec<_> = compiled.text.lines().filter(|line| line.starts_with("bench/")).collect();
        assert!(of_bench.is_empty(), "{of_bench:?}");
        self.command("vvp").args(["-n", "bench.vvp"]).output().expect("vvp can be run").into()
    }

    /// Builds with Verilator, without a warning, and runs.
    pub fn verilator(&self) -> Outcome {
        let mut command = self.verilator_command();
        command.args(["--binary", "-j", "1", "-Mdir", "built", "-CFLAGS", "-O0"]).args(self.files());
        let built = Outcome::from(command.output().expect("Verilator (make tools) can be run"));
        assert!(built.success && !built.text.contains("%Warning"), "{built:?}");
        let output = self.command(self.place.path().join(format!("built/V{}", self.top))).output();
        output.expect("it can be run").into()
    }

    /// What Verilator has to say.
    pub fn lint(&self) -> String {
        let output = self.verilator_command().arg("--lint-only").args(self.files()).output();
        let text = Outcome::from(output.expect("Verilator (make tools) can be run")).text;
        text.lines().filter(|line| line.starts_with('%')).collect::<Vec<_>>().join("\n")
    }

    fn verilator_command(&self) -> Command {
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/bin/verilator");
        let mut command = self.command(tool);
        command.args(["--timing", "-Wall", "--top-module", self.top]);
        command
    }

    fn command(&self, program: impl Into<PathBuf>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(self.place.path());
        command
    }

    /// Every Verilog file, relative to the folder.
    fn files(&self) -> Vec<PathBuf> {
        let list = |folder: &str| {
            let entries = std::fs::read_dir(self.place.path().join(folder)).expect("the folder is there");
            let mut names: Vec<_> =
                entries.map(|entry| Path::new(folder).join(entry.expect("it is there").file_name())).collect();
            names.sort();
            names
        };
        [list("bench"), list("rtl")].concat()
    }
}
