// SPDX-License-Identifier: Apache-2.0
//! Golden model of the encoder of tandem-verification trace (Trace Protocol ch. 2 and 3, version 2018-11-20).
//!
//! The specification leaves to the encoder which forms it uses, and in which order elements are in a group. This one
//! takes the order of the examples of Trace Protocol Appendix C: what the group is about, pc, instruction, registers,
//! addresses, store data, privilege mode, bus. Codes are in sw/tandem/src/table.rs, lengths in widths.rs beside it.

mod known;

use known::Known;
use tracewright_tandem::{csr, Identifier, Kind, Memory, Opcode, Outside, Register, Retirement, Widths};

/// What of a hart is traced. What is left out makes a partial trace (Trace Protocol 3.2): tell the verifier of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Instructions.
    pub instruction: bool,
    /// Integer registers.
    pub gpr: bool,
    /// Floating-point registers.
    pub fpr: bool,
    /// CSRs, fcsr among them.
    pub csr: bool,
    /// Privilege mode.
    pub privilege: bool,
    /// Physical addresses.
    pub paddr: bool,
    /// Effective addresses.
    pub eaddr: bool,
    /// What is stored.
    pub store: bool,
    /// The memory bus.
    pub memory: bool,
    /// State that changes by itself.
    pub outside: bool,
}

impl Default for Classes {
    /// All there is.
    fn default() -> Classes {
        Classes {
            instruction: true,
            gpr: true,
            fpr: true,
            csr: true,
            privilege: true,
            paddr: true,
            eaddr: true,
            store: true,
            memory: true,
            outside: true,
        }
    }
}

/// How an encoder encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Widths of the hart.
    pub widths: Widths,
    /// Registers in incremental forms, where they are shorter.
    pub increments: bool,
    /// Of CSRs, not fcsr alone has incremental forms. Hardware keeps shadow values of no others.
    pub csr_increments: bool,
    /// No end of a group that another one follows. With `hart` each group has one: mhartid stands between two groups,
    /// so that begin group is not what follows.
    pub elide_end: bool,
    /// mhartid, where the trace of several harts is merged (docs/tandem.md, "Several harts").
    pub hart: Option<u64>,
    /// What is traced.
    pub classes: Classes,
}

impl Settings {
    /// The shortest trace of all there is.
    pub fn new(widths: Widths) -> Settings {
        Settings {
            widths,
            increments: true,
            csr_increments: true,
            elide_end: true,
            hart: None,
            classes: Classes::default(),
        }
    }
}

/// The encoder of one hart (Trace Protocol ch. 3). Where traces are merged, mhartid tells whose groups follow.
pub struct Encoder {
    settings: Settings,
    /// pc, as far as trace has told it.
    pc: Option<u64>,
    known: Known,
    /// A group has been sent without its end.
    open: bool,
    /// What comes next is to begin with mhartid.
    unnamed: bool,
}

impl Encoder {
    /// An encoder that has sent nothing.
    pub fn new(settings: Settings) -> Encoder {
        Encoder { settings, pc: None, known: Known::new(), open: false, unnamed: false }
    }

    /// Says that something retires: all that is encoded up to the next call retires together. Of several harts its
    /// trace begins with mhartid.
    pub fn begin(&mut self) {
        self.unnamed = self.settings.hart.is_some();
    }

    /// Encodes a group: what a retirement, a trap (Trace Protocol C.7), a reset or an initialisation changes.
    pub fn retire(&mut self, retirement: &Retirement, trace: &mut Vec<u8>) {
        let classes = self.settings.classes;
        if retirement.kind == Kind::Reset {
            (self.pc, self.known) = (None, Known::new());
        }
        self.name(trace);
        trace.push(Opcode::BeginGroup.code());
        match retirement.kind {
            Kind::Retired => {}
            Kind::Reset => trace.push(Opcode::HartReset.code()),
            Kind::Initialisation => trace.push(Opcode::StateInitialisation.code()),
        }
        let instruction = retirement.instruction.filter(|_| classes.instruction);
        if let Some(pc) = retirement.pc {
            self.pc(pc, instruction, trace);
        }
        if let Some((bits, length)) = instruction {
            let opcode = if length == 2 { Opcode::Instruction16 } else { Opcode::Instruction32 };
            trace.push(opcode.code());
            trace.extend(&bits.to_le_bytes()[..length.into()]);
        }
        if let Some((number, value)) = retirement.gpr.filter(|&(number, _)| classes.gpr && number != 0) {
            self.register(Register::gpr(number), value, trace);
        }
        if let Some((number, value)) = retirement.fpr.filter(|_| classes.fpr) {
            self.register(Register::fpr(number), value, trace);
        }
        let fcsr = retirement.fcsr.map(|value| (csr::FCSR, value));
        for (number, value) in retirement.csr.into_iter().chain([fcsr]).flatten().filter(|_| classes.csr) {
            self.register(Register::csr(number), value, trace);
        }
        for (which, address, is_traced) in [
            (Identifier::PhysicalAddress, retirement.paddr, classes.paddr),
            (Identifier::EffectiveAddress, retirement.eaddr, classes.eaddr),
        ] {
            if let Some(address) = address.filter(|_| is_traced) {
                self.state(which, address, trace);
            }
        }
        if let Some((size, data)) = retirement.memdata.filter(|_| classes.store) {
            self.state(Identifier::of_store(size), data, trace);
        }
        if let Some(privilege) = retirement.privilege.filter(|_| classes.privilege) {
            self.state(Identifier::Privilege, privilege.into(), trace);
        }
        if let Some(memory) = retirement.memory.filter(|_| classes.memory) {
            self.memory(&memory, trace);
        }
        // The begin group of the next group can imply the end group of this one (Trace Protocol ch. 3).
        self.open = true;
        if !self.settings.elide_end || self.settings.hart.is_some() {
            self.flush(trace);
        }
    }

    /// Encodes what changes by itself, between two groups.
    pub fn outside(&mut self, outside: &Outside, trace: &mut Vec<u8>) {
        if !self.settings.classes.outside {
            return;
        }
        self.flush(trace);
        self.name(trace);
        match *outside {
            Outside::Mtime(time) => self.state(Identifier::Mtime, time, trace),
            Outside::Csr(number, value) => self.register(Register::csr(number), value, trace),
        }
    }

    /// Ends the group that is open, at the end of trace or of a part of it.
    pub fn flush(&mut self, trace: &mut Vec<u8>) {
        if std::mem::take(&mut self.open) {
            trace.push(Opcode::EndGroup.code());
        }
    }

    /// mhartid, in full: what follows is of this hart.
    fn name(&mut self, trace: &mut Vec<u8>) {
        if let (true, Some(hart)) = (std::mem::take(&mut self.unnamed), self.settings.hart) {
            self.full(Register::csr(csr::MHARTID), hart, trace);
        }
    }

    /// pc: an increment where it is after the instruction, else in full.
    fn pc(&mut self, pc: u64, instruction: Option<(u32, u8)>, trace: &mut Vec<u8>) {
        let before = self.pc.replace(pc);
        let next = before.zip(instruction).map(|(before, (_, length))| before.wrapping_add(length.into()));
        let next = next.map(|pc| if self.settings.widths.xlen == 32 { pc & 0xFFFF_FFFF } else { pc });
        if next == Some(pc) {
            trace.push(Opcode::IncrementPc.code());
        } else {
            self.state(Identifier::Pc, pc, trace);
        }
    }

    fn state(&self, identifier: Identifier, value: u64, trace: &mut Vec<u8>) {
        trace.extend([Opcode::AdditionalState.code(), identifier.code()]);
        trace.extend(&value.to_le_bytes()[..identifier.bytes(&self.settings.widths)]);
    }

    /// A register, in the shortest form. If offset and mask both fit, that is the offset; but of fcsr the mask, because
    /// exceptions set bits of it (Trace Protocol Table C.3). A register that the hart does not have has no bytes.
    fn register(&mut self, register: Register, value: u64, trace: &mut Vec<u8>) {
        let bytes = usize::from(register.bits(&self.settings.widths) / 8);
        if bytes == 0 {
            return;
        }
        let value = register.wrap(value, &self.settings.widths);
        let before = self.known.replace(register, value).filter(|_| self.has_increments(register));
        let offset = before.and_then(|before| {
            let offset = value.wrapping_sub(before) as i64;
            let offset = if bytes == 4 { i64::from(offset as i32) } else { offset };
            i8::try_from(offset).ok()
        });
        let mask = before.filter(|before| before & !value == 0).and_then(|before| u8::try_from(value ^ before).ok());
        let (opcode, field) = match (offset, mask) {
            (_, Some(mask)) if offset.is_none() || register == Register::csr(csr::FCSR) => (Opcode::MaskRegister, mask),
            (Some(offset), _) => (Opcode::OffsetRegister, offset as u8),
            _ => return self.full(register, value, trace),
        };
        trace.push(opcode.code());
        trace.extend(register.address().to_le_bytes());
        trace.push(field);
    }

    fn full(&self, register: Register, value: u64, trace: &mut Vec<u8>) {
        trace.push(Opcode::FullRegister.code());
        trace.extend(register.address().to_le_bytes());
        trace.extend(&value.to_le_bytes()[..usize::from(register.bits(&self.settings.widths) / 8)]);
    }

    /// Whether a register may go in an incremental form.
    fn has_increments(&self, register: Register) -> bool {
        let Settings { widths, increments, csr_increments, .. } = self.settings;
        let is_fcsr = register == Register::csr(csr::FCSR) && widths.flen != 0;
        increments && (csr_increments || register.as_csr().is_none() || is_fcsr)
    }

    /// The first of two fields in a byte is the low one (Trace Protocol ch. 3): operation and size, size and result.
    fn memory(&self, memory: &Memory, trace: &mut Vec<u8>) {
        let Memory { address, operation, size, written, response } = *memory;
        trace.push(Opcode::MemoryRequest.code());
        trace.extend(&address.to_le_bytes()[..self.settings.widths.address_bytes()]);
        trace.push(operation.code() | size.code() << 4);
        if operation.writes() {
            trace.extend(&written.to_le_bytes()[..size.bytes()]);
        }
        if let Some((outcome, read)) = response {
            trace.extend([Opcode::MemoryResponse.code(), size.code() | outcome.code() << 4]);
            if operation.reads() {
                trace.extend(&read.to_le_bytes()[..size.bytes()]);
            }
        }
    }
}
