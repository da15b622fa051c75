// SPDX-License-Identifier: Apache-2.0
//! The registers and their codes.

use crate::{Access, Feature, Field, Register, Rule};

macro_rules! constants {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: usize = $value;)*

        const CODES: &[(&str, u64)] = &[$((stringify!($name), $value)),*];
    };
}

macro_rules! registers {
    ($(
        $(#[doc = $rdoc:literal])*
        $register:ident = $offset:literal $rname:literal, $spec:literal, needs: $needs:expr; {
            $($(#[doc = $fdoc:literal])*
            $field:ident = $lsb:literal $fname:literal, $width:literal bits, $access:ident, $rule:expr $(, reset $reset:literal)?;)*
        }
    )*) => {
        $(
            #[doc = concat!("Offset of ", $rname, " in bytes.")]
            pub const $register: usize = $offset;
            $(
                #[doc = concat!("Least significant bit of ", $fname, " in ", $rname, ".")]
                pub const $field: usize = $lsb;
            )*
        )*

        /// Every register of the trace hardware, by offset.
        pub const REGISTERS: &[Register] = &[$(Register {
            name: $rname,
            offset: $offset,
            doc: concat!($($rdoc),*).trim_ascii(),
            spec: $spec,
            needs: $needs,
            fields: &[$(Field {
                name: $fname,
                lsb: $lsb,
                width: $width,
                access: Access::$access,
                reset: 0 $(+ $reset)?,
                rule: $rule,
                doc: concat!($($fdoc),*).trim_ascii(),
            }),*],
        }),*];

        const POSITIONS: &[(&str, u64)] = &[$((stringify!($register), $offset), $((stringify!($field), $lsb)),*),*];
    };
}

constants! {
    /// teInstMode: branch trace (BTM).
    TE_INST_MODE_BTM = 3;
    /// teInstMode: branch history trace (HTM).
    TE_INST_MODE_HTM = 6;
    /// teInstImplicitReturnMode: calls are counted.
    TE_INST_IMPLICIT_RETURN_MODE_COUNT = 1;
    /// teInstImplicitReturnMode: the low bits of return addresses are compared.
    TE_INST_IMPLICIT_RETURN_MODE_PARTIAL = 2;
    /// teInstImplicitReturnMode: return addresses are compared.
    TE_INST_IMPLICIT_RETURN_MODE_FULL = 3;
    /// xTrigInAction: start tracing.
    X_TRIG_IN_ACTION_START = 2;
    /// xTrigInAction: stop tracing.
    X_TRIG_IN_ACTION_STOP = 3;
    /// xTrigInAction: record a synchronising message.
    X_TRIG_IN_ACTION_NOTIFY = 4;
    /// tsType: a time from outside.
    TS_TYPE_EXTERNAL = 1;
    /// tsType: a counter of the clock.
    TS_TYPE_INTERNAL = 2;
    /// teSyncMode: no periodic synchronisation.
    TE_SYNC_MODE_OFF = 0;
    /// teSyncMode: count messages.
    TE_SYNC_MODE_MESSAGES = 1;
    /// teSyncMode: count clock cycles.
    TE_SYNC_MODE_CYCLES = 2;
    /// teSyncMode: count half-words of instructions.
    TE_SYNC_MODE_HALF_WORDS = 3;
    /// teFormat: Nexus messages with 6 MDO and 2 MSEO bits.
    TE_FORMAT_NEXUS = 1;
    /// teSink: on-chip SRAM.
    TE_SINK_SRAM = 4;
    /// teSink: the stream port, a vendor-specific sink.
    TE_SINK_STREAM = 12;
    /// teVersion: the version of this register map.
    TE_VERSION_0_9_4 = 1;
}

registers! {
    /// Trace encoder control.
    TE_CONTROL = 0x000 "teControl", "5", needs: None; {
        /// Primary enable. 0 resets the trace hardware: the other fields of this register return to their reset values.
        TE_CONTROL_TE_ACTIVE = 0 "teActive", 1 bits, ReadWrite, Rule::Any;
        /// Encoder enabled. Writing 0 flushes what is queued to the sink.
        TE_CONTROL_TE_ENABLE = 1 "teEnable", 1 bits, ReadWrite, Rule::Any;
        /// Instruction trace is being generated.
        TE_CONTROL_TE_INST_TRACING = 2 "teInstTracing", 1 bits, ReadWrite, Rule::Any;
        /// All generated trace has been emitted.
        TE_CONTROL_TE_EMPTY = 3 "teEmpty", 1 bits, ReadOnly, Rule::Any, reset 1;
        /// Instruction trace mode: 3, branch trace; 6, branch history trace. teInstFeatures adds optimisations to either.
        TE_CONTROL_TE_INST_MODE = 4 "teInstMode", 3 bits, Warl, Rule::Mode, reset 6;
        /// Send Ownership messages.
        TE_CONTROL_TE_CONTEXT = 9 "teContext", 1 bits, Warl, Rule::AnyIf(Feature::Context);
        /// Triggers of the debug module set and clear teInstTracing.
        TE_CONTROL_TE_INST_TRIG_EN = 11 "teInstTrigEn", 1 bits, Warl, Rule::AnyIf(Feature::Triggers);
        /// An overflow message was sent, or the hart was stalled, since teEnable was last set to 1.
        TE_CONTROL_TE_INST_STALL_OR_OVERFLOW = 12 "teInstStallOrOverflow", 1 bits, ReadOnly, Rule::Any;
        /// 1: the hart is stalled until a message can be queued. 0: messages are lost.
        TE_CONTROL_TE_INST_STALL_EN = 13 "teInstStallEn", 1 bits, Warl, Rule::AnyIf(Feature::Stall);
        /// Tracing stops when the circular buffer has filled for the first time.
        TE_CONTROL_TE_STOP_ON_WRAP = 14 "teStopOnWrap", 1 bits, Warl, Rule::AnyIf(Feature::Sram);
        /// No source field in messages.
        TE_CONTROL_TE_INHIBIT_SRC = 15 "teInhibitSrc", 1 bits, Warl, Rule::AnyIf(Feature::Src);
        /// What counts towards periodic synchronisation: 0 nothing, 1 messages, 2 clock cycles, 3 half-words.
        TE_CONTROL_TE_SYNC_MODE = 16 "teSyncMode", 2 bits, Warl, Rule::Any;
        /// The period is 2^(teSyncMax + 4).
        TE_CONTROL_TE_SYNC_MAX = 20 "teSyncMax", 4 bits, Warl, Rule::Any;
        /// Recording format: 1, Nexus with 6 MDO and 2 MSEO bits.
        TE_CONTROL_TE_FORMAT = 24 "teFormat", 3 bits, Warl, Rule::Fixed(TE_FORMAT_NEXUS as u32);
        /// Where trace goes: 4 on-chip SRAM, 12 the stream port.
        TE_CONTROL_TE_SINK = 28 "teSink", 4 bits, Warl, Rule::PerSink { sram: TE_SINK_SRAM as u32, stream: TE_SINK_STREAM as u32 };
    }

    /// What the encoder has.
    TE_IMPL = 0x004 "teImpl", "5", needs: None; {
        /// Version of the register map: 1, Trace Control 0.9.4.
        TE_IMPL_TE_VERSION = 0 "teVersion", 4 bits, ReadOnly, Rule::Fixed(TE_VERSION_0_9_4 as u32);
        /// There is an SRAM sink.
        TE_IMPL_HAS_SRAM_SINK = 4 "hasSRAMSink", 1 bits, ReadOnly, Rule::PerSink { sram: 1, stream: 0 };
        /// There is an ATB sink: no.
        TE_IMPL_HAS_ATB_SINK = 5 "hasATBSink", 1 bits, ReadOnly, Rule::Fixed(0);
        /// There is a pin interface block: no.
        TE_IMPL_HAS_PIB_SINK = 6 "hasPIBSink", 1 bits, ReadOnly, Rule::Fixed(0);
        /// There is a system memory sink: no.
        TE_IMPL_HAS_SBA_SINK = 7 "hasSBASink", 1 bits, ReadOnly, Rule::Fixed(0);
        /// The encoder feeds a funnel: no.
        TE_IMPL_HAS_FUNNEL_SINK = 8 "hasFunnelSink", 1 bits, ReadOnly, Rule::Fixed(0);
        /// There is a stream port (a vendor-specific sink, bits 15-12).
        TE_IMPL_HAS_STREAM_SINK = 12 "hasStreamSink", 1 bits, ReadOnly, Rule::PerSink { sram: 0, stream: 1 };
        /// Source ID in messages, as much of it as fits: the whole of it is in teInstFeatures, and is set there.
        TE_IMPL_TE_SRC_ID = 20 "teSrcID", 4 bits, ReadOnly, Rule::SrcIdLow;
        /// Bits of the source field, at most 7: teInstFeatures has the number where it is larger.
        TE_IMPL_TE_SRC_BITS = 24 "teSrcBits", 3 bits, ReadOnly, Rule::SrcBits;
    }

    /// Optimisations of instruction trace. Bits 31-6 are reserved in Trace Control 0.9.4; N-Trace needs them, and they are where
    /// Trace Control 1.0 has them.
    TE_INST_FEATURES = 0x008 "teInstFeatures", "5", needs: Some(Feature::InstFeatures); {
        /// Jumps whose target follows from the instruction before them need no message (N-Trace 9.1).
        TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP = 2 "teInstEnSequentialJump", 1 bits, Warl, Rule::AnyIf(Feature::SequentialJump);
        /// Returns that are predicted need no message (N-Trace 9.2). Either this or teInstImplicitReturnMode enables that.
        TE_INST_FEATURES_TE_INST_EN_CALL_STACK = 3 "teInstEnCallStack", 1 bits, Warl, Rule::AnyIf(Feature::ImplicitReturn);
        /// Returns that are predicted need no message: by counting calls (1), by the low bits (2) or the whole (3) of their addresses.
        TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE = 6 "teInstImplicitReturnMode", 2 bits, Warl, Rule::ImplicitReturnMode;
        /// What repeats is counted: patterns of branches (N-Trace 9.3), branch messages (7.11).
        TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY = 8 "teInstEnRepeatedHistory", 1 bits, Warl, Rule::AnyIf(Feature::Repeats);
        /// Direct jumps are reported as taken branches.
        TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS = 9 "teInstEnAllJumps", 1 bits, Warl, Rule::AnyIf(Feature::AllJumps);
        /// The upper bits of an address that are all equal are left out (N-Trace 8.2).
        TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB = 10 "teInstExtendAddrMSB", 1 bits, Warl, Rule::AnyIf(Feature::ExtendedAddress);
        /// Source ID in messages.
        TE_INST_FEATURES_TE_SRC_ID = 16 "teSrcID", 12 bits, Warl, Rule::SrcId;
        /// Bits of the source field.
        TE_INST_FEATURES_TE_SRC_BITS = 28 "teSrcBits", 4 bits, ReadOnly, Rule::SrcBits;
    }

    /// First address of the circular buffer.
    TE_RAM_BASE = 0x010 "teRamBase", "6", needs: Some(Feature::Sram); {
        /// Byte address divided by 4: the SRAM starts at 0.
        TE_RAM_BASE_TE_RAM_BASE = 2 "teRamBase", 30 bits, Warl, Rule::Fixed(0);
    }

    /// Last word of the circular buffer.
    TE_RAM_LIMIT = 0x018 "teRamLimit", "6", needs: Some(Feature::Sram); {
        /// Byte address divided by 4: the last word of the SRAM.
        TE_RAM_LIMIT_TE_RAM_LIMIT = 2 "teRamLimit", 30 bits, Warl, Rule::LastWord;
    }

    /// Where the next word of trace is written.
    TE_RAM_WP = 0x01C "teRamWP", "6", needs: Some(Feature::Sram); {
        /// The pointer has wrapped since it was last written.
        TE_RAM_WP_TE_WRAP = 0 "teWrap", 1 bits, Warl, Rule::Any;
        /// Byte address divided by 4. Bits above the SRAM's size read 0, so that writing all ones tells its size.
        TE_RAM_WP_TE_RAM_WP = 2 "teRamWP", 30 bits, Warl, Rule::Word;
    }

    /// Which word of trace teRamData shows.
    TE_RAM_RP = 0x020 "teRamRP", "6", needs: Some(Feature::Sram); {
        /// Byte address divided by 4; one up, with wrap around, after each access to teRamData. Bits above the SRAM's size read 0.
        TE_RAM_RP_TE_RAM_RP = 2 "teRamRP", 30 bits, Warl, Rule::Word;
    }

    /// Reads trace memory, at teRamRP. The first byte of trace is in bits 7-0.
    TE_RAM_DATA = 0x024 "teRamData", "6", needs: Some(Feature::Sram); {
        /// A word of trace; undefined before trace was written there.
        TE_RAM_DATA_TE_RAM_DATA = 0 "teRamData", 32 bits, ReadOnly, Rule::Any;
    }

    /// Timestamp unit.
    TS_CONTROL = 0x040 "tsControl", "7", needs: Some(Feature::Timestamp); {
        /// Primary enable of the timestamp unit, whatever teActive is. 0 resets it: its counter and the other fields of this register.
        TS_CONTROL_TS_ACTIVE = 0 "tsActive", 1 bits, ReadWrite, Rule::Any;
        /// The counter runs.
        TS_CONTROL_TS_COUNT = 1 "tsCount", 1 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Writing 1 sets the counter to 0.
        TS_CONTROL_TS_RESET = 2 "tsReset", 1 bits, WriteOne, Rule::AnyIf(Feature::InternalTimestamp);
        /// The counter runs while the hart is halted, too.
        TS_CONTROL_TS_DEBUG = 3 "tsDebug", 1 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Type of the unit: 1 external, 2 internal.
        TS_CONTROL_TS_TYPE = 4 "tsType", 3 bits, Warl, Rule::TimestampType;
        /// The counter counts every 4^tsPrescale clock cycles: 1, 4, 16, 64.
        TS_CONTROL_TS_PRESCALE = 8 "tsPrescale", 2 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Every message ends in a timestamp. 0.9.4 leaves bits 23-15 to the implementation; Trace Control 1.0 has this one here.
        TS_CONTROL_TS_ENABLE = 15 "tsEnable", 1 bits, Warl, Rule::AnyIf(Feature::Timestamp);
        /// Width of timestamps in bits.
        TS_CONTROL_TS_WIDTH = 24 "tsWidth", 8 bits, ReadOnly, Rule::TimestampWidth;
    }

    /// The time, lower bits.
    TS_LOWER = 0x044 "tsLower", "7", needs: Some(Feature::Timestamp); {
        /// Bits 31-0 of the time.
        TS_LOWER_TS_LOWER = 0 "tsLower", 32 bits, ReadOnly, Rule::Any;
    }

    /// The time, upper bits. It may step between two accesses: read tsUpper before and after tsLower.
    TS_UPPER = 0x048 "tsUpper", "7", needs: Some(Feature::WideTimestamp); {
        /// Bits 63-32 of the time; those beyond tsWidth read 0.
        TS_UPPER_TS_UPPER = 0 "tsUpper", 32 bits, ReadOnly, Rule::Any;
    }

    /// External trigger inputs.
    X_TRIG_IN_CONTROL = 0x050 "xTrigInControl", "8", needs: Some(Feature::ExternalTriggers); {
        /// What input 0 does: 0 nothing, 2 start tracing, 3 stop tracing, 4 a synchronising message.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION0 = 0 "xTrigInAction0", 4 bits, Warl, Rule::TriggerAction(0);
        /// What input 1 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION1 = 4 "xTrigInAction1", 4 bits, Warl, Rule::TriggerAction(1);
        /// What input 2 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION2 = 8 "xTrigInAction2", 4 bits, Warl, Rule::TriggerAction(2);
        /// What input 3 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION3 = 12 "xTrigInAction3", 4 bits, Warl, Rule::TriggerAction(3);
        /// What input 4 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION4 = 16 "xTrigInAction4", 4 bits, Warl, Rule::TriggerAction(4);
        /// What input 5 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION5 = 20 "xTrigInAction5", 4 bits, Warl, Rule::TriggerAction(5);
        /// What input 6 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION6 = 24 "xTrigInAction6", 4 bits, Warl, Rule::TriggerAction(6);
        /// What input 7 does, likewise.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION7 = 28 "xTrigInAction7", 4 bits, Warl, Rule::TriggerAction(7);
    }
}

/// Every constant of this table that hardware may name: offsets, bit positions and codes.
pub const ALL_CONSTANTS: &[(&str, u64)] = {
    const LENGTH: usize = CODES.len() + POSITIONS.len();
    const JOINED: [(&str, u64); LENGTH] = {
        let mut all = [("", 0); LENGTH];
        let mut i = 0;
        while i < LENGTH {
            all[i] = if i < CODES.len() { CODES[i] } else { POSITIONS[i - CODES.len()] };
            i += 1;
        }
        all
    };
    &JOINED
};
