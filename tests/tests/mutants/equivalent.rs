// SPDX-License-Identifier: Apache-2.0
//! Changes that change nothing, and why.

use crate::schemata::{Mutant, Sources};

/// After a reset teActive is 0, and so every unit is cleared for as long: registers take the value that they have in reset once more.
const CLEARED: &str = "takes this value in each cycle in which teActive is 0, as it is after a reset";
/// The same for a register that depends on nothing before.
const EVERY_CYCLE: &str = "takes another value in each cycle, and in the first one after a reset teActive is 0";

/// Configurations (none for all), module, net, kind of change, a part of the expression (or none), why it does nothing.
type Reason = (&'static [&'static str], &'static str, &'static str, &'static str, &'static str, &'static str);

const ALL: &[&str] = &[];
/// Without a delay of teActive.
const AT_ONCE: &[&str] = &["micro", "mcu", "system"];
const ANEW: &str = "a correlation and an Error are followed by a synchronising message, which begins the period anew whatever was counted";
const UNLOCKED: &str = "answers for a bus that is locked, and no lock is built";
const ONE_BLOCK: &str = "with one block a cycle nothing reads it";
const SMALL: &str = "the pointers of a memory of this size have none of these bits";
const FILLED: &str = "a word is made of bytes that were put there before";

const REASONS: &[Reason] = &[
    (ALL, "tw_access", "answer_d", "constant", "32'd0", UNLOCKED),
    (ALL, "tw_access", "answer_d", "not", "!free", UNLOCKED),
    (
        ALL,
        "tw_access",
        "memory_0_d",
        "and",
        "",
        "what a write holds of memory is not looked at, and a read holds it one step later",
    ),
    (
        ALL,
        "tw_events",
        "reference_d",
        "constant",
        "",
        "every trace begins with an address in full, whatever the reference was",
    ),
    (ALL, "tw_events", "step_gained", "constant", "", ONE_BLOCK),
    (ALL, "tw_events", "step_synced", "constant", "", ONE_BLOCK),
    (ALL, "tw_step", "next_gained", "sum", "", ONE_BLOCK),
    (ALL, "tw_step", "next_gained", "condition", "", ONE_BLOCK),
    (ALL, "tw_step", "next_predicted", "or", "jump || settles", "a prediction is looked at while a jump is pending, and a jump sets it"),
    (ALL, "tw_calls", "next_list_1", "and", "", "with one block a cycle it is written where there is a call, and a call is at that place"),
    (ALL, "tw_events", "period_counts", "or", "error || stop", ANEW),
    (ALL, "tw_events", "period_counts", "constant", "1'b1", ANEW),
    (ALL, "tw_events", "period_amount", "constant", "8'd", ANEW),
    (
        ALL,
        "tw_events",
        "stack_clear",
        "or",
        "",
        "the synchronising message that a trace begins with empties the stack, too",
    ),
    (ALL, "tw_shape", "fixed", "constant", "4'd0", "of this field only the bits of B-TYPE are sent"),
    (ALL, "tw_pointers", "read_merge_old", "constant", "", "only the bits of teRamRP are taken of it"),
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
    (ALL, "tw_gather", "trace_0_q", "reset", "", FILLED),
    (ALL, "tw_merge", "merged", "bits", "", SMALL),
    (ALL, "tw_sram_sink", "te_ram_wp", "constant", "", SMALL),
    (ALL, "tw_sram_sink", "te_ram_rp", "constant", "", SMALL),
    (ALL, "tw_sram_sink", "bus_memory", "equality", "lane", "of a single lane both choices are the same"),
    (ALL, "tw_sram_sink", "bus_memory", "condition", "lane", "of a single lane both choices are the same"),
    (ALL, "tw_registers", "te_control", "constant", "9'hc", "the place of teEmpty, which a read takes from elsewhere"),
    (ALL, "tw_fit", "next_unfit", "constant", "1'b0", "the candidate of the highest bit is none"),
    (&["options"], "tw_hart", "encoder_implicit_return", "reduction", "", "the field takes 0 and 3 alone"),
    (ALL, "tw_events", "due_event_0_d", "constant", "", "the synchronising message that follows is not sent for what was due before"),
    (
        &["options"],
        "tw_timestamp",
        "kept_0_d",
        "condition",
        "",
        "the upper half of a counter changes after 2^32 cycles; where the time comes from outside, a fault of the list is found",
    ),
    (AT_ONCE, "tw_hart", "active", "and", "", "teActive is followed at once: both are the same bit"),
    (AT_ONCE, "tw_hart", "encoder_active", "and", "", "teActive is followed at once: both are the same bit"),
    (ALL, "tw_choice", "split", "not", "splits_0_found", "this split is what is chosen without it, too"),
    (ALL, "tw_choice", "split", "and", "splits_0_found", "this split is what is chosen without it, too"),
    (ALL, "tw_split", "found", "bits", "", "this split is what is chosen without it, too"),
    (ALL, "tw_split", "found", "reduction", "", "this split is what is chosen without it, too"),
];

/// Why a change of the configuration `case` does nothing, if it is known.
pub fn reason(case: &str, sources: &Sources, mutant: &Mutant) -> Option<&'static str> {
    let is_it = |(cases, module, net, kind, part, _): &&Reason| {
        (cases.is_empty() || cases.contains(&case))
            // A module of several shapes has their number, or its ports, behind its name.
            && mutant.module.strip_prefix(module).is_some_and(|shape| shape.is_empty() || shape.starts_with('_'))
            && (*net, *kind) == (mutant.net.as_str(), mutant.kind)
            && mutant.right.contains(part)
    };
    let listed = REASONS.iter().find(is_it).map(|(.., why)| *why);
    let (_, text) = sources.iter().find(|(name, _)| name.trim_end_matches(".v") == mutant.module)?;
    listed.or_else(|| in_reset(text, mutant))
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
    // Nothing that is assigned to it, or to its next value, depends on what it was; in the module of registers, what is not written stays.
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
