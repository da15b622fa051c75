// SPDX-License-Identifier: Apache-2.0
//! Traces that are broken: the verifier says so, goes on, and reports nothing that was right.

use super::{encode, image, recorded, verify, widths};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_model::tandem::Settings;
use tracewright_tandem::Absent;

#[test]
fn tandem_3_1_verification_goes_on_behind_bytes_that_are_lost() {
    let image = image("sha256.rv32");
    let recorded = recorded(&image, 20_000);
    let trace = encode(Settings::new(widths(&image)), &recorded);
    let (mut random, mut recovered) = (SmallRng::seed_from_u64(4), 0);
    for _ in 0..60 {
        let mut broken = trace.clone();
        let at = random.random_range(1000..broken.len() - 20_000);
        // No byte of these starts an element.
        broken[at..at + random.random_range(8..400)].fill(0xEE);
        let (summary, mismatches) = verify(&image, Absent::default(), &broken);
        assert!(summary.errors > 0 && summary.skipped_bytes > 0);
        assert_eq!((summary.unsettled, mismatches.first().map(ToString::to_string)), (0, None), "byte {at}");
        assert!(summary.instructions + summary.recovered > 19_900, "{summary:?}");
        recovered += summary.recovered;
    }
    assert!(recovered > 500);
}

#[test]
fn tandem_3_1_behind_a_loss_with_an_interrupt_differences_are_said_to_be_behind_it() {
    let image = image("timer.rv32");
    let recorded = recorded(&image, 60_000);
    let interrupt = recorded.iter().rposition(|group| group.retirement.instruction.is_none()).expect("an interrupt");
    let settings = Settings::new(widths(&image));
    let before = encode(settings, &recorded[..interrupt - 3]).len();
    let mut broken = encode(settings, &recorded);
    broken[before..before + 300].fill(0xEE);
    let (summary, mismatches) = verify(&image, Absent::default(), &broken);
    assert!(summary.errors > 0 && summary.unsettled > 0, "{summary:?}");
    assert!(!mismatches.is_empty());
    mismatches.iter().for_each(|mismatch| assert!(mismatch.after_loss, "{mismatch}"));
}

/// Changed traces of a program: nothing panics or hangs.
#[test]
fn tandem_3_1_changed_traces_are_verified_to_their_ends() {
    let image = image("usermode.rv64");
    let recorded = recorded(&image, 300);
    let trace = encode(Settings::new(widths(&image)), &recorded);
    let mut random = SmallRng::seed_from_u64(5);
    for _ in 0..300 {
        let mut changed = trace.clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..changed.len());
            changed[at] = random.random();
        }
        let (summary, mismatches) = verify(&image, Absent::default(), &changed);
        assert!(summary.instructions <= trace.len() as u64);
        assert_eq!(summary.mismatches, mismatches.len() as u64);
    }
}
