// SPDX-License-Identifier: Apache-2.0
//! A register that is added to the list of registers, and nowhere else, is in the hardware, in the model and in every
//! form that describes them to others.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::Block;
use tracewright_config::Build;
use tracewright_model::control::{BusAccess, Doing, RegisterFile};
use tracewright_package::registers::{screaming_case, snake_case, Component, Map, Origin, Output};
use tracewright_regmap::{Access, Field, Hardware, Register, Rule, Unit, Value, REGISTERS, TE_CONTROL};
use tracewright_rtl::control::{Registers, Surroundings};
use tracewright_verilog::{emit, Options, VerilogFile};
use verilator_sys::{build, Design, Library, Model, Port, Settings};

/// Where the register is; no register of the specification is there.
const OFFSET: u32 = 0x400;

const FIELD: Field = Field {
    name: "madeUpLevel",
    lsb: 4,
    width: 6,
    access: Access::Warl,
    rule: Rule::Any,
    hardware: Hardware::Nothing,
    cleared_by: None,
    only_with: None,
    reset: 0x2A,
    system: None,
    doc: "A level.",
    spec: None,
    values: &[Value { name: "HIGH", value: 63, doc: "as high as can be." }],
};

const MADE_UP: Register = Register {
    name: "madeUpControl",
    offset: OFFSET as usize,
    doc: "Nothing that a specification knows.",
    spec: "3",
    unit: Unit::Encoder,
    needs: None,
    fields: &[
        FIELD,
        Field { name: "madeUpMode", lsb: 16, width: 3, rule: Rule::Mode, reset: 3, values: &[], ..FIELD },
        Field { name: "madeUpFixed", lsb: 24, width: 4, rule: Rule::Fixed(9), values: &[], ..FIELD },
    ],
};

/// The one place where it is added.
const LONGER: &[Register] = {
    const LENGTH: usize = REGISTERS.len() + 1;
    const JOINED: [Register; LENGTH] = {
        let mut all = [MADE_UP; LENGTH];
        let mut i = 0;
        while i < REGISTERS.len() {
            all[i] = REGISTERS[i];
            i += 1;
        }
        all
    };
    &JOINED
};

fn a_build() -> Build {
    let mut build = Build::default();
    build.encoder.modes = tracewright_config::Modes::Both;
    build
}

/// Every form of a list of registers.
fn forms(list: &[Register]) -> Vec<(Output, String)> {
    let map = Map::new(Component::ENCODER, list, &a_build().features());
    let origin = Origin { banner: "A test.".into(), version: "1".into(), configuration: "00000000".into() };
    Output::ALL.into_iter().map(|output| (output, output.render(&map, &origin))).collect()
}

#[test]
fn every_form_has_the_register_and_its_fields_and_without_it_none() {
    for ((output, with), (_, without)) in forms(LONGER).into_iter().zip(forms(REGISTERS)) {
        let fields = MADE_UP.fields.iter().map(|field| field.name);
        for name in fields.chain([MADE_UP.name]) {
            let spelling = match output {
                Output::CHeader => screaming_case(name),
                Output::RustModule => snake_case(name),
                _ => name.into(),
            };
            assert!(with.contains(&spelling) && !without.contains(&spelling), "{output:?} {spelling}");
        }
        assert!(with.contains("as high as can be.") && with.contains("A level."), "{output:?}");
    }
}

#[test]
fn the_model_has_the_register_and_without_it_reads_0() {
    let features = a_build().features();
    assert_eq!(RegisterFile::new(LONGER, &features).read(OFFSET), 0x0903_02A0);
    assert_eq!(RegisterFile::new(REGISTERS, &features).read(OFFSET), 0);
}

/// The register file in Verilator.
struct Device {
    library: Library,
    model: Model,
}

impl Device {
    fn new(list: &'static [Register]) -> Device {
        let build_of = a_build();
        let mut registers = Registers::new(list, &build_of.features(), &Surroundings::of(&build_of));
        registers.connect_all();
        let output = emit(&registers, "tw_registers", &Options::default()).unwrap();
        let port = |port: &tracewright_verilog::Port| match port.input {
            true => Port::input(&port.name, port.width as u32),
            false => Port::output(&port.name, port.width as u32),
        };
        let design = Design {
            top: "tw_registers".into(),
            clock: "clk".into(),
            sources: output.files.iter().map(VerilogFile::source).collect(),
            ports: output.ports.iter().map(port).collect(),
            probes: Vec::new(),
            flags: Vec::new(),
        };
        let library = build(&design, &Settings::quick()).unwrap();
        let model = library.model();
        let mut device = Device { library, model };
        device.cycle(0, None);
        device.set("rst_n", 1);
        device
    }

    fn set(&mut self, name: &str, value: u32) {
        self.model.set(self.library.input(name).unwrap(), value.into());
    }

    /// A cycle with a write (data, bytes) or without one, and what the register shows in it.
    fn cycle(&mut self, offset: u32, write: Option<(u32, u8)>) -> u32 {
        let (data, strobe) = write.unwrap_or_default();
        self.set("bus_addr", offset);
        self.set("bus_write", write.is_some().into());
        self.set("bus_wdata", data);
        self.set("bus_strobe", strobe.into());
        self.model.cycle();
        self.model.get(self.library.output("bus_rdata").unwrap()) as u32
    }
}

#[test]
fn the_hardware_has_the_register_and_it_is_the_models() {
    let mut device = Device::new(LONGER);
    let mut model = RegisterFile::new(LONGER, &a_build().features());
    let mut random = SmallRng::seed_from_u64(1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        let offset = if random.random_ratio(1, 20) { TE_CONTROL as u32 } else { OFFSET };
        // teActive is 1 for most of the time: while it is 0, the register has its reset value.
        let data = random.random::<u32>() | u32::from(random.random_ratio(9, 10));
        let write = random.random_bool(0.5).then(|| (data, random.random_range(0..16)));
        let access = match write {
            Some((data, strobe)) => BusAccess::Write { offset, data, strobe },
            None => BusAccess::Read { offset },
        };
        let shown = device.cycle(offset, write);
        if offset == OFFSET {
            assert_eq!(shown, model.read(OFFSET), "after {seen:x?}");
            seen.insert(shown);
        }
        model.cycle(&Doing { access: Some(access), ..Doing::default() });
    }
    // 64 levels in 2 modes, next to a field that holds.
    assert!(seen.len() > 100 && seen.iter().all(|value| value >> 24 == 9), "{}", seen.len());
}

#[test]
fn the_hardware_without_the_register_reads_0_there() {
    let mut device = Device::new(REGISTERS);
    device.cycle(TE_CONTROL as u32, Some((1, 0xF)));
    device.cycle(OFFSET, Some((u32::MAX, 0xF)));
    assert_eq!(device.cycle(OFFSET, None), 0);
}
