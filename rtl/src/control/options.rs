// SPDX-License-Identifier: Apache-2.0
//! The optional fields of teControl (Trace Control ch. 5).

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Modes};
use tracewright_regmap::*;

/// teInstMode, teContext, teInstTrigEn and teInhibitSrc, in a build that has a choice in one of them.
#[derive(Module)]
pub struct ControlOptions {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Everything returns to its reset value.
    pub clear: Signal<In, Bit>,
    /// teControl is written in this cycle.
    pub write: Signal<In, Bit>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The fields in their places, the others 0.
    pub value: Signal<Out, Bits<32>>,
    /// teInstMode is 3, branch trace. Where there is one mode it is never high.
    pub btm: Signal<Out, Bit>,
    /// teContext.
    pub context: Signal<Out, Bit>,
    /// teInstTrigEn.
    pub trigger_enable: Signal<Out, Bit>,
    /// teInhibitSrc.
    pub inhibit_src: Signal<Out, Bit>,
    te_inst_mode_btm: Reg<Bit>,
    te_context: Reg<Bit>,
    te_inst_trig_en: Reg<Bit>,
    te_inhibit_src: Reg<Bit>,
    mode: Signal<Local, Bits<32>>,
    _modes: usize,
    _context: usize,
    _triggers: usize,
    _src: usize,
}

impl ControlOptions {
    /// How many there are in `build`: one, or none if it has no choice.
    pub fn count(build: &Build) -> usize {
        let choice = build.encoder.modes == Modes::Both
            || build.encoder.context
            || build.ingress.triggers
            || build.encoder.src_bits > 0;
        usize::from(choice)
    }

    /// The fields of `build`.
    pub fn new(build: &Build) -> Self {
        ControlOptions {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            write: Default::default(),
            wdata: Default::default(),
            value: Default::default(),
            btm: Default::default(),
            context: Default::default(),
            trigger_enable: Default::default(),
            inhibit_src: Default::default(),
            te_inst_mode_btm: Reg::new(build.reset),
            te_context: Reg::new(build.reset),
            te_inst_trig_en: Reg::new(build.reset),
            te_inhibit_src: Reg::new(build.reset),
            mode: Default::default(),
            _modes: usize::from(build.encoder.modes == Modes::Both),
            _context: usize::from(build.encoder.context),
            _triggers: usize::from(build.ingress.triggers),
            _src: usize::from(build.encoder.src_bits > 0),
        }
    }
}

impl Logic for ControlOptions {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, te_inst_mode_btm, te_context, te_inst_trig_en, te_inhibit_src);

        self.mode.next = bits::<32>(0);
        for _i in 0..self._modes {
            if self.write.val() {
                if self.wdata.val().get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_BTM.to_bits::<3>() {
                    self.te_inst_mode_btm.d.next = true;
                }
                if self.wdata.val().get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_HTM.to_bits::<3>() {
                    self.te_inst_mode_btm.d.next = false;
                }
            }
            self.mode.next = TE_INST_MODE_HTM.to_bits::<32>();
            if self.te_inst_mode_btm.q.val() {
                self.mode.next = TE_INST_MODE_BTM.to_bits::<32>();
            }
        }
        if self.write.val() {
            for _i in 0..self._context {
                self.te_context.d.next = self.wdata.val().get_bit(TE_CONTROL_TE_CONTEXT);
            }
            for _i in 0..self._triggers {
                self.te_inst_trig_en.d.next = self.wdata.val().get_bit(TE_CONTROL_TE_INST_TRIG_EN);
            }
            for _i in 0..self._src {
                self.te_inhibit_src.d.next = self.wdata.val().get_bit(TE_CONTROL_TE_INHIBIT_SRC);
            }
        }
        if self.clear.val() {
            self.te_inst_mode_btm.d.next = false;
            self.te_context.d.next = false;
            self.te_inst_trig_en.d.next = false;
            self.te_inhibit_src.d.next = false;
        }

        self.btm.next = self.te_inst_mode_btm.q.val();
        self.context.next = self.te_context.q.val();
        self.trigger_enable.next = self.te_inst_trig_en.q.val();
        self.inhibit_src.next = self.te_inhibit_src.q.val();
        self.value.next = (self.mode.val() << TE_CONTROL_TE_INST_MODE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_context.q.val().into()) << TE_CONTROL_TE_CONTEXT.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_trig_en.q.val().into()) << TE_CONTROL_TE_INST_TRIG_EN.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inhibit_src.q.val().into()) << TE_CONTROL_TE_INHIBIT_SRC.to_bits::<32>());
    }
}
