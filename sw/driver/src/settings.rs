// SPDX-License-Identifier: Apache-2.0
//! How trace is to be generated.

use tracewright_regmap::*;

/// How trace is to be generated. The default is the plainest trace: no option, nothing counted, no timestamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// teInstStallEn: stall the hart rather than lose messages.
    pub stall: bool,
    /// teSyncMode: what counts towards periodic synchronisation.
    pub sync_mode: u32,
    /// teSyncMax: the period is 2^(sync_max + 4).
    pub sync_max: u32,
    /// teStopOnWrap: stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// teInstMode: 3, branch trace; 6, branch history trace; 0 for the one after reset.
    pub mode: u32,
    /// teContext: send Ownership messages.
    pub context: bool,
    /// teInstTrigEn: triggers of the debug module start and stop tracing.
    pub triggers: bool,
    /// xTrigInControl: four bits for each external trigger input.
    pub external_triggers: u32,
    /// teInhibitSrc: leave the source field out.
    pub inhibit_src: bool,
    /// teSrcID, if not the one after reset.
    pub src_id: Option<u32>,
    /// teInstImplicitReturnMode: 0, or how returns are predicted.
    pub implicit_return: u32,
    /// teInstEnSequentialJump.
    pub sequential_jump: bool,
    /// teInstEnRepeatedHistory.
    pub repeated_history: bool,
    /// teInstEnAllJumps.
    pub all_jumps: bool,
    /// teInstExtendAddrMSB.
    pub extended_address: bool,
    /// Timestamps in messages, if any.
    pub timestamp: Option<TimestampSettings>,
}

/// How timestamps are made: fields of tsControl (Trace Control ch. 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimestampSettings {
    /// tsPrescale: a counter counts every 4^prescale clock cycles.
    pub prescale: u32,
    /// tsDebug: a counter runs while the hart is halted, too.
    pub debug: bool,
}

/// A register as it is to be written: the value, and the bits that must read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) value: u32,
    pub(crate) mask: u32,
}

/// Fields of a register, put together.
#[derive(Clone, Copy)]
struct Fields(Word);

impl Fields {
    const NONE: Fields = Fields(Word { value: 0, mask: 0 });

    const fn bit(self, lsb: usize, on: bool) -> Fields {
        self.field(lsb, 1, on as u32)
    }

    const fn field(self, lsb: usize, max: u32, value: u32) -> Fields {
        let Word { value: others, mask } = self.0;
        Fields(Word { value: others | (value & max) << lsb, mask: mask | max << lsb })
    }
}

impl Settings {
    /// The settings of [`Driver::new`](crate::Driver::new), before any were given.
    pub(crate) const NONE: Settings = Settings {
        stall: false,
        sync_mode: 0,
        sync_max: 0,
        stop_on_wrap: false,
        mode: 0,
        context: false,
        triggers: false,
        external_triggers: 0,
        inhibit_src: false,
        src_id: None,
        implicit_return: 0,
        sequential_jump: false,
        repeated_history: false,
        all_jumps: false,
        extended_address: false,
        timestamp: None,
    };

    /// teControl, without teActive, teEnable and teInstTracing. teInstMode 0 is illegal everywhere and changes nothing.
    pub(crate) const fn control(&self) -> Word {
        let fields = Fields::NONE
            .bit(TE_CONTROL_TE_INST_STALL_EN, self.stall)
            .bit(TE_CONTROL_TE_STOP_ON_WRAP, self.stop_on_wrap)
            .bit(TE_CONTROL_TE_CONTEXT, self.context)
            .bit(TE_CONTROL_TE_INST_TRIG_EN, self.triggers)
            .bit(TE_CONTROL_TE_INHIBIT_SRC, self.inhibit_src)
            .field(TE_CONTROL_TE_SYNC_MODE, 3, self.sync_mode)
            .field(TE_CONTROL_TE_SYNC_MAX, 15, self.sync_max);
        match self.mode {
            0 => fields.0,
            mode => fields.field(TE_CONTROL_TE_INST_MODE, 7, mode).0,
        }
    }

    /// teInstFeatures.
    pub(crate) const fn features(&self) -> Word {
        let fields = Fields::NONE
            .bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP, self.sequential_jump)
            .field(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE, 3, self.implicit_return)
            .bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY, self.repeated_history)
            .bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS, self.all_jumps)
            .bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB, self.extended_address);
        match self.src_id {
            None => fields.0,
            Some(id) => fields.field(TE_INST_FEATURES_TE_SRC_ID, 0xFFF, id).0,
        }
    }
}

impl TimestampSettings {
    /// tsControl of a unit that runs; tsCount and what belongs to it in one that `counts`.
    pub(crate) const fn control(&self, counts: bool) -> Word {
        let fields = Fields::NONE.bit(TS_CONTROL_TS_ACTIVE, true).bit(TS_CONTROL_TS_ENABLE, true);
        if !counts {
            return fields.0;
        }
        fields
            .bit(TS_CONTROL_TS_COUNT, true)
            .bit(TS_CONTROL_TS_DEBUG, self.debug)
            .field(TS_CONTROL_TS_PRESCALE, 3, self.prescale)
            .0
    }
}
