// SPDX-License-Identifier: Apache-2.0
//! What a hart gives the encoder, and what trace is made of.

use tracewright_prim::*;

/// A register that is written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Write<const A: usize, const D: usize> {
    /// The register is written.
    pub valid: Bit,
    /// Number of the register.
    pub number: Bits<A>,
    /// Value that the register takes.
    pub data: Bits<D>,
}

/// A value that may be there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Word<const D: usize> {
    /// The value is there.
    pub valid: Bit,
    /// The value.
    pub data: Bits<D>,
}

/// A value of 1, 2, 4 or 8 bytes that may be there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Sized<const D: usize> {
    /// The value is there.
    pub valid: Bit,
    /// The value has 2^size bytes.
    pub size: Bits<2>,
    /// The value.
    pub data: Bits<D>,
}

/// An instruction that may be there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Instruction {
    /// The instruction is there.
    pub valid: Bit,
    /// The instruction has two bytes.
    pub compressed: Bit,
    /// Bits of the instruction.
    pub data: Bits<32>,
}

/// A request on the memory bus that may be there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Request<const M: usize, const D: usize> {
    /// There is a request.
    pub valid: Bit,
    /// Address of the request.
    pub address: Bits<M>,
    /// What the request does: 0 load, 1 store, 2 load-reserved, 3 store-conditional, 4 to 12 AMOs, 13 fetch.
    pub operation: Bits<4>,
    /// The request is for 2^size bytes.
    pub size: Bits<2>,
    /// What the request writes, in its low 2^size bytes.
    pub data: Bits<D>,
}

/// The response to a request on the memory bus, of the request's size: there is one only together with the request.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Response<const D: usize> {
    /// There is a response.
    pub valid: Bit,
    /// The request failed.
    pub failed: Bit,
    /// What the request read, in its low 2^size bytes.
    pub data: Bits<D>,
}

/// A retirement: what changes at once (Trace Protocol Appendix B, `TraceData`, `mtime_in`, `mcycle_in`, `minstret_in`).
///
/// `X` is XLEN, `F` FLEN, `M` MLEN and `V` the greater of XLEN and FLEN.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Retired<const X: usize, const F: usize, const M: usize, const V: usize> {
    /// There is a retirement.
    pub valid: Bit,
    /// 0: an instruction, exception or interrupt; 1: reset; 2: state initialisation (no instruction); 3: no group.
    pub kind: Bits<2>,
    /// pc after the retirement: the address of what comes next, of a trap that of its handler.
    pub pc: Word<X>,
    /// The instruction that retired or caused an exception; an interrupt has none.
    #[built(instruction)]
    pub instruction: Instruction,
    /// An integer register that is written; x0 is none.
    #[built(gpr)]
    pub gpr: Write<5, X>,
    /// A floating-point register that is written.
    #[built(fpr)]
    pub fpr: Write<5, F>,
    /// The first CSR that is written. They are sent in the port's order; a trap has xepc, xcause, xstatus, xtval.
    #[built(csr)]
    pub csr0: Write<12, X>,
    /// The second CSR that is written.
    #[built(csr_2)]
    pub csr1: Write<12, X>,
    /// The third CSR that is written.
    #[built(csr_3)]
    pub csr2: Write<12, X>,
    /// The fourth CSR that is written.
    #[built(csr_4)]
    pub csr3: Write<12, X>,
    /// fcsr, if it is written.
    #[built(fcsr)]
    pub fcsr: Word<8>,
    /// Physical address of the retirement's access.
    #[built(paddr)]
    pub paddr: Word<M>,
    /// Effective address of the retirement's access.
    #[built(eaddr)]
    pub eaddr: Word<M>,
    /// What the retirement stores.
    #[built(store)]
    pub store: Sized<V>,
    /// Privilege mode after the retirement.
    #[built(privilege)]
    pub privilege: Word<2>,
    /// A request on the memory bus.
    #[built(memory)]
    pub request: Request<M, V>,
    /// The response to the request.
    #[built(memory)]
    pub response: Response<V>,
    /// mtime, before the retirement: it is sent outside of the group.
    #[built(outside)]
    pub mtime: Word<64>,
    /// A CSR that has changed by itself, before the retirement: it is sent outside of the group.
    #[built(outside)]
    pub unobserved: Write<12, X>,
}

/// A part of an element, or all of it: up to three bytes, and a value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Element<const V: usize> {
    /// The bytes before the value, the first one lowest.
    pub head: Bits<24>,
    /// How many bytes there are before the value.
    pub head_bytes: Bits<2>,
    /// The value of the element.
    pub value: Bits<V>,
    /// Bytes of the value: 0, 1, 2, 4 or 8.
    pub value_bytes: Bits<4>,
    /// The element is the last one of its retirement.
    pub last: Bit,
}
