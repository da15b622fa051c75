// SPDX-License-Identifier: Apache-2.0
//! The simulated system: clocks, the control bus, the pins, and what the core says it retires.

use crate::design::Traced;
use std::collections::BTreeMap;
use tracewright_driver::Mmio;
use tracewright_image::Image;
use tracewright_peers::pins::{PibMode, Pins, Receiver, Recording};
use verilator_sys::{Input, Library, Model, Output};

/// Samples of each cycle of the pins' clock.
const SAMPLES: u32 = 4;
/// Clock cycles that a transfer may take.
const LONGEST_TRANSFER: u32 = 100;
/// In as many cycles without `stall` everything leaves the adapter.
const ADAPTER_CYCLES: u32 = 4;

/// An instruction at the retirement port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    /// Its address.
    pub pc: u64,
    /// The address of the next one, unless something intervenes.
    pub next: u64,
    /// Its bits; of a compressed one the lower 16.
    pub bits: u32,
    /// It trapped instead.
    pub trap: bool,
    /// It is the first of a handler.
    pub intr: bool,
    /// Privilege mode.
    pub mode: u8,
    /// Privilege mode that it leads to, if it is a trap return.
    pub return_mode: u8,
}

/// Why an access failed: the bus says so, or does not answer.
#[derive(Debug)]
pub struct BusFault;

/// A running system.
pub struct System {
    model: Model,
    pins: Handles,
    /// Everything that was at the retirement port.
    pub log: Vec<Retired>,
    /// Clock cycles in which the encoder held the core.
    pub stalled: u64,
    /// Clock cycles since the core started.
    pub cycles: u64,
    /// The RVFI broke what the adapter relies on.
    pub violated: bool,
    /// Whether the pins' clock runs, at the rate of the encoder's.
    pub pin_clock: bool,
    probe: Option<Receiver>,
    /// What the probe at the pins has received.
    pub received: Recording,
    /// The port of tandem-verification trace, where there is one.
    tandem: Option<[Output; 2]>,
    /// What has left there.
    pub tandem_trace: Vec<u8>,
}

macro_rules! handles {
    ($($name:ident: $kind:ident by $method:ident,)*) => {
        struct Handles { $($name: $kind,)* }

        impl Handles {
            fn new(library: &Library) -> Handles {
                Handles { $($name: library.$method(stringify!($name)).unwrap(),)* }
            }
        }
    };
}

handles! {
    rst_n: Input by input,
    hart_rst_n: Input by input,
    load: Input by input,
    load_addr: Input by input,
    load_data: Input by input,
    tohost: Input by input,
    paddr: Input by input,
    psel: Input by input,
    penable: Input by input,
    pwrite: Input by input,
    pwdata: Input by input,
    pstrb: Input by input,
    pib_clk: Input by input,
    pib_rst_n: Input by input,
    ended: Output by output,
    ending: Output by output,
    pready: Output by output,
    prdata: Output by output,
    pslverr: Output by output,
    tref: Output by output,
    tdata: Output by output,
    stall: Output by output,
    rvfi_valid: Output by output,
    rvfi_insn: Output by output,
    rvfi_trap: Output by output,
    rvfi_intr: Output by output,
    rvfi_mode: Output by output,
    rvfi_pc_rdata: Output by output,
    rvfi_pc_wdata: Output by output,
    return_mode: Output by output,
    overflow: Output by output,
    violated: Output by output,
}

/// The port of tandem-verification trace.
fn tandem_port(library: &Library) -> Option<[Output; 2]> {
    Some([library.output("trace_valid").ok()?, library.output("trace_data").ok()?])
}

impl System {
    /// The system with `image` in its memory, its core in reset.
    pub fn new(traced: &Traced, image: &Image) -> System {
        let mut system = System {
            model: traced.library.model(),
            pins: Handles::new(&traced.library),
            log: Vec::new(),
            stalled: 0,
            cycles: 0,
            violated: false,
            pin_clock: true,
            probe: None,
            received: Recording::default(),
            tandem: tandem_port(&traced.library),
            tandem_trace: Vec::new(),
        };
        // Ibex wants to see its reset begin.
        for level in [1, 0] {
            for reset in [system.pins.rst_n, system.pins.hart_rst_n, system.pins.pib_rst_n] {
                system.model.set(reset, level);
            }
            (0..3).for_each(|_| system.clock());
        }
        system.model.set(system.pins.rst_n, 1);
        system.model.set(system.pins.pib_rst_n, 1);
        system.load(image);
        system
    }

    fn load(&mut self, image: &Image) {
        let tohost = image.symbol("tohost").expect("a program that says when it ends");
        self.model.set(self.pins.tohost, tohost);
        self.model.set(self.pins.load, 1);
        let mut words = BTreeMap::new();
        for segment in image.segments() {
            for (address, byte) in (segment.load_address..).zip(&segment.data) {
                *words.entry(address & !3).or_insert(0) |= u64::from(*byte) << (address % 4 * 8);
            }
        }
        for (address, word) in words {
            self.model.set(self.pins.load_addr, address);
            self.model.set(self.pins.load_data, word);
            self.clock();
        }
        self.model.set(self.pins.load, 0);
        self.log.clear();
        self.violated = false;
    }

    /// Puts a probe at the pins.
    pub fn probe(&mut self, mode: PibMode, divider: u32) {
        self.probe = Some(Receiver::new(mode, f64::from(SAMPLES * (divider + 1))));
    }

    /// Takes the probe away; what it has received must be whole.
    pub fn take_probe(&mut self) -> Recording {
        let received = &mut self.received;
        received.cut = self.probe.as_mut().is_some_and(|probe| probe.finish(&mut |event| received.take(event)));
        std::mem::take(received)
    }

    /// What is wrong of the instruction at `pc`, bit by bit, where tandem-verification trace sees it.
    pub fn fault(&mut self, traced: &Traced, pc: u64, fault: u64) {
        for (name, value) in [("fault_pc", pc), ("fault", fault)] {
            self.model.set(traced.library.input(name).unwrap(), value);
        }
    }

    /// Takes the core out of reset, or puts it into it.
    pub fn hart_reset(&mut self, in_reset: bool) {
        self.model.set(self.pins.hart_rst_n, u64::from(!in_reset));
    }

    /// Lets what the adapter holds into the encoder, which may still be stalling.
    pub fn drain(&mut self) {
        let mut free = 0;
        while free < ADAPTER_CYCLES {
            self.clock();
            free = if self.model.get(self.pins.stall) == 0 { free + 1 } else { 0 };
        }
    }

    /// Whether the program `name` has ended, which it may not do with a mistake of its own.
    pub fn has_ended(&self, name: &str) -> bool {
        assert_eq!(self.model.get(self.pins.ending) >> 1, 0, "{name} fails");
        self.model.get(self.pins.ended) != 0
    }

    /// Whether the adapter has lost an instruction.
    pub fn overflow(&self) -> bool {
        self.model.get(self.pins.overflow) != 0
    }

    /// A clock cycle, and one of the pins before it.
    pub fn clock(&mut self) {
        if self.pin_clock {
            self.model.set(self.pins.pib_clk, 0);
            self.model.settle();
            if let Some(probe) = &mut self.probe {
                let tref = self.model.get(self.pins.tref) != 0;
                let pins = Pins { tref, tdata: self.model.get(self.pins.tdata) as u16 };
                (0..SAMPLES).for_each(|_| probe.sample(pins, &mut |event| self.received.take(event)));
            }
            self.model.set(self.pins.pib_clk, 1);
            self.model.settle();
        }
        self.model.cycle();
        self.cycles += 1;
        self.violated |= self.model.get(self.pins.violated) != 0;
        if let Some([_, data]) = self.tandem.filter(|[valid, _]| self.model.get(*valid) != 0) {
            self.tandem_trace.push(self.model.get(data) as u8);
        }
        let get = |output| self.model.get(output);
        if get(self.pins.stall) != 0 {
            self.stalled += 1;
        } else if get(self.pins.rvfi_valid) != 0 {
            self.log.push(Retired {
                pc: get(self.pins.rvfi_pc_rdata),
                next: get(self.pins.rvfi_pc_wdata),
                bits: get(self.pins.rvfi_insn) as u32,
                trap: get(self.pins.rvfi_trap) != 0,
                intr: get(self.pins.rvfi_intr) != 0,
                mode: get(self.pins.rvfi_mode) as u8,
                return_mode: get(self.pins.return_mode) as u8,
            });
        }
    }

    fn transfer(&mut self, address: u32, write: Option<u32>) -> Result<u32, BusFault> {
        let pins = [
            (self.pins.psel, 1),
            (self.pins.penable, 0),
            (self.pins.paddr, address.into()),
            (self.pins.pwrite, write.is_some().into()),
            (self.pins.pwdata, write.unwrap_or(0).into()),
            (self.pins.pstrb, if write.is_some() { 0xF } else { 0 }),
        ];
        pins.into_iter().for_each(|(pin, value)| self.model.set(pin, value));
        self.clock();
        self.model.set(self.pins.penable, 1);
        for _ in 0..LONGEST_TRANSFER {
            self.clock();
            if self.model.get(self.pins.pready) != 0 {
                self.model.set(self.pins.psel, 0);
                self.model.set(self.pins.penable, 0);
                return match self.model.get(self.pins.pslverr) {
                    0 => Ok(self.model.get(self.pins.prdata) as u32),
                    _ => Err(BusFault),
                };
            }
        }
        Err(BusFault)
    }
}

impl Mmio for System {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        self.transfer(offset, None)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        self.transfer(offset, Some(value)).map(drop)
    }
}
