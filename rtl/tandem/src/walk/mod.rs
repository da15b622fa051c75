// SPDX-License-Identifier: Apache-2.0
//! The walk: through the elements of a retirement, one a cycle.

mod head;
mod present;
mod value;

use crate::codes::*;
use crate::has::{has, Has};
use crate::records::{Element, Retired};
use tracewright_prim::*;

/// Steps of the walk: a bit each. They are sent from the lowest up; the codes `STEP_` (codes.rs) are the order.
pub const STEPS: usize = 27;

/// The steps that a build has.
fn steps(build: &Build) -> u64 {
    let has = has(build);
    let ends = has.elide_end && has.outside;
    let state =
        [(ends, STEP_END_BEFORE), (has.hart, STEP_HART), (has.outside, STEP_MTIME), (has.outside, STEP_MTIME_HIGH)];
    let registers = [
        (has.gpr, STEP_GPR),
        (has.fpr, STEP_FPR),
        (has.csr, STEP_CSR),
        (has.csr_2, STEP_CSR_2),
        (has.csr_3, STEP_CSR_3),
        (has.csr_4, STEP_CSR_4),
        (has.fcsr, STEP_FCSR),
    ];
    let accesses = [
        (has.paddr, STEP_PADDR),
        (has.paddr && has.top_bits, STEP_PADDR_TOP),
        (has.eaddr, STEP_EADDR),
        (has.eaddr && has.top_bits, STEP_EADDR_TOP),
        (has.store, STEP_STORE),
        (has.memory, STEP_REQUEST),
        (has.memory && has.top_bits, STEP_REQUEST_TOP),
        (has.memory, STEP_REQUEST_DATA),
        (has.memory, STEP_RESPONSE),
    ];
    let others = [(has.outside, STEP_UNOBSERVED), (has.instruction, STEP_INSTRUCTION), (has.privilege, STEP_PRIVILEGE)];
    let always = [STEP_BEGIN, STEP_KIND, STEP_PC, STEP_END].map(|step| (true, step));
    let all = state.iter().chain(&registers).chain(&accesses).chain(&others).chain(&always);
    all.filter(|(is_built, _)| *is_built).fold(0, |steps, (_, step)| steps | 1 << step)
}

/// Elements, one after the other.
#[bundle(build: Build, peer = ElementIn)]
pub struct ElementOut<const V: usize> {
    /// There is an element.
    pub valid: Signal<Out, Bit>,
    /// The element is taken.
    pub ready: Signal<In, Bit>,
    /// The element that is handed on.
    pub element: Signal<Out, Element<V>>,
}

/// Holds what retires in a cycle, and walks through its elements in the order of Trace Protocol Appendix C: what the
/// group is about, pc, instruction, registers, addresses, store data, privilege mode, memory bus. CSRs go in the order
/// of the port. An exception (Trace Protocol Table C.7) has its instruction; an interrupt (Trace Protocol Table C.8)
/// has none, because the port shows none. Of either, pc is the handler's, and CSRs are xepc, xcause, xstatus, xtval.
///
/// Registers leave here in full; `tw_tandem_shadow` makes the short forms. `X`, `F` and `M` are XLEN, FLEN and MLEN;
/// `V` is the greater of XLEN and FLEN.
#[synchronous(build: Build)]
pub struct Walk<const X: usize, const F: usize, const M: usize, const V: usize> {
    /// What retires is traced.
    pub enable: Signal<In, Bit>,
    /// Which classes of elements are traced, a bit each. The others are left out: partial trace.
    pub classes: Signal<In, Bits<10>>,
    /// mhartid, where traces are merged. A trace is of one hart (Trace Protocol ch. 3): each retirement begins so.
    #[built(has(build).hart)]
    pub hart_id: Optional<Signal<In, Bits<16>>>,
    /// What retires, the oldest first.
    #[count(build.tandem.instructions)]
    pub retired: Vec<Signal<In, Retired<X, F, M, V>>>,
    /// What retires in this cycle is not taken: the hart shows it again.
    pub stall: Signal<Out, Bit>,
    /// The elements.
    pub out: ElementOut<V>,
    /// Shadow values are to be forgotten.
    #[built(has(build).increments)]
    pub forget: Optional<Signal<Out, Bit>>,
    /// Shadow values are being forgotten.
    #[built(has(build).increments)]
    pub forgetting: Optional<Signal<In, Bit>>,
    /// Nothing is held, and no group is without its end.
    pub empty: Signal<Out, Bit>,
    /// Trace is enabled, and what was known of before is forgotten.
    on: Reg<Bit>,
    #[count(build.tandem.instructions)]
    held: Vec<Reg<Retired<X, F, M, V>>>,
    busy: Reg<Bit>,
    /// The elements of the retirement are not known yet.
    fresh: Reg<Bit>,
    /// What is known of before has been forgotten for this reset.
    forgot: Reg<Bit>,
    /// Elements that are to come.
    pending: Reg<Bits<STEPS>>,
    /// The element that is next: its bit alone.
    step: Reg<Bits<STEPS>>,
    /// The step is the last of its retirement.
    last: Reg<Bit>,
    /// An element is offered.
    full: Reg<Bit>,
    element: Reg<Element<V>>,
    /// A group has been sent without its end. The begin of the next group implies that end (Trace Protocol ch. 3):
    /// `start` leaves `open` set. What is outside of groups has an end before it, `STEP_END_BEFORE`. Where trace is
    /// disabled, the end is sent.
    #[built(has(build).elide_end)]
    open: Optional<Reg<Bit>>,
    pc: Reg<Bits<X>>,
    pc_known: Reg<Bit>,
    /// pc if the instruction does not jump: the old one plus its length.
    expected_pc: Reg<Bits<X>>,
    /// The old pc is known, and the group has an instruction, which "increment pc" needs (Trace Protocol ch. 3).
    may_follow: Reg<Bit>,
    /// The new pc is `expected_pc`: "increment pc" says it. Known in the cycle of begin group, which comes before pc.
    follows: Reg<Bit>,
    present: Signal<Local, Bits<STEPS>>,
    /// The walk moves on by a step.
    go: Signal<Local, Bit>,
    /// Nothing is pending, and the last step has left or leaves in this cycle.
    waits: Signal<Local, Bit>,
    /// No element is left in the walk.
    handed_on: Signal<Local, Bit>,
    finished: Signal<Local, Bit>,
    /// Something retires.
    any: Signal<Local, Bit>,
    /// Others that retired in the same cycle are held after the first.
    more: Signal<Local, Bit>,
    /// What the step's element begins with: opcode, then identifier or register number.
    head: Signal<Local, Bits<24>>,
    /// The part of `head` for registers.
    register_head: Signal<Local, Bits<24>>,
    /// The part of `head` for bits of addresses above the lowest 32.
    top_head: Signal<Local, Bits<24>>,
    /// How many bytes `head` has.
    head_bytes: Signal<Local, Bits<2>>,
    /// What follows `head`.
    value: Signal<Local, Bits<V>>,
    /// How many bytes `value` has.
    value_bytes: Signal<Local, Bits<4>>,
    #[value((1_u64 << STEP_END).to_bits())]
    end: Constant<Bits<STEPS>>,
    /// The steps that there can be: of the others nothing is built.
    #[value(steps(build).to_bits())]
    steps: Constant<Bits<STEPS>>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const X: usize, const F: usize, const M: usize, const V: usize> Walk<X, F, M, V> {
    fn update(&mut self) {
        self.find_present();
        self.select_head();
        self.select_value();

        // An element a cycle, as long as they are taken.
        let pending = self.pending.q.val() & self.steps.val();
        let mut below: Bits<STEPS> = 0.into();
        let mut any: Bit = false;
        for i in 0..STEPS {
            below = below | (bit_cast::<STEPS, 1>(any.into()) << i.to_bits::<5>());
            any |= pending.get_bit(i);
        }
        let lowest = pending & !below;
        let rest = pending & below;
        self.go.next = !self.full.q.val() | self.out.ready.val();
        connect!(self.out: valid = full.q, element = element.q);
        if self.go.val() {
            self.full.d.next = self.step.q.val().any();
            self.element.d.next = Element::<V> {
                head: self.head.val(),
                head_bytes: self.head_bytes.val(),
                value: self.value.val(),
                value_bytes: self.value_bytes.val(),
                last: self.last.q.val(),
            };
            self.step.d.next = lowest;
            self.last.d.next = !rest.any();
            self.pending.d.next = rest;
        }
        self.waits.next = !self.pending.q.val().any() & (!self.step.q.val().any() | self.go.val());
        self.finished.next = self.busy.q.val() & !self.fresh.q.val() & self.waits.val();
        self.handed_on.next = !self.pending.q.val().any() & !self.step.q.val().any() & !self.full.q.val();
        self.empty.next = !self.busy.q.val() & self.handed_on.val() & !self.open.q.val();

        self.follows.d.next = self.may_follow.q.val() & (self.expected_pc.q.val() == self.held[0].q.val().pc.data);
        self.hold();
        self.start();
        self.switch();
    }

    /// What retires is held until its last element is on its way.
    fn hold(&mut self) {
        self.stall.next = self.enable.val() & (!self.on.q.val() | self.busy.q.val() | self.forgetting.val());
        self.any.next = false;
        for i in 0..self.retired.len() {
            self.any.next = self.any.val() | self.retired[i].val().valid;
        }
        self.more.next = false;
        for i in 1..self.held.len() {
            self.more.next = self.more.val() | self.held[i].q.val().valid;
        }
        if self.enable.val() & !self.stall.val() {
            self.busy.d.next = self.any.val();
            self.fresh.d.next = self.any.val();
            self.forgot.d.next = false;
            for i in 0..self.held.len() {
                self.held[i].d.next = self.retired[i].val();
            }
        } else if self.finished.val() {
            self.busy.d.next = self.more.val();
            self.fresh.d.next = self.more.val();
            self.forgot.d.next = false;
            for i in 1..self.held.len() {
                self.held[i - 1].d.next = self.held[i].q.val();
                self.held[i].d.next.valid = false;
            }
        }
    }

    /// The first cycle of a retirement says which elements it has. A reset waits until shadow values are forgotten.
    fn start(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let resets = retired.valid & (retired.kind == KIND_RESET.to_bits::<2>());
        let forgets = self.fresh.q.val() & resets & !self.forgot.q.val() & self.handed_on.val();
        let may_start = !self.forgetting.val() & !self.pending.q.val().any();
        self.forget.next = forgets;
        if forgets {
            self.forgot.d.next = true;
            self.pc_known.d.next = false;
        }
        if self.fresh.q.val() & may_start & (self.forgot.q.val() | !resets) {
            self.fresh.d.next = false;
            self.pending.d.next = self.present.val();
            let length: Bits<X> = if retired.instruction.compressed { bits::<X>(2) } else { bits::<X>(4) };
            self.expected_pc.d.next = self.pc.q.val() + length;
            self.may_follow.d.next = self.pc_known.q.val() & self.present.val().get_bit(STEP_INSTRUCTION);
            if self.present.val().get_bit(STEP_PC) {
                self.pc.d.next = retired.pc.data;
                self.pc_known.d.next = true;
            }
            if self.present.val().get_bit(STEP_BEGIN) {
                self.open.d.next = true;
            } else if self.present.val().get_bit(STEP_END_BEFORE) {
                self.open.d.next = false;
            }
        }
    }

    /// Trace begins with nothing known, and ends with the end of the last group.
    fn switch(&mut self) {
        if self.enable.val() & !self.on.q.val() & self.handed_on.val() {
            self.on.d.next = true;
            self.forget.next = true;
            self.pc_known.d.next = false;
        }
        if !self.enable.val() & !self.busy.q.val() & !self.pending.q.val().any() {
            self.on.d.next = false;
            if self.open.q.val() {
                self.pending.d.next = self.end.val();
                self.open.d.next = false;
            }
        }
    }
}
