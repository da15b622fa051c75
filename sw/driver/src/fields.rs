// SPDX-License-Identifier: Apache-2.0
//! The fields that the driver uses, found in the description of the registers when the driver is compiled.

use tracewright_regmap::{
    Field, Register, FUNNEL_REGISTERS, REGISTERS, TANDEM_REGISTERS, X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL,
};

/// A field and its register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) register: &'static Register,
    pub(crate) field: &'static Field,
}

impl Place {
    /// The field's value in the register's `word`.
    pub(crate) const fn get(self, word: u32) -> u32 {
        self.field.get(word)
    }

    /// Whether the field is not 0 in the register's `word`.
    pub(crate) const fn is_set(self, word: u32) -> bool {
        self.get(word) != 0
    }
}

/// A field of an encoder.
const fn encoder(register: &str, field: &str) -> Place {
    find(REGISTERS, register, field)
}

/// A field of a funnel.
const fn funnel(register: &str, field: &str) -> Place {
    find(FUNNEL_REGISTERS, register, field)
}

/// A field of an encoder of tandem-verification trace.
const fn tandem(register: &str, field: &str) -> Place {
    find(TANDEM_REGISTERS, register, field)
}

const fn find(list: &'static [Register], register: &str, field: &str) -> Place {
    let mut r = 0;
    while !is_same(list[r].name, register) {
        r += 1;
    }
    let mut f = 0;
    while !is_same(list[r].fields[f].name, field) {
        f += 1;
    }
    Place { register: &list[r], field: &list[r].fields[f] }
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The register at an offset.
pub(crate) const fn register(offset: usize) -> &'static Register {
    let mut r = 0;
    while REGISTERS[r].offset != offset {
        r += 1;
    }
    &REGISTERS[r]
}

/// Field number `index` of the register at an offset.
const fn nth(offset: usize, index: usize) -> Place {
    let register = register(offset);
    Place { register, field: &register.fields[index] }
}

/// One field for each of eight inputs or outputs.
const fn eight(offset: usize) -> [Place; 8] {
    let mut all = [nth(offset, 0); 8];
    let mut index = 1;
    while index < all.len() {
        all[index] = nth(offset, index);
        index += 1;
    }
    all
}

pub(crate) const TE_ACTIVE: Place = encoder("teControl", "teActive");
pub(crate) const TE_ENABLE: Place = encoder("teControl", "teEnable");
pub(crate) const TE_INST_TRACING: Place = encoder("teControl", "teInstTracing");
pub(crate) const TE_EMPTY: Place = encoder("teControl", "teEmpty");
pub(crate) const TE_INST_MODE: Place = encoder("teControl", "teInstMode");
pub(crate) const TE_CONTEXT: Place = encoder("teControl", "teContext");
pub(crate) const TE_INST_TRIG_EN: Place = encoder("teControl", "teInstTrigEn");
pub(crate) const TE_INST_STALL_OR_OVERFLOW: Place = encoder("teControl", "teInstStallOrOverflow");
pub(crate) const TE_INST_STALL_EN: Place = encoder("teControl", "teInstStallEn");
pub(crate) const TE_STOP_ON_WRAP: Place = encoder("teControl", "teStopOnWrap");
pub(crate) const TE_INHIBIT_SRC: Place = encoder("teControl", "teInhibitSrc");
pub(crate) const TE_SYNC_MODE: Place = encoder("teControl", "teSyncMode");
pub(crate) const TE_SYNC_MAX: Place = encoder("teControl", "teSyncMax");
pub(crate) const TE_FORMAT: Place = encoder("teControl", "teFormat");
pub(crate) const TE_SINK: Place = encoder("teControl", "teSink");

pub(crate) const TE_VERSION: Place = encoder("teImpl", "teVersion");
pub(crate) const PROTOCOL_MAJOR: Place = encoder("teImpl", "teProtocolMajor");
pub(crate) const HAS_SRAM_SINK: Place = encoder("teImpl", "hasSRAMSink");
pub(crate) const HAS_ATB_SINK: Place = encoder("teImpl", "hasATBSink");
pub(crate) const HAS_PIB_SINK: Place = encoder("teImpl", "hasPIBSink");
pub(crate) const HAS_SBA_SINK: Place = encoder("teImpl", "hasSBASink");
pub(crate) const HAS_FUNNEL_SINK: Place = encoder("teImpl", "hasFunnelSink");
pub(crate) const HAS_STREAM_SINK: Place = encoder("teImpl", "hasStreamSink");
pub(crate) const IMPL_SRC_BITS: Place = encoder("teImpl", "teSrcBits");
pub(crate) const IMPL_SRC_ID: Place = encoder("teImpl", "teSrcID");

pub(crate) const SEQUENTIAL_JUMP: Place = encoder("teInstFeatures", "teInstEnSequentialJump");
pub(crate) const CALL_STACK: Place = encoder("teInstFeatures", "teInstEnCallStack");
pub(crate) const IMPLICIT_RETURN_MODE: Place = encoder("teInstFeatures", "teInstImplicitReturnMode");
pub(crate) const REPEATED_HISTORY: Place = encoder("teInstFeatures", "teInstEnRepeatedHistory");
pub(crate) const ALL_JUMPS: Place = encoder("teInstFeatures", "teInstEnAllJumps");
pub(crate) const EXTEND_ADDR_MSB: Place = encoder("teInstFeatures", "teInstExtendAddrMSB");
pub(crate) const SRC_ID: Place = encoder("teInstFeatures", "teSrcID");
pub(crate) const SRC_BITS: Place = encoder("teInstFeatures", "teSrcBits");

pub(crate) const DATA_IMPLEMENTED: Place = encoder("teDataControl", "teDataImplemented");

pub(crate) const RAM_BASE: Place = encoder("teRamBase", "teRamBase");
pub(crate) const RAM_BASE_HIGH: Place = encoder("teRamBaseHigh", "teRamBaseHigh");
pub(crate) const RAM_LIMIT: Place = encoder("teRamLimit", "teRamLimit");
pub(crate) const RAM_WRAP: Place = encoder("teRamWP", "teWrap");
pub(crate) const RAM_WP: Place = encoder("teRamWP", "teRamWP");
pub(crate) const RAM_RP: Place = encoder("teRamRP", "teRamRP");

pub(crate) const SBA_ERROR: Place = encoder("teSbaStatus", "sbaError");
pub(crate) const SBA_RESPONSE: Place = encoder("teSbaStatus", "sbaResponse");
pub(crate) const SBA_NO_BUFFER: Place = encoder("teSbaStatus", "sbaNoBuffer");

pub(crate) const TS_ACTIVE: Place = encoder("tsControl", "tsActive");
pub(crate) const TS_COUNT: Place = encoder("tsControl", "tsCount");
pub(crate) const TS_RESET: Place = encoder("tsControl", "tsReset");
pub(crate) const TS_DEBUG: Place = encoder("tsControl", "tsDebug");
pub(crate) const TS_TYPE: Place = encoder("tsControl", "tsType");
pub(crate) const TS_PRESCALE: Place = encoder("tsControl", "tsPrescale");
pub(crate) const TS_ENABLE: Place = encoder("tsControl", "tsEnable");
pub(crate) const TS_WIDTH: Place = encoder("tsControl", "tsWidth");

pub(crate) const INPUT_ACTIONS: [Place; 8] = eight(X_TRIG_IN_CONTROL);
pub(crate) const OUTPUT_EVENTS: [Place; 8] = eight(X_TRIG_OUT_CONTROL);

pub(crate) const ATB_ACTIVE: Place = encoder("atbControl", "atbActive");
pub(crate) const ATB_ENABLE: Place = encoder("atbControl", "atbEnable");
pub(crate) const ATB_EMPTY: Place = encoder("atbControl", "atbEmpty");
pub(crate) const ATB_ID: Place = encoder("atbControl", "atbId");

pub(crate) const PIB_ACTIVE: Place = encoder("pibControl", "pibActive");
pub(crate) const PIB_ENABLE: Place = encoder("pibControl", "pibEnable");
pub(crate) const PIB_EMPTY: Place = encoder("pibControl", "pibEmpty");
pub(crate) const PIB_MODE: Place = encoder("pibControl", "pibMode");
pub(crate) const PIB_REF_CENTER: Place = encoder("pibControl", "pibRefCenter");
pub(crate) const PIB_CALIBRATE: Place = encoder("pibControl", "pibCalibrate");
pub(crate) const PIB_DIVIDER: Place = encoder("pibControl", "pibDivider");

pub(crate) const TF_ACTIVE: Place = funnel("tfControl", "tfActive");
pub(crate) const TF_ENABLE: Place = funnel("tfControl", "tfEnable");
pub(crate) const TF_EMPTY: Place = funnel("tfControl", "tfEmpty");
pub(crate) const TF_STOP_ON_WRAP: Place = funnel("tfControl", "tfStopOnWrap");
pub(crate) const TF_SINK: Place = funnel("tfControl", "tfSink");
pub(crate) const TF_DIS_INPUT: Place = funnel("tfDisInput", "tfDisInput");

pub(crate) const TV_ACTIVE: Place = tandem("tvControl", "tvActive");
pub(crate) const TV_ENABLE: Place = tandem("tvControl", "tvEnable");
pub(crate) const TV_EMPTY: Place = tandem("tvControl", "tvEmpty");
pub(crate) const TV_STOP_ON_WRAP: Place = tandem("tvControl", "tvStopOnWrap");
pub(crate) const TV_SINK: Place = tandem("tvControl", "tvSink");
pub(crate) const TV_CLASSES: Place = tandem("tvClasses", "tvClasses");
