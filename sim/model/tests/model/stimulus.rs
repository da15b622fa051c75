// SPDX-License-Identifier: Apache-2.0
//! The random ingress is one that a hart could produce, and reaches what it is for.

use crate::bench::build;
use std::collections::BTreeSet;
use tracewright_config::{Build, Encoder, ImplicitReturn, Ingress, IngressForm, Modes};
use tracewright_messages::{ctype, itype, privilege, Block, Field, Tcode};
use tracewright_model::stimulus::{ExternalTriggers, Knobs, Pressure, Step, Stimulus};
use tracewright_model::Cycle;

/// Builds that differ in what the ingress depends on.
pub fn builds() -> Vec<Build> {
    let mut builds = Vec::new();
    for (form, itype_width, iretire_width, xlen, blocks) in [
        (IngressForm::Block, 4, 4, 32, 1),
        (IngressForm::Block, 3, 2, 32, 1),
        (IngressForm::Block, 4, 6, 64, 2),
        (IngressForm::Single, 3, 4, 64, 2),
        (IngressForm::Single, 4, 4, 32, 4),
    ] {
        let mut build = Build { xlen, ..build() };
        build.ingress = Ingress { form, itype_width, iretire_width, blocks, ..build.ingress };
        build.encoder.icnt_width = 12;
        builds.push(build);
    }
    builds
}

/// A build with everything that the ingress can have.
fn full() -> Build {
    let mut build = Build { xlen: 64, ..build() };
    build.ingress = Ingress { blocks: 2, triggers: true, reset: true, low_power: true, ..build.ingress };
    build.encoder = Encoder {
        icnt_width: 12,
        modes: Modes::Both,
        context: true,
        scontext_width: 8,
        hcontext_width: 4,
        external_triggers: 2,
        implicit_return: ImplicitReturn::Full,
        sequential_jump: true,
        all_jumps: true,
        repeated_history: true,
        repeat_branch: true,
        ..build.encoder
    };
    build
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

fn blocks(seed: u64, build: &Build) -> impl Iterator<Item = Block> {
    steps(seed, build).flat_map(|step| step.ingress.blocks)
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
        for Block { itype, iaddr, iretire, ilastsize, .. } in (0..40).flat_map(|seed| blocks(seed, &build)) {
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
        for block in (0..40).flat_map(|seed| blocks(seed, &build)) {
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
            for (block, still) in
                steps(seed, &build).flat_map(|step| step.ingress.blocks.map(|block| (block, step.ingress.halted)))
            {
                if still {
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
            let found = blocks(seed, &build).any(|block| reserved(&block));
            assert!(expected || !found);
        }
        assert!((0..60).flat_map(|seed| blocks(seed, &build)).any(|block| reserved(&block)));
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
fn a_build_without_options_has_none_of_their_signals() {
    for build in builds() {
        for step in (0..40).flat_map(|seed| steps(seed, &build)) {
            let port = tracewright_messages::Ingress {
                blocks: step.ingress.blocks,
                halted: step.ingress.halted,
                ..Default::default()
            };
            assert_eq!(step.ingress, port);
            assert!(port.blocks[build.ingress.blocks as usize..].iter().all(|block| *block == Block::default()));
            assert!(port.blocks.iter().all(|block| !block.notify));
        }
    }
}

#[test]
fn a_trap_is_the_last_block_of_its_cycle_and_only_there_and_at_a_trap_return_the_privilege_mode_changes() {
    let build = full();
    for seed in 0..40 {
        let (mut privilege, mut may_change) = (None, true);
        for port in steps(seed, &build).map(|step| step.ingress) {
            if port.halted || port.reset {
                may_change = true;
            }
            assert!(may_change || privilege == Some(port.privilege));
            privilege = Some(port.privilege);
            let codes: Vec<u8> = port.blocks.iter().filter(|block| block.is_valid()).map(|block| block.itype).collect();
            let is_trap = |code: &u8| matches!(*code, itype::EXCEPTION | itype::INTERRUPT);
            assert!(codes.iter().rev().skip(1).all(|code| !is_trap(code)), "{codes:?}");
            may_change = codes.iter().any(|code| is_trap(code) || *code == itype::TRAP_RETURN);
        }
    }
}

#[test]
fn every_signal_of_every_option_moves_somewhere() {
    let build = full();
    let ports: Vec<_> = (0..40).flat_map(|seed| steps(seed, &build)).map(|step| step.ingress).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for port in &ports {
        let [first, second, ..] = port.blocks.map(|block| block.is_valid());
        let facts = [
            ("trigger on", port.trigger_on),
            ("trigger off", port.trigger_off),
            ("both external triggers", port.external_triggers == 3),
            ("reset", port.reset),
            ("low power", port.low_power),
            ("virtual mode", port.privilege == privilege::VS),
            ("asynchronous discontinuity", port.ctype == ctype::DISCONTINUITY),
            ("hcontext", port.context >> 8 != 0),
            ("notify", port.blocks[1].notify && second),
            ("sequentially inferable", port.blocks.iter().any(|block| block.sijump && block.itype == itype::RETURN)),
            ("two blocks", first && second),
            ("a hole", !first && second),
        ];
        seen.extend(facts.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name));
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}

#[test]
fn two_hundred_seeds_reach_every_message() {
    let build = full();
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut encoder = tracewright_model::Encoder::new(&build, &Knobs::draw_run(seed, &build));
        for Step { ingress, .. } in Stimulus::new(seed, &build).take(4000) {
            let cycle = Cycle { ingress, active: true, enable: true, tracing: true, ..Cycle::default() };
            for message in encoder.cycle(&cycle).messages() {
                seen.insert((message.tcode(), message.get(Field::RCode), message.get(Field::Sync)));
            }
        }
    }
    let tcodes: BTreeSet<Tcode> = seen.iter().map(|(tcode, ..)| *tcode).collect();
    let missing: Vec<_> = Tcode::ALL.iter().filter(|tcode| !tcodes.contains(tcode)).collect();
    assert_eq!(missing, [&Tcode::Error], "room is never short here");
    let rcodes: BTreeSet<u64> = seen.iter().filter_map(|(_, rcode, _)| *rcode).collect();
    assert_eq!(rcodes, BTreeSet::from([0, 1, 2]));
    let reasons: BTreeSet<u64> = seen.iter().filter_map(|(.., sync)| *sync).collect();
    // I-CNT (4) is for `icnt_full = "sync"`, overrun (7) for a queue that is short of room.
    assert_eq!(reasons, BTreeSet::from([0, 1, 2, 3, 5, 6, 9]));
}

#[test]
fn external_trigger_inputs_rise_alone_and_together_and_stay_for_some_cycles() {
    let build = full();
    let knobs = Knobs { external_triggers: 0.05, ..Knobs::draw(0, &build) };
    let levels = |seed| {
        let mut triggers = ExternalTriggers::new(seed, &build, &knobs);
        (0..5000).map(|_| triggers.levels()).collect::<Vec<_>>()
    };
    let seen = levels(1);
    assert!(seen == levels(1) && seen != levels(2));
    assert_eq!(seen.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2, 3]));
    let stays: BTreeSet<usize> = seen.split(|level| level & 1 == 0).map(<[u8]>::len).collect();
    assert_eq!(stays, BTreeSet::from([0, 1, 2, 3, 4, 5, 6]));
    let knobs = Knobs { external_triggers: 0.0, ..knobs };
    let mut never = ExternalTriggers::new(1, &build, &knobs);
    assert!((0..1000).all(|_| never.levels() == 0));
}
