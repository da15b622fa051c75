// SPDX-License-Identifier: Apache-2.0
//! Where traps can lead, from what the program writes to its trap vector registers.

use tracewright_image::Image;

/// utvec, stvec, vstvec, mtvec.
const VECTORS: [u32; 4] = [0x005, 0x105, 0x205, 0x305];

/// Half-words before a write of a vector, in which its value must be made.
const WINDOW: u64 = 16;

/// Causes of interrupts that a vectored table has room for.
const CAUSES: u64 = 64;

/// Where traps can lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Handlers {
    /// Not known: somewhere at a multiple of 4 (Privileged ISA, mtvec).
    Unknown,
    /// Out of the program, which writes no vector.
    Elsewhere,
    /// To one of these, or to a table's entry.
    Known(Vec<Vector>),
}

/// A value of mtvec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub base: u64,
    pub is_table: bool,
}

impl Handlers {
    /// Those of `image`. Not known if it writes a vector whose value its code does not tell.
    pub(super) fn of(image: &Image) -> Handlers {
        let mut vectors: Vec<Vector> = Vec::new();
        for segment in image.segments().iter().filter(|segment| segment.executable) {
            let end = segment.address.saturating_add(segment.data.len() as u64);
            for pc in (segment.address..end.saturating_sub(3)).step_by(2) {
                let Some(bits) = image.fetch(pc).filter(|bits| writes_vector(*bits)) else { continue };
                // csrrw; what csrrs and the others make of it depends on what was there.
                let value = if bits >> 12 & 7 == 1 { value_at(image, pc, bits >> 15 & 31) } else { None };
                match value.map(|value| (value & !3, value & 3)) {
                    Some((base, mode @ (0 | 1))) => vectors.push(Vector { base, is_table: mode == 1 }),
                    _ => return Handlers::Unknown,
                }
            }
        }
        if vectors.is_empty() {
            return Handlers::Elsewhere;
        }
        vectors.sort_by_key(|vector| (vector.base, vector.is_table));
        vectors.dedup();
        Handlers::Known(vectors)
    }

    /// Whether a trap of `image` can lead to `pc`.
    pub(super) fn has(&self, image: &Image, pc: u64) -> bool {
        let is_it = |vector: &Vector| {
            pc == vector.base || vector.is_table && pc.wrapping_sub(vector.base) < 4 * CAUSES && pc % 4 == 0
        };
        match self {
            Handlers::Unknown => pc % 4 == 0,
            Handlers::Elsewhere => pc % 4 == 0 && image.instruction(pc).is_none(),
            Handlers::Known(vectors) => vectors.iter().any(is_it),
        }
    }
}

/// Whether the instruction writes a trap vector register.
fn writes_vector(bits: u32) -> bool {
    let (funct3, source) = (bits >> 12 & 7, bits >> 15 & 31);
    let writes = matches!(funct3, 1 | 5) || matches!(funct3, 2 | 3 | 6 | 7) && source != 0;
    bits & 0x7F == 0x73 && writes && VECTORS.contains(&(bits >> 20))
}

/// What `register` has at `pc`, if the instructions just before make it of constants. Their lengths tell where they
/// begin, from the front: the longest run that ends at `pc` counts.
fn value_at(image: &Image, pc: u64, register: u32) -> Option<u64> {
    if register == 0 {
        return Some(0);
    }
    (1..=WINDOW)
        .rev()
        .find_map(|half_words| {
            let mut values = [None; 32];
            let mut at = pc.checked_sub(2 * half_words)?;
            while at < pc {
                let (instruction, bits) = (image.instruction(at)?, image.fetch(at)?);
                step(&mut values, at, bits);
                at += instruction.bytes();
            }
            values[register as usize].filter(|_| at == pc)
        })
        .map(|value| image.xlen().wrap(value))
}

/// What an instruction makes of the registers: lui, auipc, addi and their short forms; any other takes away what its rd
/// had, and one that is not linear all of it.
fn step(values: &mut [Option<u64>; 32], pc: u64, bits: u32) {
    let signed = |value: u32, width: u32| i64::from((value << (32 - width)) as i32 >> (32 - width)) as u64;
    if bits & 3 == 3 {
        let (rd, rs1) = (bits >> 7 & 31, bits >> 15 & 31);
        let source = if rs1 == 0 { Some(0) } else { values[rs1 as usize] };
        let upper = i64::from((bits & 0xFFFF_F000) as i32) as u64;
        values[rd as usize] = match bits & 0x7F {
            0x37 => Some(upper),
            0x17 => Some(pc.wrapping_add(upper)),
            0x13 if bits >> 12 & 7 == 0 => source.map(|value| value.wrapping_add(signed(bits >> 20, 12))),
            // Stores and branches have no rd; jumps and branches may skip the rest.
            0x63 | 0x67 | 0x6F => return *values = [None; 32],
            0x23 | 0x27 => return,
            _ => None,
        };
        return;
    }
    let (rd, rs2) = (bits >> 7 & 31, bits >> 2 & 31);
    let immediate = bits >> 2 & 31 | bits >> 7 & 32;
    match (bits & 3, bits >> 13 & 7) {
        (1, 0) => values[rd as usize] = values[rd as usize].map(|value| value.wrapping_add(signed(immediate, 6))),
        (1, 2) => values[rd as usize] = Some(signed(immediate, 6)),
        (1, 3) if rd != 2 => values[rd as usize] = Some(signed(immediate, 6) << 12),
        (2, 4) if bits >> 12 & 1 == 0 && rs2 != 0 => values[rd as usize] = values[rs2 as usize],
        // Stores change no register.
        (0 | 2, 5..) => {}
        (0, _) => values[(bits >> 2 & 7 | 8) as usize] = None,
        _ => *values = [None; 32],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_image::Segment;
    use tracewright_messages::isa::Xlen;

    fn image(words: &[u32]) -> Image {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let segment = Segment::code(0x8000_0000, bytes);
        Image::from_segments(Xlen::Rv32, 0x8000_0000, vec![segment]).unwrap()
    }

    fn handlers(words: &[u32]) -> Handlers {
        Handlers::of(&image(words))
    }

    #[test]
    fn a_vector_is_what_the_code_makes() {
        let known = |base, is_table| Handlers::Known(vec![Vector { base, is_table }]);
        // auipc t0, 0; addi t0, t0, 64; csrw mtvec, t0
        assert_eq!(handlers(&[0x0000_0297, 0x0402_8293, 0x3052_9073]), known(0x8000_0040, false));
        // lui t0, 0x80001; addi t0, t0, 1; csrw stvec, t0: a table
        let program = image(&[0x8000_12B7, 0x0012_8293, 0x1052_9073]);
        let table = Handlers::of(&program);
        assert_eq!(table, known(0x8000_1000, true));
        let has = |pc| table.has(&program, pc);
        assert!(has(0x8000_101C) && !has(0x8000_101E) && !has(0x8000_1100));
        // csrw mtvec, x0
        assert_eq!(handlers(&[0x3050_1073]), known(0, false));
    }

    #[test]
    fn without_the_value_of_every_write_nothing_is_known() {
        // lw t0, 0(x0); csrw mtvec, t0
        assert_eq!(handlers(&[0x0000_2283, 0x3052_9073]), Handlers::Unknown);
        // csrs mtvec, t0
        assert_eq!(handlers(&[0x0000_0297, 0x3052_A073]), Handlers::Unknown);
        let program = image(&[0x0000_0013]);
        assert!(Handlers::Unknown.has(&program, 4) && !Handlers::Unknown.has(&program, 6));
    }

    #[test]
    fn the_traps_of_a_program_that_writes_no_vector_lead_out_of_it() {
        // nop, nop
        let program = image(&[0x0000_0013; 2]);
        let found = Handlers::of(&program);
        assert_eq!(found, Handlers::Elsewhere);
        assert!(found.has(&program, 0) && !found.has(&program, 0x8000_0004) && found.has(&program, 0x8000_0008));
    }
}
