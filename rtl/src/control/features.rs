// SPDX-License-Identifier: Apache-2.0
//! teInstFeatures (Trace Control ch. 5).

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, ImplicitReturn};
use tracewright_regmap::*;

/// teInstFeatures, in a build that has one of its fields.
#[derive(Module)]
pub struct InstFeatures {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Everything returns to its reset value.
    pub clear: Signal<In, Bit>,
    /// The register is written in this cycle.
    pub write: Signal<In, Bit>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The register's value.
    pub value: Signal<Out, Bits<32>>,
    /// teSrcID of teImpl in its place: as much of it as fits.
    pub implementation: Signal<Out, Bits<32>>,
    /// teInstEnSequentialJump.
    pub sequential_jump: Signal<Out, Bit>,
    /// teInstEnCallStack, or teInstImplicitReturnMode is not 0.
    pub implicit_return: Signal<Out, Bit>,
    /// teInstEnRepeatedHistory.
    pub repeated_history: Signal<Out, Bit>,
    /// teInstEnAllJumps.
    pub all_jumps: Signal<Out, Bit>,
    /// teInstExtendAddrMSB.
    pub extend: Signal<Out, Bit>,
    /// teSrcID.
    pub src_id: Signal<Out, Bits<12>>,
    te_inst_en_sequential_jump: Reg<Bit>,
    te_inst_en_call_stack: Reg<Bit>,
    te_inst_implicit_return: Reg<Bit>,
    te_inst_en_repeated_history: Reg<Bit>,
    te_inst_en_all_jumps: Reg<Bit>,
    te_inst_extend_addr_msb: Reg<Bit>,
    te_src_id: Reg<Bits<12>>,
    return_mode: Signal<Local, Bits<32>>,
    implicit_return_mode: Constant<Bits<2>>,
    src_id_reset: Constant<Bits<12>>,
    src_id_excess: Constant<Bits<12>>,
    src_bits: Constant<Bits<32>>,
    _sequential_jump: usize,
    _implicit_return: usize,
    _repeats: usize,
    _all_jumps: usize,
    _extended_address: usize,
    _src: usize,
}

impl InstFeatures {
    /// How many there are in `build`: one, or none if it has none of the fields.
    pub fn count(build: &Build) -> usize {
        usize::from(build.features().has(Feature::InstFeatures))
    }

    /// The register of `build`.
    pub fn new(build: &Build) -> Self {
        let features = build.features();
        let has = |feature: Feature| usize::from(features.has(feature));
        let mode = match build.encoder.implicit_return {
            ImplicitReturn::None => 0,
            ImplicitReturn::Count => TE_INST_IMPLICIT_RETURN_MODE_COUNT,
            ImplicitReturn::Partial => TE_INST_IMPLICIT_RETURN_MODE_PARTIAL,
            ImplicitReturn::Full => TE_INST_IMPLICIT_RETURN_MODE_FULL,
        };
        let src_id = u64::from(build.encoder.src_id).to_bits::<12>();
        let src_bits = build.encoder.src_bits;
        InstFeatures {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            write: Default::default(),
            wdata: Default::default(),
            value: Default::default(),
            implementation: Default::default(),
            sequential_jump: Default::default(),
            implicit_return: Default::default(),
            repeated_history: Default::default(),
            all_jumps: Default::default(),
            extend: Default::default(),
            src_id: Default::default(),
            te_inst_en_sequential_jump: Reg::new(build.reset),
            te_inst_en_call_stack: Reg::new(build.reset),
            te_inst_implicit_return: Reg::new(build.reset),
            te_inst_en_repeated_history: Reg::new(build.reset),
            te_inst_en_all_jumps: Reg::new(build.reset),
            te_inst_extend_addr_msb: Reg::new(build.reset),
            te_src_id: Reg::with(build.reset, src_id),
            return_mode: Default::default(),
            implicit_return_mode: Constant::new(mode.to_bits()),
            src_id_reset: Constant::new(src_id),
            src_id_excess: Constant::new((0xFFF_u64 >> src_bits << src_bits).to_bits()),
            src_bits: Constant::new(src_bits.to_bits()),
            _sequential_jump: has(Feature::SequentialJump),
            _implicit_return: has(Feature::ImplicitReturn),
            _repeats: has(Feature::Repeats),
            _all_jumps: has(Feature::AllJumps),
            _extended_address: has(Feature::ExtendedAddress),
            _src: has(Feature::Src),
        }
    }
}

impl Logic for InstFeatures {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            te_inst_en_sequential_jump,
            te_inst_en_call_stack,
            te_inst_implicit_return,
            te_inst_en_repeated_history,
            te_inst_en_all_jumps,
            te_inst_extend_addr_msb,
            te_src_id
        );

        self.return_mode.next = bits::<32>(0);
        if self.write.val() {
            for _i in 0..self._sequential_jump {
                self.te_inst_en_sequential_jump.d.next =
                    self.wdata.val().get_bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP);
            }
            for _i in 0..self._implicit_return {
                self.te_inst_en_call_stack.d.next = self.wdata.val().get_bit(TE_INST_FEATURES_TE_INST_EN_CALL_STACK);
                if self.wdata.val().get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE) == bits::<2>(0) {
                    self.te_inst_implicit_return.d.next = false;
                }
                if self.wdata.val().get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE)
                    == self.implicit_return_mode.val()
                {
                    self.te_inst_implicit_return.d.next = true;
                }
            }
            for _i in 0..self._repeats {
                self.te_inst_en_repeated_history.d.next =
                    self.wdata.val().get_bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY);
            }
            for _i in 0..self._all_jumps {
                self.te_inst_en_all_jumps.d.next = self.wdata.val().get_bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS);
            }
            for _i in 0..self._extended_address {
                self.te_inst_extend_addr_msb.d.next =
                    self.wdata.val().get_bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB);
            }
            for _i in 0..self._src {
                if (self.wdata.val().get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID) & self.src_id_excess.val())
                    == bits::<12>(0)
                {
                    self.te_src_id.d.next = self.wdata.val().get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID);
                }
            }
        }
        if self.clear.val() {
            self.te_inst_en_sequential_jump.d.next = false;
            self.te_inst_en_call_stack.d.next = false;
            self.te_inst_implicit_return.d.next = false;
            self.te_inst_en_repeated_history.d.next = false;
            self.te_inst_en_all_jumps.d.next = false;
            self.te_inst_extend_addr_msb.d.next = false;
            self.te_src_id.d.next = self.src_id_reset.val();
        }

        self.sequential_jump.next = self.te_inst_en_sequential_jump.q.val();
        self.implicit_return.next = self.te_inst_en_call_stack.q.val() | self.te_inst_implicit_return.q.val();
        self.repeated_history.next = self.te_inst_en_repeated_history.q.val();
        self.all_jumps.next = self.te_inst_en_all_jumps.q.val();
        self.extend.next = self.te_inst_extend_addr_msb.q.val();
        self.src_id.next = self.te_src_id.q.val();
        self.implementation.next =
            (bit_cast::<32, 12>(self.te_src_id.q.val()) & bits::<32>(0xF)) << TE_IMPL_TE_SRC_ID.to_bits::<32>();
        if self.te_inst_implicit_return.q.val() {
            self.return_mode.next = bit_cast::<32, 2>(self.implicit_return_mode.val());
        }
        self.value.next = (bit_cast::<32, 1>(self.te_inst_en_sequential_jump.q.val().into())
            << TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_en_call_stack.q.val().into())
                << TE_INST_FEATURES_TE_INST_EN_CALL_STACK.to_bits::<32>())
            | (self.return_mode.val() << TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_en_repeated_history.q.val().into())
                << TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_en_all_jumps.q.val().into())
                << TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS.to_bits::<32>())
            | (bit_cast::<32, 1>(self.te_inst_extend_addr_msb.q.val().into())
                << TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB.to_bits::<32>())
            | (bit_cast::<32, 12>(self.te_src_id.q.val()) << TE_INST_FEATURES_TE_SRC_ID.to_bits::<32>())
            | (self.src_bits.val() << TE_INST_FEATURES_TE_SRC_BITS.to_bits::<32>());
    }
}
