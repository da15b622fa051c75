// SPDX-License-Identifier: Apache-2.0
//! teControl and teImpl (Trace Control ch. 5).

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SinkKind};
use tracewright_regmap::*;

/// The encoder's control register and what it says about itself.
///
/// Its offsets read 0 where nothing else is addressed, so that the rooms' answers can be ORed.
#[derive(Module)]
pub struct Registers {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The register's value.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// The hart is being stalled.
    pub stall: Signal<In, Bit>,
    /// An Error message was sent.
    pub error_sent: Signal<In, Bit>,
    /// All generated trace has been emitted.
    pub empty: Signal<In, Bit>,
    /// The sink's buffer has filled and tracing must stop.
    pub stop: Signal<In, Bit>,
    /// teActive.
    pub active: Signal<Out, Bit>,
    /// teEnable.
    pub enable: Signal<Out, Bit>,
    /// teEnable goes from 0 to 1 after this cycle.
    pub enabling: Signal<Out, Bit>,
    /// teInstTracing.
    pub tracing: Signal<Out, Bit>,
    /// teInstStallEn.
    pub stall_enable: Signal<Out, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<Out, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<Out, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<Out, Bits<4>>,
    te_active: Reg<Bit>,
    te_enable: Reg<Bit>,
    te_inst_tracing: Reg<Bit>,
    te_inst_stall_or_overflow: Reg<Bit>,
    te_inst_stall_en: Reg<Bit>,
    te_stop_on_wrap: Reg<Bit>,
    te_sync_mode: Reg<Bits<2>>,
    te_sync_max: Reg<Bits<4>>,
    write: Signal<Local, Bit>,
    enable_rises: Signal<Local, Bit>,
    control: Signal<Local, Bits<32>>,
    control_fixed: Constant<Bits<32>>,
    implementation: Constant<Bits<32>>,
    _stall: usize,
    _sram: usize,
}

impl Registers {
    /// The registers of `build`.
    pub fn new(build: &Build) -> Self {
        let features = build.features();
        let register = |offset: usize| REGISTERS.iter().filter(move |r| r.offset == offset);
        let fixed = register(TE_CONTROL)
            .flat_map(|r| r.fields)
            .filter(|f| matches!(f.legal(&features), Legal::Fixed(_)))
            .fold(0, |value, f| value | f.reset(&features) << f.lsb);
        let implementation = register(TE_IMPL).fold(0, |_, r| r.reset(&features));
        Registers {
            clock: Default::default(),
            rst_n: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_wdata: Default::default(),
            bus_rdata: Default::default(),
            stall: Default::default(),
            error_sent: Default::default(),
            empty: Default::default(),
            stop: Default::default(),
            active: Default::default(),
            enable: Default::default(),
            enabling: Default::default(),
            tracing: Default::default(),
            stall_enable: Default::default(),
            stop_on_wrap: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            te_active: Reg::new(build.reset),
            te_enable: Reg::new(build.reset),
            te_inst_tracing: Reg::new(build.reset),
            te_inst_stall_or_overflow: Reg::new(build.reset),
            te_inst_stall_en: Reg::new(build.reset),
            te_stop_on_wrap: Reg::new(build.reset),
            te_sync_mode: Reg::new(build.reset),
            te_sync_max: Reg::new(build.reset),
            write: Default::default(),
            enable_rises: Default::default(),
            control: Default::default(),
            control_fixed: Constant::new(fixed.to_bits()),
            implementation: Constant::new(implementation.to_bits()),
            _stall: usize::from(build.encoder.stall),
            _sram: usize::from(build.sink.kind == SinkKind::Sram),
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            te_active,
            te_enable,
            te_inst_tracing,
            te_inst_stall_or_overflow,
            te_inst_stall_en,
            te_stop_on_wrap,
            te_sync_mode,
            te_sync_max
        );

        self.write.next = self.bus_write.val() & (self.bus_addr.val() == TE_CONTROL.to_bits::<12>());
        if self.write.val() {
            self.te_active.d.next = self.bus_wdata.val().get_bit(TE_CONTROL_TE_ACTIVE);
            self.te_enable.d.next = self.bus_wdata.val().get_bit(TE_CONTROL_TE_ENABLE);
            self.te_inst_tracing.d.next = self.bus_wdata.val().get_bit(TE_CONTROL_TE_INST_TRACING);
            for _i in 0..self._stall {
                self.te_inst_stall_en.d.next = self.bus_wdata.val().get_bit(TE_CONTROL_TE_INST_STALL_EN);
            }
            for _i in 0..self._sram {
                self.te_stop_on_wrap.d.next = self.bus_wdata.val().get_bit(TE_CONTROL_TE_STOP_ON_WRAP);
            }
            self.te_sync_mode.d.next = self.bus_wdata.val().get_bits::<2>(TE_CONTROL_TE_SYNC_MODE);
            self.te_sync_max.d.next = self.bus_wdata.val().get_bits::<4>(TE_CONTROL_TE_SYNC_MAX);
        }
        if self.stop.val() {
            self.te_enable.d.next = false;
            self.te_inst_tracing.d.next = false;
        }
        self.enable_rises.next = self.write.val()
            & self.bus_wdata.val().get_bit(TE_CONTROL_TE_ENABLE)
            & !self.te_enable.q.val()
            & self.te_active.q.val();
        if self.error_sent.val() | self.stall.val() {
            self.te_inst_stall_or_overflow.d.next = true;
        }
        if self.enable_rises.val() {
            self.te_inst_stall_or_overflow.d.next = false;
        }
        if !self.te_active.q.val() {
            self.te_enable.d.next = false;
            self.te_inst_tracing.d.next = false;
            self.te_inst_stall_or_overflow.d.next = false;
            self.te_inst_stall_en.d.next = false;
            self.te_stop_on_wrap.d.next = false;
            self.te_sync_mode.d.next = bits::<2>(0);
            self.te_sync_max.d.next = bits::<4>(0);
        }

        self.active.next = self.te_active.q.val();
        self.enable.next = self.te_enable.q.val();
        self.enabling.next = self.enable_rises.val();
        self.tracing.next = self.te_inst_tracing.q.val();
        self.stall_enable.next = self.te_inst_stall_en.q.val();
        self.stop_on_wrap.next = self.te_stop_on_wrap.q.val();
        self.sync_mode.next = self.te_sync_mode.q.val();
        self.sync_max.next = self.te_sync_max.q.val();

        self.control.next = self.control_fixed.val()
            | (bit_cast::<32, 1>(self.te_active.q.val().into()) << TE_CONTROL_TE_ACTIVE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_enable.q.val().into()) << TE_CONTROL_TE_ENABLE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_tracing.q.val().into()) << TE_CONTROL_TE_INST_TRACING.to_bits::<32>())
            | (bit_cast::<32, 1>(self.empty.val().into()) << TE_CONTROL_TE_EMPTY.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_stall_or_overflow.q.val().into())
                << TE_CONTROL_TE_INST_STALL_OR_OVERFLOW.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_stall_en.q.val().into()) << TE_CONTROL_TE_INST_STALL_EN.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_stop_on_wrap.q.val().into()) << TE_CONTROL_TE_STOP_ON_WRAP.to_bits::<32>())
            | (bit_cast::<32, 2>(self.te_sync_mode.q.val()) << TE_CONTROL_TE_SYNC_MODE.to_bits::<32>())
            | (bit_cast::<32, 4>(self.te_sync_max.q.val()) << TE_CONTROL_TE_SYNC_MAX.to_bits::<32>());
        self.bus_rdata.next = bits::<32>(0);
        match self.bus_addr.val().index() {
            TE_CONTROL => {
                self.bus_rdata.next = self.control.val();
            }
            TE_IMPL => {
                self.bus_rdata.next = self.implementation.val();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};

    fn write(registers: &mut Registers, addr: usize, value: u32) {
        registers.bus_addr.next = addr.to_bits();
        registers.bus_wdata.next = value.to_bits();
        registers.bus_write.next = true;
        settle(registers);
        registers.tick();
        registers.bus_write.next = false;
        settle(registers);
    }

    fn read(registers: &mut Registers, addr: usize) -> u32 {
        registers.bus_addr.next = addr.to_bits();
        settle(registers);
        registers.bus_rdata.val().to_u64() as u32
    }

    fn registers(build: &Build) -> Registers {
        let mut registers = Registers::new(build).reset();
        registers.empty.next = true;
        settle(&mut registers);
        registers
    }

    fn builds() -> Vec<Build> {
        let mut without_stall = Build::default();
        without_stall.encoder.stall = false;
        let mut stream = Build::default();
        stream.sink.kind = SinkKind::Stream;
        vec![Build::default(), without_stall, stream]
    }

    #[test]
    fn every_field_of_the_description_resets_holds_and_refuses_as_described() {
        for build in builds() {
            let features = build.features();
            for register in REGISTERS.iter().filter(|r| [TE_CONTROL, TE_IMPL].contains(&r.offset)) {
                let mut hardware = registers(&build);
                assert_eq!(read(&mut hardware, register.offset), register.reset(&features), "{}", register.name);
                for field in register.fields {
                    for value in [field.max(), 0, field.max() & 0x5555_5555, field.max() & 0xAAAA_AAAA] {
                        let mut hardware = registers(&build);
                        write(&mut hardware, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE);
                        let before = read(&mut hardware, register.offset);
                        write(&mut hardware, register.offset, field.set(before, value));
                        let writable = field.access != Access::ReadOnly && field.legal(&features).allows(value);
                        let expected = if writable { value } else { field.get(before) };
                        let after = read(&mut hardware, register.offset);
                        assert_eq!(field.get(after), expected, "{} = {value:#x} ({build:?})", field.name);
                        let inactive = field.lsb == TE_CONTROL_TE_ACTIVE && register.offset == TE_CONTROL;
                        if !inactive {
                            assert_eq!(after & !field.mask(), before & !field.mask(), "{} touches others", field.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn inactive_resets_and_ignores() {
        let mut hardware = registers(&Build::default());
        let reset = read(&mut hardware, TE_CONTROL);
        write(&mut hardware, TE_CONTROL, 0xFFFF_FFFE);
        assert_eq!(read(&mut hardware, TE_CONTROL), reset);
        write(&mut hardware, TE_CONTROL, 1);
        write(&mut hardware, TE_CONTROL, 0xFFFF_FFFF);
        assert!(hardware.enable.val() && hardware.tracing.val() && hardware.stall_enable.val());
        write(&mut hardware, TE_CONTROL, 0);
        hardware.tick();
        assert_eq!(read(&mut hardware, TE_CONTROL), reset);
    }

    #[test]
    fn stall_or_overflow_sticks_until_enabled_again() {
        let sticky = 1 << TE_CONTROL_TE_INST_STALL_OR_OVERFLOW;
        for cause in [|r: &mut Registers, on| r.stall.next = on, |r: &mut Registers, on| r.error_sent.next = on] {
            let mut hardware = registers(&Build::default());
            write(&mut hardware, TE_CONTROL, 0b001);
            write(&mut hardware, TE_CONTROL, 0b011);
            cause(&mut hardware, true);
            settle(&mut hardware);
            hardware.tick();
            cause(&mut hardware, false);
            settle(&mut hardware);
            assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0);
            write(&mut hardware, TE_CONTROL, 0b011);
            assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0, "already enabled");
            write(&mut hardware, TE_CONTROL, 0b001);
            assert_ne!(read(&mut hardware, TE_CONTROL) & sticky, 0, "disabling does not clear it");
            write(&mut hardware, TE_CONTROL, 0b011);
            assert_eq!(read(&mut hardware, TE_CONTROL) & sticky, 0);
        }
    }

    #[test]
    fn a_full_buffer_stops_tracing() {
        let mut hardware = registers(&Build::default());
        write(&mut hardware, TE_CONTROL, 0b001);
        write(&mut hardware, TE_CONTROL, 0b111);
        hardware.stop.next = true;
        settle(&mut hardware);
        hardware.tick();
        assert!(hardware.active.val() && !hardware.enable.val() && !hardware.tracing.val());
    }
}
