// SPDX-License-Identifier: Apache-2.0
//! The registers of what stands beside an encoder: triggers, the system bus that trace is written to,
//! Control Transfer Records, the ATB, and pins.

use crate::macros::registers;
use crate::{Access, Feature, Field, Hardware, Register, Rule, System, Unit, Value};

registers! { "The registers of an encoder from 0x050 on.", pub(crate) BESIDE, BESIDE_CONSTANTS;

    // Trace Control 8.1.

    /// External trigger inputs.
    X_TRIG_IN_CONTROL = 0x050 "xTrigInControl", "8", Encoder, Some(Feature::ExternalTriggers); {
        /// What input 0 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION0 = 0 "xTrigInAction0", 4 bits, Warl, Rule::TriggerAction(0), values X_TRIG_IN_ACTIONS {
            /// nothing.
            X_TRIG_IN_ACTION_NONE = 0 "NONE";
            /// start trace: teInstTracing becomes 1.
            X_TRIG_IN_ACTION_START = 2 "START";
            /// stop trace: teInstTracing becomes 0.
            X_TRIG_IN_ACTION_STOP = 3 "STOP";
            /// record a synchronising message.
            X_TRIG_IN_ACTION_NOTIFY = 4 "NOTIFY";
        };
        /// What input 1 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION1 = 4 "xTrigInAction1", 4 bits, Warl, Rule::TriggerAction(1), named X_TRIG_IN_ACTIONS;
        /// What input 2 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION2 = 8 "xTrigInAction2", 4 bits, Warl, Rule::TriggerAction(2), named X_TRIG_IN_ACTIONS;
        /// What input 3 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION3 = 12 "xTrigInAction3", 4 bits, Warl, Rule::TriggerAction(3), named X_TRIG_IN_ACTIONS;
        /// What input 4 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION4 = 16 "xTrigInAction4", 4 bits, Warl, Rule::TriggerAction(4), named X_TRIG_IN_ACTIONS;
        /// What input 5 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION5 = 20 "xTrigInAction5", 4 bits, Warl, Rule::TriggerAction(5), named X_TRIG_IN_ACTIONS;
        /// What input 6 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION6 = 24 "xTrigInAction6", 4 bits, Warl, Rule::TriggerAction(6), named X_TRIG_IN_ACTIONS;
        /// What input 7 does when it fires.
        X_TRIG_IN_CONTROL_X_TRIG_IN_ACTION7 = 28 "xTrigInAction7", 4 bits, Warl, Rule::TriggerAction(7), named X_TRIG_IN_ACTIONS;
    }

    /// External trigger outputs.
    X_TRIG_OUT_CONTROL = 0x054 "xTrigOutControl", "8", Encoder, Some(Feature::TriggerOutputs); {
        /// What fires output 0, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT0 = 0 "xTrigOutEvent0", 4 bits, Warl, Rule::TriggerEvent(0), values X_TRIG_OUT_EVENTS {
            /// starting trace (teInstTracing 0 to 1).
            X_TRIG_OUT_EVENT_START = 1 "START";
            /// stopping trace (teInstTracing 1 to 0).
            X_TRIG_OUT_EVENT_STOP = 2 "STOP";
        };
        /// What fires output 1, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT1 = 4 "xTrigOutEvent1", 4 bits, Warl, Rule::TriggerEvent(1), named X_TRIG_OUT_EVENTS;
        /// What fires output 2, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT2 = 8 "xTrigOutEvent2", 4 bits, Warl, Rule::TriggerEvent(2), named X_TRIG_OUT_EVENTS;
        /// What fires output 3, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT3 = 12 "xTrigOutEvent3", 4 bits, Warl, Rule::TriggerEvent(3), named X_TRIG_OUT_EVENTS;
        /// What fires output 4, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT4 = 16 "xTrigOutEvent4", 4 bits, Warl, Rule::TriggerEvent(4), named X_TRIG_OUT_EVENTS;
        /// What fires output 5, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT5 = 20 "xTrigOutEvent5", 4 bits, Warl, Rule::TriggerEvent(5), named X_TRIG_OUT_EVENTS;
        /// What fires output 6, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT6 = 24 "xTrigOutEvent6", 4 bits, Warl, Rule::TriggerEvent(6), named X_TRIG_OUT_EVENTS;
        /// What fires output 7, bit by bit: 0, starting trace; 1, stopping trace.
        X_TRIG_OUT_CONTROL_X_TRIG_OUT_EVENT7 = 28 "xTrigOutEvent7", 4 bits, Warl, Rule::TriggerEvent(7), named X_TRIG_OUT_EVENTS;
    }

    // Trace Control 9.1.

    /// Vendor-specific triggers of the hart: there are none.
    DBG_TRIGGER_CONTROL = 0x058 "dbgTriggerControl", "9", Encoder, None; {
        /// Always 0.
        DBG_TRIGGER_CONTROL_DBG_TRIGGER_CONTROL = 0 "dbgTriggerControl", 32 bits, Warl, Rule::Fixed(0);
    }

    /// Errors of the system bus, where trace is written to it, and whether there is a buffer to write to.
    TE_SBA_STATUS = 0x400 "teSbaStatus", "6", Encoder, Some(Feature::Sba); {
        /// The bus answered a write with an error since this was last cleared: by writing 0, or by the write that
        /// enables the component.
        TE_SBA_STATUS_SBA_ERROR = 0 "sbaError", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Sets, cleared_by "teEnable", spec "vendor-specific";
        /// The answer that set sbaError; 0 while that is 0.
        TE_SBA_STATUS_SBA_RESPONSE = 1 "sbaResponse", 2 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, only_with ("sbaError", 0b10), spec "vendor-specific", values SBA_RESPONSES {
            /// SLVERR of AXI4, corrupt of TileLink, ERR of Wishbone.
            SBA_RESPONSE_SLVERR = 2 "SLVERR";
            /// DECERR of AXI4, denied of TileLink.
            SBA_RESPONSE_DECERR = 3 "DECERR";
        };
        /// There is nowhere to write to: from teRamBase to teRamLimit there is no whole word of the bus, or one of the
        /// two was not written since the component became active. Nothing is written then, and trace waits.
        TE_SBA_STATUS_SBA_NO_BUFFER = 3 "sbaNoBuffer", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1, spec "vendor-specific";
    }

    // The window to Control Transfer Records, where Trace Control leaves offsets to the vendor.

    /// What ctrDebugLow and ctrDebugHigh show.
    CTR_DEBUG_SELECT = 0x440 "ctrDebugSelect", "docs/ctr.md", Records, Some(Feature::Records); {
        /// Below 0x1000 the CSR of that number. 0x1000 + 4 n + r: register r of logical entry n, 0 ctrsource,
        /// 1 ctrtarget, 2 ctrdata.
        CTR_DEBUG_SELECT_CTR_DEBUG_SELECT = 0 "ctrDebugSelect", 13 bits, ReadWrite, Rule::Any, hardware Hardware::Keeps, values CTR_DEBUG_SELECTS {
            /// ctrsource of logical entry 0.
            CTR_DEBUG_ENTRIES = 0x1000 "ENTRIES";
        };
    }

    /// What is selected: its lower half.
    CTR_DEBUG_LOW = 0x444 "ctrDebugLow", "docs/ctr.md", Records, Some(Feature::Records); {
        /// Bits 31-0. Reading it keeps bits 63-32 for ctrDebugHigh. A write acts at once with XLEN 32; with XLEN 64 it
        /// is kept for the write of ctrDebugHigh.
        CTR_DEBUG_LOW_CTR_DEBUG_LOW = 0 "ctrDebugLow", 32 bits, ReadWrite, Rule::Any, hardware Hardware::Keeps;
    }

    /// What is selected: its upper half.
    CTR_DEBUG_HIGH = 0x448 "ctrDebugHigh", "docs/ctr.md", Records, Some(Feature::Records); {
        /// Bits 63-32, as they were when ctrDebugLow was read. A write writes both halves.
        CTR_DEBUG_HIGH_CTR_DEBUG_HIGH = 0 "ctrDebugHigh", 32 bits, ReadWrite, Rule::Any, hardware Hardware::Keeps;
    }

    // Trace Control ch. 13.

    /// ATB sink control.
    ATB_CONTROL = 0xE00 "atbControl", "13", Atb, Some(Feature::Atb); {
        /// Primary enable of the ATB sink. While it reads 0 the sink is in reset: the other fields have their reset
        /// values.
        ATB_CONTROL_ATB_ACTIVE = 0 "atbActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// Trace passes through to the ATB.
        ATB_CONTROL_ATB_ENABLE = 1 "atbEnable", 1 bits, ReadWrite, Rule::Any;
        /// The sink's buffers are empty.
        ATB_CONTROL_ATB_EMPTY = 3 "atbEmpty", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1;
        /// ID of this node on the ATB. 0 and 0x70 to 0x7F are reserved by the ATB specification and are not taken;
        /// nothing is sent under 0, the value after reset.
        ATB_CONTROL_ATB_ID = 8 "atbId", 7 bits, Warl, Rule::AtbId;
    }

    // Trace Control 12.1.

    /// PIB sink control.
    PIB_CONTROL = 0xF00 "pibControl", "12", Pib, Some(Feature::Pib); {
        /// Primary enable of the pin interface block. While it reads 0 the block is in reset: the other fields have
        /// their reset values.
        PIB_CONTROL_PIB_ACTIVE = 0 "pibActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// The block generates output. 0: it takes no trace and holds the outputs at the idle state of pibMode.
        PIB_CONTROL_PIB_ENABLE = 1 "pibEnable", 1 bits, ReadWrite, Rule::Any;
        /// The block's buffers are empty.
        PIB_CONTROL_PIB_EMPTY = 3 "pibEmpty", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1;
        /// Mode of the output pins.
        PIB_CONTROL_PIB_MODE = 4 "pibMode", 4 bits, Warl, Rule::PibMode, values PIB_MODES {
            /// off.
            PIB_MODE_OFF = 0 "OFF";
            /// SWT Manchester.
            PIB_MODE_MANCHESTER = 4 "MANCHESTER";
            /// SWT UART.
            PIB_MODE_UART = 5 "UART";
            /// tref and 1 tdata.
            PIB_MODE_PARALLEL_1 = 8 "PARALLEL_1";
            /// tref and 2 tdata.
            PIB_MODE_PARALLEL_2 = 9 "PARALLEL_2";
            /// tref and 4 tdata.
            PIB_MODE_PARALLEL_4 = 10 "PARALLEL_4";
            /// tref and 8 tdata.
            PIB_MODE_PARALLEL_8 = 11 "PARALLEL_8";
            /// tref and 16 tdata.
            PIB_MODE_PARALLEL_16 = 12 "PARALLEL_16";
        };
        /// tref has its edges in the middle of a bit period. In the parallel modes alone; it becomes 0 in another.
        PIB_CONTROL_PIB_REF_CENTER = 8 "pibRefCenter", 1 bits, Warl, Rule::AnyIf(Feature::PibRefCenter), only_with ("pibMode", 0b1_1111 << PIB_MODE_PARALLEL_1);
        /// A repeating calibration pattern is generated.
        PIB_CONTROL_PIB_CALIBRATE = 9 "pibCalibrate", 1 bits, Warl, Rule::AnyIf(Feature::PibCalibrate);
        /// The input clock is divided by pibDivider + 1.
        PIB_CONTROL_PIB_DIVIDER = 16 "pibDivider", 16 bits, Warl, Rule::PibDivider, system PibDivider;
    }
}
