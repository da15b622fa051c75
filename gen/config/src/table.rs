// SPDX-License-Identifier: Apache-2.0
//! Every key of a configuration, described once.

use crate::{Key, Kind};

/// Every key, in the order of the documentation.
pub const KEYS: &[Key] = &[
    Key {
        path: "build.xlen",
        kind: Kind::Integers(&[32, 64]),
        doc: "Register width of the hart in bits, and so the width of `iaddr`.",
    },
    Key {
        path: "build.reset",
        kind: Kind::Words(&["async", "sync"]),
        doc: "Style of every reset: asynchronous or synchronous. Both are active low.",
    },
    Key {
        path: "build.system.harts",
        kind: Kind::Range(1, 16),
        doc: "Harts, each with an encoder, a register block and a teSrcID of its own; with more than one, funnels merge their \
              messages (Trace Control ch. 11). All encoders are alike; `build.encoder` and `build.ingress` describe one.",
    },
    Key {
        path: "build.system.funnel_inputs",
        kind: Kind::Range(2, 16),
        doc: "Most inputs of a funnel. Where there are more harts, funnels feed a funnel.",
    },
    Key {
        path: "build.ingress.form",
        kind: Kind::Words(&["block", "single"]),
        doc: "What a block of the ingress port holds: one or more instructions at consecutive addresses, counted in \
              half-words (`block`), or at most one instruction (`single`).",
    },
    Key {
        path: "build.ingress.itype_width",
        kind: Kind::Integers(&[3, 4]),
        doc: "Width of `itype` in bits. With 3, calls, returns and other uninferable jumps are one code (N-Trace Table 2).",
    },
    Key {
        path: "build.ingress.iretire_width",
        kind: Kind::Range(2, 6),
        doc: "Width of `iretire` in bits in block form. The single form has one bit whatever this says.",
    },
    Key {
        path: "build.ingress.blocks",
        kind: Kind::Integers(&[1, 2, 4]),
        doc: "Blocks a cycle. Each has `itype`, `iaddr`, `iretire`, `ilastsize` of its own; the encoder takes all of \
              them in every cycle.",
    },
    Key {
        path: "build.ingress.triggers",
        kind: Kind::Bool,
        doc: "Whether the port has the triggers of the debug module: `trigger_on`, `trigger_off`, and `trigger_notify` \
              for each block; teInstTrigEn exists.",
    },
    Key {
        path: "build.ingress.reset",
        kind: Kind::Bool,
        doc: "Whether the port has `hart_reset`: the hart is in reset. Trace that starts after it says so (SYNC 1).",
    },
    Key {
        path: "build.ingress.low_power",
        kind: Kind::Bool,
        doc: "Whether the port has `low_power`: the hart is powered down. Tracing stops with EVCODE 1 and starts with \
              SYNC 9.",
    },
    Key {
        path: "build.ingress.interrupt_address",
        kind: Kind::Bool,
        doc: "Whether the hart defines `iaddr` of an interrupt by itself (`iretire` 0, `itype` 2), which E-Trace leaves undefined: the \
              address of the instruction that would have run next. A jump whose target is interrupted then has a message of its own \
              (N-Trace ch. 10), and a trace can start at an interrupt. `tw_rvfi` defines it.",
    },
    Key {
        path: "build.ingress.adapter",
        kind: Kind::Words(&["none", "rvfi"]),
        doc: "What is generated beside `tw_top` to connect a core to its ingress port: nothing, or `tw_rvfi`, which takes the \
              retirement port that cores have for riscv-formal (`rvfi`, docs/rvfi.md). Beside tandem-verification trace that is \
              `tw_tandem_rvfi` (docs/tandem.md).",
    },
    Key {
        path: "build.encoder.built",
        kind: Kind::Bool,
        doc: "Whether there is an encoder. Without one, a block that can stand beside it is the whole: `tw_ctr` \
              (docs/ctr.md); and no key of the encoder, its sinks, its bus and its time has an effect.",
    },
    Key {
        path: "build.encoder.icnt_width",
        kind: Kind::Range(9, 22),
        doc: "Width of I-CNT in bits, overflow marker included (N-Trace 8.4). A wider one sends fewer ResourceFull messages \
              in code without jumps and costs area in the queue.",
    },
    Key {
        path: "build.encoder.hist_width",
        kind: Kind::Range(8, 32),
        doc: "Width of HIST in bits, stop bit included (N-Trace 8.3). A wider one sends fewer ResourceFull messages in loops \
              and costs area in the queue.",
    },
    Key {
        path: "build.encoder.queue_depth",
        kind: Kind::PowerOfTwo(4, 64),
        doc: "Entries that the queue holds; what a block completes is one. A deeper queue rides out longer bursts before the hart \
              is stalled or messages are lost.",
    },
    Key {
        path: "build.encoder.restart_room",
        kind: Kind::Words(&["two", "quarter", "half", "all"]),
        doc: "Room in the queue for which Error and the restart after a loss wait: two entries (what they need themselves), a quarter of \
              the queue (two entries at least), half of it, or all of it. With little room a lasting overload leaves mostly Error and \
              synchronising messages (docs/performance.md, \"Under overload\").",
    },
    Key {
        path: "build.encoder.trap_btype",
        kind: Kind::Words(&["distinct", "single"]),
        doc: "B-TYPE of traps (N-Trace Table 9): 2 for exceptions and 3 for interrupts (`distinct`), or 1 for both (`single`).",
    },
    Key {
        path: "build.encoder.icnt_full",
        kind: Kind::Words(&["resource", "sync"]),
        doc: "What reports a full I-CNT (N-Trace 8.4.4): ResourceFull with RCODE 0 (`resource`), or a synchronising message \
              with SYNC 4 (`sync`) where that is allowed, in branch history with branches in HIST.",
    },
    Key {
        path: "build.encoder.stall",
        kind: Kind::Bool,
        doc: "Whether the encoder can stall the hart: teInstStallEn and the output `stall` work.",
    },
    Key {
        path: "build.encoder.modes",
        kind: Kind::Words(&["htm", "btm", "both"]),
        doc: "Trace modes that exist (N-Trace ch. 5): branch history (`htm`), branch messages (`btm`), or either as \
              teInstMode says (`both`).",
    },
    Key {
        path: "build.encoder.context",
        kind: Kind::Bool,
        doc: "Whether there are Ownership messages (N-Trace 7.1): teContext exists, and the port has `privilege`.",
    },
    Key {
        path: "build.encoder.scontext_width",
        kind: Kind::Range(0, 32),
        doc: "Width of scontext in bits; 0 for none. The port has `hart_context`, hcontext above scontext, and `ctype` if \
              one of the two has a width.",
    },
    Key {
        path: "build.encoder.hcontext_width",
        kind: Kind::Range(0, 32),
        doc: "Width of hcontext in bits; 0 for none.",
    },
    Key {
        path: "build.encoder.src_bits",
        kind: Kind::Range(0, 12),
        doc: "Width of SRC in bits (teSrcBits); 0 for none. Where traces of several encoders are merged, it tells them \
              apart.",
    },
    Key {
        path: "build.encoder.src_id",
        kind: Kind::Range(0, 4095),
        doc: "teSrcID after reset: the value of SRC.",
    },
    Key {
        path: "build.encoder.external_triggers",
        kind: Kind::Range(0, 8),
        doc: "External trigger inputs (Trace Control ch. 8), `external_trigger`: asynchronous; a rising edge fires one. It must stay \
              high, and low, for more than a clock cycle.",
    },
    Key {
        path: "build.encoder.trigger_outputs",
        kind: Kind::Range(0, 8),
        doc: "External trigger outputs (Trace Control ch. 8), `trigger_out`: a pulse of a clock cycle when tracing starts or stops, \
              as xTrigOutControl says.",
    },
    Key {
        path: "build.encoder.implicit_return",
        kind: Kind::Words(&["none", "count", "partial", "full"]),
        doc: "How returns are predicted, so that they need no message (N-Trace 9.2): not at all, by the number of \
              calls, by the low bits of return addresses, or by whole return addresses. What is built is the one value \
              other than 0 that teInstImplicitReturnMode takes.",
    },
    Key {
        path: "build.encoder.return_calls",
        kind: Kind::Words(&["reported", "any"]),
        doc: "Which calls a return may be implied by (N-Trace 9.2): those that an earlier message has reported (`reported`), or any on \
              the stack (`any`), also one that the same message reports: smaller traces, which decoders with a return stack follow, \
              ours and the reference decoder among them, but which 9.2 does not allow. Without effect if implicit_return is `none`.",
    },
    Key {
        path: "build.encoder.return_stack_depth",
        kind: Kind::Range(1, 32),
        doc: "Calls that the return stack holds.",
    },
    Key {
        path: "build.encoder.return_address_bits",
        kind: Kind::Range(1, 63),
        doc: "Address bits that a `partial` return stack keeps, bit 0 not counted. Without effect otherwise.",
    },
    Key {
        path: "build.encoder.sequential_jump",
        kind: Kind::Bool,
        doc: "Whether jumps whose target follows from the instruction before them need no message (N-Trace 9.1): \
              teInstEnSequentialJump exists, and the port has `sijump`.",
    },
    Key {
        path: "build.encoder.all_jumps",
        kind: Kind::Bool,
        doc: "Whether direct jumps can be reported as taken branches: teInstEnAllJumps exists.",
    },
    Key {
        path: "build.encoder.repeated_history",
        kind: Kind::Bool,
        doc: "Whether repeating patterns of branches are sent once with a count (N-Trace 9.3, HTM): \
              teInstEnRepeatedHistory exists.",
    },
    Key {
        path: "build.encoder.repeat_branch",
        kind: Kind::Bool,
        doc: "Whether a message that repeats is counted instead (RepeatBranch, N-Trace 7.11, BTM): \
              teInstEnRepeatedHistory exists.",
    },
    Key {
        path: "build.encoder.extended_address",
        kind: Kind::Bool,
        doc: "Whether the upper bits of an address that are all equal can be left out (N-Trace 8.2): \
              teInstExtendAddrMSB exists. It saves bytes on RV64 where addresses have their upper bits set.",
    },
    Key {
        path: "build.encoder.packer",
        kind: Kind::Words(&["1", "4", "8", "message"]),
        doc: "What leaves the encoder in a cycle: at most that many bytes, or a whole message. A wider one costs area, and \
              bursts of messages pass faster. No word of a sink may be narrower; a message needs the stream.",
    },
    Key {
        path: "build.ctr.version",
        kind: Kind::Words(&["none", "0.1.4", "1.0"]),
        doc: "Control Transfer Records (docs/ctr.md): none, the draft 0.1.4 (Smctr, Ssctr), or the ratified 1.0. \
              They are built alone, without an encoder.",
    },
    Key {
        path: "build.ctr.hart_modes",
        kind: Kind::Words(&["m", "mu", "msu", "msuh"]),
        doc: "Modes of the hart: M alone, with U, with S, and with the H extension VS and VU. 1.0 needs S. Of \
              Control Transfer Records alone, as the keys below.",
    },
    Key {
        path: "build.ctr.state_enable",
        kind: Kind::Bool,
        doc: "Whether there are the bits of mstateen0, and with the H extension of hstateen0, that let modes below \
              M reach the CSRs (Smstateen).",
    },
    Key {
        path: "build.ctr.min_depth",
        kind: Kind::PowerOfTwo(16, 256),
        doc: "Smallest depth that software can choose.",
    },
    Key {
        path: "build.ctr.max_depth",
        kind: Kind::PowerOfTwo(16, 256),
        doc: "Largest depth that software can choose, and entries of the array. Every depth between is there, too.",
    },
    Key {
        path: "build.ctr.memory",
        kind: Kind::Words(&["block", "registers"]),
        doc: "What the array is made of: block RAM, or registers.",
    },
    Key {
        path: "build.ctr.filters",
        kind: Kind::Bool,
        doc: "Whether there are transfer type filters: the fields EXCINH to the last, and NTBREN.",
    },
    Key {
        path: "build.ctr.external_traps",
        kind: Kind::Bool,
        doc: "Whether traps to a mode that is not recorded can be: MTE and STE, and in 0.1.4 ETEN and VSTE.",
    },
    Key {
        path: "build.ctr.ras",
        kind: Kind::Bool,
        doc: "Whether there is RAS emulation (RASEMU).",
    },
    Key {
        path: "build.ctr.freeze",
        kind: Kind::Bool,
        doc: "Whether a breakpoint and a local counter overflow interrupt can set FROZEN (BPFRZ, LCOFIFRZ). 1.0 \
              needs it.",
    },
    Key {
        path: "build.ctr.misp",
        kind: Kind::Bool,
        doc: "Whether entries have MISP; the port then has `mispredict` for each block.",
    },
    Key {
        path: "build.ctr.transfer_type",
        kind: Kind::Bool,
        doc: "Whether entries have TYPE.",
    },
    Key {
        path: "build.ctr.cycles",
        kind: Kind::Bool,
        doc: "Whether entries have CC and CCV; the port then has `cycle`.",
    },
    Key {
        path: "build.ctr.exponent_bits",
        kind: Kind::Range(0, 4),
        doc: "Bits of the exponent of CC: 0 counts to 4,095, 4 to 134,201,344.",
    },
    Key {
        path: "build.pmu.built",
        kind: Kind::Bool,
        doc: "Whether there are performance counters (docs/pmu.md): mcycle, minstret, and mhpmcounters. They are \
              built alone, without an encoder.",
    },
    Key {
        path: "build.pmu.counters",
        kind: Kind::Range(0, 29),
        doc: "How many mhpmcounters there are, from mhpmcounter3 up. Those above read 0.",
    },
    Key {
        path: "build.pmu.width",
        kind: Kind::Range(32, 64),
        doc: "Width of mhpmcounters in bits. mcycle and minstret have 64.",
    },
    Key {
        path: "build.pmu.hart_modes",
        kind: Kind::Words(&["m", "mu", "msu", "msuh"]),
        doc: "Modes of the hart: M alone, with U, with S, and with the H extension VS and VU. Of the counters alone.",
    },
    Key {
        path: "build.pmu.sscofpmf",
        kind: Kind::Bool,
        doc: "Whether there is Sscofpmf: overflow interrupts and filters by mode of mhpmcounters, and scountovf.",
    },
    Key {
        path: "build.pmu.smcntrpmf",
        kind: Kind::Bool,
        doc: "Whether there is Smcntrpmf: filters by mode of mcycle and minstret.",
    },
    Key {
        path: "build.pmu.events",
        kind: Kind::WordSet(&[
            "none",
            "branches",
            "taken",
            "jumps",
            "calls",
            "returns",
            "exceptions",
            "interrupts",
            "trap-returns",
        ]),
        doc: "Events of the ingress port that mhpmcounters can count, besides cycles and instructions. `none` stands alone.",
    },
    Key {
        path: "build.pmu.bus",
        kind: Kind::EventBus,
        doc: "Events that the designer wires to the ports `bus_event`, number 0 first: the name, the code that the SBI PMU extension \
              has for it, and the bits of its count in a cycle, 1 if none are said.",
    },
    Key {
        path: "build.tandem.built",
        kind: Kind::Bool,
        doc: "Whether the build is an encoder of tandem-verification trace (docs/tandem.md) in place of the N-Trace encoder. \
              Its XLEN is build.xlen.",
    },
    Key {
        path: "build.tandem.registers",
        kind: Kind::Bool,
        doc: "Whether that has registers on the control bus and the sinks of build.sink, as `tw_tandem_top`. Without them it \
              is `tw_tandem`: ports are its control, and its trace is a port.",
    },
    Key {
        path: "build.tandem.flen",
        kind: Kind::Integers(&[0, 32, 64]),
        doc: "Bits of a floating-point register; 0 where the hart has none. Of tandem-verification trace alone, as the keys \
              below.",
    },
    Key {
        path: "build.tandem.mlen",
        kind: Kind::Integers(&[32, 34, 64]),
        doc: "Bits of an address: 32 on RV32, 34 where that has Sv32, and 64 on RV64.",
    },
    Key {
        path: "build.tandem.classes",
        kind: Kind::WordSet(&[
            "instruction",
            "gpr",
            "fpr",
            "csr",
            "privilege",
            "paddr",
            "eaddr",
            "store",
            "memory",
            "outside",
        ]),
        doc: "What the port has, and trace can have: instructions, integer and floating-point registers, CSRs (fcsr among \
              them), privilege mode, physical and effective addresses, what is stored, the memory bus, and state that \
              changes by itself. Without some of them trace is partial.",
    },
    Key {
        path: "build.tandem.csrs",
        kind: Kind::Range(1, 4),
        doc: "CSRs that the port takes with one instruction, besides fcsr. A trap that sets xtval changes four.",
    },
    Key {
        path: "build.tandem.instructions",
        kind: Kind::Integers(&[1, 2, 4]),
        doc: "Instructions that the port takes in a cycle.",
    },
    Key {
        path: "build.tandem.increments",
        kind: Kind::Bool,
        doc: "Whether integer and floating-point registers and fcsr go in incremental forms, where they are shorter. It \
              takes a memory of all their values.",
    },
    Key {
        path: "build.tandem.elide_end",
        kind: Kind::Bool,
        doc: "Whether an end of a group that another one follows is left out.",
    },
    Key {
        path: "build.tandem.packer_bytes",
        kind: Kind::Words(&["1", "4", "8"]),
        doc: "Bytes that leave in a cycle at most.",
    },
    Key {
        path: "build.timestamp.source",
        kind: Kind::Words(&["none", "core", "external", "slave"]),
        doc: "Where timestamps come from (Trace Control ch. 7): nowhere, a counter (`core`, tsType 2), the port `hart_time` \
              (`external`, tsType 1), or the port `broadcast_time`, which another encoder drives (`slave`, tsType 4).",
    },
    Key {
        path: "build.timestamp.width",
        kind: Kind::Range(1, 64),
        doc: "Width of timestamps in bits (tsWidth).",
    },
    Key {
        path: "build.timestamp.own_clock",
        kind: Kind::Bool,
        doc: "Whether the time has a clock of its own: the ports `time_clk` and `time_rst_n`. The counter, or what the port shows, \
              belongs to that clock, and crosses to the encoder's.",
    },
    Key {
        path: "build.timestamp.broadcast",
        kind: Kind::Bool,
        doc: "Whether the time leaves the encoder on the port `time_broadcast`, for encoders whose source is `slave`.",
    },
    Key {
        path: "build.sink.kind",
        kind: Kind::WordSet(&["sram", "sba", "pib", "atb", "stream"]),
        doc: "Where trace can go; with several, teSink (in a system the last funnel's tfSink) selects one at run time: on-chip SRAM, \
              read through teRamData (`sram`, 4); system memory, written by a bus master (`sba`, 7); pins (`pib`, 6); the Advanced Trace \
              Bus (`atb`, 5); or a ready/valid port of bytes for a sink of your own (`stream`, 12, vendor-specific).",
    },
    Key {
        path: "build.sink.sram_bytes",
        kind: Kind::PowerOfTwo(256, 1_048_576),
        doc: "Size of the SRAM in bytes. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sram_width",
        kind: Kind::Integers(&[32, 64, 128]),
        doc: "Width of a word of the SRAM in bits: what is written at once. teRamData always shows 32 bits. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sram_macro",
        kind: Kind::Bool,
        doc: "Whether the SRAM is outside: the ports `sram_*` are for a single-port memory that reads in the cycle after, such as \
              a foundry's. Else it is inferred. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sba_bus",
        kind: Kind::Words(&["axi4", "tilelink-ul", "wishbone"]),
        doc: "The bus to system memory: AMBA AXI4 with bursts, or TileLink Uncached Lightweight or Wishbone B4 (classic), a word at a \
              time. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_width",
        kind: Kind::Integers(&[32, 64, 128]),
        doc: "Width of the data of that bus in bits. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_address",
        kind: Kind::Range(32, 64),
        doc: "Width of the addresses of that bus in bits. With more than 32, teRamBaseHigh exists. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_burst",
        kind: Kind::PowerOfTwo(1, 64),
        doc: "Words of the longest burst. As many words wait for the bus. Of `sba` with AXI4 alone; the other buses hold as many, too.",
    },
    Key {
        path: "build.sink.pib_modes",
        kind: Kind::WordSet(&[
            "manchester",
            "uart",
            "parallel-1",
            "parallel-2",
            "parallel-4",
            "parallel-8",
            "parallel-16",
        ]),
        doc: "Modes of the pins that pibMode can select (Trace Control 12.1). They decide how many pins `tdata` has, and whether there \
              is `tref`. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_divider_bits",
        kind: Kind::Range(0, 16),
        doc: "Width of pibDivider in bits. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_ref_center",
        kind: Kind::Bool,
        doc: "Whether pibRefCenter exists: edges of tref in the middle of a bit. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_calibrate",
        kind: Kind::Bool,
        doc: "Whether pibCalibrate exists: the calibration patterns (Trace Control 12.2). Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_buffer",
        kind: Kind::PowerOfTwo(64, 1024),
        doc: "Bytes that wait for the pins. A message is sent when it is here as a whole. Of `pib` alone.",
    },
    Key {
        path: "build.sink.atb_width",
        kind: Kind::Integers(&[8, 16, 32, 64, 128]),
        doc: "Width of ATDATA in bits. Of `atb` alone.",
    },
    Key {
        path: "build.bus.kind",
        kind: Kind::Words(&["apb4", "axi4-lite", "wishbone", "tilelink-ul"]),
        doc: "The control bus: AMBA APB4, AMBA AXI4-Lite, Wishbone B4 (classic), or TileLink Uncached Lightweight; 32 data bits.",
    },
    Key {
        path: "build.bus.own_clock",
        kind: Kind::Bool,
        doc: "Whether the bus has a clock of its own: the ports `bus_clk` and `bus_rst_n`. Accesses cross to the encoder's clock \
              by a handshake.",
    },
    Key {
        path: "build.bus.source_bits",
        kind: Kind::Range(1, 16),
        doc: "Width of `tl_a_source` and `tl_d_source` in bits. Of TileLink alone.",
    },
    Key {
        path: "build.bus.lock",
        kind: Kind::Bool,
        doc: "Whether there is the port `debug_locked` (asynchronous): while it is high, registers read 0, writes are ignored, and \
              trace is off.",
    },
    Key {
        path: "build.bus.lock_scrub",
        kind: Kind::Bool,
        doc: "Whether a lock, and a reset, overwrite the SRAM with 0, a word a clock cycle: trace from before is not readable by who \
              unlocks next. Of `build.bus.lock` with an SRAM sink.",
    },
    Key {
        path: "build.power.delay",
        kind: Kind::Range(0, 65535),
        doc: "Clock cycles that the hardware takes to follow teActive, in both directions (Trace Control ch. 5): what powers up \
              or starts a clock has that long.",
    },
    Key {
        path: "build.power.clock_request",
        kind: Kind::Bool,
        doc: "Whether there is the port `clock_request`: high while the encoder needs its clock, from the write that sets \
              teActive until the hardware has followed the one that clears it.",
    },
    Key {
        path: "build.defaults.te_inst_mode",
        kind: Kind::Words(&["htm", "btm"]),
        doc: "teInstMode after reset, where the build has both modes.",
    },
    Key { path: "build.defaults.te_context", kind: Kind::Bool, doc: "teContext after reset, if the build has it." },
    Key { path: "build.defaults.te_inst_stall_en", kind: Kind::Bool, doc: "teInstStallEn after reset, if the build has it." },
    Key { path: "build.defaults.te_stop_on_wrap", kind: Kind::Bool, doc: "teStopOnWrap after reset, if the build has it." },
    Key { path: "build.defaults.te_inhibit_src", kind: Kind::Bool, doc: "teInhibitSrc after reset, if the build has it." },
    Key {
        path: "build.defaults.te_sync_mode",
        kind: Kind::Words(&["off", "messages", "cycles", "half-words"]),
        doc: "teSyncMode after reset.",
    },
    Key { path: "build.defaults.te_sync_max", kind: Kind::Range(0, 15), doc: "teSyncMax after reset." },
    Key { path: "build.defaults.pib_divider", kind: Kind::Range(0, 65535), doc: "pibDivider after reset." },
    Key {
        path: "run.sink",
        kind: Kind::Words(&["default", "sram", "sba", "pib", "atb", "stream"]),
        doc: "teSink: which sink is used. `default` is what teSink is after reset: the one whose code is lowest.",
    },
    Key {
        path: "run.sba_base",
        kind: Kind::Range(0, i64::MAX),
        doc: "teRamBase and teRamBaseHigh: byte address of the buffer in system memory, a multiple of the bus's width.",
    },
    Key {
        path: "run.sba_bytes",
        kind: Kind::Range(16, 1 << 32),
        doc: "Bytes of the buffer in system memory, a multiple of the bus's width; it may not cross a multiple of 4 GiB.",
    },
    Key {
        path: "run.pib_mode",
        kind: Kind::Words(&[
            "default",
            "manchester",
            "uart",
            "parallel-1",
            "parallel-2",
            "parallel-4",
            "parallel-8",
            "parallel-16",
        ]),
        doc: "pibMode. `default` is the widest that the build has.",
    },
    Key { path: "run.pib_divider", kind: Kind::Range(0, 65535), doc: "pibDivider: the clock of the pins is divided by one more." },
    Key { path: "run.pib_ref_center", kind: Kind::Bool, doc: "pibRefCenter: edges of tref in the middle of a bit, in parallel modes." },
    Key { path: "run.atb_id", kind: Kind::Range(1, 0x6F), doc: "atbId: the ID on the ATB. 0 and 0x70 to 0x7F are reserved." },
    Key {
        path: "run.stall",
        kind: Kind::Bool,
        doc: "teInstStallEn: stall the hart when the queue is nearly full, instead of losing messages.",
    },
    Key {
        path: "run.sync_mode",
        kind: Kind::Words(&["off", "messages", "cycles", "half-words"]),
        doc: "teSyncMode: what counts towards periodic synchronisation. A buffer that wraps can be decoded from its first \
              synchronising message on, so set it where the buffer is all that is kept; a trace that is kept whole is \
              smallest without.",
    },
    Key {
        path: "run.sync_max",
        kind: Kind::Range(0, 15),
        doc: "teSyncMax: the period of synchronisation is 2^(sync_max + 4) of what sync_mode counts.",
    },
    Key {
        path: "run.stop_on_wrap",
        kind: Kind::Bool,
        doc: "teStopOnWrap: stop tracing when the SRAM has filled, instead of overwriting the oldest trace.",
    },
    Key {
        path: "run.mode",
        kind: Kind::Words(&["htm", "btm"]),
        doc: "teInstMode: branch history (6) or branch messages (3). A build that has one mode runs in that one.",
    },
    Key {
        path: "run.context",
        kind: Kind::Bool,
        doc: "teContext: send Ownership messages, if the build has them.",
    },
    Key {
        path: "run.inhibit_src",
        kind: Kind::Bool,
        doc: "teInhibitSrc: leave SRC out.",
    },
    Key {
        path: "run.triggers",
        kind: Kind::Bool,
        doc: "teInstTrigEn: the triggers of the debug module start and stop tracing, if the build has them.",
    },
    Key {
        path: "run.external_triggers",
        kind: Kind::WordList(&["none", "start", "stop", "notify"]),
        doc: "xTrigInAction of the external trigger inputs: nothing (0), start tracing (2), stop it (3), or a \
              synchronising message (4).",
    },
    Key {
        path: "run.trigger_outputs",
        kind: Kind::WordList(&["none", "start", "stop", "both"]),
        doc: "xTrigOutEvent of the external trigger outputs: they fire when tracing starts, when it stops, or at both.",
    },
    Key {
        path: "run.implicit_return",
        kind: Kind::Bool,
        doc: "teInstImplicitReturnMode: predict returns, in the way the build has, if it has one.",
    },
    Key {
        path: "run.sequential_jump",
        kind: Kind::Bool,
        doc: "teInstEnSequentialJump: no messages for sequentially inferable jumps, if the build can.",
    },
    Key {
        path: "run.all_jumps",
        kind: Kind::Bool,
        doc: "teInstEnAllJumps: report direct jumps as taken branches. Traces become longer.",
    },
    Key {
        path: "run.repeated_history",
        kind: Kind::Bool,
        doc: "teInstEnRepeatedHistory: count what repeats, if the build can.",
    },
    Key {
        path: "run.extended_address",
        kind: Kind::Bool,
        doc: "teInstExtendAddrMSB: leave out upper address bits that are all equal, if the build can.",
    },
    Key {
        path: "run.timestamp",
        kind: Kind::Bool,
        doc: "tsEnable: a timestamp in every message, if the build has them.",
    },
    Key {
        path: "run.timestamp_prescale",
        kind: Kind::Integers(&[1, 4, 16, 64]),
        doc: "tsPrescale: clock cycles for each count of the counter.",
    },
    Key {
        path: "run.timestamp_debug",
        kind: Kind::Bool,
        doc: "tsDebug: the counter runs while the hart is halted, too.",
    },
];
