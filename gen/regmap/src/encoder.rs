// SPDX-License-Identifier: Apache-2.0
//! The registers of the trace encoder and their codes.

use crate::beside::BESIDE;
use crate::macros::registers;
use crate::{Access, Feature, Field, Hardware, Register, Rule, System, Unit, Value};

/// Every register of the trace encoder, by offset.
pub const REGISTERS: &[Register] = {
    const JOINED: [Register; OWN.len() + BESIDE.len()] = {
        let mut all = [OWN[0]; OWN.len() + BESIDE.len()];
        let mut next = 0;
        while next < all.len() {
            all[next] = if next < OWN.len() { OWN[next] } else { BESIDE[next - OWN.len()] };
            next += 1;
        }
        all
    };
    &JOINED
};

registers! { "The registers of the trace encoder that are below 0x050.", OWN, ENCODER_CONSTANTS;

    // Trace Control ch. 5.

    /// Trace encoder control.
    TE_CONTROL = 0x000 "teControl", "5", Encoder, None; {
        /// Primary enable. While it reads 0 the encoder is in reset: the other fields have their reset values. It reads
        /// what was written once the hardware has followed.
        TE_CONTROL_TE_ACTIVE = 0 "teActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// Encoder enabled. Writing 0 flushes what is queued to the sink. Only a write sets it to 1.
        TE_CONTROL_TE_ENABLE = 1 "teEnable", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Clears;
        /// Instruction trace is being generated. Triggers set and clear it.
        TE_CONTROL_TE_INST_TRACING = 2 "teInstTracing", 1 bits, ReadWrite, Rule::Any, hardware Hardware::SetsAndClears;
        /// All generated trace has been emitted.
        TE_CONTROL_TE_EMPTY = 3 "teEmpty", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1;
        /// Instruction trace mode. teInstFeatures adds optimisations to either.
        TE_CONTROL_TE_INST_MODE = 4 "teInstMode", 3 bits, Warl, Rule::Mode, system Mode, values TE_INST_MODES {
            /// branch trace.
            TE_INST_MODE_BTM = 3 "BTM";
            /// branch history trace.
            TE_INST_MODE_HTM = 6 "HTM";
        };
        /// Send Ownership messages.
        TE_CONTROL_TE_CONTEXT = 9 "teContext", 1 bits, Warl, Rule::AnyIf(Feature::Context), system Context;
        /// Triggers of the debug module set and clear teInstTracing.
        TE_CONTROL_TE_INST_TRIG_EN = 11 "teInstTrigEn", 1 bits, Warl, Rule::AnyIf(Feature::Triggers);
        /// An overflow message was generated, or the hart was stalled, since trace was last enabled.
        TE_CONTROL_TE_INST_STALL_OR_OVERFLOW = 12 "teInstStallOrOverflow", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Sets, cleared_by "teEnable";
        /// 1: the hart is stalled until a message can be queued. 0: messages are lost, and an overflow message says so.
        TE_CONTROL_TE_INST_STALL_EN = 13 "teInstStallEn", 1 bits, Warl, Rule::AnyIf(Feature::Stall), system Stall;
        /// Trace is disabled when the circular buffer has filled for the first time.
        TE_CONTROL_TE_STOP_ON_WRAP = 14 "teStopOnWrap", 1 bits, Warl, Rule::AnyIf(Feature::Ram), system StopOnWrap;
        /// No source field in messages.
        TE_CONTROL_TE_INHIBIT_SRC = 15 "teInhibitSrc", 1 bits, Warl, Rule::AnyIf(Feature::Src), system InhibitSrc;
        /// What counts towards periodic synchronisation.
        TE_CONTROL_TE_SYNC_MODE = 16 "teSyncMode", 2 bits, Warl, Rule::Any, system SyncMode, values TE_SYNC_MODES {
            /// nothing.
            TE_SYNC_MODE_OFF = 0 "OFF";
            /// messages.
            TE_SYNC_MODE_MESSAGES = 1 "MESSAGES";
            /// clock cycles.
            TE_SYNC_MODE_CYCLES = 2 "CYCLES";
            /// half-words of instructions.
            TE_SYNC_MODE_HALF_WORDS = 3 "HALF_WORDS";
        };
        /// The period is 2^(teSyncMax + 4).
        TE_CONTROL_TE_SYNC_MAX = 20 "teSyncMax", 4 bits, Warl, Rule::Any, system SyncMax;
        /// Recording format.
        TE_CONTROL_TE_FORMAT = 24 "teFormat", 3 bits, Warl, Rule::Fixed(TE_FORMAT_NEXUS as u32), values TE_FORMATS {
            /// Nexus messages with 6 MDO and 2 MSEO bits.
            TE_FORMAT_NEXUS = 1 "NEXUS";
        };
        /// Where trace goes.
        TE_CONTROL_TE_SINK = 28 "teSink", 4 bits, Warl, Rule::Sink, system Sink, values TE_SINKS {
            /// on-chip SRAM.
            TE_SINK_SRAM = 4 "SRAM";
            /// Advanced Trace Bus.
            TE_SINK_ATB = 5 "ATB";
            /// pin interface block.
            TE_SINK_PIB = 6 "PIB";
            /// system memory.
            TE_SINK_SBA = 7 "SBA";
            /// trace funnel.
            TE_SINK_FUNNEL = 8 "FUNNEL";
            /// the stream port, a vendor-specific sink.
            TE_SINK_STREAM = 12 "STREAM";
        };
    }

    /// What the trace encoder has.
    TE_IMPL = 0x004 "teImpl", "5", Encoder, None; {
        /// Version of the register map.
        TE_IMPL_TE_VERSION = 0 "teVersion", 4 bits, ReadOnly, Rule::Fixed(TE_VERSION_0_9_4 as u32), values TE_VERSIONS {
            /// Trace Control 0.9.4.
            TE_VERSION_0_9_4 = 1 "V0_9_4";
        };
        /// There is an SRAM sink.
        TE_IMPL_HAS_SRAM_SINK = 4 "hasSRAMSink", 1 bits, ReadOnly, Rule::Has(Feature::Sram);
        /// There is an ATB sink.
        TE_IMPL_HAS_ATB_SINK = 5 "hasATBSink", 1 bits, ReadOnly, Rule::Has(Feature::Atb);
        /// There is a pin interface block.
        TE_IMPL_HAS_PIB_SINK = 6 "hasPIBSink", 1 bits, ReadOnly, Rule::Has(Feature::Pib);
        /// There is a system memory sink.
        TE_IMPL_HAS_SBA_SINK = 7 "hasSBASink", 1 bits, ReadOnly, Rule::Has(Feature::Sba);
        /// The encoder feeds a funnel.
        TE_IMPL_HAS_FUNNEL_SINK = 8 "hasFunnelSink", 1 bits, ReadOnly, Rule::Has(Feature::Funnel);
        /// There is a stream port. The specification leaves bits 15-12 to vendor-specific sinks.
        TE_IMPL_HAS_STREAM_SINK = 12 "hasStreamSink", 1 bits, ReadOnly, Rule::Has(Feature::Stream);
        /// Major version of the N-Trace protocol. 0.9.4 leaves bits 19-16 to the vendor.
        TE_IMPL_TE_PROTOCOL_MAJOR = 16 "teProtocolMajor", 4 bits, ReadOnly, Rule::Fixed(TE_PROTOCOL_1 as u32), spec "1.0, trTeImpl; N-Trace Table 7", values TE_PROTOCOLS {
            /// N-Trace 1.0.
            TE_PROTOCOL_1 = 1 "N_TRACE_1";
        };
        /// Source ID in messages, as much of it as fits: the whole of it is in teInstFeatures, and is set there. Where
        /// teSrcBits is 0 this reads 0, which is the minor version of the protocol, as 1.0 has it in these bits
        /// (trTeProtocolMinor).
        TE_IMPL_TE_SRC_ID = 20 "teSrcID", 4 bits, ReadOnly, Rule::SrcId, hardware Hardware::Mirrors("teInstFeatures", "teSrcID"), system SrcId;
        /// Bits of the source field, at most 7: teInstFeatures has the number where it is larger.
        TE_IMPL_TE_SRC_BITS = 24 "teSrcBits", 3 bits, ReadOnly, Rule::SrcBits;
    }

    /// Optimisations of instruction trace.
    TE_INST_FEATURES = 0x008 "teInstFeatures", "5", Encoder, Some(Feature::InstFeatures); {
        /// Full addresses only: N-Trace has no such choice.
        TE_INST_FEATURES_TE_INST_NO_ADDR_DIFF = 0 "teInstNoAddrDiff", 1 bits, Warl, Rule::Fixed(0);
        /// No address of trap handlers: N-Trace has no such choice.
        TE_INST_FEATURES_TE_INST_NO_TRAP_ADDR = 1 "teInstNoTrapAddr", 1 bits, Warl, Rule::Fixed(0);
        /// Jumps whose target follows from the instruction before them need no message (N-Trace 9.1).
        TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP = 2 "teInstEnSequentialJump", 1 bits, Warl, Rule::AnyIf(Feature::SequentialJump);
        /// Returns that are predicted need no message (N-Trace 9.2). Either this or teInstImplicitReturnMode enables
        /// that.
        TE_INST_FEATURES_TE_INST_EN_CALL_STACK = 3 "teInstEnCallStack", 1 bits, Warl, Rule::AnyIf(Feature::ImplicitReturn);
        /// Branch predictor: N-Trace has none.
        TE_INST_FEATURES_TE_INST_EN_BRANCH_PREDICTION = 4 "teInstEnBranchPrediction", 1 bits, Warl, Rule::Fixed(0);
        /// Jump target cache: N-Trace has none.
        TE_INST_FEATURES_TE_INST_EN_JUMP_TARGET_CACHE = 5 "teInstEnJumpTargetCache", 1 bits, Warl, Rule::Fixed(0);
        /// Returns that are predicted need no message: how they are predicted.
        TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE = 6 "teInstImplicitReturnMode", 2 bits, Warl, Rule::ImplicitReturnMode, spec "1.0, trTeInstFeatures", values TE_INST_IMPLICIT_RETURN_MODES {
            /// they are not.
            TE_INST_IMPLICIT_RETURN_MODE_NONE = 0 "NONE";
            /// calls are counted.
            TE_INST_IMPLICIT_RETURN_MODE_COUNT = 1 "COUNT";
            /// the low bits of return addresses are compared.
            TE_INST_IMPLICIT_RETURN_MODE_PARTIAL = 2 "PARTIAL";
            /// return addresses are compared.
            TE_INST_IMPLICIT_RETURN_MODE_FULL = 3 "FULL";
        };
        /// What repeats is counted: patterns of branches (N-Trace 9.3), branch messages (7.11).
        TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY = 8 "teInstEnRepeatedHistory", 1 bits, Warl, Rule::AnyIf(Feature::Repeats), spec "1.0, trTeInstFeatures";
        /// Direct jumps are reported as taken branches.
        TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS = 9 "teInstEnAllJumps", 1 bits, Warl, Rule::AnyIf(Feature::AllJumps), spec "1.0, trTeInstFeatures";
        /// The upper bits of an address that are all equal are left out (N-Trace 8.2).
        TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB = 10 "teInstExtendAddrMSB", 1 bits, Warl, Rule::AnyIf(Feature::ExtendedAddress), spec "1.0, trTeInstFeatures";
        /// Source ID in messages.
        TE_INST_FEATURES_TE_SRC_ID = 16 "teSrcID", 12 bits, Warl, Rule::SrcId, system SrcId, spec "1.0, trTeInstFeatures";
        /// Bits of the source field.
        TE_INST_FEATURES_TE_SRC_BITS = 28 "teSrcBits", 4 bits, ReadOnly, Rule::SrcBits, spec "1.0, trTeInstFeatures";
    }

    /// Data trace, which is not implemented: all fields read 0.
    TE_DATA_CONTROL = 0x00C "teDataControl", "5", Encoder, None; {
        /// Data trace is implemented.
        TE_DATA_CONTROL_TE_DATA_IMPLEMENTED = 0 "teDataImplemented", 1 bits, ReadOnly, Rule::Fixed(0);
        /// Main enable of data trace.
        TE_DATA_CONTROL_TE_DATA_ENABLE = 1 "teDataEnable", 1 bits, Warl, Rule::Fixed(0);
        /// Data trace is being generated.
        TE_DATA_CONTROL_TE_DATA_TRACING = 2 "teDataTracing", 1 bits, Warl, Rule::Fixed(0);
        /// Triggers of data trace act.
        TE_DATA_CONTROL_TE_DATA_TRIG_ENABLE = 3 "teDataTrigEnable", 1 bits, Warl, Rule::Fixed(0);
        /// Data trace has stalled the hart since this was last read.
        TE_DATA_CONTROL_TE_DATA_STALL_DELTA = 4 "teDataStallDelta", 1 bits, ClearOnRead, Rule::Fixed(0);
        /// The hart is stalled for data trace.
        TE_DATA_CONTROL_TE_DATA_STALL_ENABLE = 5 "teDataStallEnable", 1 bits, Warl, Rule::Fixed(0);
        /// Data trace was dropped since this was last read.
        TE_DATA_CONTROL_TE_DATA_DROP_DELTA = 6 "teDataDropDelta", 1 bits, ClearOnRead, Rule::Fixed(0);
        /// Data trace may be dropped in favour of instruction trace.
        TE_DATA_CONTROL_TE_DATA_DROP_ENABLE = 7 "teDataDropEnable", 1 bits, Warl, Rule::Fixed(0);
        /// No data values in trace.
        TE_DATA_CONTROL_TE_DATA_NO_VALUE = 16 "teDataNoValue", 1 bits, Warl, Rule::Fixed(0);
        /// How data addresses are traced.
        TE_DATA_CONTROL_TE_DATA_ADDRESS_MODE = 17 "teDataAddressMode", 2 bits, Warl, Rule::Fixed(0);
        /// More of data trace.
        TE_DATA_CONTROL_TE_DATA_FEATURES = 19 "teDataFeatures", 13 bits, Warl, Rule::Fixed(0);
    }

    // Trace Control ch. 6.

    /// First address of the circular buffer.
    TE_RAM_BASE = 0x010 "teRamBase", "6", Encoder, Some(Feature::Ram); {
        /// Byte address divided by 4. The buffer in system memory begins with the first whole word of the bus at or
        /// above it; the SRAM's begins at 0.
        TE_RAM_BASE_TE_RAM_BASE = 2 "teRamBase", 30 bits, Warl, Rule::Base;
    }

    /// First address of the circular buffer, high bits.
    TE_RAM_BASE_HIGH = 0x014 "teRamBaseHigh", "6", Encoder, Some(Feature::WideSba); {
        /// Address bits above 31.
        TE_RAM_BASE_HIGH_TE_RAM_BASE_HIGH = 0 "teRamBaseHigh", 32 bits, Warl, Rule::AddressHigh;
    }

    /// Last 32 bits of the circular buffer.
    TE_RAM_LIMIT = 0x018 "teRamLimit", "6", Encoder, Some(Feature::Ram); {
        /// Byte address divided by 4. These 32 bits belong to the buffer, and nothing above them: in system memory it
        /// ends with the last whole word of the bus that ends there or below. In the SRAM it ends with the word that
        /// they are in, whose last 32 bits it reads as where there is no system memory; the last one after reset.
        TE_RAM_LIMIT_TE_RAM_LIMIT = 2 "teRamLimit", 30 bits, Warl, Rule::Limit, system RamLimit;
    }

    /// Where the next word of trace is written.
    TE_RAM_WP = 0x01C "teRamWP", "6", Encoder, Some(Feature::Ram); {
        /// The pointer has wrapped since it was last written.
        TE_RAM_WP_TE_WRAP = 0 "teWrap", 1 bits, Warl, Rule::Any, hardware Hardware::Keeps;
        /// Byte address divided by 4. Bits above the memory's size read 0, so that writing all ones tells its size.
        TE_RAM_WP_TE_RAM_WP = 2 "teRamWP", 30 bits, Warl, Rule::Address, hardware Hardware::Keeps;
    }

    /// Which word of trace teRamData shows.
    TE_RAM_RP = 0x020 "teRamRP", "6", Encoder, Some(Feature::Sram); {
        /// Byte address divided by 4; one up, with wrap around at teRamLimit, after each access to teRamData. Bits
        /// above the memory's size read 0.
        TE_RAM_RP_TE_RAM_RP = 2 "teRamRP", 30 bits, Warl, Rule::SramAddress, hardware Hardware::Keeps;
    }

    /// Reads and writes trace memory, at teRamRP. The first byte of trace is in bits 7-0. A write of fewer than four
    /// bytes does nothing.
    TE_RAM_DATA = 0x024 "teRamData", "6", Encoder, Some(Feature::Sram); {
        /// A word of trace; undefined before trace was written there.
        TE_RAM_DATA_TE_RAM_DATA = 0 "teRamData", 32 bits, ReadWrite, Rule::Any, hardware Hardware::Keeps;
    }

    // Trace Control 7.1.

    /// Timestamp unit.
    TS_CONTROL = 0x040 "tsControl", "7", Timestamp, Some(Feature::Timestamp); {
        /// Primary enable of the timestamp unit, whatever teActive is. While it reads 0 the unit is in reset: its
        /// counter and the other fields of this register.
        TS_CONTROL_TS_ACTIVE = 0 "tsActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// The counter runs.
        TS_CONTROL_TS_COUNT = 1 "tsCount", 1 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Writing 1 sets the counter to 0.
        TS_CONTROL_TS_RESET = 2 "tsReset", 1 bits, WriteOne, Rule::AnyIf(Feature::InternalTimestamp);
        /// The counter runs while the hart is halted, too.
        TS_CONTROL_TS_DEBUG = 3 "tsDebug", 1 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Type of the unit.
        TS_CONTROL_TS_TYPE = 4 "tsType", 3 bits, Warl, Rule::TimestampType, values TS_TYPES {
            /// there is none.
            TS_TYPE_NONE = 0 "NONE";
            /// a time from outside.
            TS_TYPE_EXTERNAL = 1 "EXTERNAL";
            /// a counter.
            TS_TYPE_INTERNAL = 2 "INTERNAL";
            /// the time of another encoder.
            TS_TYPE_SLAVE = 4 "SLAVE";
        };
        /// The counter counts every 4^tsPrescale clock cycles: 1, 4, 16, 64.
        TS_CONTROL_TS_PRESCALE = 8 "tsPrescale", 2 bits, Warl, Rule::AnyIf(Feature::InternalTimestamp);
        /// Every message ends in a timestamp. 0.9.4 leaves bits 23-15 to the system.
        TS_CONTROL_TS_ENABLE = 15 "tsEnable", 1 bits, Warl, Rule::AnyIf(Feature::Timestamp), spec "1.0, trTsControl";
        /// Width of timestamps in bits.
        TS_CONTROL_TS_WIDTH = 24 "tsWidth", 8 bits, ReadOnly, Rule::TimestampWidth;
    }

    /// The time, lower bits. Reading it keeps the upper ones for tsUpper.
    TS_LOWER = 0x044 "tsLower", "7", Timestamp, Some(Feature::Timestamp); {
        /// Bits 31-0 of the time.
        TS_LOWER_TS_LOWER = 0 "tsLower", 32 bits, ReadOnly, Rule::Any, hardware Hardware::Drives;
    }

    /// The time, upper bits, as they were when tsLower was last read.
    TS_UPPER = 0x048 "tsUpper", "7", Timestamp, Some(Feature::WideTimestamp); {
        /// Bits 63-32 of the time; those beyond tsWidth read 0.
        TS_UPPER_TS_UPPER = 0 "tsUpper", 32 bits, ReadOnly, Rule::Any, hardware Hardware::Drives;
    }
}
