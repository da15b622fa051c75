// SPDX-License-Identifier: Apache-2.0
//! Changes that change nothing, and why.

use crate::schemata::{draw, Mutant};
use tracewright_config::{Build, ImplicitReturn, Packer, SinkKind, TimestampSource};
use tracewright_tests::verilog::Sources;

/// After a reset teActive is 0, and so every unit is cleared for as long: registers take the value that they have in
/// reset once more.
const CLEARED: &str = "takes this value in each cycle in which teActive is 0, as it is after a reset";
/// The same for a register that depends on nothing before.
const EVERY_CYCLE: &str = "takes another value in each cycle, and in the first one after a reset teActive is 0";

/// The same for a net that leaves its module.
const UNREAD: &str = "no module around it reads this port";

/// Of which builds it holds.
type Holds = fn(&Build) -> bool;
/// Of which builds it holds, module, net, kind of change, a part of the expression or of the line before it (or none),
/// why it does nothing.
type Reason = (Holds, &'static str, &'static str, &'static str, &'static str, &'static str);

const ALL: Holds = |_| true;
/// A unit of trace is a whole beat.
const WHOLE_BEATS: Holds = |build| build.encoder.packer == Packer::Word && build.sink.atb_width == 32;
/// Pointers are those of a trace memory of 64 KiB, at most.
const SMALL_MEMORY: Holds = |build| build.sink.sram_bytes <= 1 << 16 && !build.sink.has(SinkKind::Sba);
/// The return stack keeps whole addresses.
const WHOLE_ADDRESSES: Holds = |build| build.encoder.implicit_return == ImplicitReturn::Full;
/// The encoder counts the time itself.
const COUNTED: Holds = |build| build.timestamp.source == TimestampSource::Core;
const SMALL: &str = "the pointers of a memory of this size have none of these bits";
const BEAT: &str = "a beat sets it, and without a beat nothing downstream looks at it";
const UNIT: &str =
    "a full unit leaves by itself, a cycle later; a part of one comes when something is flushed, which completes it";
const ASKED: &str = "it is looked at while the sink holds trace, and the first unit of that clears it";
const CAMPAIGN: &str =
    "a system's runs rarely begin so soon after an end; the campaign of the ATB sink alone does, and notices it";
const ANSWERED: &str = "a read sets it before it is looked at, and nothing looks at what a write answers";
const TAKEN: &str = "it takes an entry before anything looks at it";
const FILLED: &str = "a word is made of bytes that were put there before";

const REASONS: &[Reason] = &[
    (ALL, "tw_queue", "next_out_kind_q", "reset", "", TAKEN),
    (ALL, "tw_queue", "next_out_repeats_q", "reset", "", TAKEN),
    (ALL, "tw_access", "answer_q", "reset", "", ANSWERED),
    (ALL, "tw_access", "memory_q", "reset", "", ANSWERED),
    (ALL, "tw_access", "at_memory_q", "reset", "", ANSWERED),
    (
        ALL,
        "tw_events",
        "kept_reference_addr_d",
        "constant",
        "",
        "every trace begins with an address in full, whatever the reference was",
    ),
    (ALL, "tw_atb_control", "live", "and", "", CAMPAIGN),
    (ALL, "tw_events", "loss_ownership_q", "reset", "", "a loss sets it, and without a loss no Error reads it"),
    (
        ALL,
        "tw_ingress",
        "shown_owner_privilege_q",
        "reset",
        "",
        "it is set in the first cycle outside debug mode, and before that nothing is traced",
    ),
    (ALL, "tw_registers", "te_control", "constant", "", "hardware takes fields of it, none of them a constant, and a read takes the registers"),
    (ALL, "tw_registers", "ts_control", "constant", "14'h20", "with another hart's time only tsActive and tsEnable are taken of it"),
    (ALL, "tw_pieces", "piece_data", "constant", "{1'b0, message_addr}", "ADDR_TOP does not have the bit that widens the address"),
    (ALL, "tw_timestamp", "kept_q", "reset", "", "takes 0 in each cycle in which tsActive is 0, as it is after a reset"),
    (ALL, "tw_timestamp", "kept_d", "equality", "TS_LOWER", "the upper half of the time is 0 for 2^32 cycles"),
    (SMALL_MEMORY, "tw_registers", "te_ram_limit", "constant", "", SMALL),
    (
        ALL,
        "tw_pib_pins",
        "busy_d",
        "constant",
        "1'b0",
        "pins that were cleared are not busy one cycle later, and it takes longer until they are asked",
    ),
    (
        ALL,
        "tw_words_in_last",
        "empty",
        "reduction",
        "lacks_q",
        "a word is under way within a message alone, of which the packer still has the rest",
    ),
    (ALL, "tw_pointers", "read_merge_old", "constant", "", "only the bits of teRamRP are taken of it"),
    (ALL, "tw_sinks", "write_merge_old", "constant", "1'b0", "of what it is merged to, bit 1 of teRamWP is not taken"),
    (
        ALL,
        "tw_sram_sink",
        "stopped_q",
        "reset",
        "",
        "it is cleared where teEnable rises, and before that no word comes",
    ),
    (ALL, "tw_gather", "held_0_q", "reset", "", FILLED),
    (ALL, "tw_gather", "held_1_q", "reset", "", FILLED),
    (ALL, "tw_gather", "held_2_q", "reset", "", FILLED),
    (ALL, "tw_atb_control", "asked_q", "reset", "", ASKED),
    (ALL, "tw_atb_control", "asked_d", "constant", "busy_d = 1'b0;", ASKED),
    (ALL, "tw_atb_master", "bytes_q", "reset", "", BEAT),
    (ALL, "tw_atb_master", "data_0_q", "reset", "", BEAT),
    (ALL, "tw_atb_master", "data_1_q", "reset", "", BEAT),
    (ALL, "tw_atb_master", "data_2_q", "reset", "", BEAT),
    (ALL, "tw_atb_master", "data_3_q", "reset", "", BEAT),
    (ALL, "tw_atb_master", "own_id_q", "reset", "", "while there is no beat it takes atbId, and nothing looks at ATID"),
    (
        ALL,
        "tw_atb_master",
        "was_sync_q",
        "reset",
        "",
        "SYNCREQ changes with an edge that counts, so it is 0 at the first one, which overwrites this",
    ),
    (WHOLE_BEATS, "tw_atb_control", "is_part", "equality", "", UNIT),
    (WHOLE_BEATS, "tw_atb_control", "fills_d", "and", "takes && is_part", UNIT),
    (
        ALL,
        "tw_atb_control",
        "throws",
        "reduction",
        "",
        "what a source that is not active has left of its message may be thrown away, and the message ended",
    ),
    (WHOLE_ADDRESSES, "tw_hart", "encoder_implicit_return", "reduction", "", "the field takes 0 and 3 alone"),
    (ALL, "tw_events", "state_due_event_d", "constant", "", "the synchronising message that follows is not sent for what was due before"),
    (
        COUNTED,
        "tw_timestamp",
        "kept_d",
        "condition",
        "",
        "the upper half of a counter changes after 2^32 cycles; where the time comes from outside, a fault of the list is found",
    ),
];

/// Why a change of this build does nothing, if it is known.
pub fn reason(build: &Build, sources: &Sources, mutant: &Mutant) -> Option<&'static str> {
    let (_, text) = sources.iter().find(|(name, _)| name.trim_end_matches(".v") == mutant.module)?;
    let listed = REASONS.iter().find(|reason| is_of(reason, build, text, mutant)).map(|(.., why)| *why);
    listed.or_else(|| in_reset(text, mutant)).or_else(|| is_unread(sources, mutant).then_some(UNREAD))
}

/// Whether a reason is one of this change, in a module with this text.
fn is_of((holds, module, net, kind, part, _): &Reason, build: &Build, text: &str, mutant: &Mutant) -> bool {
    let before = text.lines().nth(mutant.line.wrapping_sub(2)).unwrap_or_default();
    holds(build)
        // A module of several shapes has their number, or its ports, after its name.
        && mutant.module.strip_prefix(module).is_some_and(|shape| shape.is_empty() || shape.starts_with('_'))
        && (*net, *kind) == (mutant.net.as_str(), mutant.kind)
        && (mutant.right.contains(part) || before.contains(part))
}

/// The reasons that no change of any of these designs has: what they speak of is not there any more.
pub fn without_a_change(designs: &[(Build, Sources)]) -> Vec<String> {
    let has = |reason: &Reason| {
        let named = |name: &str| name.starts_with(reason.1);
        designs.iter().any(|(build, sources)| {
            let (mutants, _) = draw(sources, 0, usize::MAX, named);
            mutants.iter().any(|mutant| {
                let (_, text) = sources.iter().find(|(name, _)| name.trim_end_matches(".v") == mutant.module).unwrap();
                is_of(reason, build, text, mutant)
            })
        })
    };
    let name = |(_, module, net, kind, part, _): &Reason| format!("{module}, {net}, {kind}, {part}");
    REASONS.iter().filter(|reason| !has(reason)).map(name).collect()
}

/// Whether the net is an output of its module that each module around it names as one that it does not read.
fn is_unread(sources: &Sources, mutant: &Mutant) -> bool {
    let instance = format!("\n  {} ", mutant.module);
    let connection = format!(".{} ", mutant.net);
    let mut parents = sources.iter().filter(|(_, text)| text.contains(&instance)).peekable();
    let is_port = parents.peek().is_some();
    let net = |ports: &str| -> Option<String> {
        let line = ports.lines().find_map(|line| line.trim().strip_prefix(&connection))?;
        Some(line.trim().strip_prefix('(')?.split(')').next()?.to_owned())
    };
    is_port
        && parents.all(|(_, text)| {
            let unused = text.split("wire unused = &{").nth(1).and_then(|rest| rest.split("};").next()).unwrap_or("");
            let unused: Vec<&str> = unused.split(',').map(str::trim).collect();
            let instances = text.split(&instance).skip(1).filter_map(|rest| rest.split(");").next());
            instances.map(net).all(|net| net.is_some_and(|net| unused.contains(&net.as_str())))
        })
}

/// Why the value in reset of a register does not matter, as the text of its module shows it.
fn in_reset(text: &str, mutant: &Mutant) -> Option<&'static str> {
    let name = mutant.net.strip_suffix("_q").filter(|_| mutant.kind == "reset")?;
    let value = mutant.right.as_str();
    let assigned = [format!("{name}_d = {value};"), format!("{name}_q <= {value};")];
    let clears = ["if (clear) begin", "if (!active) begin", "_inactive) begin"];
    let is_cleared = clears.iter().flat_map(|clear| text.split(clear).skip(1)).any(|under| {
        let block = under.split("\n    end").next().unwrap_or_default();
        assigned.iter().any(|assigned| block.contains(assigned))
    });
    // Nothing that is assigned to it, or to its next value, depends on what it was; in the module of registers, what is
    // not written stays.
    let own = format!("{name}_q");
    let signs = [format!("{name}_q <= "), format!("{name}_d = ")];
    let values = signs.iter().flat_map(|sign| text.split(sign.as_str()).skip(1));
    let depends = values.map(|rest| rest.split(';').next().unwrap_or_default()).any(|value| value.contains(&own));
    let is_free = !depends && mutant.module != "tw_registers";
    if is_cleared {
        Some(CLEARED)
    } else {
        is_free.then_some(EVERY_CYCLE)
    }
}
