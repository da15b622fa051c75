// SPDX-License-Identifier: Apache-2.0
//! Every key of a configuration, described once. A file has the keys of one subject.

mod bus;
mod ctr;
mod defaults;
mod encoder;
mod ingress;
mod pmu;
mod run;
mod sink;
mod tandem;
mod timestamp;

use crate::{Key, Kind};

/// Subjects, in the order of the documentation.
const SUBJECTS: [&[Key]; 10] = [
    ingress::KEYS,
    encoder::KEYS,
    ctr::KEYS,
    pmu::KEYS,
    tandem::KEYS,
    timestamp::KEYS,
    sink::KEYS,
    bus::KEYS,
    defaults::KEYS,
    run::KEYS,
];

/// How many keys there are.
const COUNT: usize = {
    let (mut count, mut subject) = (0, 0);
    while subject < SUBJECTS.len() {
        count += SUBJECTS[subject].len();
        subject += 1;
    }
    count
};

/// The keys of all subjects.
const ALL: [Key; COUNT] = {
    // Each is overwritten.
    let mut all = [Key { path: "", kind: Kind::Bool, doc: "" }; COUNT];
    let (mut at, mut subject) = (0, 0);
    while subject < SUBJECTS.len() {
        let mut key = 0;
        while key < SUBJECTS[subject].len() {
            all[at] = SUBJECTS[subject][key];
            key += 1;
            at += 1;
        }
        subject += 1;
    }
    all
};

/// Every key, in the order of the documentation.
pub const KEYS: &[Key] = &ALL;
