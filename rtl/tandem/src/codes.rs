// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: what the tables of the format say, and the steps of the walk.

use tracewright_config::TandemClass;
use tracewright_tandem::{csr, Identifier, Opcode, Operation};

tracewright_verilog::codes! {
    /// Begin group.
    OPCODE_BEGIN_GROUP = Opcode::BeginGroup.code();
    /// End group.
    OPCODE_END_GROUP = Opcode::EndGroup.code();
    /// Increment pc.
    OPCODE_INCREMENT_PC = Opcode::IncrementPc.code();
    /// Full register.
    OPCODE_FULL_REGISTER = Opcode::FullRegister.code();
    /// Incremental register.
    OPCODE_OFFSET_REGISTER = Opcode::OffsetRegister.code();
    /// Incremental register (OR).
    OPCODE_MASK_REGISTER = Opcode::MaskRegister.code();
    /// Additional state.
    OPCODE_ADDITIONAL_STATE = Opcode::AdditionalState.code();
    /// Memory request.
    OPCODE_MEMORY_REQUEST = Opcode::MemoryRequest.code();
    /// Memory response.
    OPCODE_MEMORY_RESPONSE = Opcode::MemoryResponse.code();
    /// Hart reset.
    OPCODE_HART_RESET = Opcode::HartReset.code();
    /// State initialisation.
    OPCODE_STATE_INITIALISATION = Opcode::StateInitialisation.code();
    /// 16-bit instruction.
    OPCODE_INSTRUCTION_16 = Opcode::Instruction16.code();
    /// 32-bit instruction.
    OPCODE_INSTRUCTION_32 = Opcode::Instruction32.code();

    /// Operation of a request: a load.
    OPERATION_LOAD = Operation::Load.code();
    /// Operation of a request: a store.
    OPERATION_STORE = Operation::Store.code();
    /// Operation of a request: load-reserved.
    OPERATION_LOAD_RESERVED = Operation::LoadReserved.code();
    /// Operation of a request: store-conditional.
    OPERATION_STORE_CONDITIONAL = Operation::StoreConditional.code();
    /// Operation of a request: an instruction fetch.
    OPERATION_FETCH = Operation::Fetch.code();

    /// Privilege mode.
    STATE_PRIVILEGE = Identifier::Privilege.code();
    /// Physical address.
    STATE_PHYSICAL_ADDRESS = Identifier::PhysicalAddress.code();
    /// Effective address.
    STATE_EFFECTIVE_ADDRESS = Identifier::EffectiveAddress.code();
    /// Store data of a byte; of more bytes by the codes after it.
    STATE_STORE = Identifier::Store8.code();
    /// mtime.
    STATE_MTIME = Identifier::Mtime.code();
    /// pc.
    STATE_PC = Identifier::Pc.code();

    /// Number of fcsr.
    CSR_FCSR = csr::FCSR;
    /// Number of mhartid.
    CSR_MHARTID = csr::MHARTID;
    /// Number of fflags.
    CSR_FFLAGS = csr::FFLAGS;
    /// Number of frm.
    CSR_FRM = csr::FRM;

    /// What a retirement is about: reset.
    KIND_RESET = 1;
    /// What a retirement is about: state initialisation.
    KIND_INITIALISATION = 2;
    /// What a retirement is about: no group.
    KIND_NONE = 3;

    /// Class: instructions.
    CLASS_INSTRUCTION = TandemClass::Instruction;
    /// Class: integer registers.
    CLASS_GPR = TandemClass::Gpr;
    /// Class: floating-point registers.
    CLASS_FPR = TandemClass::Fpr;
    /// Class: CSRs.
    CLASS_CSR = TandemClass::Csr;
    /// Class: privilege mode.
    CLASS_PRIVILEGE = TandemClass::Privilege;
    /// Class: physical addresses.
    CLASS_PADDR = TandemClass::Paddr;
    /// Class: effective addresses.
    CLASS_EADDR = TandemClass::Eaddr;
    /// Class: what is stored.
    CLASS_STORE = TandemClass::Store;
    /// Class: the memory bus.
    CLASS_MEMORY = TandemClass::Memory;
    /// Class: state that changes by itself.
    CLASS_OUTSIDE = TandemClass::Outside;

    /// Step: the end of the group before.
    STEP_END_BEFORE = 0;
    /// Step: mhartid.
    STEP_HART = 1;
    /// Step: the low half of mtime.
    STEP_MTIME = 2;
    /// Step: the high half of mtime.
    STEP_MTIME_HIGH = 3;
    /// Step: a CSR that has changed by itself.
    STEP_UNOBSERVED = 4;
    /// Step: begin of the group.
    STEP_BEGIN = 5;
    /// Step: reset or state initialisation.
    STEP_KIND = 6;
    /// Step: pc.
    STEP_PC = 7;
    /// Step: the instruction.
    STEP_INSTRUCTION = 8;
    /// Step: an integer register.
    STEP_GPR = 9;
    /// Step: a floating-point register.
    STEP_FPR = 10;
    /// Step: the first CSR.
    STEP_CSR = 11;
    /// Step: the second CSR.
    STEP_CSR_2 = 12;
    /// Step: the third CSR.
    STEP_CSR_3 = 13;
    /// Step: the fourth CSR.
    STEP_CSR_4 = 14;
    /// Step: fcsr.
    STEP_FCSR = 15;
    /// Step: the physical address.
    STEP_PADDR = 16;
    /// Step: bits 33-32 of the physical address.
    STEP_PADDR_TOP = 17;
    /// Step: the effective address.
    STEP_EADDR = 18;
    /// Step: bits 33-32 of the effective address.
    STEP_EADDR_TOP = 19;
    /// Step: what is stored.
    STEP_STORE = 20;
    /// Step: privilege mode.
    STEP_PRIVILEGE = 21;
    /// Step: the address of a request.
    STEP_REQUEST = 22;
    /// Step: bits 33-32 of the address of a request.
    STEP_REQUEST_TOP = 23;
    /// Step: operation, size and data of a request. The response comes right after it (Trace Protocol ch. 3).
    STEP_REQUEST_DATA = 24;
    /// Step: a response.
    STEP_RESPONSE = 25;
    /// Step: the end of the group.
    STEP_END = 26;
}
