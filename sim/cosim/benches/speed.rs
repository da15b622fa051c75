// SPDX-License-Identifier: Apache-2.0
//! Speed of the co-simulation, model and comparison included, against the plainest C++ harness on the same Verilog.
//!
//! `cargo bench -p tracewright-cosim --bench speed`

#[path = "../src/tests/hardware.rs"]
mod hardware;

use hardware::{plain, verilog};
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tracewright_config::{Build, Run};
use tracewright_cosim::{from_blocks, run, Design, Options};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_messages::Block;
use verilator_sys::{Effort, Settings, Tools};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Times that each is measured; the median counts.
const ROUNDS: usize = 11;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/elf/long5m.rv32.elf");

fn main() -> Result<()> {
    let build = plain("mcu");
    let settings = Run::default();
    let sources = verilog(&build);
    let design = Design::new(&build, sources.clone(), &Settings::default())?;
    let image = Image::load(Path::new(PROGRAM))?;
    // One block a cycle, and nothing else at the port.
    let blocks = program(&image, &build)?.map(|port| port.map(|port| port.blocks[0]));
    let blocks: Vec<Block> = blocks.collect::<std::result::Result<_, _>>()?;
    let bare = Bare::new(&sources, &blocks)?;

    let bare = || bare.cycles_per_second(&settings);
    let (mut harts, mut bares, mut lists, mut lives) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let made = program(&image, &build)?.map(black_box).count();
        harts.push(made as f64 / started.elapsed().as_secs_f64());
        // A processor may be faster at one time than at another: each run is compared with those just before and after.
        let before = bare()?;
        let recorded = blocks.iter().map(|&block| Ok::<_, std::convert::Infallible>(block));
        let list = run(&design, &settings, from_blocks(recorded), Options::default())?.cycles_per_second();
        let between = bare()?;
        let live = run(&design, &settings, from_blocks(program(&image, &build)?), Options::default())?;
        let (live, after) = (live.cycles_per_second(), bare()?);
        bares.extend([before, between, after]);
        lists.push((list, 2.0 * list / (before + between)));
        lives.push((live, 2.0 * live / (between + after)));
    }
    println!("{} blocks of long5m, preset mcu without return stack and repeated history", blocks.len());
    let (hart, bare) = (median(harts), median(bares));
    println!("hart and blocks alone      {hart:>10.0} blocks/s  {:.2}", hart / bare);
    println!("bare C++ harness           {bare:>10.0} cycles/s");
    for (source, runs) in [("list", lists), ("hart", lives)] {
        let (speeds, shares): (Vec<f64>, Vec<f64>) = runs.into_iter().unzip();
        println!("co-simulation, from a {source} {:>10.0} cycles/s  {:.2}", median(speeds), median(shares));
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn program(image: &Image, build: &Build) -> Result<Blocks<Hart>> {
    let hart = Hart::new(image, &tracewright_hart::Options::default())?;
    Ok(Blocks::new(hart, &build.ingress))
}

/// The plain harness, built, and the file with its ingress.
struct Bare {
    program: PathBuf,
    steps: PathBuf,
}

impl Bare {
    fn new(sources: &[(String, String)], blocks: &[Block]) -> Result<Bare> {
        let tools = Tools::find(Effort::Full)?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bare");
        std::fs::create_dir_all(&folder)?;
        let mut verilator = Command::new(&tools.verilator);
        verilator.env_remove("VERILATOR_ROOT").args(["--cc", "--exe", "--build", "-O3"]);
        verilator.args(["--x-assign", "fast", "--x-initial", "fast", "--no-timing", "-CFLAGS", "-O2"]);
        verilator.args(["--top-module", "tw_top", "--prefix", "Vbare", "-o", "bare", "--Mdir"]).arg(&folder);
        verilator.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/bare.cpp"));
        for (name, text) in sources {
            let path = folder.join(name);
            std::fs::write(&path, text)?;
            verilator.arg(path);
        }
        let output = verilator.output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        let steps = folder.join("steps.bin");
        let bytes = blocks.iter().flat_map(|b| {
            let mut step = [0; 16];
            step[..8].copy_from_slice(&b.iaddr.to_le_bytes());
            step[8..12].copy_from_slice(&b.iretire.to_le_bytes());
            (step[12], step[13]) = (b.itype, b.ilastsize);
            step
        });
        std::fs::write(&steps, bytes.collect::<Vec<u8>>())?;
        Ok(Bare { program: folder.join("bare"), steps })
    }

    fn cycles_per_second(&self, run: &Run) -> Result<f64> {
        let control = 1 | u32::from(run.stall) << 13 | run.sync_mode.code() << 16 | run.sync_max << 20;
        let output = Command::new(&self.program).arg(&self.steps).arg(control.to_string()).output()?;
        let text = String::from_utf8(output.stdout)?;
        let speed = text.split_whitespace().nth(1).ok_or("the bare harness printed nothing")?;
        Ok(speed.parse()?)
    }
}
