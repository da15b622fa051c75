// SPDX-License-Identifier: Apache-2.0
//! What each operation does.

use super::arithmetic::{div, divu, mulh, mulhsu, mulhu, rem, remu, sext};
use super::decode::{Decoded, Op};
use super::trap::{cause, Exception};
use super::{Exit, Hart};
use tracewright_model::ctr::Operation;

/// Where an instruction that retired leads.
pub(super) struct Outcome {
    pub(super) next: u64,
    /// Whether it is a conditional branch that was taken.
    pub(super) taken: bool,
}

impl Hart {
    #[inline(always)]
    pub(super) fn execute(&mut self, pc: u64, d: Decoded) -> Result<Outcome, Exception> {
        let a = self.x[usize::from(d.rs1 & 31)];
        let imm = i64::from(d.imm) as u64;
        let addresses = self.xlen.wrap(u64::MAX);
        let after = pc.wrapping_add(d.instruction.bytes()) & addresses;
        let b = self.x[usize::from(d.rs2 & 31)];
        // Most operations have neither.
        let target = || pc.wrapping_add(imm) & addresses;
        let address = || a.wrapping_add(imm) & addresses;
        let mut next = after;
        let value = match d.op {
            Op::Lui => imm,
            Op::Auipc => self.extend(target()),
            Op::Jal => {
                next = target();
                if next == pc {
                    self.rest(pc, self.csrs.enabled_interrupts());
                }
                self.extend(after)
            }
            Op::Jalr => {
                next = address() & !1;
                self.extend(after)
            }
            Op::Beq => return Ok(branch(a == b, target(), after)),
            Op::Bne => return Ok(branch(a != b, target(), after)),
            Op::Blt => return Ok(branch((a as i64) < b as i64, target(), after)),
            Op::Bge => return Ok(branch(a as i64 >= b as i64, target(), after)),
            Op::Bltu => return Ok(branch(a < b, target(), after)),
            Op::Bgeu => return Ok(branch(a >= b, target(), after)),
            Op::Lb => self.load::<1>(address())? as i8 as u64,
            Op::Lh => self.load::<2>(address())? as i16 as u64,
            Op::Lw => self.load::<4>(address())? as i32 as u64,
            Op::Ld => self.load::<8>(address())?,
            Op::Lbu => self.load::<1>(address())?,
            Op::Lhu => self.load::<2>(address())?,
            Op::Lwu => self.load::<4>(address())?,
            Op::Sb => return self.store::<1>(address(), b).map(|()| straight(after)),
            Op::Sh => return self.store::<2>(address(), b).map(|()| straight(after)),
            Op::Sw => return self.store::<4>(address(), b).map(|()| straight(after)),
            Op::Sd => return self.store::<8>(address(), b).map(|()| straight(after)),
            Op::Addi => a.wrapping_add(imm),
            Op::Slti => u64::from((a as i64) < imm as i64),
            Op::Sltiu => u64::from(a < imm),
            Op::Xori => a ^ imm,
            Op::Ori => a | imm,
            Op::Andi => a & imm,
            Op::Slli => a << (imm & 63),
            Op::Srli => a >> (imm & 63),
            Op::Srai => (a as i64 >> (imm & 63)) as u64,
            Op::Addiw => sext((a as u32).wrapping_add(imm as u32)),
            Op::Slliw => sext((a as u32) << (imm & 31)),
            Op::Srliw => sext(a as u32 >> (imm & 31)),
            Op::Sraiw => (a as i32 >> (imm & 31)) as u64,
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Sll => a << (b & 63),
            Op::Slt => u64::from((a as i64) < b as i64),
            Op::Sltu => u64::from(a < b),
            Op::Xor => a ^ b,
            Op::Srl => a >> (b & 63),
            Op::Sra => (a as i64 >> (b & 63)) as u64,
            Op::Or => a | b,
            Op::And => a & b,
            Op::Addw => sext((a as u32).wrapping_add(b as u32)),
            Op::Subw => sext((a as u32).wrapping_sub(b as u32)),
            Op::Sllw => sext((a as u32) << (b & 31)),
            Op::Srlw => sext(a as u32 >> (b & 31)),
            Op::Sraw => (a as i32 >> (b & 31)) as u64,
            Op::Mul => a.wrapping_mul(b),
            Op::Mulh => mulh(a, b),
            Op::Mulhsu => mulhsu(a, b),
            Op::Mulhu => mulhu(a, b),
            Op::Div => div(a as i64, b as i64) as u64,
            Op::Divu => divu(a, b),
            Op::Rem => rem(a as i64, b as i64) as u64,
            Op::Remu => remu(a, b),
            Op::Mulw => sext((a as u32).wrapping_mul(b as u32)),
            // Products of sign-extended words fit in 64 bits.
            Op::Mulhw => sext((a.wrapping_mul(b) >> 32) as u32),
            Op::Mulhsuw => sext((a.wrapping_mul(u64::from(b as u32)) >> 32) as u32),
            Op::Mulhuw => sext(((u64::from(a as u32) * u64::from(b as u32)) >> 32) as u32),
            Op::Divw => sext(div(i64::from(a as i32), i64::from(b as i32)) as u32),
            Op::Divuw => sext(divu(u64::from(a as u32), u64::from(b as u32)) as u32),
            Op::Remw => sext(rem(i64::from(a as i32), i64::from(b as i32)) as u32),
            Op::Remuw => sext(remu(u64::from(a as u32), u64::from(b as u32)) as u32),
            Op::LrW => self.load_reserved::<4>(self.xlen.wrap(a))? as i32 as u64,
            Op::LrD => self.load_reserved::<8>(a)?,
            Op::ScW => self.store_conditional::<4>(self.xlen.wrap(a), b)?,
            Op::ScD => self.store_conditional::<8>(a, b)?,
            Op::AmoW => self.amo_word(self.xlen.wrap(a), d.imm, b)?,
            Op::AmoD => self.amo_double(a, d.imm, b)?,
            Op::Fence => return Ok(straight(after)),
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => self.access_csr(pc, d, a)?,
            Op::Mret => return self.csrs.mret().map(|to| self.returned(to)).ok_or_else(|| self.illegal(pc)),
            Op::Sret => return self.csrs.sret().map(|to| self.returned(to)).ok_or_else(|| self.illegal(pc)),
            Op::Sctrclr => return self.access_unit(pc, 0, Operation::ClearRecords, 0).map(|_| straight(after)),
            Op::Wfi if self.csrs.may_wait() => {
                self.wait(pc);
                return Ok(straight(after));
            }
            Op::SfenceVma if self.csrs.may_fence() => return Ok(straight(after)),
            Op::Ecall => return Err(Exception { cause: cause::ECALL + self.csrs.privilege as u8, tval: 0 }),
            Op::Ebreak => return Err(Exception { cause: cause::BREAKPOINT, tval: pc }),
            Op::Illegal | Op::Wfi | Op::SfenceVma => return Err(self.illegal(pc)),
        };
        self.x[usize::from(d.rd & 31)] = value;
        self.x[0] = 0;
        Ok(straight(next))
    }

    pub(super) fn illegal(&self, pc: u64) -> Exception {
        Exception { cause: cause::ILLEGAL, tval: u64::from(self.memory.bits(pc)) }
    }

    /// A trap return to `next`: interrupts may be enabled now.
    fn returned(&mut self, next: u64) -> Outcome {
        self.attention = 0;
        straight(next)
    }

    /// Ends the program if it does nothing at `pc` until one of `interrupts`, and none can come.
    fn rest(&mut self, pc: u64, interrupts: u64) {
        if self.can_come(interrupts) {
            return;
        }
        self.serve_host();
        self.exit.get_or_insert(Exit::Idle { pc });
        self.attention = 0;
    }

    /// wfi: time passes until an interrupt is pending that mie enables.
    fn wait(&mut self, pc: u64) {
        self.rest(pc, self.csrs.mie);
        if self.csrs.mip & self.csrs.mie == 0 {
            let time = self.devices.mtimecmp;
            self.devices.clock.skip_to(time);
        }
        self.attention = 0;
    }
}

fn straight(next: u64) -> Outcome {
    Outcome { next, taken: false }
}

fn branch(taken: bool, target: u64, after: u64) -> Outcome {
    Outcome { next: if taken { target } else { after }, taken }
}
