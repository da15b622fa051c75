// SPDX-License-Identifier: Apache-2.0
//! Co-simulation: random ingress, and a program whose trace is decoded.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::SeedableRng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tracewright_config::{Config, ImplicitReturn, Run};
use tracewright_cosim::{from_blocks, Design, Options, Random, Summary};
use tracewright_decoder::{decode, Error, ErrorKind, Item, Settings};
use tracewright_hart::{Blocks, Event, Hart, Stream};
use tracewright_image::Image;
use tracewright_model::stimulus::{Knobs, Pressure};

/// Most instructions of a program, of all harts together.
const INSTRUCTIONS: u64 = 6_000;
/// Largest pibDivider in simulations, with random ingress and with a program.
pub const SLOWEST: [u32; 2] = [1, 3];
/// Programs with returns that an encoder which does not keep whole addresses takes for granted wrongly.
const UNPAIRED: [&str; 3] = ["coroutine", "longjmp", "traps"];

/// Runs random, legal ingress on each hart. The seed also draws how the registers are set, but for the sinks.
pub fn random(design: &Design, config: &Config, seed: u64, blocks: u64) -> Result<(), String> {
    let build = design.config();
    let (harts, first) = (build.system.harts, build.hart(0));
    let knobs = Knobs::draw(seed, &first);
    let Run { sink, sba_base, sba_bytes, pib_mode, pib_divider, pib_ref_center, atb_id, .. } = config.run.clone();
    let pib_divider = pib_divider.min(SLOWEST[0]);
    let drawn = Knobs::draw_run(seed, &first);
    // Without SRC nobody can tell whose message it is.
    let inhibit_src = drawn.inhibit_src && harts == 1;
    let run = Run { sink, sba_base, sba_bytes, pib_mode, pib_divider, pib_ref_center, atb_id, inhibit_src, ..drawn };
    let options = Options { pressure: Some(Pressure::new(seed, &knobs)), jitter: Some(seed), ..Options::default() };
    let source = |hart| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), blocks / u64::from(harts));
    let ran = match harts {
        1 => tracewright_cosim::run(design, &run, source(0), options),
        _ => tracewright_cosim::run_system(design, &run, (0..harts).map(source).collect(), options),
    };
    let summary = ran.map_err(|error| format!("random ingress: {error}\n{knobs}\n{run:?}"))?;
    match run.stall && summary.lost_messages > 0 {
        true => Err(format!("random ingress: {} messages lost although stalled\n{run:?}", summary.lost_messages)),
        false => Ok(()),
    }
}

/// Runs a program on each hart, and decodes what each sent.
pub fn program(design: &Design, config: &Config, seed: u64) -> Result<(), String> {
    let build = design.config();
    let path = choose(config, seed);
    let image = Image::load(&path).map_err(|error| error.to_string())?;
    let harts = build.system.harts;
    let limit = INSTRUCTIONS / u64::from(harts);
    let mut run = config.run.clone();
    run.inhibit_src &= harts == 1;
    run.pib_divider = run.pib_divider.min(SLOWEST[1]);
    let mut running: Vec<Hart> = (0..harts).map(|_| hart(&image)).collect();
    let mut sources: Vec<_> =
        running.iter_mut().map(|hart| from_blocks(Blocks::new(hart, &build.ingress).limit(limit))).collect();
    let mut sent = Vec::new();
    let ran = match harts {
        1 => {
            let mut take = |bytes: &[u8]| sent.extend_from_slice(bytes);
            let options = Options { trace: Some(&mut take), ..Options::default() };
            tracewright_cosim::run(design, &run, sources.remove(0), options)
        }
        _ => tracewright_cosim::run_system(design, &run, sources, Options::default()),
    };
    let at = |problem: String| format!("{}: {problem}\n{run:?}", path.display());
    let summary = ran.map_err(|error| at(error.to_string()))?;
    // What a single encoder sent is known whole; of a system, what its sink has.
    let (trace, is_whole) = if harts == 1 { (&sent, true) } else { (&summary.memory, !summary.wrapped) };
    if harts > 1 && summary.memory.is_empty() && summary.trace_bytes > 0 {
        // A stream alone keeps nothing.
        return Ok(());
    }
    let stops = run.on(build).stop_on_wrap;
    let of_hart = |hart: u32| {
        let settings = Settings::from(&Config { build: build.hart(hart), run: run.clone() });
        let follower = Follower::new(&image, limit, is_whole, summary.lost_messages > 0);
        follower.follow(trace, &image, &settings, stops).map_err(|problem| at(format!("hart {hart}: {problem}")))
    };
    check_loss(&run, &summary).map_err(at)?;
    (0..harts).try_for_each(of_hart)
}

fn check_loss(run: &Run, summary: &Summary) -> Result<(), String> {
    match run.stall && summary.lost_messages > 0 {
        true => Err(format!("{} messages lost although stalled", summary.lost_messages)),
        false => Ok(()),
    }
}

fn hart(image: &Image) -> Hart {
    Hart::new(image, &Default::default()).expect("the program runs")
}

/// A program for the hart, whose returns the build predicts rightly.
fn choose(config: &Config, seed: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/elf");
    let ending = format!(".rv{}.elf", config.build.xlen);
    let guesses = matches!(config.build.encoder.implicit_return, ImplicitReturn::Count | ImplicitReturn::Partial);
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy();
        name.ends_with(&ending) && !(guesses && UNPAIRED.iter().any(|unpaired| name.starts_with(unpaired)))
    };
    let entries = std::fs::read_dir(folder).expect("there are programs").map(|entry| entry.expect("a file").path());
    let mut programs: Vec<PathBuf> = entries.filter(is_meant).collect();
    programs.sort();
    programs.choose(&mut SmallRng::seed_from_u64(seed)).expect("there are some").clone()
}

/// Where in the execution decoded instructions can be.
struct Follower {
    executed: Vec<u64>,
    /// How many instructions may have been decoded or left out before the next; none once a decoded one is at no such
    /// place.
    places: BTreeSet<usize>,
    is_whole: bool,
    loses: bool,
    wrong: Option<String>,
    count: usize,
}

impl Follower {
    fn new(image: &Image, limit: u64, is_whole: bool, loses: bool) -> Follower {
        let mut hart = hart(image);
        let mut executed = Vec::new();
        while executed.len() < limit as usize {
            match hart.next().expect("the program runs") {
                Some(Event::Retired { pc, .. }) => executed.push(pc),
                Some(_) => {}
                None => break,
            }
        }
        let last = if is_whole { 0 } else { executed.len() };
        Follower { executed, places: (0..=last).collect(), is_whole, loses, wrong: None, count: 0 }
    }

    /// Decodes, and compares with what was executed. `stops`: tracing may have stopped before the end.
    fn follow(mut self, trace: &[u8], image: &Image, settings: &Settings, stops: bool) -> Result<(), String> {
        decode(trace, image, settings, &mut |item| self.take(&item));
        let Follower { executed, places, is_whole, loses, wrong, count } = self;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        match stops || !is_whole || loses || places.contains(&executed.len()) {
            true => Ok(()),
            false => Err(format!("{count} of {} instructions are decoded", executed.len())),
        }
    }

    fn take(&mut self, item: &Item) {
        match item {
            Item::Instruction { pc } => {
                let places = std::mem::take(&mut self.places);
                self.places =
                    places.into_iter().filter(|at| self.executed.get(*at) == Some(pc)).map(|at| at + 1).collect();
                if self.places.is_empty() && self.wrong.is_none() {
                    self.wrong = Some(format!("instruction {} is decoded as {pc:#x}", self.count));
                }
                self.count += 1;
            }
            Item::Lost { .. } if self.loses => {
                let first = self.places.first().copied().unwrap_or(0);
                self.places = (first..=self.executed.len()).collect();
            }
            Item::Skipped { .. } | Item::Cut { .. } if !self.is_whole => {}
            // The part that the sink kept can be one without a message that synchronises.
            Item::Error(Error { kind: ErrorKind::NoSync, .. }) if !self.is_whole => {}
            Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } | Item::Lost { .. } => {
                self.wrong.get_or_insert_with(|| format!("after {} instructions: {item:?}", self.count));
            }
            _ => {}
        }
    }
}
