// SPDX-License-Identifier: Apache-2.0
//! teControl and teImpl (Trace Control ch. 5).

use crate::control::{ControlOptions, InstFeatures, TriggerActions};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Modes};
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
    /// A trigger starts tracing: teInstTracing becomes 1.
    pub tracing_set: Vec<Signal<In, Bit>>,
    /// A trigger stops tracing: teInstTracing becomes 0, whatever starts it.
    pub tracing_clear: Vec<Signal<In, Bit>>,
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
    /// teInstMode is 3, branch trace, where there are two modes.
    pub btm: Vec<Signal<Out, Bit>>,
    /// teContext.
    pub context_enable: Vec<Signal<Out, Bit>>,
    /// teInstTrigEn.
    pub trigger_enable: Vec<Signal<Out, Bit>>,
    /// teInhibitSrc.
    pub src_inhibit: Vec<Signal<Out, Bit>>,
    /// teSrcID.
    pub src_id: Vec<Signal<Out, Bits<12>>>,
    /// teInstEnCallStack, or teInstImplicitReturnMode is not 0.
    pub implicit_return: Vec<Signal<Out, Bit>>,
    /// teInstEnSequentialJump.
    pub sequential_jump: Vec<Signal<Out, Bit>>,
    /// teInstEnAllJumps.
    pub all_jumps: Vec<Signal<Out, Bit>>,
    /// teInstEnRepeatedHistory.
    pub repeated_history: Vec<Signal<Out, Bit>>,
    /// teInstExtendAddrMSB.
    pub extend: Vec<Signal<Out, Bit>>,
    /// xTrigInAction of each external trigger input.
    pub external_action: Vec<Signal<Out, Bits<4>>>,
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
    options: Vec<ControlOptions>,
    features: Vec<InstFeatures>,
    trigger_actions: Vec<TriggerActions>,
    _stall: usize,
    _sram: usize,
    _started_by_triggers: usize,
    _options: usize,
    _modes: usize,
    _context: usize,
    _triggers: usize,
    _src: usize,
    _features: usize,
    _implicit_return: usize,
    _sequential_jump: usize,
    _all_jumps: usize,
    _repeats: usize,
    _extended_address: usize,
    _trigger_actions: usize,
    _external_triggers: usize,
}

impl Registers {
    /// The registers of `build`.
    pub fn new(build: &Build) -> Self {
        let features = build.features();
        let register = |offset: usize| REGISTERS.iter().filter(move |r| r.offset == offset);
        let fixed = |offset: usize| {
            register(offset)
                .flat_map(|r| r.fields)
                .filter(|f| matches!(f.legal(&features), Legal::Fixed(_)))
                .fold(0, |value, f| value | f.reset(&features) << f.lsb)
        };
        let has = |feature: Feature| usize::from(features.has(feature));
        let (triggers, external) = (has(Feature::Triggers), build.encoder.external_triggers as usize);
        let started_by_triggers = triggers | has(Feature::ExternalTriggers);
        let modes = usize::from(build.encoder.modes == Modes::Both);
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
            tracing_set: vec![Default::default(); started_by_triggers],
            tracing_clear: vec![Default::default(); started_by_triggers],
            active: Default::default(),
            enable: Default::default(),
            enabling: Default::default(),
            tracing: Default::default(),
            stall_enable: Default::default(),
            stop_on_wrap: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            btm: vec![Default::default(); modes],
            context_enable: vec![Default::default(); has(Feature::Context)],
            trigger_enable: vec![Default::default(); triggers],
            src_inhibit: vec![Default::default(); has(Feature::Src)],
            src_id: vec![Default::default(); has(Feature::Src)],
            implicit_return: vec![Default::default(); has(Feature::ImplicitReturn)],
            sequential_jump: vec![Default::default(); has(Feature::SequentialJump)],
            all_jumps: vec![Default::default(); has(Feature::AllJumps)],
            repeated_history: vec![Default::default(); has(Feature::Repeats)],
            extend: vec![Default::default(); has(Feature::ExtendedAddress)],
            external_action: vec![Default::default(); external],
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
            control_fixed: Constant::new(fixed(TE_CONTROL).to_bits()),
            implementation: Constant::new(fixed(TE_IMPL).to_bits()),
            options: (0..ControlOptions::count(build)).map(|_| ControlOptions::new(build)).collect(),
            features: (0..InstFeatures::count(build)).map(|_| InstFeatures::new(build)).collect(),
            trigger_actions: (0..has(Feature::ExternalTriggers)).map(|_| TriggerActions::new(build)).collect(),
            _stall: has(Feature::Stall),
            _sram: has(Feature::Sram),
            _started_by_triggers: started_by_triggers,
            _options: ControlOptions::count(build),
            _modes: modes,
            _context: has(Feature::Context),
            _triggers: triggers,
            _src: has(Feature::Src),
            _features: InstFeatures::count(build),
            _implicit_return: has(Feature::ImplicitReturn),
            _sequential_jump: has(Feature::SequentialJump),
            _all_jumps: has(Feature::AllJumps),
            _repeats: has(Feature::Repeats),
            _extended_address: has(Feature::ExtendedAddress),
            _trigger_actions: has(Feature::ExternalTriggers),
            _external_triggers: external,
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
        for i in 0..self._started_by_triggers {
            if self.tracing_set[i].val() {
                self.te_inst_tracing.d.next = true;
            }
            if self.tracing_clear[i].val() {
                self.te_inst_tracing.d.next = false;
            }
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

        for i in 0..self._options {
            self.options[i].clock.next = self.clock.val();
            self.options[i].rst_n.next = self.rst_n.val();
            self.options[i].clear.next = !self.te_active.q.val();
            self.options[i].write.next = self.write.val();
            self.options[i].wdata.next = self.bus_wdata.val();
            if self.bus_addr.val() == TE_CONTROL.to_bits::<12>() {
                self.bus_rdata.next = self.control.val() | self.options[i].value.val();
            }
        }
        for i in 0..self._features {
            self.features[i].clock.next = self.clock.val();
            self.features[i].rst_n.next = self.rst_n.val();
            self.features[i].clear.next = !self.te_active.q.val();
            self.features[i].write.next =
                self.bus_write.val() & (self.bus_addr.val() == TE_INST_FEATURES.to_bits::<12>());
            self.features[i].wdata.next = self.bus_wdata.val();
            if self.bus_addr.val() == TE_INST_FEATURES.to_bits::<12>() {
                self.bus_rdata.next = self.features[i].value.val();
            }
        }
        for i in 0..self._trigger_actions {
            self.trigger_actions[i].clock.next = self.clock.val();
            self.trigger_actions[i].rst_n.next = self.rst_n.val();
            self.trigger_actions[i].clear.next = !self.te_active.q.val();
            self.trigger_actions[i].write.next =
                self.bus_write.val() & (self.bus_addr.val() == X_TRIG_IN_CONTROL.to_bits::<12>());
            self.trigger_actions[i].wdata.next = self.bus_wdata.val();
            if self.bus_addr.val() == X_TRIG_IN_CONTROL.to_bits::<12>() {
                self.bus_rdata.next = self.trigger_actions[i].value.val();
            }
        }
        for i in 0..self._modes {
            self.btm[i].next = self.options[i].btm.val();
        }
        for i in 0..self._context {
            self.context_enable[i].next = self.options[i].context.val();
        }
        for i in 0..self._triggers {
            self.trigger_enable[i].next = self.options[i].trigger_enable.val();
        }
        for i in 0..self._src {
            self.src_inhibit[i].next = self.options[i].inhibit_src.val();
            self.src_id[i].next = self.features[i].src_id.val();
            if self.bus_addr.val() == TE_IMPL.to_bits::<12>() {
                self.bus_rdata.next = self.implementation.val() | self.features[i].implementation.val();
            }
        }
        for i in 0..self._implicit_return {
            self.implicit_return[i].next = self.features[i].implicit_return.val();
        }
        for i in 0..self._sequential_jump {
            self.sequential_jump[i].next = self.features[i].sequential_jump.val();
        }
        for i in 0..self._all_jumps {
            self.all_jumps[i].next = self.features[i].all_jumps.val();
        }
        for i in 0..self._repeats {
            self.repeated_history[i].next = self.features[i].repeated_history.val();
        }
        for i in 0..self._extended_address {
            self.extend[i].next = self.features[i].extend.val();
        }
        for i in 0..self._external_triggers {
            self.external_action[i].next = self.trigger_actions[0].action[i].val();
        }
    }
}

#[cfg(test)]
mod tests;
