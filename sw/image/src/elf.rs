// SPDX-License-Identifier: Apache-2.0
//! ELF files.

use crate::symbols::Symbol;
use crate::{ErrorKind, Segment};
use object::elf::{FileHeader32, FileHeader64};
use object::elf::{
    EM_RISCV, ET_DYN, ET_EXEC, PF_W, PF_X, PT_LOAD, SHN_UNDEF, SHT_SYMTAB, STT_FILE, STT_FUNC, STT_SECTION,
};
use object::read::elf::{FileHeader, ProgramHeader, Sym};
use object::{Endianness, FileKind};
use tracewright_messages::isa::Xlen;

/// How much larger than the file what it holds may be: segments and names may share bytes of it, but not without end.
const LARGER: usize = 16;

/// What a file holds.
pub(crate) struct Program {
    pub(crate) xlen: Xlen,
    pub(crate) entry: u64,
    pub(crate) segments: Vec<Segment>,
    pub(crate) symbols: Vec<Symbol>,
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Program, ErrorKind> {
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32) => read::<FileHeader32<Endianness>>(bytes, Xlen::Rv32),
        Ok(FileKind::Elf64) => read::<FileHeader64<Endianness>>(bytes, Xlen::Rv64),
        _ => Err(ErrorKind::NotElf),
    }
}

fn malformed(error: object::Error) -> ErrorKind {
    ErrorKind::Malformed(error.to_string())
}

fn read<H: FileHeader<Endian = Endianness>>(bytes: &[u8], xlen: Xlen) -> Result<Program, ErrorKind> {
    let header = H::parse(bytes).map_err(malformed)?;
    let endian = header.endian().map_err(malformed)?;
    let machine = header.e_machine(endian);
    if machine != EM_RISCV {
        return Err(ErrorKind::NotRiscv(machine));
    }
    if endian == Endianness::Big {
        return Err(ErrorKind::BigEndian);
    }
    let kind = header.e_type(endian);
    if kind != ET_EXEC && kind != ET_DYN {
        return Err(ErrorKind::NotLinked(kind));
    }
    let mut segments = Vec::new();
    let mut room = bytes.len().saturating_mul(LARGER);
    for program in header.program_headers(endian, bytes).map_err(malformed)? {
        if program.p_type(endian) != PT_LOAD || program.p_memsz(endian).into() == 0 {
            continue;
        }
        let address = program.p_vaddr(endian).into();
        let data = program
            .data(endian, bytes)
            .map_err(|()| ErrorKind::Malformed(format!("the segment at {address:#x} is not wholly in the file")))?;
        room = room
            .checked_sub(data.len())
            .ok_or_else(|| ErrorKind::Malformed(format!("its segments hold more than {LARGER} times the file")))?;
        segments.push(Segment {
            address,
            load_address: program.p_paddr(endian).into(),
            data: data.to_owned(),
            size: program.p_memsz(endian).into().max(data.len() as u64),
            executable: program.p_flags(endian) & PF_X != 0,
            writable: program.p_flags(endian) & PF_W != 0,
        });
    }
    Ok(Program { xlen, entry: header.e_entry(endian).into(), segments, symbols: symbols(header, endian, bytes)? })
}

fn symbols<H: FileHeader<Endian = Endianness>>(
    header: &H,
    endian: Endianness,
    bytes: &[u8],
) -> Result<Vec<Symbol>, ErrorKind> {
    let sections = header.sections(endian, bytes).map_err(malformed)?;
    let table = sections.symbols(endian, bytes, SHT_SYMTAB).map_err(malformed)?;
    let mut symbols = Vec::new();
    let mut room = bytes.len().saturating_mul(LARGER);
    for symbol in table.iter() {
        let kind = symbol.st_type();
        if symbol.st_shndx(endian) == SHN_UNDEF || kind == STT_FILE || kind == STT_SECTION {
            continue;
        }
        let name = symbol.name(endian, table.strings()).map_err(malformed)?;
        room = room.checked_sub(name.len()).ok_or_else(|| {
            ErrorKind::Malformed(format!("the names of its symbols are longer than {LARGER} times the file"))
        })?;
        let name = String::from_utf8_lossy(name).into_owned();
        // `$x` and `$d` mark code and data, `.L` a place inside a function.
        if name.is_empty() || name.starts_with('$') || name.starts_with(".L") {
            continue;
        }
        let address = symbol.st_value(endian).into();
        symbols.push(Symbol { name, address, function: kind == STT_FUNC, code: false });
    }
    Ok(symbols)
}
