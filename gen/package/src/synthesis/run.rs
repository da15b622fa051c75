// SPDX-License-Identifier: Apache-2.0
//! Runs the tools on a design, or finds what they wrote before.

use crate::synthesis::netlist::{self, Netlist};
use crate::synthesis::path::Names;
use crate::synthesis::place::Trial;
use crate::synthesis::result::{Clock, Synthesis};
use crate::synthesis::scripts::{self, MODULES, NAMED, PLACED, SOURCE, WHOLE};
use crate::synthesis::tools::{Tool, YOSYS};
use crate::synthesis::tree::Hierarchy;
use crate::synthesis::{memory, place, wrapper, Area, Design, Error, Port, Target};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Is told what is being done.
pub type Watch<'a> = &'a (dyn Fn(&str) + Sync);

/// Most placements of a design.
pub const MOST_SEEDS: u32 = 64;
/// The largest [`Options::delay_ps`].
pub const MOST_DELAY_PS: u32 = 100_000;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The device family.
    pub target: Target,
    /// Placements, from seed 1 on; none: it is not placed.
    pub seeds: u32,
    /// Also by module.
    pub by_module: bool,
    /// Delay of logic between registers in ps, without wires, below which the mapper saves area; none: it makes all
    /// logic as fast as it can. Yosys takes it for ECP5 alone.
    pub delay_ps: Option<u32>,
    /// The mapper tries several forms of the logic and keeps the best (Yosys's script `flow3`). For ECP5 alone.
    pub thorough: bool,
}

/// Folders that this process works in.
static FOLDERS: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());

/// Synthesises `design` in a folder of its own below `build`. Files are named after their modules.
pub fn run(design: &Design, options: &Options, build: &Path, watch: Watch) -> Result<Synthesis, Error> {
    let target = options.target;
    let asked = [(options.delay_ps.is_some(), "a delay of logic"), (options.thorough, "thorough mapping")];
    if let Some((_, what)) = asked.iter().find(|(is_asked, _)| *is_asked && target != Target::Ecp5) {
        return Err(Error::Mapper { what, target: target.name() });
    }
    if !design.files.iter().any(|(name, _)| name.strip_suffix(".v") == Some(design.top.as_str())) {
        return Err(Error::UnknownModule(design.top.clone()));
    }
    let yosys = Tool::find(&YOSYS)?;
    let placement = target.placement().filter(|_| options.seeds > 0);
    let nextpnr = placement.map(|placement| Tool::find(&placement.tool)).transpose()?;
    let folder = build.join("synth").join(key(design, options, &yosys));
    let lock = FOLDERS.lock().expect("nothing panics that holds it").entry(folder.clone()).or_default().clone();
    let _alone = lock.lock();
    let design_in = |name: &str, text: &str| write(&folder.join(name), text);
    std::fs::create_dir_all(&folder).map_err(|e| Error::io("create", &folder, &e))?;
    let _alone_of_processes = lock_out_others(&folder)?;
    for (name, text) in &design.files {
        design_in(name, text)?;
    }
    step(&folder, "source", &[SOURCE], || {
        watch("reading with Yosys");
        yosys.run(&folder, &["-p", &scripts::source(design)], "source.log", &[SOURCE])
    })?;
    let source: Netlist = netlist::read(&folder.join(SOURCE))?;
    if target.placement().is_some() {
        design_in(wrapper::FILE, &wrapper::text(design, &ports(design, &source)?, target))?;
    }
    let version = std::thread::scope(|scope| {
        let by_module = scope.spawn(|| match options.by_module {
            true => step(&folder, "modules", &[MODULES], || {
                yosys.run(&folder, &["-p", &scripts::modules(design, options)], "modules.log", &[MODULES])
            }),
            false => Ok(()),
        });
        let products: Vec<&str> = [NAMED, WHOLE].into_iter().chain(target.placement().map(|_| PLACED)).collect();
        step(&folder, "whole", &products, || {
            watch("synthesising with Yosys");
            yosys.run(&folder, &["-p", &scripts::whole(design, options)], "whole.log", &products)
        })?;
        let mut version = None;
        if let (Some(placement), Some(tool)) = (&placement, &nextpnr) {
            let whole: Netlist = netlist::read(&folder.join(WHOLE))?;
            let cells = whole.module(design.top.as_str())?.count(|_| false);
            let size = target.columns().first().map_or(0, |size| Area::of(&cells, target.columns()).get(size.key));
            let effort = &place::effort(size, placement);
            let version: &str = version.insert(hash(&[&[tool.version.as_str()], effort.as_slice()].concat()));
            let folder = folder.as_path();
            let place = |seed: u32| {
                let trial = Trial { seed, version };
                step(folder, &trial.name(), &[&trial.report()], || {
                    watch(&format!("placing and routing with {}", tool.name));
                    place::run(target, placement, (trial, effort), folder, tool)
                })
            };
            // The first alone: if it does not fit, the others need not try.
            place(1)?;
            std::thread::scope(|scope| {
                let place = &place;
                let placed: Vec<_> = (2..=options.seeds).map(|seed| scope.spawn(move || place(seed))).collect();
                placed.into_iter().try_for_each(|thread| thread.join().expect("the thread does not panic"))
            })?;
        }
        by_module.join().expect("the thread does not panic")?;
        Ok(version)
    })?;
    report(design, options, &folder, (&source, version.as_deref()))
}

/// Makes the report from what the tools wrote; `version` is that of the placements, if there are any.
fn report(
    design: &Design,
    options: &Options,
    folder: &Path,
    (source, version): (&Netlist, Option<&str>),
) -> Result<Synthesis, Error> {
    let (target, top) = (options.target, design.top.as_str());
    let read = |name: &str| netlist::read::<Netlist>(&folder.join(name));
    let (named, whole) = (read(NAMED)?, read(WHOLE)?);
    let (named, whole) = (named.module(top)?, whole.module(top)?);
    let cells = whole.count(|_| false);
    let mut synthesis = Synthesis {
        target: target.name().into(),
        device: target.device().into(),
        top: top.into(),
        area: Area::of(&cells, target.columns()),
        fmax_mhz: None,
        fmax_by_seed: vec![],
        clocks: vec![],
        tree: None,
        modules: vec![],
        memories: memory::find(source, top, named, whole, target),
    };
    if options.by_module {
        let mapped = read(MODULES)?;
        let hierarchy = Hierarchy::new(source, &mapped, target.columns());
        synthesis.tree = Some(hierarchy.tree(top));
        synthesis.modules = hierarchy.modules(top, target.parts());
    }
    if let Some(version) = version {
        let timing = |seed| place::timing(Trial { seed, version }, folder);
        let timings = (1..=options.seeds).map(timing).collect::<Result<Vec<_>, _>>()?;
        let placed = read(PLACED)?;
        let names = Names::new(target, source, top, named, placed.module(wrapper::NAME)?);
        synthesis.clocks = Clock::of(&timings, &names);
        synthesis.fmax_by_seed =
            timings.iter().map(|timing| timing.values().map(|(mhz, _)| *mhz).fold(f64::INFINITY, f64::min)).collect();
        synthesis.fmax_mhz = Some(crate::synthesis::result::median(&synthesis.fmax_by_seed));
    }
    Ok(synthesis)
}

/// The ports of the top.
fn ports(design: &Design, source: &Netlist) -> Result<Vec<Port>, Error> {
    let ports = source.module(&design.top)?.ports.iter();
    let port = ports.map(|(name, port)| {
        let clock = || design.clocks.get(name).cloned().unwrap_or_else(|| "clk".into());
        Port {
            name: name.clone(),
            input: port.direction == "input",
            width: port.bits.len(),
            clock: (!design.direct.contains(name)).then(clock),
        }
    });
    Ok(port.collect())
}

/// Waits until no other process works in `folder`; until the file is closed, this one does.
fn lock_out_others(folder: &Path) -> Result<File, Error> {
    let file = File::open(folder).map_err(|e| Error::io("open", folder, &e))?;
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).map_err(|e| Error::io("lock", folder, &e))?;
    Ok(file)
}

/// Does what is called `name` unless that has been done, and its products are there.
fn step(folder: &Path, name: &str, products: &[&str], work: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    let done = folder.join(format!("{name}.done"));
    if done.is_file() && products.iter().all(|product| folder.join(product).is_file()) {
        return Ok(());
    }
    work()?;
    write(&done, "")
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|e| Error::io("write", path, &e))
}

/// Names everything that the netlists depend on.
fn key(design: &Design, options: &Options, yosys: &Tool) -> String {
    let target = options.target;
    let mut parts = vec![design.top.clone()];
    design.files.iter().for_each(|(name, text)| parts.extend([name.clone(), text.clone()]));
    parts.push(format!("{:?} {:?} {:?}", design.direct, design.clocks, target.placement()));
    parts.extend([target.name().into(), scripts::whole(design, options), scripts::modules(design, options)]);
    // The wrapper, by what makes it: the ports are not known yet.
    parts.extend([scripts::source(design), include_str!("wrapper.rs").into(), yosys.version.clone()]);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    hash(&parts)
}

fn hash(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
