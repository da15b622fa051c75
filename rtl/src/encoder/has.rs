// SPDX-License-Identifier: Apache-2.0
//! What a build has.

use tracewright_config::{Build, IcntFull, ImplicitReturn, Modes, Packer, ReturnCalls, SinkKind, TimestampSource};

tracewright_verilog::features! {
    build:
    /// Branch history messages.
    htm = build.encoder.modes != Modes::Btm;
    /// Branch trace messages.
    btm = build.encoder.modes != Modes::Htm;
    /// Both modes, one of which is chosen at run time.
    both = htm && btm;
    /// Repeated history.
    history = htm && build.encoder.repeated_history;
    /// RepeatBranch.
    repeat_branch = btm && build.encoder.repeat_branch;
    /// Repeated history or RepeatBranch.
    repeat = history || repeat_branch;
    /// A synchronising message reports a full I-CNT where branches are in HIST.
    icnt_sync = htm && build.encoder.icnt_full == IcntFull::Sync;
    /// Debug triggers.
    triggers = build.ingress.triggers;
    /// External triggers.
    external = build.encoder.external_triggers > 0;
    /// Triggers of any kind.
    any_trigger = triggers || external;
    /// The hart says when it is in reset.
    reset = build.ingress.reset;
    /// The hart says when it is in low power.
    low_power = build.ingress.low_power;
    /// An interrupt by itself has no address.
    undefined = !build.ingress.interrupt_address;
    /// More than one block a cycle.
    many = build.ingress.blocks > 1;
    /// Blocks wait while it is found out what depends on blocks alone.
    ahead = build.cycles_ahead() > 0;
    /// Entries are made, and the queue decides on them, in the cycle after the turn of their blocks.
    late = build.cycles_late() > 0;
    /// The branches in HIST are counted: messages are made a cycle after it is decided what they are.
    counts_hist = htm && late;
    /// HIST is made where an entry leaves the queue (`tw_queue`). What looks ahead is late, too.
    makes_hist = htm && ahead;
    /// HIST is kept as it is sent.
    keeps_hist = htm && !ahead;
    /// U-ADDR is made with the entry (not late, or RepeatBranch reads the last address), else in `tw_queue`.
    refers = !late || repeat_branch;
    /// The hart can be stalled.
    stall = build.encoder.stall;
    /// Control Transfer Records beside the encoder.
    records = build.has_records();
    /// Performance counters beside the encoder.
    counters = build.pmu.built;
    /// What is beside the encoder at a CSR port.
    csrs = records || counters;
    /// Direct jumps as branches.
    all_jumps = build.encoder.all_jumps;
    /// Trace leaves a byte at a time.
    bytes = build.encoder.packer == Packer::Byte;
    /// Several harts, whose trace is joined by funnels.
    system = build.system.harts > 1;
    /// A sink that is an SRAM on the chip.
    sram = build.sink.has(SinkKind::Sram);
    /// Trace leaves in chunks of several bytes, which are parts of messages.
    chunks = matches!(build.encoder.packer, Packer::Word | Packer::Double);
    /// What leaves at once says whether it is the end of what belongs together.
    ends = chunks || build.tandem.built;
    /// How many bytes leave at once is not always the same.
    counted = build.encoder.packer != Packer::Byte;
    /// Trace leaves a message at a time.
    messages = build.encoder.packer == Packer::Message;
    /// A sink outlives the encoder: a message that was cut gets its end.
    closes = build.sink.outlives_source();
    /// Messages can have SRC.
    src = build.encoder.src_bits > 0;
    /// Extended addresses.
    extend = build.encoder.extended_address;
    /// Ownership messages.
    context = build.encoder.context;
    /// Ownership messages have scontext.
    scontext = context && build.encoder.scontext_width > 0;
    /// Ownership messages have hcontext.
    hcontext = context && build.encoder.hcontext_width > 0;
    /// Ownership messages have scontext or hcontext.
    contexts = scontext || hcontext;
    /// An entry can be several messages.
    parts = repeat || context || btm;
    /// A message of an entry of several, or with a wide address, is held before packing; a whole one by its packer.
    holds_message = (parts || build.xlen == 64) && !messages;
    /// A message that is held before packing leaves in chunks.
    holds_chunks = holds_message && chunks;
    /// Messages can have timestamps.
    time = build.timestamp.source != TimestampSource::None;
    /// `Compose` keeps something for later entries (`Kept`).
    keeps = keeps_hist || refers || time || history;
    /// The time is that of a counter here.
    counter = build.timestamp.source == TimestampSource::Core;
    /// The time comes from outside.
    outside_time = time && !counter;
    /// The time has a clock of its own.
    time_clock = time && build.timestamp.own_clock;
    /// The time goes to other encoders.
    broadcast = time && build.timestamp.broadcast;
    /// A sink can ask for synchronising messages.
    requests = build.sink.requests_sync();
    /// Sequentially inferable jumps.
    sequential = build.encoder.sequential_jump;
    /// Predicted returns, in whatever way.
    returns = build.encoder.implicit_return != ImplicitReturn::None;
    /// Returns are predicted only if a message has told their calls.
    told = returns && build.encoder.return_calls == ReturnCalls::Reported;
    /// Predicted return addresses.
    stack = returns && build.encoder.implicit_return != ImplicitReturn::Count;
}

/// Blocks a cycle.
pub(crate) fn blocks(build: &Build) -> usize {
    build.ingress.blocks as usize
}

/// Branches of a full HIST: W of docs/encoder.md.
pub(crate) fn full_hist(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
}
