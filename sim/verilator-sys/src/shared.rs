// SPDX-License-Identifier: Apache-2.0
//! What all designs share: how C++ is compiled, Verilator's run time, and its header in compiled form, each kept.

use crate::run::{list, together, write};
use crate::tools::command;
use crate::{cache, Error, Tools, Wave};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Hidden symbols keep several loaded models apart.
pub(crate) const CXX_FLAGS: &[&str] = &["-std=c++17", "-fPIC", "-fvisibility=hidden", "-w"];
/// What g++ would make unique in a process keeps models apart, too; clang++ makes nothing so, and refuses the option.
pub(crate) const NOT_UNIQUE: &str = "-fno-gnu-unique";
/// Has clang++ instantiate the templates of a header once, as it compiles it, which is most of the time of a small
/// design.
pub(crate) const INSTANTIATE: &str = "-fpch-instantiate-templates";
/// Has clang++ take a compiled header whose source was put there again since, as it was.
pub(crate) const ANY_TIME: [&str; 2] = ["-Xclang", "-fno-pch-timestamp"];
/// How what runs in every cycle is compiled, unless it shall be built in less time.
pub(crate) const FAST: &str = "-O2";
/// How that is compiled for tests.
pub(crate) const MIDDLE: &str = "-O1";
/// How what runs once is compiled, and all of a model that shall be built quickly.
pub(crate) const SLOW: &str = "-O0";
/// What each file of Verilator includes.
pub(crate) const HEADER: &str = "verilated.h";
/// Where g++ looks for what it compiled of it.
pub(crate) const COMPILED_HEADER: &str = "verilated.h.gch";
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

/// The C++ compiler with the options of every compilation.
pub(crate) fn cxx(tools: &Tools, wave: Option<Wave>) -> Command {
    let define = |name: &str, on: bool| OsString::from(format!("-D{name}={}", u8::from(on)));
    let mut command = command(&tools.compiler);
    command.args(CXX_FLAGS).args((!tools.is_clang).then_some(NOT_UNIQUE));
    command.arg("-I").arg(&tools.include).arg("-I").arg(tools.include.join("vltstd"));
    command.arg(define("VM_TRACE", wave.is_some())).arg(define("VM_TRACE_VCD", wave == Some(Wave::Vcd)));
    command.arg(define("VM_TRACE_FST", wave == Some(Wave::Fst))).arg(define("VM_COVERAGE", false));
    command
}

/// Verilator's run-time objects, which all designs share.
pub(crate) fn runtime(tools: &Tools, root: &Path, wave: Option<Wave>) -> Result<PathBuf, Error> {
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
pub(crate) fn header(tools: &Tools, root: &Path, wave: Option<Wave>, level: &str) -> Result<PathBuf, Error> {
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
