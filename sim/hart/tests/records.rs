// SPDX-License-Identifier: Apache-2.0
//! The programs of `tests/programs/ctr` with the golden model of Control Transfer Records: the signature of each is
//! what its source expects, which was written from the specification.

use std::path::Path;
use tracewright_config::{Build, CtrVersion, IngressForm};
use tracewright_hart::{CtrUnit, Exit, Hart, Options, Stream};
use tracewright_image::Image;

/// Most events that a program may take.
const LIMIT: u64 = 1_000_000;

fn builds() -> Vec<(String, Build)> {
    let mut builds = vec![];
    for (version, name) in [(CtrVersion::V0_1_4, "0.1.4"), (CtrVersion::V1_0, "1.0")] {
        for xlen in [32, 64] {
            for (form, blocks) in
                [(IngressForm::Block, 1), (IngressForm::Block, 2), (IngressForm::Block, 4), (IngressForm::Single, 2)]
            {
                let mut build = Build { xlen, ..Build::default() };
                (build.ingress.form, build.ingress.blocks) = (form, blocks);
                (build.ingress.itype_width, build.ingress.interrupt_address) = (4, true);
                build.ctr.version = version;
                build.ctr.max_depth = 64;
                builds.push((format!("{name}.rv{xlen}"), build));
            }
        }
    }
    builds
}

/// How the program ended, its signature and what was expected.
fn run(path: &Path, build: &Build) -> (Option<Exit>, Vec<u8>, Vec<u8>) {
    let image = Image::load(path).expect("a program");
    let unit = CtrUnit::new(build).expect("a version");
    let hart = Hart::new(&image, &Options::default()).expect("memory enough");
    let mut hart = hart.with_unit(Box::new(unit), &build.ingress);
    for _ in 0..LIMIT {
        if hart.next().expect("no error").is_none() {
            break;
        }
    }
    let between = |name: &str| {
        let symbol = |edge: &str| image.symbol(&format!("{edge}_{name}")).expect("a symbol");
        hart.memory(symbol("begin")..symbol("end")).expect("memory")
    };
    (hart.exit(), between("signature"), between("expected"))
}

fn check(program: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/ctr/elf");
    for (name, build) in builds() {
        let (exit, signature, expected) = run(&folder.join(format!("{program}.{name}.elf")), &build);
        let what = format!("{program}.{name}, {:?} of {} blocks", build.ingress.form, build.ingress.blocks);
        let word = build.xlen as usize / 8;
        let differing = signature.chunks(word).zip(expected.chunks(word)).position(|(a, b)| a != b);
        if let Some(at) = differing {
            let show = |bytes: &[u8]| {
                let words = bytes.chunks(word).skip(at.saturating_sub(3)).take(9);
                words.map(|word| word.iter().rev().map(|byte| format!("{byte:02x}")).collect()).collect::<Vec<String>>()
            };
            panic!("{what}: word {at} differs: {:?}, expected {:?}", show(&signature), show(&expected));
        }
        assert_eq!(exit, Some(Exit::Code(0)), "{what}");
    }
}

#[test]
fn ctr_5_1_and_5_2_every_filter_and_opt_in() {
    check("filters");
}

#[test]
fn ctr_5_4_call_stacks_from_ras_emulation() {
    check("unwind");
}

#[test]
fn ctr_5_5_a_profile_by_freeze() {
    check("profile");
}

#[test]
fn ctr_2_4_and_3_records_are_saved_and_restored_by_a_context_switch() {
    check("switch");
}
