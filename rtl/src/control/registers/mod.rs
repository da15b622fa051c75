// SPDX-License-Identifier: Apache-2.0
//! The register file, made from the description of the registers (gen/regmap).

mod state;
mod surroundings;

pub use surroundings::Surroundings;

use super::RegisterPort;
use crate::prim::*;
use crate::sinks::SinkRegisters;
use state::{Bus, State};
use tracewright_regmap::{Features, Register, FUNNEL_REGISTERS, REGISTERS, TANDEM_REGISTERS};
use tracewright_verilog::registers::{text, Form, Input, InputPort, Layout};

/// Makes the register file from its ports. `inputs` are what the hardware hands over about a field, by its name: its
/// value, or with `_set` and `_clear` that it becomes 1 or 0. `values` are what it sees of a register, by its name.
macro_rules! registers {
    (
        $(#[$doc:meta])*
        inputs { $($(#[$input_doc:meta])* $input:ident: $type:ty = $width:literal;)* }
        values { $($(#[$value_doc:meta])* $value:ident;)* }
        inputs of sinks { $($of_sink:ident = $sink_width:literal;)* }
        values of sinks { $($for_sink:ident;)* }
    ) => {
        $(#[$doc])*
        #[derive(Module)]
        pub struct Registers {
            /// Rising edge.
            pub clock: Signal<In, Clock>,
            /// Active low.
            pub rst_n: Signal<In, Bit>,
            /// Everything has its reset value.
            pub locked: Optional<Signal<In, Bit>>,
            /// The bus.
            pub bus: RegisterPort,
            /// The register is read in this cycle, which clears its RC fields.
            pub bus_read: Optional<Signal<In, Bit>>,
            $($(#[$input_doc])* pub $input: Optional<$type>,)*
            $($(#[$value_doc])* pub $value: Optional<Signal<Out, Bits<32>>>,)*
            /// Registers of the sinks.
            pub sinks: SinkRegisters,
            _layout: Layout,
            _state: State,
            _reset: Reset,
        }

        /// The input ports that there can be.
        const INPUTS: &[Input] = &[
            $(Input { name: stringify!($input), width: $width },)*
            $(Input { name: stringify!($of_sink), width: $sink_width },)*
        ];

        impl Registers {
            fn with_ports(layout: Layout, reset: Reset, lock: bool) -> Self {
                Registers {
                    clock: Signal::default(),
                    rst_n: Signal::default(),
                    locked: Optional::new(lock, Signal::default()),
                    bus: RegisterPort::default(),
                    bus_read: Optional::new(layout.is_changed_by_reading(), Signal::default()),
                    $($input: InputPort::optional(layout.width(stringify!($input))),)*
                    $($value: Optional::new(layout.has_value(stringify!($value)), Signal::default()),)*
                    sinks: SinkRegisters {
                        $($of_sink: InputPort::optional(layout.width(stringify!($of_sink))),)*
                        $($for_sink: Optional::new(layout.has_value(stringify!($for_sink)), Signal::default()),)*
                    },
                    _state: State::new(&layout),
                    _layout: layout,
                    _reset: reset,
                }
            }

            /// The inputs, in the order of [`INPUTS`]; 0 where there is no such port.
            fn inputs(&self) -> [u32; INPUTS.len()] {
                [$(InputPort::word(&self.$input),)* $(InputPort::word(&self.sinks.$of_sink),)*]
            }

            /// The names of the ports that show the values of registers.
            fn values(&self) -> Vec<&'static str> {
                let own = [$((stringify!($value), self.$value.is_built())),*];
                let of_sinks = [$((stringify!($for_sink), self.sinks.$for_sink.is_built())),*];
                own.into_iter().chain(of_sinks).filter(|(_, is_built)| *is_built).map(|(name, _)| name).collect()
            }

            fn connect_values(&mut self) {
                $(self.$value.connect();)*
                $(self.sinks.$for_sink.connect();)*
            }

            fn show_values(&mut self, bus: &Bus) {
                $(self.$value.next = self._state.value(&self._layout, stringify!($value), bus).to_bits();)*
                $(self.sinks.$for_sink.next = self._state.value(&self._layout, stringify!($for_sink), bus).to_bits();)*
            }
        }
    };
}

registers! {
    /// The registers of a component, as a build has them: their storage, and what the bus reads.
    ///
    /// Of what happens to a field in one cycle, the lowest row of the table of docs/control.md, "The register file",
    /// wins.
    ///
    /// A field that the hardware drives, keeps, sets or clears has a port if its name is among the ports below; without
    /// one the hardware leaves it alone. A register whose name is among them shows the hardware its fields as they are
    /// stored: an Active bit as written, W1 fields in the cycle in which they act, and 0 for fields that it drives.
    inputs {
        /// teActive has been followed: what the bus reads there.
        te_active: Signal<In, Bit> = 1;
        /// teEnable becomes 0, by stop on wrap. Only a write makes it 1.
        te_enable_clear: Signal<In, Bit> = 1;
        /// teInstTracing becomes 1, by a trigger.
        te_inst_tracing_set: Signal<In, Bit> = 1;
        /// teInstTracing becomes 0, as by stop on wrap, even if it is set in the same cycle.
        te_inst_tracing_clear: Signal<In, Bit> = 1;
        /// teEmpty: all generated trace has been emitted.
        te_empty: Signal<In, Bit> = 1;
        /// teInstStallOrOverflow becomes 1: the hart is stalled, or an Error enters the queue.
        te_inst_stall_or_overflow_set: Signal<In, Bit> = 1;
        /// tsActive has been followed: what the bus reads there.
        ts_active: Signal<In, Bit> = 1;
        /// tsLower: bits 31-0 of the time.
        ts_lower: Narrow<In, 32> = 32;
        /// tsUpper: bits 63-32 of the time, as they were when tsLower was last read.
        ts_upper: Narrow<In, 32> = 32;
        /// teSrcID after reset.
        te_src_id_reset: Narrow<In, 12> = 12;
        /// tfEnable becomes 0, by stop on wrap.
        tf_enable_clear: Signal<In, Bit> = 1;
        /// tfEmpty: the funnel has emitted all trace.
        tf_empty: Signal<In, Bit> = 1;
        /// tvActive has been followed: what the bus reads there.
        tv_active: Signal<In, Bit> = 1;
        /// tvEnable becomes 0, by stop on wrap.
        tv_enable_clear: Signal<In, Bit> = 1;
        /// tvEmpty: all tandem-verification trace has been emitted.
        tv_empty: Signal<In, Bit> = 1;
    }
    values {
        /// teControl.
        te_control;
        /// teInstFeatures.
        te_inst_features;
        /// tsControl.
        ts_control;
        /// xTrigInControl.
        x_trig_in_control;
        /// xTrigOutControl.
        x_trig_out_control;
        /// teSbaStatus.
        te_sba_status;
        /// tfControl.
        tf_control;
        /// tfDisInput.
        tf_dis_input;
        /// tvControl.
        tv_control;
        /// tvClasses.
        tv_classes;
    }
    inputs of sinks {
        te_wrap = 1;
        te_ram_wp = 30;
        te_ram_rp = 30;
        sba_error_set = 1;
        sba_response = 2;
        sba_no_buffer = 1;
        atb_active = 1;
        atb_empty = 1;
        pib_active = 1;
        pib_empty = 1;
    }
    values of sinks {
        te_ram_base;
        te_ram_base_high;
        te_ram_limit;
        atb_control;
        pib_control;
    }
}

impl Registers {
    /// `registers` in a build with these `features`.
    pub fn new(registers: &'static [Register], features: &Features, surroundings: &Surroundings) -> Self {
        let Surroundings { reset, lock, te_active_follows, ts_active_follows, triggers, source_port, sinks_follow } =
            *surroundings;
        let own = [
            ("teActive", te_active_follows),
            ("tsActive", ts_active_follows),
            ("teInstTracing", triggers),
            ("teSrcID", source_port),
            ("pibActive", sinks_follow),
            ("atbActive", sinks_follow),
            ("tvActive", true),
        ];
        let own: Vec<&str> = own.into_iter().filter(|(_, has_port)| *has_port).map(|(name, _)| name).collect();
        Registers::with_ports(Layout::new(registers, features, INPUTS, &own), reset, lock)
    }

    /// The registers of an encoder.
    pub fn of(build: &Build) -> Self {
        Registers::new(REGISTERS, &build.features(), &Surroundings::of(build))
    }

    /// The registers of a funnel of a system.
    pub fn of_funnel(build: &Build, funnel: u32) -> Self {
        Registers::new(FUNNEL_REGISTERS, &build.funnel_features(funnel), &Surroundings::of_funnel(build))
    }

    /// The registers of an encoder of tandem-verification trace.
    pub fn of_tandem(build: &Build) -> Self {
        Registers::new(TANDEM_REGISTERS, &build.tandem_features(), &Surroundings::of(build))
    }

    fn bus(&self) -> Bus {
        let strobe = self.bus.strobe.val().to_u64();
        Bus {
            addr: self.bus.addr.val().index(),
            write: self.bus.write.val(),
            read: self.bus_read.val(),
            wdata: self.bus.wdata.val().to_u64() as u32,
            lanes: (0..4).filter(|lane| strobe >> lane & 1 != 0).fold(0, |lanes, lane| lanes | 0xFF << (8 * lane)),
        }
    }
}

impl Logic for Registers {
    fn update(&mut self) {
        let bus = self.bus();
        let inputs = self.inputs();
        if self._reset == Reset::Async && !self.rst_n.val() {
            self._state = State::new(&self._layout);
        } else if self.clock.pos_edge() {
            let locked = self.locked.val();
            match self.rst_n.val() {
                true => self._state.step(&self._layout, &bus, &inputs, locked),
                false => self._state = State::new(&self._layout),
            }
        }
        self.show_values(&bus);
        self.bus.rdata.next = self._state.read(&self._layout, bus.addr, &inputs).to_bits();
    }

    fn connect(&mut self) {
        self.bus.rdata.connect();
        self.connect_values();
    }

    fn hdl(&self) -> Verilog {
        let reset = register_style(self._reset);
        let form = Form { reset, lock: self.locked.is_built(), values: &self.values() };
        Verilog::Custom(text(&self._layout, &form))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "registers".into(),
            clock: "clock".into(),
            inputs: vec!["bus_wdata".into()],
            outputs: vec!["bus_rdata".into()],
        }]
    }
}
