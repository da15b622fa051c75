// SPDX-License-Identifier: Apache-2.0
//! What drives a net of a system's Verilog made wrong: the comparison downstream of the sink, or of the registers of a
//! funnel, finds it.

use rayon::prelude::*;
use tracewright_config::{Run, RunSink, SinkKind};
use tracewright_cosim::{random_run, run_system, Design, Error, Options, Random, Summary};
use tracewright_tests::faulty::Faulty;
use tracewright_tests::hardware::{config, quick_design, sources, PLAIN};
use verilator_sys::text::{with_fault, Fault};

/// Faults, which sink is used, and what the report speaks of.
const FAULTS: [(Fault, SinkKind, &str); 8] = [
    // A hart's chunks come between those of another's message.
    (("tw_funnel", "turns", "gives && moves && last_1", "gives && moves"), SinkKind::Pib, "sink"),
    // A chunk that has to wait is taken, and lost.
    (("tw_funnel", "input_1_ready", "&& moves", ""), SinkKind::Sba, "sink"),
    // A piece is taken though one waits in front of the cutter, and is lost.
    (("tw_cutter", "piece_ready", "!waits_q &&", ""), SinkKind::Sba, "of the trace"),
    // A chunk is taken though one waits in front of the router, and that one is lost.
    (("tw_register_slice", "source_ready", "!waits_q", "1'b1"), SinkKind::Pib, "sink"),
    // The last words stay where they are.
    (("tw_sinks", "flush", "", "1'b0"), SinkKind::Sba, "tfEmpty"),
    // Half-words of a word in the wrong order.
    (("tw_sba_axi4", "m_axi_wdata", "w_data_0_q", "{w_data_0_q[15:0], w_data_0_q[31:16]}"), SinkKind::Sba, "sink"),
    // The pins get another byte.
    (("tw_router", "pib_data", "source_data", "source_data ^ 32'd4"), SinkKind::Pib, "sink"),
    // The funnel can't stop when the buffer has filled.
    (("tw_registers", "tf_stop_on_wrap_q", "bus_wdata[14]", "1'b0"), SinkKind::Sba, "tfControl"),
];

/// What differs between this hardware and the model, or between what arrives and what was sent.
fn difference(design: &Design, sink: SinkKind) -> Option<String> {
    let build = design.config();
    let run = Run { sink: RunSink::Kind(sink), sba_bytes: 1 << 16, ..Run::default() };
    let harts = (0..build.system.harts).map(|hart| Random::new(u64::from(hart), &build.hart(hart), 3000)).collect();
    text(run_system(design, &run, harts, Options { jitter: Some(1), ..Options::default() }))
}

/// What a run says, unless all is equal.
fn text(run: Result<Summary, Error>) -> Option<String> {
    match run {
        Ok(_) => None,
        Err(Error::Verilator(error)) => panic!("{error}"),
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn a_fault_of_a_system_is_found() {
    let keys = ["system.harts=2", "src_bits=1", "packer=4", "sink.kind=sba,pib,atb"];
    let build = config("mcu", &[PLAIN, &keys].concat()).build;
    let faults = FAULTS.map(|(fault, ..)| fault);
    let faulty = Faulty::new(&build, &faults);
    for sink in [SinkKind::Sba, SinkKind::Pib] {
        assert_eq!(difference(&faulty.right(), sink), None, "the hardware as it is");
    }
    FAULTS.into_par_iter().enumerate().for_each(|(number, (fault, sink, found))| {
        let wrong = faulty.with(number).unwrap_or_else(|missing| panic!("{missing}"));
        let difference = difference(&wrong, sink);
        assert!(difference.as_ref().is_some_and(|text| text.contains(found)), "{fault:?}: {difference:?}");
    });
}

/// Seeds of random runs. One run of some hundred reads teEmpty while only a slice holds a chunk; the first one does.
const SEEDS: std::ops::Range<u64> = 62..400;

#[test]
fn a_chunk_between_an_encoder_and_the_funnel_is_not_empty() {
    let build = config("soc", &["system.harts=2", "src_bits=1"]).build;
    // teEmpty forgets the slice in front of the joiner.
    let fault = ("tw_top", "passed_on_0", "&& slice_0_empty", "");
    let wrong = with_fault(&sources(&build), &fault).unwrap_or_else(|missing| panic!("{missing}"));
    let run = |sources, seed| text(random_run(&quick_design(&build, sources), seed, 3000, Options::default()));
    assert_eq!(run(sources(&build), SEEDS.start), None, "the hardware as it is");
    let difference = SEEDS.into_iter().find_map(|seed| run(wrong.clone(), seed));
    assert!(difference.as_ref().is_some_and(|text| text.contains("a read of teControl")), "{difference:?}");
}
