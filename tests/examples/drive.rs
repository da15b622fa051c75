// SPDX-License-Identifier: Apache-2.0
//! The driver on the Verilog of a preset, on the bus of choice: discovers, enables, lets a program run, disables,
//! reads the trace.
//!
//! `cargo run --release -p tracewright-tests --example drive -- [preset] [bus] [program.elf]`

use std::error::Error;
use std::path::PathBuf;
use tracewright_config::{Config, Loader, Preset};
use tracewright_cosim::{from_blocks, run_software, Design, Hardware, Options};
use tracewright_decoder::{decode, Item};
use tracewright_driver::{registers, Capabilities, Driver, Progress, Settings};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_tests::hardware::{design, sources};

/// Clock cycles between two looks at the encoder.
const BETWEEN_LOOKS: u32 = 5_000;
/// Instructions that are shown.
const LAST_INSTRUCTIONS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let preset = arguments.next().unwrap_or_else(|| "mcu".into());
    let bus = arguments.next().unwrap_or_else(|| "apb4".into());
    let program = arguments.next().map(PathBuf::from);
    let config = config(&preset, &bus)?;
    let program = program.unwrap_or_else(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/elf");
        format!("{folder}/sha256.rv{}.elf", config.build.xlen).into()
    });

    println!("building the Verilog of {preset} on {bus}");
    let design = design(&config.build, sources(&config.build));
    let image = Image::load(&program)?;
    let mut trace = Vec::new();
    drive(&design, &image, &mut trace)?;
    println!("read {} bytes of trace, the end of which is", trace.len());
    show_end(&trace, &image, &config);
    Ok(())
}

fn config(preset: &str, bus: &str) -> Result<Config, Box<dyn Error>> {
    let mut loader = Loader::preset(Preset::named(preset)?);
    loader.set(&format!("build.bus.kind={bus}"))?;
    Ok(loader.finish()?)
}

/// Runs the program in front of the encoder, under the eyes of the model.
fn drive(design: &Design, image: &Image, trace: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
    let mut hart = Hart::new(image, &Default::default())?;
    let blocks = Blocks::new(&mut hart, &design.config().ingress);
    let summary = run_software(design, from_blocks(blocks), Options::default(), |encoder| software(encoder, trace))?;
    println!("{} cycles, {} blocks; hardware and model agree", summary.cycles, summary.blocks);
    Ok(())
}

/// What firmware or a debugger does.
fn software(encoder: &mut Driver<Hardware>, trace: &mut Vec<u8>) -> Result<(), tracewright_cosim::Error> {
    let found = encoder.discover()?;
    println!("discovered");
    show(&found);

    let settings =
        Settings { stall: found.stall, sync_mode: registers::TE_SYNC_MODE_MESSAGES as u32, ..Settings::default() };
    encoder.enable(&settings)?;
    println!("enabled; the registers hold what was asked for: {}", holds(&settings, &encoder.settings()?));

    while encoder.registers().run(BETWEEN_LOOKS)? {
        match encoder.progress()? {
            Progress::Tracing => {}
            other => println!("the encoder is {other:?}"),
        }
    }
    let status = encoder.disable()?;
    println!("disabled; stalled or lost messages: {}", status.has_stalled_or_lost());

    let readout = encoder.read_trace(|word| trace.extend(word.to_le_bytes()))?;
    println!("trace memory held {} words, wrapped: {}", readout.words, readout.wrapped);
    Ok(())
}

/// Prints the main things that were found.
fn show(found: &Capabilities) {
    println!("  sinks              {:?}", found.sinks);
    println!("  teInstMode         {:?}", found.modes);
    println!("  teSyncMode         {:?}", found.sync_modes);
    println!("  stall, context     {}, {}", found.stall, found.context);
    println!("  external triggers  {} in, {} out", found.external_inputs(), found.external_outputs());
    println!("  source             {:?}", found.source);
    println!("  implicit return    {:?}", found.implicit_return);
    println!("  timestamps         {:?}", found.timestamp);
}

/// Whether the registers hold `asked`, and what they had where it asks for nothing.
fn holds(asked: &Settings, held: &Settings) -> bool {
    Settings { sink: held.sink, mode: held.mode, src_id: held.src_id, ..*asked } == *held
}

/// Decodes the trace, and prints the last instructions.
fn show_end(trace: &[u8], image: &Image, config: &Config) {
    let mut executed = Vec::new();
    let mut errors = 0;
    decode(trace, image, &tracewright_decoder::Settings::from(config), &mut |item| match item {
        Item::Instruction { pc } => executed.push(pc),
        Item::Error { .. } => errors += 1,
        _ => {}
    });
    println!("{} instructions, {errors} errors; the last ones:", executed.len());
    let first = executed.len().saturating_sub(LAST_INSTRUCTIONS);
    executed[first..].iter().for_each(|pc| println!("  {pc:#010x}"));
}
