// SPDX-License-Identifier: Apache-2.0
//! A run: a program on a core, with the encoder programmed over the bus as software would do it, and its trace.

use crate::compare::{self, difference, Decoded, Step};
use crate::design::Traced;
use crate::system::{Retired, System};
use std::path::Path;
use tracewright_config::{Config, Run, RunSink, SinkKind};
use tracewright_decoder::TrapKind;
use tracewright_driver::{Buffer, Driver, PibSettings, Settings, SinkSettings};
use tracewright_image::Image;

/// Clock cycles that a program may take.
const LIMIT: u64 = 12_000_000;
/// Cycles that the core goes on for when its program has ended.
const AFTERWARDS: u32 = 50;
/// Cycles in which the pins are idle for long enough to be understood.
const IDLE: u32 = 300;

/// What came of a run.
pub struct Outcome {
    /// The encoder, and how it was used.
    pub config: Config,
    /// The program.
    pub image: Image,
    /// What the core said it retired.
    pub log: Vec<Retired>,
    /// What the SRAM or the pins have of it.
    pub trace: Vec<u8>,
    /// Clock cycles that the program took.
    pub cycles: u64,
    /// Of these, those in which the encoder held the core.
    pub stalled: u64,
    /// The encoder says that it stalled the core or lost messages.
    pub stalled_or_lost: bool,
}

/// A run with history trace to the SRAM and no option.
pub fn plain() -> Run {
    Run {
        stall: false,
        implicit_return: false,
        repeated_history: false,
        sink: RunSink::Kind(SinkKind::Sram),
        ..Run::default()
    }
}

/// A program of the core's.
pub fn image(traced: &Traced, name: &str) -> Image {
    let file = format!("{name}.{}.elf", traced.core.programs());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["programs/elf", "cores/programs/elf"].map(|place| folder.join(place).join(&file));
    Image::load(places.iter().find(|path| path.is_file()).expect(&file)).unwrap()
}

/// How software programs the encoder; `words` of the SRAM are the buffer.
pub fn settings(config: &Config, words: u32) -> Settings {
    let (build, run) = (&config.build, &config.run.on(&config.build));
    let sink = match run.sink_of(build) {
        SinkKind::Pib => SinkSettings::Pib(PibSettings {
            mode: run.pib_mode_of(build).code(),
            ref_center: false,
            divider: Some(run.pib_divider),
        }),
        _ => SinkSettings::Sram(Buffer { first: 0, last: u64::from(4 * (words - 1)) }),
    };
    Settings {
        sink: Some(sink),
        mode: Some(run.mode.code()),
        stall: run.stall,
        context: run.context,
        implicit_return: if run.implicit_return { build.encoder.implicit_return.code() } else { 0 },
        repeated_history: run.repeated_history,
        ..Settings::default()
    }
}

/// Runs a program from reset to its end under the trace that `run` asks for.
pub fn trace(traced: &Traced, name: &str, run: &Run) -> Outcome {
    let image = image(traced, name);
    let config = Config { build: traced.config.build.clone(), run: run.clone() };
    let mut encoder = Driver::new(System::new(traced, &image));
    let found = encoder.discover().unwrap();
    assert!(found.sinks.sram.is_some() && found.sinks.pib.is_some(), "{found:?}");
    encoder.enable(&settings(&config, config.build.sink.sram_bytes / 4)).unwrap();

    let from_pins = run.sink_of(&config.build) == SinkKind::Pib;
    let system = encoder.registers();
    system.pin_clock = from_pins;
    if from_pins {
        system.probe(run.pib_mode_of(&config.build), run.pib_divider);
        (0..IDLE).for_each(|_| system.clock());
    }
    system.cycles = 0;
    system.hart_reset(false);
    while !system.has_ended(name) {
        assert!(system.cycles < LIMIT, "{name} does not end: {:x?}", system.log.last());
        system.clock();
    }
    (0..AFTERWARDS).for_each(|_| system.clock());
    let cycles = system.cycles;
    system.hart_reset(true);
    system.drain();

    let status = encoder.disable().unwrap();
    let mut trace = Vec::new();
    if from_pins {
        let system = encoder.registers();
        (0..IDLE).for_each(|_| system.clock());
        let received = system.take_probe();
        assert!(received.first_error.is_none() && !received.cut, "{name}: {:?}", received.first_error);
        trace = received.bytes;
    } else {
        let readout = encoder.read_trace(|word| trace.extend(word.to_le_bytes())).unwrap();
        assert!(!readout.wrapped, "{name}");
    }
    let system = encoder.into_registers();
    assert!(!system.overflow(), "{name}: the adapter has lost an instruction");
    assert!(!system.violated, "{name}: the core's RVFI is not what the adapter relies on");
    let System { log, stalled, .. } = system;
    Outcome { config, image, log, trace, cycles, stalled, stalled_or_lost: status.has_stalled_or_lost() }
}

impl Outcome {
    /// The whole trace decodes to the whole execution, or says where it does not. Gives how many exceptions and
    /// interrupts there are.
    pub fn agrees(&self) -> Result<[usize; 2], String> {
        let Outcome { config, image, log, trace, stalled, stalled_or_lost, .. } = self;
        let decoded = Decoded::of(trace, image, config);
        if decoded.losses > 0 {
            return Err(format!("{} losses", decoded.losses));
        }
        let executed = compare::executed(log);
        let whole = decoded.stretches.first().map_or(&[][..], |stretch| stretch);
        let address = config.build.ingress.interrupt_address;
        if let Some(difference) = difference(whole, &executed, address) {
            return Err(format!("{difference}; then {:?}", decoded.faults.first()));
        }
        if (decoded.stops, decoded.stretches.len(), decoded.faults.len()) != (1, 1, 0) {
            return Err(format!("{} stops, then {:?}", decoded.stops, decoded.faults.first()));
        }
        if *stalled_or_lost != (*stalled > 0) {
            return Err(format!("teInstStallOrOverflow is {stalled_or_lost} after {stalled} stalled cycles"));
        }
        let modes = compare::modes(log, address);
        if config.run.on(&config.build).context && decoded.modes != modes {
            let counts = (decoded.modes.len(), modes.len());
            return Err(format!("{} privilege modes in a row of the trace, {} of the core", counts.0, counts.1));
        }
        let traps = |wanted| executed.iter().filter(|s| matches!(s, Step::Trap(kind, ..) if *kind == wanted)).count();
        Ok([traps(TrapKind::Exception), traps(TrapKind::Interrupt)])
    }

    /// Instructions that retired.
    pub fn instructions(&self) -> usize {
        compare::executed(&self.log).iter().filter(|step| matches!(step, Step::Instruction(_))).count()
    }

    /// Bits of trace for each.
    pub fn bits(&self) -> f64 {
        8.0 * self.trace.len() as f64 / self.instructions() as f64
    }
}
