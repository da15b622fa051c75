// SPDX-License-Identifier: Apache-2.0
//! What an element begins with: an opcode, then an identifier or the number of a register.

use super::Walk;
use crate::codes::*;
use crate::records::Retired;
use tracewright_prim::*;

/// What begins a register's element, if this is the step: opcode 4 (full register), and the number in two bytes.
#[kernel]
fn register(is_step: Bit, number: Bits<16>) -> Bits<24> {
    if is_step {
        (bit_cast::<24, 16>(number) << bits::<24>(8)) | OPCODE_FULL_REGISTER.to_bits::<24>()
    } else {
        bits::<24>(0)
    }
}

/// These bytes, if this is the step.
#[kernel]
fn fixed(is_step: Bit, head: usize) -> Bits<24> {
    if is_step {
        head.to_bits::<24>()
    } else {
        bits::<24>(0)
    }
}

/// These bytes, and at bit `place` one byte that the retirement gives, if this is the step.
#[kernel]
fn with(is_step: Bit, head: usize, byte: Bits<8>, place: usize) -> Bits<24> {
    if is_step {
        (bit_cast::<24, 8>(byte) << (place as u64).to_bits::<24>()) | head.to_bits::<24>()
    } else {
        bits::<24>(0)
    }
}

#[kernel]
impl<const X: usize, const F: usize, const M: usize, const V: usize> Walk<X, F, M, V> {
    /// What the element of this step begins with, the first byte lowest: its opcode, then an identifier or a number.
    pub(super) fn select_head(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let at = self.step.q.val();
        let follows = self.follows.q.val();
        let is_reset = retired.kind == KIND_RESET.to_bits::<2>();
        let compressed = retired.instruction.compressed;
        let store = bit_cast::<8, 2>(retired.store.size) + STATE_STORE.to_bits::<8>();
        // Store data has identifier 4 + size. A memory request (Trace Protocol ch. 2) is opcode, address, a byte of
        // operation (low) and size, data; a response is opcode, a byte of the request's size (low) and result, data.
        let operation =
            (bit_cast::<8, 2>(retired.request.size) << bits::<8>(4)) | bit_cast::<8, 4>(retired.request.operation);
        let failed: Bits<8> = if retired.response.failed { bits::<8>(0x10) } else { bits::<8>(0) };
        let outcome = bit_cast::<8, 2>(retired.request.size) | failed;

        self.head.next = fixed(at.get_bit(STEP_END_BEFORE) | at.get_bit(STEP_END), OPCODE_END_GROUP)
            | fixed(at.get_bit(STEP_MTIME), OPCODE_ADDITIONAL_STATE | STATE_MTIME << 8)
            | fixed(at.get_bit(STEP_BEGIN), OPCODE_BEGIN_GROUP)
            | fixed(at.get_bit(STEP_KIND) & is_reset, OPCODE_HART_RESET)
            | fixed(at.get_bit(STEP_KIND) & !is_reset, OPCODE_STATE_INITIALISATION)
            | fixed(at.get_bit(STEP_INSTRUCTION) & compressed, OPCODE_INSTRUCTION_16)
            | fixed(at.get_bit(STEP_INSTRUCTION) & !compressed, OPCODE_INSTRUCTION_32)
            | fixed(at.get_bit(STEP_PC) & follows, OPCODE_INCREMENT_PC)
            | fixed(at.get_bit(STEP_PC) & !follows, OPCODE_ADDITIONAL_STATE | STATE_PC << 8)
            | fixed(at.get_bit(STEP_PADDR), OPCODE_ADDITIONAL_STATE | STATE_PHYSICAL_ADDRESS << 8)
            | fixed(at.get_bit(STEP_EADDR), OPCODE_ADDITIONAL_STATE | STATE_EFFECTIVE_ADDRESS << 8)
            | with(at.get_bit(STEP_STORE), OPCODE_ADDITIONAL_STATE, store, 8)
            | with(
                at.get_bit(STEP_PRIVILEGE),
                OPCODE_ADDITIONAL_STATE | STATE_PRIVILEGE << 8,
                bit_cast::<8, 2>(retired.privilege.data),
                16,
            )
            | fixed(at.get_bit(STEP_REQUEST), OPCODE_MEMORY_REQUEST)
            | with(at.get_bit(STEP_REQUEST_DATA), 0, operation, 0)
            | with(at.get_bit(STEP_RESPONSE), OPCODE_MEMORY_RESPONSE, outcome, 8)
            | self.register_head.val()
            | self.top_head.val();
        self.select_registers();
        self.select_length();
    }

    /// Numbers of registers (x0 is 0x1000, f0 0x1020, a CSR its own), and bits 33-32 of addresses, in a fifth byte.
    fn select_registers(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let at = self.step.q.val();
        let gpr = bit_cast::<16, 5>(retired.gpr.number) | bits::<16>(0x1000);
        let fpr = bit_cast::<16, 5>(retired.fpr.number) | bits::<16>(0x1020);
        self.register_head.next = register(at.get_bit(STEP_HART), CSR_MHARTID.to_bits::<16>())
            | register(at.get_bit(STEP_UNOBSERVED), bit_cast::<16, 12>(retired.unobserved.number))
            | register(at.get_bit(STEP_GPR), gpr)
            | register(at.get_bit(STEP_FPR), fpr)
            | register(at.get_bit(STEP_CSR), bit_cast::<16, 12>(retired.csr0.number))
            | register(at.get_bit(STEP_CSR_2), bit_cast::<16, 12>(retired.csr1.number))
            | register(at.get_bit(STEP_CSR_3), bit_cast::<16, 12>(retired.csr2.number))
            | register(at.get_bit(STEP_CSR_4), bit_cast::<16, 12>(retired.csr3.number))
            | register(at.get_bit(STEP_FCSR), CSR_FCSR.to_bits::<16>());
        self.top_head.next = bits::<24>(0);
        if self._has.top_bits {
            let paddr = (retired.paddr.data >> bits::<M>(32)).get_bits::<8>(0);
            let eaddr = (retired.eaddr.data >> bits::<M>(32)).get_bits::<8>(0);
            let request = (retired.request.address >> bits::<M>(32)).get_bits::<8>(0);
            self.top_head.next = with(at.get_bit(STEP_PADDR_TOP), 0, paddr, 0)
                | with(at.get_bit(STEP_EADDR_TOP), 0, eaddr, 0)
                | with(at.get_bit(STEP_REQUEST_TOP), 0, request, 0);
        }
    }

    /// How many bytes the element begins with. The high half of mtime has none: it goes on after the low half.
    fn select_length(&mut self) {
        let at = self.step.q.val();
        let is_register = at.get_bit(STEP_HART)
            | at.get_bit(STEP_UNOBSERVED)
            | at.get_bit(STEP_GPR)
            | at.get_bit(STEP_FPR)
            | at.get_bit(STEP_CSR)
            | at.get_bit(STEP_CSR_2)
            | at.get_bit(STEP_CSR_3)
            | at.get_bit(STEP_CSR_4)
            | at.get_bit(STEP_FCSR);
        let is_state = at.get_bit(STEP_MTIME)
            | (at.get_bit(STEP_PC) & !self.follows.q.val())
            | at.get_bit(STEP_PADDR)
            | at.get_bit(STEP_EADDR)
            | at.get_bit(STEP_STORE)
            | at.get_bit(STEP_RESPONSE);
        self.head_bytes.next = bits::<2>(1);
        if is_register | at.get_bit(STEP_PRIVILEGE) {
            self.head_bytes.next = bits::<2>(3);
        }
        if is_state {
            self.head_bytes.next = bits::<2>(2);
        }
        if at.get_bit(STEP_MTIME_HIGH) {
            self.head_bytes.next = bits::<2>(0);
        }
    }
}
