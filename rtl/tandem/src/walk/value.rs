// SPDX-License-Identifier: Apache-2.0
//! The value of an element: what comes after its opcode and identifier or register number.

use super::Walk;
use crate::codes::*;
use crate::records::Retired;
use tracewright_prim::*;

/// The value of an element, if this is its step.
#[kernel]
fn element<const V: usize>(is_step: Bit, value: Bits<V>) -> Bits<V> {
    if is_step {
        value
    } else {
        bits::<V>(0)
    }
}

/// So many bytes, if this is the step.
#[kernel]
fn bytes(is_step: Bit, count: usize) -> Bits<4> {
    if is_step {
        count.to_bits::<4>()
    } else {
        bits::<4>(0)
    }
}

/// 2^size bytes, if this is the step.
#[kernel]
fn power(is_step: Bit, size: Bits<2>) -> Bits<4> {
    if is_step {
        bits::<4>(1) << bit_cast::<4, 2>(size)
    } else {
        bits::<4>(0)
    }
}

#[kernel]
impl<const X: usize, const F: usize, const M: usize, const V: usize> Walk<X, F, M, V> {
    /// The value of this step's element. What is above its bytes has no meaning.
    pub(super) fn select_value(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let at = self.step.q.val();
        self.value.next = element::<V>(at.get_bit(STEP_HART), bit_cast::<V, 16>(self.hart_id.val()))
            | element::<V>(at.get_bit(STEP_MTIME), retired.mtime.data.get_bits::<V>(0))
            | element::<V>(at.get_bit(STEP_MTIME_HIGH), bit_cast::<V, 32>(retired.mtime.data.get_bits::<32>(32)))
            | element::<V>(at.get_bit(STEP_UNOBSERVED), bit_cast::<V, X>(retired.unobserved.data))
            | element::<V>(at.get_bit(STEP_PC), bit_cast::<V, X>(retired.pc.data))
            | element::<V>(at.get_bit(STEP_INSTRUCTION), bit_cast::<V, 32>(retired.instruction.data))
            | element::<V>(at.get_bit(STEP_GPR), bit_cast::<V, X>(retired.gpr.data))
            | element::<V>(at.get_bit(STEP_FPR), bit_cast::<V, F>(retired.fpr.data))
            | element::<V>(at.get_bit(STEP_CSR), bit_cast::<V, X>(retired.csr0.data))
            | element::<V>(at.get_bit(STEP_CSR_2), bit_cast::<V, X>(retired.csr1.data))
            | element::<V>(at.get_bit(STEP_CSR_3), bit_cast::<V, X>(retired.csr2.data))
            | element::<V>(at.get_bit(STEP_CSR_4), bit_cast::<V, X>(retired.csr3.data))
            | element::<V>(at.get_bit(STEP_FCSR), bit_cast::<V, 8>(retired.fcsr.data))
            | element::<V>(at.get_bit(STEP_PADDR), retired.paddr.data.get_bits::<V>(0))
            | element::<V>(at.get_bit(STEP_EADDR), retired.eaddr.data.get_bits::<V>(0))
            | element::<V>(at.get_bit(STEP_STORE), retired.store.data)
            | element::<V>(at.get_bit(STEP_REQUEST), retired.request.address.get_bits::<V>(0))
            | element::<V>(at.get_bit(STEP_REQUEST_DATA), retired.request.data)
            | element::<V>(at.get_bit(STEP_RESPONSE), retired.response.data);
        self.select_bytes();
    }

    /// How many bytes the value has: those of XLEN, FLEN or MLEN (of 34 bits four, the fifth is a head of its own).
    fn select_bytes(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let at = self.step.q.val();
        // Of requests (Trace Protocol ch. 2) loads, load-reserved and fetches write nothing; stores and
        // store-conditional read nothing.
        let operation = retired.request.operation;
        let writes = (operation != OPERATION_LOAD.to_bits::<4>())
            & (operation != OPERATION_LOAD_RESERVED.to_bits::<4>())
            & (operation != OPERATION_FETCH.to_bits::<4>());
        let reads =
            (operation != OPERATION_STORE.to_bits::<4>()) & (operation != OPERATION_STORE_CONDITIONAL.to_bits::<4>());
        let is_word = at.get_bit(STEP_HART)
            | at.get_bit(STEP_UNOBSERVED)
            | (at.get_bit(STEP_PC) & !self.follows.q.val())
            | at.get_bit(STEP_GPR)
            | at.get_bit(STEP_CSR)
            | at.get_bit(STEP_CSR_2)
            | at.get_bit(STEP_CSR_3)
            | at.get_bit(STEP_CSR_4)
            | at.get_bit(STEP_FCSR);
        let is_address = at.get_bit(STEP_PADDR) | at.get_bit(STEP_EADDR) | at.get_bit(STEP_REQUEST);
        let is_instruction = at.get_bit(STEP_INSTRUCTION);
        let compressed = retired.instruction.compressed;
        self.value_bytes.next = bytes(at.get_bit(STEP_MTIME) | at.get_bit(STEP_MTIME_HIGH), 4)
            | bytes(is_word, X / 8)
            | bytes(is_address, if M == 64 { 8 } else { 4 })
            | bytes(at.get_bit(STEP_FPR), F / 8)
            | bytes(is_instruction & !compressed, 4)
            | bytes(is_instruction & compressed, 2)
            | power(at.get_bit(STEP_STORE), retired.store.size)
            | power(at.get_bit(STEP_REQUEST_DATA) & writes, retired.request.size)
            | power(at.get_bit(STEP_RESPONSE) & reads, retired.request.size);
    }
}
