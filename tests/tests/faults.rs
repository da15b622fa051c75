// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the hardware is found: each is built with one line of its Verilog wrong, and no longer agrees
//! with the model.

use tracewright_config::Build;
use tracewright_cosim::{run, Error, Options, Random};
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_tests::hardware::{config, design, sources};

/// Module, what it says, what it says wrongly.
const FAULTS: &[(&str, &str, &str)] = &[
    // A 16-bit instruction's address.
    ("tw_ingress", "addr_q <= iaddr[31:1];", "addr_q <= {iaddr[31:2], 1'b0};"),
    // Interrupts are reported as exceptions.
    ("tw_ingress", "btype_d = INTERRUPT_BTYPE;", "btype_d = EXCEPTION_BTYPE;"),
    // A taken branch appends 0.
    ("tw_events", "{hist_base[30:0], block_taken}", "{hist_base[30:0], !block_taken}"),
    // HIST is full one branch late.
    ("tw_events", "assign wants_hist = block_branch &&", "assign wants_hist = block_branch && block_taken &&"),
    // I-CNT goes on counting after it was sent.
    ("tw_events", "if (start || target || icnt_full) begin", "if (start || target) begin"),
    // The reference address is not that of the last message.
    ("tw_events", "reference_d = block_addr;", "reference_d = start ? block_addr : reference_q;"),
    // A loss is not told.
    ("tw_events", "assign lose = complete && !(|room);", "assign lose = 1'b0;"),
    // The period is one short.
    ("tw_events", "- 21'd1)", "- 21'd2)"),
    // Room is told one too high when the queue is nearly full.
    ("tw_queue", "(free_q == 7'd3)", "(free_q == 7'd2)"),
    // The queue's messages come out of the wrong place.
    ("tw_lut_ram", "words[read_address[3:0]]", "words[read_address[3:0] ^ 4'd8]"),
    // Error has the TCODE of another message.
    ("tw_formatter", "tcode = TCODE_ERROR;", "tcode = TCODE_RESOURCE_FULL;"),
    // A field ends a byte too early.
    ("tw_packer", "assign last = !(|rest_q[35:6]);", "assign last = !(|rest_q[35:7]);"),
    // Bytes of a word in the wrong order.
    ("tw_sram_sink", "assign word = {byte_in, held_q};", "assign word = {held_q, byte_in};"),
    // The bus does not keep the memory's port from the trace.
    ("tw_sram_sink", "assign waits = fourth && bus_has_port;", "assign waits = 1'b0;"),
    // The memory has an address bit too few.
    ("tw_ram", "words[address[10:0]] <=", "words[{1'b0, address[9:0]}] <="),
    // teInstStallOrOverflow forgets.
    ("tw_registers", "te_inst_stall_or_overflow_d = 1'b1;", "te_inst_stall_or_overflow_d = 1'b0;"),
    // Reads answer with one bit of another byte.
    ("tw_apb", "assign prdata = bus_rdata | bus_memory;", "assign prdata = bus_rdata | bus_memory >> 1;"),
    // The hart is stalled too late.
    ("tw_encoder", "!(&queue_room)", "!(|queue_room)"),
    // The sink flushes while trace is still to come.
    (
        "tw_encoder",
        "assign empty = !events_owing && !queue_out_valid && !byte_valid;",
        "assign empty = !queue_out_valid;",
    ),
];

/// Seeds that a fault may take to show.
const SEEDS: u64 = 12;

/// Whether some seed shows a difference, or a loss although the hart can be stalled.
fn differs(build: &Build, sources: Vec<(String, String)>) -> bool {
    let design = design(build, sources);
    (0..SEEDS).any(|seed| {
        let pressure = Some(Pressure::new(seed, &Knobs::draw(seed, build)));
        let options = Options { pressure, ..Options::default() };
        let settings = Knobs::draw_run(seed, build);
        match run(&design, &settings, Random::new(seed, build, 10_000), options) {
            Ok(summary) => settings.stall && summary.lost_messages > 0,
            Err(Error::Mismatch(_) | Error::Driver(_) | Error::Discovery { .. }) => true,
            Err(error) => panic!("{error}"),
        }
    })
}

#[test]
fn a_fault_in_any_module_is_found() {
    // Counters so short that they are full often.
    let build = config("mcu", &["icnt_width=9", "hist_width=12"]).build;
    assert!(!differs(&build, sources(&build)), "the hardware as it is");
    let mut unseen = Vec::new();
    for (module, right, wrong) in FAULTS {
        let mut sources = sources(&build);
        let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v")).unwrap();
        let says_it = text.contains(right);
        *text = text.replace(right, wrong);
        if !says_it || !differs(&build, sources) {
            unseen.push((module, right, says_it));
        }
    }
    assert!(unseen.is_empty(), "module, text, whether the module says it: {unseen:#?}");
}
