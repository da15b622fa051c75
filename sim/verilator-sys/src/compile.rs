// SPDX-License-Identifier: Apache-2.0
//! From a design to a shared library: Verilator, then the C++ compiler, each result kept.

use crate::layout::Layout;
use crate::run::{check, list, together, write};
use crate::shared::{cxx, header, runtime, COMPILED_HEADER, CXX_FLAGS, FAST, HEADER, MIDDLE, SLOW};
use crate::tools::command;
use crate::{cache, shim, Design, Error, Library, Tools, Wave};
use std::path::{Path, PathBuf};
use std::process::Command;
use tracewright_cleanup::output;

/// Environment variable that names the folder of finished builds. What every model needs, Verilator's run time and a
/// compiled header, takes longer than most models: so whoever works in many folders lets them share it.
pub const FOLDER_VARIABLE: &str = "TRACEWRIGHT_VERILATED";

/// How a model is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Folder of finished builds. Without one: what [`FOLDER_VARIABLE`] names, else `build/verilated` below the folder
    /// above the current one that has a `Cargo.lock`, else below the current one.
    pub folder: Option<PathBuf>,
    /// Makes waveforms possible, at a cost in speed.
    pub wave: Option<Wave>,
    /// How fast the model is to be, for the time that the build takes.
    pub effort: Effort,
}

/// How much is done for the speed of a model, where clang++ and g++ are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Built in 0.3 to 0.5 of the time of [`Effort::Full`], 0.3 to 0.4 as fast: for short runs.
    Quick,
    /// Built in 0.4 to 0.6 of the time, and about as fast, but not each time: for tests.
    Middle,
    /// As fast as can be, each time.
    #[default]
    Full,
}

impl Effort {
    /// How the C++ of what runs in every cycle is compiled.
    fn level(self) -> &'static str {
        match self {
            Effort::Quick => SLOW,
            Effort::Middle => MIDDLE,
            Effort::Full => FAST,
        }
    }
}

impl Settings {
    /// A model for short runs, which is built sooner.
    pub fn quick() -> Settings {
        Settings { effort: Effort::Quick, ..Settings::default() }
    }

    /// A model for tests.
    pub fn tested() -> Settings {
        Settings { effort: Effort::Middle, ..Settings::default() }
    }

    /// A model for runs that are short unless `TRACEWRIGHT_SOAK` makes them long: [`Settings::quick`], or not then.
    pub fn soaked() -> Settings {
        let is_soak = std::env::var_os("TRACEWRIGHT_SOAK").is_some();
        Settings { effort: if is_soak { Effort::Full } else { Effort::Quick }, ..Settings::default() }
    }
}

const VERILATOR_FLAGS: &[&str] =
    &["--cc", "-O3", "--flatten", "--x-assign", "fast", "--x-initial", "fast", "--no-timing"];
/// Has the C library keep small pieces of memory that Verilator returns, since it asks for as many again at once: a
/// tenth of its time.
const MEMORY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=60000");
const LIBRARY: &str = "model.so";
/// The option for the faster linker.
const LINKER: &str = "-fuse-ld=gold";

/// Builds `design`, or finds it built, and loads it.
pub fn build(design: &Design, settings: &Settings) -> Result<Library, Error> {
    let layout = Layout::new(design)?;
    let shim = shim::source(design, &layout, settings.wave);
    let control = shim::control(design);
    let tools = Tools::find(settings.effort)?;
    let root = settings.folder.clone().map_or_else(default_folder, Ok)?;

    let runtime = runtime(&tools, &root, settings.wave)?;
    let level = settings.effort.level();
    let headers = [header(&tools, &root, settings.wave, level)?, header(&tools, &root, settings.wave, SLOW)?];
    let mut parts = vec![tools.verilator_version.as_str(), &tools.compiler_version, &shim, &control, &design.top];
    parts.extend(VERILATOR_FLAGS.iter().chain(CXX_FLAGS).chain([&level, &SLOW]));
    parts.extend(design.sources.iter().flat_map(|(name, text)| [name.as_str(), text]));
    let headers = [headers[0].as_path(), &headers[1]];
    let job = Job { tools: &tools, design, layout: &layout, wave: settings.wave, level, runtime: &runtime, headers };
    let folder = cache::folder(&root, &cache::key(parts), |work| job.run(work, &shim, &control))?;
    Library::load(&folder.join(LIBRARY), layout, settings.wave)
}

fn default_folder() -> Result<PathBuf, Error> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
        let folder = PathBuf::from(folder);
        return match std::fs::create_dir_all(&folder) {
            Ok(()) => Ok(folder),
            Err(source) => Err(Error::Folder { folder, source }),
        };
    }
    let here = std::env::current_dir().unwrap_or_default();
    let top = here.ancestors().find(|p| p.join("Cargo.lock").is_file()).unwrap_or(&here);
    Ok(top.join("build/verilated"))
}

/// One build of a design.
struct Job<'a> {
    tools: &'a Tools,
    design: &'a Design,
    layout: &'a Layout,
    wave: Option<Wave>,
    level: &'static str,
    runtime: &'a Path,
    /// Folders of the compiled header, for what runs in each cycle and for what runs once.
    headers: [&'a Path; 2],
}

/// Links by the linker that takes half of the time of the usual one, or by that where the other does not work.
fn link(command: impl Fn() -> Command, made: &Path, top: &str) -> Result<(), Error> {
    let mut sooner = command();
    sooner.arg(LINKER);
    together(vec![(sooner, made.into())], top).or_else(|_| together(vec![(command(), made.into())], top))
}

impl Job<'_> {
    fn run(&self, work: &Path, shim: &str, control: &str) -> Result<(), Error> {
        self.verilate(work, control)?;
        self.check_probes(work)?;
        let shim_file = work.join("shim.cpp");
        write(&shim_file, shim)?;

        // What runs in each cycle, with the shim so that it can be inlined; and what runs once.
        let (mut slow, mut fast, mut each_cycle) = (String::new(), String::new(), String::new());
        for file in list(work, "cpp")? {
            let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let include = format!("#include \"{name}\"\n");
            if name.contains("Slow") {
                slow += &include;
            } else {
                fast += &include;
                each_cycle += &std::fs::read_to_string(&file).map_err(Error::io(&file))?;
            }
        }
        let has_phases = shim::has_phases(&each_cycle, &self.design.clock);
        let phases = if has_phases { format!("#define {}\n", shim::PHASES) } else { String::new() };
        let unit = |name: &str, text: &str, level: &str, header: &Path| {
            let source = work.join(name);
            write(&source, &format!("{phases}{text}"))?;
            let mut command = cxx(self.tools, self.wave);
            match self.tools.is_clang {
                true => command.arg("-include-pch").arg(header.join(COMPILED_HEADER)),
                false => command.arg("-include").arg(header.join(HEADER)),
            };
            command.arg(level).arg("-I").arg(work).arg("-c").arg(&source);
            Ok((command, source.with_extension("o")))
        };
        // A unit costs as much as a small design in it.
        let units = if self.level == SLOW {
            vec![unit("model.cc", &(fast + &slow), SLOW, self.headers[1])?]
        } else {
            vec![unit("fast.cc", &fast, self.level, self.headers[0])?, unit("slow.cc", &slow, SLOW, self.headers[1])?]
        };
        let objects: Vec<PathBuf> = units.iter().map(|(_, object)| object.clone()).collect();
        together(units, &self.design.top)?;

        let runtime = list(self.runtime, "o")?;
        let command = || {
            let mut link = cxx(self.tools, self.wave);
            // What could not be loaded is not kept: that of a compiler of C, which does not link the library.
            link.args(["-shared", "-Wl,-Bsymbolic,--no-undefined", "-pthread"]).args(&objects).args(&runtime);
            if self.wave == Some(Wave::Fst) {
                link.args(["-llz4", "-lz"]);
            }
            link
        };
        link(command, &work.join(LIBRARY), &self.design.top)
    }

    fn verilate(&self, work: &Path, control: &str) -> Result<(), Error> {
        let control_file = work.join("probes.vlt");
        write(&control_file, control)?;
        let mut verilator = command(&self.tools.verilator);
        if std::env::var_os(MEMORY.0).is_none() {
            verilator.env(MEMORY.0, MEMORY.1);
        }
        verilator.args(VERILATOR_FLAGS).args(["--prefix", shim::CLASS, "--top-module", &self.design.top]);
        verilator.arg("--Mdir").arg(work).arg(&control_file);
        match self.wave {
            None => {}
            Some(Wave::Vcd) => drop(verilator.arg("--trace-vcd")),
            Some(Wave::Fst) => drop(verilator.arg("--trace-fst")),
        }
        for (name, text) in &self.design.sources {
            let path = work.join(name);
            write(&path, text)?;
            verilator.arg(path);
        }
        let output = output(&mut verilator).map_err(Error::io(&self.tools.verilator))?;
        let made = work.join(format!("{}___024root.h", shim::CLASS));
        check(&output, "verilator", &self.design.top, &made)
    }

    /// Names a probe that is not in the design before the C++ compiler does, in its many words.
    fn check_probes(&self, work: &Path) -> Result<(), Error> {
        let path = work.join(format!("{}___024root.h", shim::CLASS));
        let header = std::fs::read_to_string(&path).map_err(Error::io(&path))?;
        let words: std::collections::HashSet<&str> = shim::words(&header).collect();
        let is_there = |expression: &str| words.contains(expression.trim_start_matches("r."));
        match self.layout.inputs.iter().chain(&self.layout.outputs).find(|p| !is_there(&p.expression)) {
            None => Ok(()),
            Some(p) => Err(Error::NoSignal {
                top: self.design.top.clone(),
                kind: "signal",
                name: p.expression.trim_start_matches("r.").replace("__DOT__", "."),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a compiler that runs this in a shell, with its arguments and the file's name last, makes of a link.
    fn linked(script: &str) -> Result<String, Error> {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join(LIBRARY);
        let command = || {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("for file; do :; done; {script}"), "sh"]);
            shell
        };
        link(command, &made, "top").map(|()| std::fs::read_to_string(&made).unwrap().trim_end().into())
    }

    #[test]
    fn the_usual_linker_links_where_the_faster_one_does_not_work() {
        assert_eq!(linked("echo $1 >$file").unwrap(), LINKER);
        assert_eq!(linked("[ $1 != -fuse-ld=gold ] && echo usual >$file").unwrap(), "usual");
        // What the usual one says is what the user learns.
        let error = linked("echo error: $1 >&2; exit 1").unwrap_err().to_string();
        assert!(error.contains("error: -o") && !error.contains(LINKER), "{error}");
    }
}
