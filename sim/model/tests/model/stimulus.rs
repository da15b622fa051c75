// SPDX-License-Identifier: Apache-2.0
//! The random ingress is one that a hart could produce, and reaches what it is for.

use crate::bench::build;
use std::collections::BTreeSet;
use tracewright_config::{Build, IngressForm};
use tracewright_messages::{itype, Block, Ingress, Tcode};
use tracewright_model::stimulus::{Knobs, Pressure, Step, Stimulus};
use tracewright_model::{Cycle, Encoder};

/// Builds that differ in what the ingress depends on.
pub fn builds() -> Vec<Build> {
    let mut builds = Vec::new();
    for (form, itype_width, iretire_width, xlen) in [
        (IngressForm::Block, 4, 4, 32),
        (IngressForm::Block, 3, 2, 32),
        (IngressForm::Block, 4, 6, 64),
        (IngressForm::Single, 3, 4, 64),
        (IngressForm::Single, 4, 4, 32),
    ] {
        let mut build = Build { xlen, ..build() };
        build.ingress.form = form;
        build.ingress.itype_width = itype_width;
        build.ingress.iretire_width = iretire_width;
        build.encoder.icnt_width = 12;
        builds.push(build);
    }
    builds
}

fn half_words(build: &Build, block: &Block) -> u32 {
    match build.ingress.form {
        IngressForm::Block => block.iretire,
        IngressForm::Single => block.iretire << block.ilastsize,
    }
}

fn steps(seed: u64, build: &Build) -> impl Iterator<Item = Step> {
    Stimulus::new(seed, build).take(2000)
}

#[test]
fn the_same_seed_and_build_make_the_same_ingress() {
    for build in builds() {
        let first: Vec<_> = steps(7, &build).collect();
        assert!(steps(7, &build).eq(first.iter().copied()));
        assert!(!steps(8, &build).eq(first));
    }
}

#[test]
fn every_signal_fits_its_port() {
    for build in builds() {
        for step in (0..40).flat_map(|seed| steps(seed, &build)) {
            let Block { itype, iaddr, iretire, ilastsize, .. } = step.block;
            assert!(itype < 1 << build.ingress.itype_width);
            assert!(iretire < 1 << build.ingress.iretire_bits());
            assert!(ilastsize < 2);
            assert!(iaddr <= u64::MAX >> (64 - build.xlen));
        }
    }
}

#[test]
fn a_block_holds_its_last_instruction() {
    for build in builds() {
        for block in (0..40).flat_map(|seed| steps(seed, &build)).map(|step| step.block) {
            let half_words = half_words(&build, &block);
            assert!(half_words <= build.ingress.max_half_words());
            assert!(block.iretire == 0 || half_words >= 1 << block.ilastsize);
            assert!(block.iretire != 0 || matches!(block.itype, itype::NONE | itype::EXCEPTION | itype::INTERRUPT));
        }
    }
}

#[test]
fn addresses_are_even_and_follow_from_the_flow() {
    for build in builds() {
        for seed in 0..40 {
            let mut next = None;
            for step in steps(seed, &build) {
                let block = step.block;
                if step.halted {
                    assert!(!block.is_valid());
                    next = None;
                }
                if !block.is_valid() {
                    continue;
                }
                if block.iretire != 0 || block.itype == itype::EXCEPTION {
                    assert_eq!(block.iaddr & 1, 0);
                    assert!(next.is_none_or(|next| next == block.iaddr), "{block:?} after {next:?}");
                }
                let inferable = matches!(block.itype, itype::BRANCH_NOT_TAKEN)
                    || block.itype == itype::NONE && build.ingress.itype_width == 4;
                let end = block.iaddr.wrapping_add(2 * u64::from(half_words(&build, &block)));
                next = inferable.then_some(end & u64::MAX >> (64 - build.xlen));
            }
        }
    }
}

#[test]
fn reserved_codes_appear_with_their_knob_only() {
    for build in builds() {
        let reserved = |block: &Block| match build.ingress.itype_width {
            4 => matches!(block.itype, 6 | 7),
            _ => block.itype == 7,
        };
        for seed in 0..60 {
            let expected = Knobs::draw(seed, &build).reserved > 0.0;
            let found = steps(seed, &build).any(|step| reserved(&step.block));
            assert!(expected || !found);
        }
        assert!((0..60).flat_map(|seed| steps(seed, &build)).any(|step| reserved(&step.block)));
    }
}

#[test]
fn a_seed_prints_its_knobs_in_a_line() {
    let text = Knobs::draw(1, &build()).to_string();
    assert!(text.starts_with("plain=") && text.contains(" busy_cycles=") && !text.contains(['{', ',', '\n']), "{text}");
}

#[test]
fn the_sink_is_never_busy_for_good() {
    for seed in 0..100 {
        let knobs = Knobs::draw(seed, &build());
        let mut pressure = Pressure::new(seed, &knobs);
        let cycles: Vec<_> = (0..2000).map(|_| pressure.is_busy()).collect();
        assert!(cycles.iter().filter(|&&busy| !busy).count() >= 10);
        assert_eq!(cycles.contains(&true), knobs.busy > 0.0);
    }
}

#[test]
fn two_hundred_seeds_reach_every_message() {
    for build in builds() {
        let mut seen = BTreeSet::new();
        for seed in 0..200 {
            let mut encoder = Encoder::new(&build, &Knobs::draw_run(seed, &build));
            for Step { block, halted, .. } in Stimulus::new(seed, &build).take(4000) {
                let ingress = Ingress { halted, ..Ingress::from(block) };
                let cycle = Cycle { ingress, active: true, enable: true, tracing: true, ..Cycle::default() };
                for message in encoder.cycle(&cycle).messages() {
                    seen.insert((message.tcode(), message.get(tracewright_messages::Field::RCode)));
                }
            }
        }
        let expected = [
            (Tcode::IndirectBranch, None),
            (Tcode::ProgTraceSync, None),
            (Tcode::ResourceFull, Some(0)),
            (Tcode::ResourceFull, Some(1)),
            (Tcode::IndirectBranchHist, None),
            (Tcode::IndirectBranchHistSync, None),
            (Tcode::ProgTraceCorrelation, None),
        ];
        assert_eq!(seen, BTreeSet::from(expected));
    }
}
