// SPDX-License-Identifier: Apache-2.0
//! `tracewright demo`: the main job on a program, on one screen.

use super::{decode::Decoded, encode, synth};
use crate::cli::{DemoArgs, Format};
use crate::cosimulation::{self, Cosimulated, Program};
use crate::failure::Failure;
use crate::files;
use crate::hardware::Hardware;
use crate::program::{self, Execution, Recorded};
use crate::progress::Progress;
use crate::report::{self, grouped, Messages};
use serde::Serialize;
use std::fmt;
use tracewright_config::{Config, SyncMode};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_image::Image;
use tracewright_package::synthesis::{Options, Synthesis, Target};

/// What it writes: the summary and the trace.
pub const FILES: [&str; 2] = ["summary.json", "trace.bin"];

/// `summary.json`.
#[derive(Serialize)]
struct Summary {
    program: String,
    origin: String,
    configuration: String,
    verilog_modules: usize,
    verilog_lines: usize,
    register_bits: usize,
    instructions: u64,
    blocks: u64,
    cycles: u64,
    stall_cycles: u64,
    trace_bytes: u64,
    bits_per_instruction: f64,
    messages: Messages,
    lost_messages: u64,
    model_bytes_equal: bool,
    decoded_pcs_equal: bool,
    cosim_cycles_per_second: f64,
    lut4: u64,
    ff: u64,
    ebr: u64,
    fmax_mhz: f64,
    note: Option<String>,
}

/// What the hardware did.
struct Traced {
    report: Cosimulated,
    retired: Vec<u64>,
    trace: Vec<u8>,
}

/// Runs the command.
pub fn run(arguments: &DemoArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    crate::hardware::with_encoder(&config)?;
    if config.build.system.harts > 1 {
        let problem = "demo traces one hart, but build.system.harts is more";
        return Err(Failure::usage(problem).hint("choose a preset of one hart, or `tracewright cosim` for a system"));
    }
    let image = program::load(&arguments.elf, &config.build)?;
    let hardware = Hardware::of(&config.build)?;
    let traced = trace(&hardware, &config, &image)?;
    let model_bytes_equal = equals_model(&traced, &config, &image)?;
    let decoded_pcs_equal = decodes_to(&traced.trace, &config, &image, &traced.retired);
    let options = Options { target: Target::Ecp5, seeds: 1, by_module: false, delay_ps: None, thorough: false };
    let synthesis = synth::synthesise(&hardware, None, &options)?;
    let summary = summary(arguments, &hardware, &traced, &synthesis, [model_bytes_equal, decoded_pcs_equal]);
    let outputs =
        [(FILES[0].into(), (report::render_json(&summary) + "\n").into_bytes()), (FILES[1].into(), traced.trace)];
    files::write_all(&arguments.output, &outputs, || Ok(vec![]))?;
    report::print(&summary, format)?;
    match (model_bytes_equal, decoded_pcs_equal) {
        (true, true) => Ok(()),
        (false, _) => Err(Failure::found("the trace of the hardware is not that of the model")),
        (true, false) => Err(Failure::found("the decoded addresses are not those that were executed")),
    }
}

/// Runs the program on the hardware in front of the comparing model.
fn trace(hardware: &Hardware, config: &Config, image: &Image) -> Result<Traced, Failure> {
    let design = cosimulation::design(hardware, &config.build, None)?;
    let (mut retired, mut trace) = (Vec::new(), Vec::new());
    let (execution, records) = Execution::shared(image, Recorded::default(), config)?;
    let program = Program { execution, records, limit: None, signature: None };
    let observe = |pc| retired.push(pc);
    let report =
        cosimulation::program(&design, config, program, None, observe, &mut |bytes| trace.extend_from_slice(bytes))?;
    Ok(Traced { report, retired, trace })
}

/// Whether the model alone, which never stalls or loses, encodes to the same bytes. Where time or loss decides on the
/// trace, the comparison in every cycle, which the run has passed, is all there is. Time decides where a period counts
/// cycles, and where the queue decides late: then a stall moves a periodic synchronising message.
fn equals_model(traced: &Traced, config: &Config, image: &Image) -> Result<bool, Failure> {
    let time_decides = match config.run.sync_mode {
        SyncMode::Off => false,
        SyncMode::Cycles => true,
        SyncMode::Messages | SyncMode::HalfWords => traced.report.stall_cycles > 0 && config.build.cycles_late() > 0,
    };
    if time_decides || traced.report.lost_messages > 0 {
        return Ok(traced.report.model_equal);
    }
    let mut bytes = Vec::new();
    encode::encode(
        config,
        Execution::new(image, Recorded::default(), &config.build)?,
        (None, None),
        |_| (),
        |message| bytes.extend_from_slice(message),
    )?;
    Ok(traced.report.model_equal && bytes == traced.trace)
}

/// Whether the decoder, given the trace and the program alone, comes to the `executed` addresses, without an error.
fn decodes_to(trace: &[u8], config: &Config, image: &Image, executed: &[u64]) -> bool {
    let _progress = Progress::spinner("decoding");
    let mut expected = executed.iter();
    let mut equal = true;
    let mut decoded = Decoded::default();
    decode(trace, image, &Settings::from(config), &mut |item| {
        decoded.take(&item);
        if let Item::Instruction { pc } = item {
            equal &= expected.next() == Some(&pc);
        }
    });
    equal && expected.next().is_none() && decoded.errors == 0
}

fn summary(
    arguments: &DemoArgs,
    hardware: &Hardware,
    traced: &Traced,
    synthesis: &Synthesis,
    [model_bytes_equal, decoded_pcs_equal]: [bool; 2],
) -> Summary {
    let run = &traced.report;
    Summary {
        program: arguments.program(),
        origin: arguments.config.origin(),
        configuration: hardware.hash.clone(),
        verilog_modules: hardware.files.len(),
        verilog_lines: hardware.lines(),
        register_bits: hardware.register_bits,
        instructions: run.instructions.unwrap_or_default(),
        blocks: run.blocks,
        cycles: run.cycles,
        stall_cycles: run.stall_cycles,
        trace_bytes: run.trace_bytes,
        bits_per_instruction: run.bits_per_instruction.unwrap_or_default(),
        messages: run.messages.clone(),
        lost_messages: run.lost_messages,
        model_bytes_equal,
        decoded_pcs_equal,
        cosim_cycles_per_second: run.cycles_per_second,
        lut4: synthesis.area.get("lut4"),
        ff: synthesis.area.get("ff"),
        ebr: synthesis.area.get("ebr"),
        fmax_mhz: synthesis.fmax_mhz.unwrap_or_default(),
        note: run.note.clone(),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agrees = |equal: bool| if equal { "equal" } else { "NOT EQUAL" };
        let n = grouped;
        let (modules, lines) = (self.verilog_modules, n(self.verilog_lines as u64));
        writeln!(f, "{} traced by configuration {} ({})\n", self.program, self.configuration, self.origin)?;
        writeln!(f, "Verilog     {modules} modules, {lines} lines, {} register bits", self.register_bits)?;
        writeln!(f, "program     {} instructions in {} blocks", n(self.instructions), n(self.blocks))?;
        writeln!(f, "simulation  {} cycles, {} stalled", n(self.cycles), n(self.stall_cycles))?;
        writeln!(f, "            {} cycles/s, the model comparing", n(self.cosim_cycles_per_second as u64))?;
        writeln!(f, "trace       {} bytes, {:.3} bits/instruction", n(self.trace_bytes), self.bits_per_instruction)?;
        writeln!(f, "            {} messages lost, {} sent:", self.lost_messages, n(self.messages.0.values().sum()))?;
        for (name, count) in &self.messages.0 {
            writeln!(f, "              {name:<24}{:>9}", n(*count))?;
        }
        writeln!(f, "model       bytes {}", agrees(self.model_bytes_equal))?;
        writeln!(f, "decoder     {} addresses {}", n(self.instructions), agrees(self.decoded_pcs_equal))?;
        writeln!(
            f,
            "ECP5        {} LUT4, {} FF, {} EBR, {:.1} MHz",
            n(self.lut4),
            n(self.ff),
            self.ebr,
            self.fmax_mhz
        )?;
        match &self.note {
            Some(note) => writeln!(f, "note        {note}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use tracewright_config::{Loader, Preset};

    #[test]
    fn a_stall_that_moves_a_synchronising_message_is_no_difference() {
        let config = Loader::preset(Preset::named("mcu").unwrap()).finish().unwrap();
        let elf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/elf/returns.rv32.elf");
        let image = program::load(&elf, &config.build).unwrap();
        let mut traced = trace(&Hardware::of(&config.build).unwrap(), &config, &image).unwrap();
        assert!(traced.report.stall_cycles > 0 && equals_model(&traced, &config, &image).unwrap());
        // Without a stall it would be one.
        traced.report.stall_cycles = 0;
        assert!(!equals_model(&traced, &config, &image).unwrap());
    }
}
