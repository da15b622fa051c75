// SPDX-License-Identifier: Apache-2.0
//! N-Trace Table 8: which fields each message carries, in order.

/// Bits of message data in a byte of trace (N-Trace ch. 3).
pub const MDO_BITS: u32 = 6;

/// The idle byte: MSEO and MDO all ones (N-Trace 3.1).
pub const IDLE: u8 = 0xFF;

/// The two low bits of every byte of trace (N-Trace Table 5).
pub mod mseo {
    /// Start of a message, or the inside of one.
    pub const NORMAL: u8 = 0b00;
    /// Last byte of a variable-length field.
    pub const END_OF_FIELD: u8 = 0b01;
    /// Reserved.
    pub const RESERVED: u8 = 0b10;
    /// Last byte of a message, or idle.
    pub const END_OF_MESSAGE: u8 = 0b11;
}

/// Bits of a branch or repetition counter: our encoders send HREPEAT and B-CNT when they come to their end, and count
/// on.
pub const REPEAT_BITS: u32 = 18;

/// Largest field sizes in bits (N-Trace Table 10).
pub mod max {
    /// SRC.
    pub const SRC: u32 = 12;
    /// I-CNT; its most significant bit is the overflow marker.
    pub const I_CNT: u32 = 22;
    /// F-ADDR and U-ADDR: the address without its bit 0.
    pub const ADDR: u32 = 63;
    /// HIST, stop bit included.
    pub const HIST: u32 = 32;
    /// TSTAMP.
    pub const TSTAMP: u32 = 64;
}

/// A field of a message (N-Trace Tables 8 and 9, ch. 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Reason for synchronisation.
    Sync,
    /// Branch type.
    BType,
    /// Error type.
    EType,
    /// Resource code.
    RCode,
    /// Event code.
    EvCode,
    /// Number of CDATA fields.
    Cdf,
    /// Privilege mode and context.
    Process,
    /// Error code: which kinds of message were lost.
    ECode,
    /// Half-words retired since the last I-CNT.
    ICnt,
    /// Full address, without bit 0.
    FAddr,
    /// Address XOR reference address, without bit 0.
    UAddr,
    /// Branch history with its stop bit.
    Hist,
    /// The full resource: I-CNT (RCODE 0) or HIST (RCODE 1, 2).
    RData,
    /// How often the history repeats (RCODE 2 only).
    HRepeat,
    /// How often the last branch message repeats.
    BCnt,
    /// Timestamp.
    Tstamp,
}

/// Size of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Fixed length, in bits.
    Fixed(u8),
    /// Variable length: at least one bit, padded to a whole byte.
    Var,
}

impl Field {
    /// The field's size.
    pub const fn size(self) -> Size {
        match self {
            Field::Sync | Field::EType | Field::RCode | Field::EvCode => Size::Fixed(4),
            Field::BType | Field::Cdf => Size::Fixed(2),
            _ => Size::Var,
        }
    }

    /// The specification's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Sync => "SYNC",
            Field::BType => "B-TYPE",
            Field::EType => "ETYPE",
            Field::RCode => "RCODE",
            Field::EvCode => "EVCODE",
            Field::Cdf => "CDF",
            Field::Process => "PROCESS",
            Field::ECode => "ECODE",
            Field::ICnt => "I-CNT",
            Field::FAddr => "F-ADDR",
            Field::UAddr => "U-ADDR",
            Field::Hist => "HIST",
            Field::RData => "RDATA",
            Field::HRepeat => "HREPEAT",
            Field::BCnt => "B-CNT",
            Field::Tstamp => "TSTAMP",
        }
    }
}

macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident = $code:literal [$($field:ident),*];)*) => {
        /// Transfer code: which message this is (N-Trace Table 8).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tcode { $($(#[$doc])* $name = $code,)* }

        impl Tcode {
            /// Every message, in the order of N-Trace Table 8.
            pub const ALL: &'static [Tcode] = &[$(Tcode::$name),*];

            /// The message with this code, if the specification defines it.
            pub const fn from_code(code: u8) -> Option<Tcode> {
                match code { $($code => Some(Tcode::$name),)* _ => None }
            }

            /// The specification's spelling.
            pub const fn name(self) -> &'static str {
                match self { $(Tcode::$name => stringify!($name),)* }
            }

            /// The fields after TCODE and SRC, in order; TSTAMP, which any message may end with, is not listed.
            /// `HRepeat` is there in ResourceFull only with RCODE 2, `Hist` in ProgTraceCorrelation only with CDF 1.
            pub const fn fields(self) -> &'static [Field] {
                match self { $(Tcode::$name => &[$(Field::$field),*],)* }
            }
        }
    };
}

messages! {
    /// Privilege mode and context (N-Trace 7.1).
    Ownership = 2 [Process];
    /// A taken direct conditional branch, in BTM (N-Trace 7.2).
    DirectBranch = 3 [ICnt];
    /// An indirect control-flow change (N-Trace 7.3).
    IndirectBranch = 4 [BType, ICnt, UAddr];
    /// Messages were lost (N-Trace 7.4).
    Error = 8 [EType, ECode];
    /// Where tracing starts (N-Trace 7.5).
    ProgTraceSync = 9 [Sync, ICnt, FAddr];
    /// DirectBranch that synchronises (N-Trace 7.6).
    DirectBranchSync = 11 [Sync, ICnt, FAddr];
    /// IndirectBranch that synchronises (N-Trace 7.7).
    IndirectBranchSync = 12 [Sync, BType, ICnt, FAddr];
    /// I-CNT or HIST is full (N-Trace 7.8).
    ResourceFull = 27 [RCode, RData, HRepeat];
    /// An indirect control-flow change, with the branches before it (N-Trace 7.9).
    IndirectBranchHist = 28 [BType, ICnt, UAddr, Hist];
    /// IndirectBranchHist that synchronises (N-Trace 7.10).
    IndirectBranchHistSync = 29 [Sync, BType, ICnt, FAddr, Hist];
    /// The last branch message again, B-CNT times (N-Trace 7.11).
    RepeatBranch = 30 [BCnt];
    /// Tracing stops (N-Trace 7.12).
    ProgTraceCorrelation = 33 [EvCode, Cdf, ICnt, Hist];
}

/// SYNC: why a message synchronises (N-Trace Table 25).
pub mod sync {
    /// External trace trigger.
    pub const EXTERNAL_TRIGGER: u8 = 0;
    /// Exit from reset.
    pub const EXIT_FROM_RESET: u8 = 1;
    /// Periodic.
    pub const PERIODIC: u8 = 2;
    /// Exit from debug mode.
    pub const EXIT_FROM_DEBUG: u8 = 3;
    /// I-CNT is full.
    pub const SEQUENTIAL_INSTRUCTION_COUNTER: u8 = 4;
    /// Tracing was enabled.
    pub const TRACE_ENABLE: u8 = 5;
    /// A watchpoint with a trace action.
    pub const TRACE_EVENT: u8 = 6;
    /// Restart after lost messages.
    pub const RESTART_FROM_OVERRUN: u8 = 7;
    /// Exit from power-down.
    pub const EXIT_FROM_POWER_DOWN: u8 = 9;
}

/// B-TYPE: what changed the control flow (N-Trace Table 9).
pub mod btype {
    /// Jump, call, return, trap return; or nothing, in a message that only synchronises.
    pub const INDIRECT: u8 = 0;
    /// Exception or interrupt, where the encoder does not tell them apart.
    pub const TRAP: u8 = 1;
    /// Exception.
    pub const EXCEPTION: u8 = 2;
    /// Interrupt.
    pub const INTERRUPT: u8 = 3;
}

/// RCODE: which resource is full (N-Trace Table 19).
pub mod rcode {
    /// I-CNT.
    pub const I_CNT: u8 = 0;
    /// HIST.
    pub const HIST: u8 = 1;
    /// HIST, repeated HREPEAT times.
    pub const HIST_REPEAT: u8 = 2;
    /// From here on, a resource of the vendor's.
    pub const FIRST_OF_VENDOR: u8 = 8;
}

/// EVCODE: why tracing stops (N-Trace Table 23).
pub mod evcode {
    /// Entry into debug mode.
    pub const DEBUG: u8 = 0;
    /// Entry into a low-power mode.
    pub const LOW_POWER: u8 = 1;
    /// Program trace disabled.
    pub const DISABLED: u8 = 4;
}

/// ETYPE and ECODE of the Error message (N-Trace Table 15).
pub mod error {
    /// ETYPE: messages were lost because the queue was full.
    pub const QUEUE_OVERRUN: u8 = 0;
    /// ECODE bit: program trace messages were lost.
    pub const PROGRAM_TRACE_LOST: u8 = 1 << 2;
    /// ECODE bit: ownership messages were lost.
    pub const OWNERSHIP_LOST: u8 = 1 << 3;
}

/// FORMAT of PROCESS in Ownership (N-Trace Table 12).
pub mod format {
    /// V and PRV alone.
    pub const PRIVILEGE: u8 = 0b00;
    /// V, PRV and scontext.
    pub const SCONTEXT: u8 = 0b10;
    /// V, PRV and hcontext.
    pub const HCONTEXT: u8 = 0b11;
}

/// `itype` on the trace ingress port (N-Trace Table 2).
pub mod itype {
    /// Nothing special ends the block.
    pub const NONE: u8 = 0;
    /// Exception.
    pub const EXCEPTION: u8 = 1;
    /// Interrupt.
    pub const INTERRUPT: u8 = 2;
    /// Exception or interrupt return.
    pub const TRAP_RETURN: u8 = 3;
    /// Conditional branch, not taken.
    pub const BRANCH_NOT_TAKEN: u8 = 4;
    /// Conditional branch, taken.
    pub const BRANCH_TAKEN: u8 = 5;
    /// Direct unconditional jump, reported as a taken branch if all jumps are (N-Trace Table 3, note).
    pub const INFERABLE_JUMP: u8 = 7;
    /// Uninferable jump (3-bit itype only).
    pub const UNINFERABLE_JUMP: u8 = 6;
    /// Uninferable call.
    pub const UNINFERABLE_CALL: u8 = 8;
    /// Inferable call.
    pub const INFERABLE_CALL: u8 = 9;
    /// Uninferable tail call.
    pub const UNINFERABLE_TAIL_CALL: u8 = 10;
    /// Inferable tail call.
    pub const INFERABLE_TAIL_CALL: u8 = 11;
    /// Co-routine swap.
    pub const CO_ROUTINE_SWAP: u8 = 12;
    /// Return.
    pub const RETURN: u8 = 13;
    /// Other uninferable jump.
    pub const OTHER_UNINFERABLE_JUMP: u8 = 14;
    /// Other inferable jump.
    pub const OTHER_INFERABLE_JUMP: u8 = 15;
}
