// SPDX-License-Identifier: Apache-2.0
//! Programs are read from real ELF files, and whatever else comes is refused by name.

use std::path::{Path, PathBuf};
use tracewright_image::{ErrorKind, Image, Segment};
use tracewright_messages::isa::{classify, Flow, Xlen};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../decoder/tests/vectors").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(program(name)).unwrap()
}

#[test]
fn a_program_is_read_with_its_width_code_data_and_symbols() {
    for (name, xlen) in [("walk32.elf", Xlen::Rv32), ("walk64.elf", Xlen::Rv64)] {
        let image = Image::load(&program(name)).unwrap();
        assert_eq!((image.xlen(), image.entry()), (xlen, 0x8000_0000), "{name}");
        assert_eq!(image.symbol("_start"), Some(0x8000_0000));
        assert_eq!(image.symbol_at(0x8000_0004), Some(("_start", 4)));
        assert_eq!(image.symbol("nowhere"), None);
        assert_eq!(image.symbol_at(0x7FFF_FFFE), None);
        let stack = image.symbol("stack_top").unwrap();
        let within = |s: &Segment| (s.address..=s.address + s.size).contains(&stack);
        assert!(image.segments().iter().any(within), "zero-fill is part of a segment");
        assert_eq!(image.symbol_at(stack), None, "data have no place in listings");
    }
}

#[test]
fn every_instruction_is_the_classification_of_its_bits() {
    for name in ["walk32.elf", "walk64.elf"] {
        let image = Image::load(&program(name)).unwrap();
        let done = image.symbol("done").unwrap();
        let code = image.segments().iter().find(|s| s.executable).unwrap();
        let end = code.address + code.data.len() as u64;
        for address in (code.address..end - 2).step_by(2) {
            let expected = classify(image.fetch(address).unwrap(), image.xlen());
            let fits = address + expected.bytes() <= end;
            assert_eq!(image.instruction(address), fits.then_some(expected), "{address:#x}");
        }
        assert!(matches!(image.instruction(done).unwrap().flow, Flow::Jump { rd: 0, offset: 0 }));
    }
}

#[test]
fn code_ends_in_half_an_instruction() {
    let image = Image::from_segments(Xlen::Rv32, 0, vec![Segment::code(0x100, vec![0x01, 0x00, 0x13, 0x05])]).unwrap();
    assert_eq!(image.fetch(0x100), Some(0x0513_0001));
    assert_eq!(image.fetch(0x102), Some(0x0513));
    assert!(image.instruction(0x100).is_some());
    assert_eq!(image.instruction(0x102), None);
    for outside in [0xFE, 0x101, 0x104, u64::MAX, u64::MAX - 1] {
        assert_eq!((image.fetch(outside), image.instruction(outside)), (None, None), "{outside:#x}");
    }
}

#[test]
fn an_instruction_may_cross_from_one_segment_to_the_next_and_from_page_to_page() {
    let page = [0x01, 0x00].repeat(4 * 2048 - 1);
    let half = Segment::code(0x1000, [page, vec![0x13, 0x05]].concat());
    let rest = Segment::code(0x1000 + half.size, vec![0x45, 0x00]);
    let seam = rest.address - 2;
    let image = Image::from_segments(Xlen::Rv64, 0, vec![rest, half]).unwrap();
    assert_eq!(image.fetch(seam), Some(0x0045_0513));
    assert_eq!(image.instruction(seam).unwrap().half_words, 2);
    assert_eq!(image.instruction(seam - 2).unwrap().half_words, 1);
}

#[test]
fn a_stretch_of_code_has_the_instructions_of_its_addresses() {
    let code = |address, len| Segment::code(address, vec![0x13; len]);
    let image = Image::from_segments(Xlen::Rv32, 0x1002, vec![code(0x1002, 0x2400), code(0x8000, 0x10)]).unwrap();
    for address in (0x1000..0x8012).step_by(2) {
        let around = image.instructions_around(address);
        let expected = image.fetch(address).map(|_| image.instruction(address));
        assert_eq!(around.map(|(start, code)| code[((address - start) / 2) as usize]), expected, "{address:#x}");
    }
    assert_eq!(image.instructions_around(0x1003), None);
}

#[test]
fn code_may_reach_the_end_of_the_address_space_and_no_further() {
    for (xlen, last) in [(Xlen::Rv32, u64::from(u32::MAX)), (Xlen::Rv64, u64::MAX)] {
        let at = |address| Image::from_segments(xlen, 0, vec![Segment::code(address, vec![1, 0, 1, 0])]);
        assert!(at(last - 3).unwrap().instruction(last - 1).is_some());
        assert!(matches!(at(last - 1), Err(ErrorKind::Misplaced { .. })));
    }
}

#[test]
fn overlapping_misplaced_and_missing_code_is_refused() {
    let build = |segments| Image::from_segments(Xlen::Rv32, 0, segments).unwrap_err();
    let code = |address| Segment::code(address, vec![1, 0, 1, 0]);
    assert!(matches!(build(vec![code(0x100), code(0x102)]), ErrorKind::Overlap(0x102)));
    assert!(matches!(build(vec![code(0x101)]), ErrorKind::Misplaced { address: 0x101, size: 4 }));
    assert!(matches!(build(vec![Segment { executable: false, ..code(0x100) }]), ErrorKind::NoCode));
    assert!(matches!(build(vec![Segment { size: u64::MAX, ..code(0x100) }]), ErrorKind::Misplaced { .. }));
}

#[test]
fn what_is_no_program_is_refused_by_name_and_reason() {
    let refused = |change: fn(&mut Vec<u8>)| {
        let mut file = bytes("walk32.elf");
        change(&mut file);
        Image::parse(&file).unwrap_err().to_string()
    };
    assert_eq!(refused(Vec::clear), "not an ELF file");
    assert_eq!(refused(|f| f[0] = 0), "not an ELF file");
    assert_eq!(refused(|f| f[18] = 62), "ELF for machine 62, not for RISC-V (243)");
    assert_eq!(refused(|f| f[16] = 1), "ELF of type 1, not a linked program (2 or 3)");
    assert_eq!(
        refused(|f| {
            f[5] = 2;
            f[16..20].copy_from_slice(&[0, 2, 0, 243]);
        }),
        "big-endian ELF; RISC-V code is little-endian"
    );
    assert!(refused(|f| f.truncate(100)).starts_with("broken ELF file: "));

    let missing = Path::new("/nonexistent/program.elf");
    assert!(Image::load(missing).unwrap_err().to_string().starts_with("/nonexistent/program.elf: can't read: "));
    let path = program("walk64.elf");
    let error = Image::load(&path).unwrap().expect_xlen(&path, 32).unwrap_err().to_string();
    assert!(error.ends_with("walk64.elf: ELF is RV64 but the configuration has xlen = 32"), "{error}");
}

/// An ELF file for RV32, of program headers (`of_segments`) or of a symbol table, which all refer to most of the file.
fn referring_to_itself(of_segments: bool) -> Vec<u8> {
    let (count, header) = (4000_u32, 52_u32);
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let halves = |halves: &[u16]| halves.iter().flat_map(|half| half.to_le_bytes()).collect::<Vec<u8>>();
    let mut file = [vec![0x7F, b'E', b'L', b'F', 1, 1, 1], vec![0; 9], halves(&[2, 243]), words(&[1, 0])].concat();
    let length = header + if of_segments { 32 * count } else { 16 * count + 100_000 + 3 * 40 };
    if of_segments {
        file.extend(words(&[header, 0, 0]));
        file.extend(halves(&[52, 32, count as u16, 40, 0, 0]));
        for _ in 0..count {
            file.extend(words(&[1, 0, 0, 0, length, length, 4, 0]));
        }
    } else {
        let strings = header + 16 * count;
        file.extend(words(&[0, strings + 100_000, 0]));
        file.extend(halves(&[52, 32, 0, 40, 3, 2]));
        for n in 0..count {
            file.extend(words(&[1 + n, 0x100, 0, 0x0001_0002]));
        }
        file.extend(vec![b'x'; 99_999]);
        file.push(0);
        file.extend([0; 40]);
        file.extend(words(&[0, 2, 0, 0, header, 16 * count, 2, 0, 4, 16]));
        file.extend(words(&[0, 3, 0, 0, strings, 100_000, 0, 0, 1, 0]));
    }
    assert_eq!(file.len(), length as usize);
    file
}

#[test]
fn what_a_file_holds_is_not_much_larger_than_the_file() {
    let refused = |of_segments| Image::parse(&referring_to_itself(of_segments)).unwrap_err().to_string();
    assert_eq!(refused(true), "broken ELF file: its segments hold more than 16 times the file");
    assert_eq!(refused(false), "broken ELF file: the names of its symbols are longer than 16 times the file");
}

#[test]
fn damaged_files_are_read_or_refused_without_a_panic() {
    for name in ["walk32.elf", "walk64.elf"] {
        let file = bytes(name);
        for at in 0..file.len() {
            for value in [0x00, 0x7F, 0x80, 0xFF] {
                let mut damaged = file.clone();
                damaged[at] = value;
                if let Ok(image) = Image::parse(&damaged) {
                    image.instruction(image.entry());
                    image.symbol_at(image.entry());
                }
            }
            let _ = Image::parse(&file[..at]);
        }
    }
}
