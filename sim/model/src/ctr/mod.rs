// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records, written from the specification (0.1.4 and 1.0) with the choices of `docs/ctr.md`.
//!
//! [`Ctr::cycle`] takes what the ports show in a clock cycle. In it come, in this order: what the access of the CSR
//! port reads, what that of the debug port reads, the blocks from the oldest to the newest, the count of the cycle, and
//! what the access of three cycles before writes.

mod access;
mod array;
mod control;
mod counter;
mod debug;
mod flight;
mod record;

pub use access::{Access, Answer, Operation};
pub use debug::{DebugAccess, DEBUG_ENTRIES, DEBUG_HIGH, DEBUG_LOW, DEBUG_SELECT};

use array::Array;
use control::Control;
use counter::Counter;
use debug::Debug;
use flight::Flight;
use tracewright_config::{Build, IngressForm};
use tracewright_messages::{Ingress, MAX_BLOCKS};
use tracewright_regmap::csr::{CtrFeatures, FIRST_ENTRY};

/// Cycles from an access to its answer.
pub const LATENCY: usize = 4;

/// Cycles from an access to what it writes.
const WRITES: usize = 3;

/// What Control Transfer Records see in one clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtrCycle {
    /// The ingress port. `privilege` is the mode of the cycle, also where no block is valid; `iaddr` of an interrupt is
    /// defined.
    pub ingress: Ingress,
    /// Address of the instruction after the newest block.
    pub next_address: u64,
    /// The mode after the newest block.
    pub next_privilege: u8,
    /// The transfer that ends a block was mispredicted.
    pub mispredict: [bool; MAX_BLOCKS],
    /// The exception of the cycle is a breakpoint (cause 3).
    pub breakpoint: bool,
    /// The interrupt of the cycle is that of a local counter overflow.
    pub lcofi: bool,
    /// mcycle counts in this cycle.
    pub cycle: bool,
    /// The CSR port.
    pub access: Option<Access>,
    /// The debug port, in the cycle in which its access is done.
    pub debug: Option<DebugAccess>,
    /// Debug is not authenticated.
    pub locked: bool,
}

impl Default for CtrCycle {
    /// Nothing at the ports, in U-mode, in a cycle that counts.
    fn default() -> Self {
        CtrCycle {
            ingress: Ingress::default(),
            next_address: 0,
            next_privilege: 0,
            mispredict: [false; MAX_BLOCKS],
            breakpoint: false,
            lcofi: false,
            cycle: true,
            access: None,
            debug: None,
            locked: false,
        }
    }
}

/// What a clock cycle brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CtrOutcome {
    /// The answer of the CSR port to the access of the cycle.
    pub answer: Option<Answer>,
    /// What the debug port reads; 0 of a write.
    pub debug: Option<u32>,
}

/// Control Transfer Records.
#[derive(Clone, Debug)]
pub struct Ctr {
    features: CtrFeatures,
    blocks: usize,
    form: IngressForm,
    control: Control,
    array: Array,
    counter: Counter,
    debug: Debug,
    /// There was a transfer in this cycle, recorded or not.
    acts: bool,
    /// The accesses of the three cycles before, the oldest first.
    flights: [Option<Flight>; WRITES],
}

impl Ctr {
    /// After reset; nothing if the build has no Control Transfer Records.
    pub fn new(build: &Build) -> Option<Ctr> {
        let features = build.ctr_features()?;
        Some(Ctr {
            features,
            blocks: build.ingress.blocks as usize,
            form: build.ingress.form,
            control: Control::new(),
            array: Array::new(features.min_depth),
            counter: Counter::new(features.exponent_bits),
            debug: Debug::default(),
            acts: false,
            flights: [None; WRITES],
        })
    }

    /// What the build has.
    pub fn features(&self) -> &CtrFeatures {
        &self.features
    }

    /// A clock cycle.
    pub fn cycle(&mut self, cycle: &CtrCycle) -> CtrOutcome {
        let read = cycle.access.map(|access| self.access(&access));
        let (mut debug, debug_flight) = self.debug_access(cycle.locked, cycle.debug);
        let mut flight = read.and_then(|read| read.ok()).or(debug_flight);

        let is_counted = cycle.cycle && self.is_active(&cycle.ingress);
        self.array.taken.clear();
        self.acts = false;
        self.blocks(cycle);
        if is_counted {
            self.counter.count();
        }
        // A transfer leaves no write of an entry that is on its way.
        let acts = self.acts;
        let due = self.flights[0].filter(|due| due.place.is_none() || !acts);
        if let Some(due) = due {
            self.finish(&due);
        }
        // What is written to in this very cycle reads 0.
        if let Some(flight) = flight.as_mut().filter(|flight| flight.place.is_some_and(|at| self.array.is_taken(at))) {
            flight.value = 0;
        }
        let lost = |flight: Option<Flight>| flight.filter(|flight| flight.place.is_none() || !acts);
        self.flights = [lost(self.flights[1]), lost(self.flights[2]), lost(flight)];

        let value = flight.map_or(0, |flight| flight.value);
        if cycle.debug == Some(DebugAccess::Read(DEBUG_LOW)) && !cycle.locked {
            debug = Some(self.debug_answer(value));
        }
        let answer = read.map(|read| read.map_or_else(|refusal| refusal, |_| Answer::Value(value)));
        CtrOutcome { answer, debug }
    }

    /// ctrsource, ctrtarget and ctrdata of a logical entry, as the windows show them.
    pub fn entry(&self, logical: u32) -> [u64; 3] {
        self.array.entry(logical)
    }

    /// WRPTR.
    pub fn pointer(&self) -> u32 {
        self.array.pointer
    }

    /// FROZEN.
    pub fn is_frozen(&self) -> bool {
        self.control.frozen
    }

    /// The depth of the array.
    pub fn depth(&self) -> u32 {
        self.array.depth
    }
}

/// The logical entry that a number selects, if it is one.
fn entry_of(select: u64) -> Option<u32> {
    let entry = select.checked_sub(FIRST_ENTRY)?;
    (entry < 256).then_some(entry as u32)
}
