// SPDX-License-Identifier: Apache-2.0
//! The registers and their codes.

use crate::{Access, Field, Register, Rule};

macro_rules! constants {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: usize = $value;)*

        const CODES: &[(&str, u64)] = &[$((stringify!($name), $value)),*];
    };
}

macro_rules! registers {
    ($(
        $(#[doc = $rdoc:literal])*
        $register:ident = $offset:literal $rname:literal, $spec:literal, sram_only: $sram:literal {
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
            sram_only: $sram,
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
    /// teInstMode: history trace without optimisations (HTM).
    TE_INST_MODE_HTM = 6;
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
    TE_CONTROL = 0x000 "teControl", "5", sram_only: false {
        /// Primary enable. 0 resets the trace hardware: the other fields of this register return to their reset values.
        TE_CONTROL_TE_ACTIVE = 0 "teActive", 1 bits, ReadWrite, Rule::Any;
        /// Encoder enabled. Writing 0 flushes what is queued to the sink.
        TE_CONTROL_TE_ENABLE = 1 "teEnable", 1 bits, ReadWrite, Rule::Any;
        /// Instruction trace is being generated.
        TE_CONTROL_TE_INST_TRACING = 2 "teInstTracing", 1 bits, ReadWrite, Rule::Any;
        /// All generated trace has been emitted.
        TE_CONTROL_TE_EMPTY = 3 "teEmpty", 1 bits, ReadOnly, Rule::Any, reset 1;
        /// Instruction trace mode: 6, history trace without optimisations.
        TE_CONTROL_TE_INST_MODE = 4 "teInstMode", 3 bits, Warl, Rule::Fixed(TE_INST_MODE_HTM as u32);
        /// Ownership messages: none.
        TE_CONTROL_TE_CONTEXT = 9 "teContext", 1 bits, Warl, Rule::Fixed(0);
        /// Triggers of the debug module set and clear teInstTracing: they do not.
        TE_CONTROL_TE_INST_TRIG_EN = 11 "teInstTrigEn", 1 bits, Warl, Rule::Fixed(0);
        /// An overflow message was sent, or the hart was stalled, since teEnable was last set to 1.
        TE_CONTROL_TE_INST_STALL_OR_OVERFLOW = 12 "teInstStallOrOverflow", 1 bits, ReadOnly, Rule::Any;
        /// 1: the hart is stalled until a message can be queued. 0: messages are lost.
        TE_CONTROL_TE_INST_STALL_EN = 13 "teInstStallEn", 1 bits, Warl, Rule::AnyIfStall;
        /// Tracing stops when the circular buffer has filled for the first time.
        TE_CONTROL_TE_STOP_ON_WRAP = 14 "teStopOnWrap", 1 bits, Warl, Rule::AnyIfSram;
        /// No source field in messages. Without effect, because teSrcBits is 0.
        TE_CONTROL_TE_INHIBIT_SRC = 15 "teInhibitSrc", 1 bits, Warl, Rule::Fixed(0);
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
    TE_IMPL = 0x004 "teImpl", "5", sram_only: false {
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
        /// Source ID in messages: none.
        TE_IMPL_TE_SRC_ID = 20 "teSrcID", 4 bits, Warl, Rule::Fixed(0);
        /// Bits of the source field: none.
        TE_IMPL_TE_SRC_BITS = 24 "teSrcBits", 3 bits, Warl, Rule::Fixed(0);
    }

    /// First address of the circular buffer.
    TE_RAM_BASE = 0x010 "teRamBase", "6", sram_only: true {
        /// Byte address divided by 4: the SRAM starts at 0.
        TE_RAM_BASE_TE_RAM_BASE = 2 "teRamBase", 30 bits, Warl, Rule::Fixed(0);
    }

    /// Last word of the circular buffer.
    TE_RAM_LIMIT = 0x018 "teRamLimit", "6", sram_only: true {
        /// Byte address divided by 4: the last word of the SRAM.
        TE_RAM_LIMIT_TE_RAM_LIMIT = 2 "teRamLimit", 30 bits, Warl, Rule::LastWord;
    }

    /// Where the next word of trace is written.
    TE_RAM_WP = 0x01C "teRamWP", "6", sram_only: true {
        /// The pointer has wrapped since it was last written.
        TE_RAM_WP_TE_WRAP = 0 "teWrap", 1 bits, Warl, Rule::Any;
        /// Byte address divided by 4. Bits above the SRAM's size read 0, so that writing all ones tells its size.
        TE_RAM_WP_TE_RAM_WP = 2 "teRamWP", 30 bits, Warl, Rule::Word;
    }

    /// Which word of trace teRamData shows.
    TE_RAM_RP = 0x020 "teRamRP", "6", sram_only: true {
        /// Byte address divided by 4; one up, with wrap around, after each access to teRamData. Bits above the SRAM's size read 0.
        TE_RAM_RP_TE_RAM_RP = 2 "teRamRP", 30 bits, Warl, Rule::Word;
    }

    /// Reads trace memory, at teRamRP. The first byte of trace is in bits 7-0.
    TE_RAM_DATA = 0x024 "teRamData", "6", sram_only: true {
        /// A word of trace; undefined before trace was written there.
        TE_RAM_DATA_TE_RAM_DATA = 0 "teRamData", 32 bits, ReadOnly, Rule::Any;
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
