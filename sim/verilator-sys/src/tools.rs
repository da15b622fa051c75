// SPDX-License-Identifier: Apache-2.0
//! Finds Verilator and the C++ compiler.

use crate::shared::{ANY_TIME, CXX_FLAGS, INSTANTIATE, NOT_UNIQUE};
use crate::{Effort, Error};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tracewright_cleanup::output;

/// Environment variable that names the Verilator binary to use.
pub const VERILATOR_VARIABLE: &str = "TRACEWRIGHT_VERILATOR";

/// What clang++ calls itself in its version.
const CLANG: &str = "clang";
/// What is missing where nothing compiles.
const COMPILER: &str = "C++ compiler";

/// The tools a build needs, found and asked for their versions.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The `verilator` command.
    pub verilator: PathBuf,
    /// What `verilator --version` prints.
    pub verilator_version: String,
    /// Folder of Verilator's C++ headers and run-time sources.
    pub include: PathBuf,
    /// The C++ compiler: `CXX`, else the better one of clang++ and g++ that works (see [`Tools::find`]).
    pub compiler: PathBuf,
    /// What keeps what it makes apart from what others make: its path and what it prints for its version; of clang++
    /// also that of g++, which its library comes with.
    pub compiler_version: String,
    /// Whether the compiler is clang++ or made of it, which knows other options than g++.
    pub(crate) is_clang: bool,
}

impl Tools {
    /// Finds them: Verilator by [`VERILATOR_VARIABLE`], else `.tools/bin/verilator` in a folder above the current one
    /// or above this program, else on `PATH`. Where `CXX` names no compiler, [`Effort::Full`] takes g++, whose code is
    /// faster, and as fast each time; less takes clang++, which compiles faster.
    pub fn find(effort: Effort) -> Result<Tools, Error> {
        let asked = std::env::var_os("CXX").filter(|path| !path.is_empty()).map(PathBuf::from);
        let compiler = asked.clone().unwrap_or_else(|| usual_compiler(effort).into());
        let version = match first_line(&compiler, &["--version"]) {
            Some(version) => version,
            None => match (complaint(&compiler), asked) {
                (Some(said), _) => return Err(Error::BrokenTool { path: compiler, said }),
                (None, None) => return Err(missing(COMPILER, "install one (Debian: clang or g++), or set CXX".into())),
                (None, Some(path)) => {
                    let hint = format!("CXX is \"{}\", which is no program; it has no arguments", path.display());
                    return Err(missing(COMPILER, hint));
                }
            },
        };
        let is_clang = version.contains(CLANG);
        let library = first_line(Path::new("g++"), &["--version"]).filter(|_| is_clang).unwrap_or_default();
        let compiler_version = format!("{}: {version}, {library}", compiler.display());
        let verilator = find_verilator()?;
        let verilator_version = match first_line(&verilator, &["--version"]) {
            Some(version) => version,
            None if !works(Path::new("perl"), &["--version"]) => {
                return Err(missing("perl", "Verilator's command is a Perl script (Debian: perl)".into()))
            }
            None => {
                let said = complaint(&verilator).unwrap_or_else(|| "it is not there any more".into());
                return Err(Error::BrokenTool { path: verilator, said });
            }
        };
        let root = first_line(&verilator, &["--getenv", "VERILATOR_ROOT"]).unwrap_or_default();
        let include = PathBuf::from(root).join("include");
        if !include.join("verilated.h").is_file() {
            return Err(missing("verilated.h", format!("{} does not hold it", include.display())));
        }
        // What is compiled of it is found again under its name: one, by whatever links it was found.
        let include = include.canonicalize().map_err(Error::io(&include))?;
        Ok(Tools { verilator, verilator_version, include, compiler, compiler_version, is_clang })
    }
}

/// What compiles where `CXX` names nothing. Which of the two work is looked for once.
fn usual_compiler(effort: Effort) -> &'static str {
    static WORK: OnceLock<[bool; 2]> = OnceLock::new();
    let [gcc, clang] = *WORK.get_or_init(|| [does_gcc_work(Path::new("g++")), does_clang_work(Path::new("clang++"))]);
    better(effort, gcc, clang)
}

/// g++ for all effort and clang++ for less, if it works, else the other one.
fn better(effort: Effort, gcc_works: bool, clang_works: bool) -> &'static str {
    match (effort != Effort::Full || !gcc_works) && clang_works {
        true => "clang++",
        false => "g++",
    }
}

/// A g++ may be clang++ under another name, too old for the options that it is given, or lack its compiler proper.
fn does_gcc_work(gcc: &Path) -> bool {
    let version = first_line(gcc, &["--version"]);
    version.is_some_and(|version| !version.contains(CLANG)) && compiles(gcc, &[NOT_UNIQUE])
}

/// A clang++ may be too old for the options that it is given, or lack the library's headers.
fn does_clang_work(clang: &Path) -> bool {
    let version = first_line(clang, &["--version"]);
    version.is_some_and(|version| version.contains(CLANG)) && compiles(clang, &[INSTANTIATE, ANY_TIME[0], ANY_TIME[1]])
}

/// Whether a compiler accepts these options, and finds a header of the library.
fn compiles(compiler: &Path, options: &[&str]) -> bool {
    let probe = ["-fsyntax-only", "-x", "c++", "-include", "cstddef", "/dev/null"];
    works(compiler, &[CXX_FLAGS, options, &probe].concat())
}

fn find_verilator() -> Result<PathBuf, Error> {
    if let Some(path) = std::env::var_os(VERILATOR_VARIABLE) {
        let path = PathBuf::from(path);
        let hint = || format!("{VERILATOR_VARIABLE} names {}, which is no file", path.display());
        return if path.is_file() { Ok(path) } else { Err(missing("verilator", hint())) };
    }
    let places = [std::env::current_dir(), std::env::current_exe()];
    let in_project = places.iter().flatten().flat_map(|p| p.ancestors()).map(|p| p.join(".tools/bin/verilator"));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let on_path: Vec<PathBuf> = std::env::split_paths(&on_path).map(|p| p.join("verilator")).collect();
    let hint = || format!("run `make tools`, set {VERILATOR_VARIABLE}, or put it on PATH");
    in_project.chain(on_path).find(|p| p.is_file()).ok_or_else(|| missing("verilator", hint()))
}

fn missing(tool: &'static str, hint: String) -> Error {
    Error::MissingTool { tool, hint }
}

fn works(program: &Path, arguments: &[&str]) -> bool {
    output(Command::new(program).args(arguments)).is_ok_and(|o| o.status.success())
}

fn first_line(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = output(command(program).args(arguments)).ok().filter(|o| o.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.trim().to_string())
}

/// Why a program that is there does not say its version; none if it is not there.
fn complaint(program: &Path) -> Option<String> {
    let output = match output(command(program).arg("--version")) {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => return Some(error.to_string()),
    };
    let text = String::from_utf8_lossy(&output.stderr);
    let said = text.lines().map(str::trim).find(|line| !line.is_empty());
    Some(format!("`--version` ends with {}{}", output.status, said.map_or(String::new(), |said| format!(": {said}"))))
}

/// A command that does not pass on a `VERILATOR_ROOT` of another installation.
pub(crate) fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("VERILATOR_ROOT");
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn all_effort_takes_gcc_and_less_clang_if_they_work() {
        let efforts = [Effort::Full, Effort::Middle, Effort::Quick];
        assert_eq!(efforts.map(|effort| better(effort, true, true)), ["g++", "clang++", "clang++"]);
        assert_eq!(efforts.map(|effort| better(effort, false, true)), ["clang++"; 3]);
        assert_eq!(efforts.map(|effort| better(effort, true, false)), ["g++"; 3]);
        // What is missing is then said of g++.
        assert_eq!(efforts.map(|effort| better(effort, false, false)), ["g++"; 3]);
    }

    #[test]
    fn a_compiler_that_says_its_version_and_compiles_nothing_does_not_work() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str, script: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        let only_version = "[ $1 = --version ] && echo";
        assert!(!does_gcc_work(&of("a", &format!("{only_version} 'g++ 12'"))));
        assert!(!does_clang_work(&of("b", &format!("{only_version} 'clang version 14'"))));
        // One that says nothing, and one that is the other.
        assert!(!does_gcc_work(&of("c", "exit 0")));
        assert!(!does_gcc_work(&of("d", "echo clang version 14")));
        assert!(!does_clang_work(&of("e", "echo g++ 12")));
        assert!(does_gcc_work(&of("f", "echo g++ 12")) && does_clang_work(&of("g", "echo clang version 14")));
    }
}
