// SPDX-License-Identifier: Apache-2.0
//! From a design to a shared library: Verilator, then the C++ compiler, each result kept.

use crate::layout::Layout;
use crate::tools::command;
use crate::{cache, shim, Design, Error, Library, Tools, Wave};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tracewright_cleanup::{output, Running};

/// How a model is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Folder of finished builds. Without one: `build/verilated` below the folder above the current one that has a
    /// `Cargo.lock`, else below the current one.
    pub folder: Option<PathBuf>,
    /// Makes waveforms possible, at a cost in speed.
    pub wave: Option<Wave>,
    /// Builds sooner a model that is 0.4 as fast, for short runs.
    pub quick: bool,
}

impl Settings {
    /// How the C++ of what runs in every cycle is compiled.
    fn level(&self) -> &'static str {
        if self.quick {
            SLOW
        } else {
            FAST
        }
    }
}

const VERILATOR_FLAGS: &[&str] =
    &["--cc", "-O3", "--flatten", "--x-assign", "fast", "--x-initial", "fast", "--no-timing"];
/// Hidden symbols keep several loaded models apart.
const CXX_FLAGS: &[&str] = &["-std=c++17", "-fPIC", "-fvisibility=hidden", "-w"];
/// What g++ would make unique in a process keeps models apart, too; clang++ makes nothing so, and refuses the option.
const NOT_UNIQUE: &str = "-fno-gnu-unique";
/// Has clang++ instantiate the templates of a header once, as it compiles it, which is most of the time of a small
/// design.
pub(crate) const INSTANTIATE: &str = "-fpch-instantiate-templates";
/// Has clang++ take a compiled header whose source was put there again since, as it was.
pub(crate) const ANY_TIME: [&str; 2] = ["-Xclang", "-fno-pch-timestamp"];
const FAST: &str = "-O2";
const SLOW: &str = "-O0";
const HEADER: &str = "verilated.h";
const COMPILED_HEADER: &str = "verilated.h.gch";
/// Goes before Verilator's run time. What writes an FST would abort the program over a file that finds no room.
const BEFORE: (&str, &str) = (
    "before.h",
    "#if __has_include(\"fstcpp/fstcpp_assertion.h\")
#include \"fstcpp/fstcpp_assertion.h\"
#undef FST_DCHECK_EQ
#define FST_DCHECK_EQ(a, b)
#endif
",
);
const LIBRARY: &str = "model.so";

/// Builds `design`, or finds it built, and loads it.
pub fn build(design: &Design, settings: &Settings) -> Result<Library, Error> {
    let layout = Layout::new(design)?;
    let shim = shim::source(design, &layout, settings.wave);
    let control = shim::control(design);
    let tools = Tools::find()?;
    let root = settings.folder.clone().unwrap_or_else(default_folder);

    let runtime = runtime(&tools, &root, settings.wave)?;
    let level = settings.level();
    let headers = [header(&tools, &root, settings.wave, level)?, header(&tools, &root, settings.wave, SLOW)?];
    let mut parts = vec![tools.verilator_version.as_str(), &tools.compiler_version, &shim, &control, &design.top];
    parts.extend(VERILATOR_FLAGS.iter().chain(CXX_FLAGS).chain([&level, &SLOW]));
    parts.extend(design.sources.iter().flat_map(|(name, text)| [name.as_str(), text]));
    let headers = [headers[0].as_path(), &headers[1]];
    let job = Job { tools: &tools, design, layout: &layout, wave: settings.wave, level, runtime: &runtime, headers };
    let folder = cache::folder(&root, &cache::key(parts), |work| job.run(work, &shim, &control))?;
    Library::load(&folder.join(LIBRARY), layout, settings.wave)
}

fn default_folder() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let top = here.ancestors().find(|p| p.join("Cargo.lock").is_file()).unwrap_or(&here);
    top.join("build/verilated")
}

/// Verilator's run-time objects, which all designs share.
fn runtime(tools: &Tools, root: &Path, wave: Option<Wave>) -> Result<PathBuf, Error> {
    let sources: &[&str] = match wave {
        None => &["verilated.cpp", "verilated_threads.cpp"],
        Some(Wave::Vcd) => &["verilated.cpp", "verilated_threads.cpp", "verilated_vcd_c.cpp"],
        Some(Wave::Fst) => &["verilated.cpp", "verilated_threads.cpp", "verilated_fst_c.cpp"],
    };
    let include = tools.include.to_string_lossy();
    let parts = [tools.verilator_version.as_str(), &tools.compiler_version, &include, FAST, BEFORE.1];
    let key = cache::key(parts.iter().chain(CXX_FLAGS).chain(sources).copied());
    cache::folder(root, &format!("runtime-{key}"), |work| {
        let before = work.join(BEFORE.0);
        write(&before, BEFORE.1)?;
        let compile = |source: &&str| {
            let object = work.join(source).with_extension("o");
            let mut command = cxx(tools, wave);
            // Asserts ask clang++ for a library that it does not link by itself.
            command.args([FAST, "-DNDEBUG", "-include"]).arg(&before).arg("-c").arg(tools.include.join(source));
            (command, object)
        };
        let top = "(Verilator's run time)";
        together(sources.iter().map(compile).collect(), top).map_err(|error| match error {
            Error::Tool { message, .. } if message.contains("lz4.h") || message.contains("zlib.h") => {
                Error::MissingTool {
                    tool: "lz4.h or zlib.h",
                    hint: "install them (Debian: liblz4-dev zlib1g-dev), or ask for a .vcd".into(),
                }
            }
            other => other,
        })
    })
}

/// A folder with Verilator's header as `level` compiles it, which is a third to a half of the time of a design.
fn header(tools: &Tools, root: &Path, wave: Option<Wave>, level: &str) -> Result<PathBuf, Error> {
    let waveform = format!("{wave:?}");
    let include = tools.include.to_string_lossy();
    let parts = [tools.verilator_version.as_str(), &tools.compiler_version, &include, &waveform, level];
    // clang++ refuses what it compiled of a header that has another length since.
    let lengths = list(&tools.include, "h")?.into_iter().map(|path| {
        let length = path.metadata().map_err(Error::io(&path))?.len();
        Ok(format!("{} {length}", path.display()))
    });
    let lengths: Vec<String> = lengths.collect::<Result<_, Error>>()?;
    let parts = parts.iter().chain(CXX_FLAGS).chain([&INSTANTIATE]).chain(&ANY_TIME).copied();
    let key = cache::key(parts.chain(lengths.iter().map(String::as_str)));
    cache::folder(root, &format!("header-{key}"), |work| {
        // g++ expects the header beside what is compiled of it; clang++ remembers where the header was.
        let (from, beside) = (tools.include.join(HEADER), work.join(HEADER));
        std::fs::copy(&from, &beside).map_err(Error::io(&from))?;
        let mut command = cxx(tools, wave);
        if tools.is_clang {
            command.arg(INSTANTIATE).args(ANY_TIME);
        }
        command.args([level, "-x", "c++-header"]).arg(&from);
        together(vec![(command, work.join(COMPILED_HEADER))], "(Verilator's header)")
    })
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

        let mut link = cxx(self.tools, self.wave);
        // What could not be loaded is not kept: that of a compiler of C, which does not link the library.
        link.args(["-shared", "-Wl,-Bsymbolic,--no-undefined", "-pthread"])
            .args(objects)
            .args(list(self.runtime, "o")?);
        if self.wave == Some(Wave::Fst) {
            link.args(["-llz4", "-lz"]);
        }
        together(vec![(link, work.join(LIBRARY))], &self.design.top)
    }

    fn verilate(&self, work: &Path, control: &str) -> Result<(), Error> {
        let control_file = work.join("probes.vlt");
        write(&control_file, control)?;
        let mut verilator = command(&self.tools.verilator);
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

fn cxx(tools: &Tools, wave: Option<Wave>) -> Command {
    let define = |name: &str, on: bool| OsString::from(format!("-D{name}={}", u8::from(on)));
    let mut command = command(&tools.compiler);
    command.args(CXX_FLAGS).args((!tools.is_clang).then_some(NOT_UNIQUE));
    command.arg("-I").arg(&tools.include).arg("-I").arg(tools.include.join("vltstd"));
    command.arg(define("VM_TRACE", wave.is_some())).arg(define("VM_TRACE_VCD", wave == Some(Wave::Vcd)));
    command.arg(define("VM_TRACE_FST", wave == Some(Wave::Fst))).arg(define("VM_COVERAGE", false));
    command
}

/// Runs compilers side by side, each with the file that it makes.
fn together(commands: Vec<(Command, PathBuf)>, top: &str) -> Result<(), Error> {
    let mut running = Vec::new();
    for (mut command, made) in commands {
        let program = PathBuf::from(command.get_program());
        let tool = Running::start(command.arg("-o").arg(&made).stdout(Stdio::piped()).stderr(Stdio::piped()));
        running.push((tool.map_err(Error::io(&program))?, program, made));
    }
    let end = |(tool, program, made): (Running, PathBuf, PathBuf)| {
        tool.wait_with_output().map_err(Error::io(program)).map(|output| (output, made))
    };
    let outputs: Vec<_> = running.into_iter().map(end).collect();
    outputs
        .into_iter()
        .try_for_each(|ended| ended.and_then(|(output, made)| check(&output, "the C++ compiler", top, &made)))
}

/// Lines of a tool that an error repeats, at most.
const LINES: usize = 5;

/// Refuses a tool that failed, or that has not made what it was to make.
fn check(output: &Output, tool: &'static str, top: &str, made: &Path) -> Result<(), Error> {
    if output.status.success() && made.is_file() {
        return Ok(());
    }
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let complaint: Vec<&str> = text.lines().filter(|l| l.contains("rror")).take(3).collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let message = match (complaint.is_empty(), output.status.success()) {
        (false, false) => complaint.join("\n"),
        (true, false) => format!("{}\n{last}", output.status),
        (_, true) => {
            format!("it wrote no {}\n{last}", made.file_name().unwrap_or_default().to_string_lossy())
        }
    };
    Err(Error::Tool { tool, top: top.into(), message: message.trim_end().into() })
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::io(path))
}

/// Files of `folder` with this extension, sorted by name.
fn list(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let path = entry.map_err(Error::io(folder))?.path();
        if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
