// SPDX-License-Identifier: Apache-2.0
//! What each hart has for tandem verification: an encoder with its registers.

use crate::control::{RegisterPort, Registers};
use crate::prim::*;
use crate::sinks::{Downstream, TraceOut};
use tracewright_regmap::*;
use tracewright_rtl_tandem::{Encoder, Retired};

/// What there is for each hart: what retires, and whether it is taken.
#[bundle(build: Build, flat)]
pub struct RecorderPort<const X: usize, const F: usize, const M: usize, const V: usize> {
    /// What retires, the oldest first.
    #[count(build.tandem.instructions)]
    pub retired: Vec<Signal<In, Retired<X, F, M, V>>>,
    /// What retires is not taken: the hart shows it again.
    pub stall: Signal<Out, Bit>,
}

/// An encoder of tandem-verification trace, and its registers.
///
/// `X` is XLEN, `F` FLEN, `M` MLEN, `V` the greater of XLEN and FLEN, `WHOLE` is `V` + 24, and `OUT` a chunk's bits.
#[synchronous(build: Build)]
pub struct Recorder<
    const X: usize,
    const F: usize,
    const M: usize,
    const V: usize,
    const WHOLE: usize,
    const OUT: usize,
> {
    /// The hart.
    pub port: RecorderPort<X, F, M, V>,
    /// mhartid, where the trace of several harts is merged.
    #[built(build.tells_hart())]
    pub hart_id: Optional<Signal<In, Bits<16>>>,
    /// The registers are locked.
    #[built(build.bus.lock)]
    pub locked: Optional<Signal<In, Bit>>,
    /// The bus of the registers.
    pub bus: RegisterPort,
    /// Trace.
    pub trace: TraceOut<OUT>,
    /// What is downstream of the encoder.
    #[new(Downstream::new(&build.sink))]
    pub downstream: Downstream,
    encoder: Encoder<X, F, M, V, WHOLE, OUT>,
    #[new(Registers::of_tandem(build))]
    registers: Registers,
    /// What is downstream has been shown the beginning of a group, and has not taken its end yet.
    under_way: Reg<Bit>,
    discards: Signal<Local, Bit>,
}

impl<const X: usize, const F: usize, const M: usize, const V: usize, const WHOLE: usize, const OUT: usize> Logic
    for Recorder<X, F, M, V, WHOLE, OUT>
{
    #[kernel]
    fn update(&mut self) {
        connect!(registers: locked, bus, sinks = downstream.registers);

        let control = self.registers.tv_control.val();
        let asked = control.get_bit(TV_CONTROL_TV_ACTIVE);
        connect!(encoder: hart_id, port.{retired, stall});
        self.encoder.enable.next = control.get_bit(TV_CONTROL_TV_ENABLE);
        self.encoder.classes.next = self.registers.tv_classes.val().get_bits::<10>(TV_CLASSES_TV_CLASSES);

        // An encoder that becomes inactive (tvActive 0) ends the group under way; what comes after it is discarded.
        self.discards.next = !asked & !self.under_way.q.val();
        self.trace.valid.next = self.encoder.trace.valid.val() & !self.discards.val();
        connect!(encoder.trace: trace.{data, bytes, last});
        self.encoder.trace.ready.next = self.trace.ready.val() | self.discards.val();
        if self.trace.valid.val() {
            self.under_way.d.next = !(self.trace.ready.val() & self.encoder.trace.last.val());
        }

        self.registers.tv_active.next = asked | !self.registers.tv_empty.val();
        self.registers.tv_empty.next = self.encoder.empty.val() & self.downstream.sinks_empty.val();
        connect!(self.downstream: stop = registers.tv_enable_clear, drained = encoder.empty);
        self.downstream.active.next = asked;
        self.downstream.enable.next = control.get_bit(TV_CONTROL_TV_ENABLE);
        self.downstream.sink.next = control.get_bits::<4>(TV_CONTROL_TV_SINK);
        self.downstream.stop_on_wrap.next = control.get_bit(TV_CONTROL_TV_STOP_ON_WRAP);
        self.downstream.sba_failed.next = self.registers.te_sba_status.val().get_bit(TE_SBA_STATUS_SBA_ERROR);
    }
}
