// SPDX-License-Identifier: Apache-2.0
//! What answers SBI calls: the library for firmware, over the counters of the hart that calls.

use sbi_spec::{base, pmu as spec};
use std::marker::PhantomData;
use std::ops::Range;
use tracewright_config::Build;
use tracewright_hart::{Firmware, Machine, SbiCall, SbiReturn};
use tracewright_sbi_pmu::{Event, Hardware, Invalid, MemoryError, Platform, Pmu, Raw, Register, SbiRet};

/// EID of the extension.
pub const PMU_EXTENSION: u64 = spec::EID_PMU as u64;
/// EID of the base extension, of which the functions that discovery needs are answered.
const BASE_EXTENSION: u64 = base::EID_BASE as u64;
/// Firmware counters of the hart.
const FIRMWARE_COUNTERS: u32 = 4;
/// Version 3.0 of the specification, as the base extension says it.
const SPEC_VERSION: u64 = 3 << 24;
/// The bits of mhpmevent that select an event for software.
const SELECTOR: u64 = (1 << 56) - 1;

/// Answers calls of the PMU extension with `sw/sbi-pmu`, and of the base extension those that find it.
pub struct PmuFirmware<R> {
    /// Taken while a call is answered.
    pmu: Option<Pmu<'static, Nothing>>,
    /// The register of the hart.
    register: PhantomData<fn() -> R>,
    is_reset: bool,
}

/// A hart that is not here: between two calls.
struct Nothing;

/// The hart that calls.
struct Caller<'m, R> {
    machine: &'m mut dyn Machine,
    register: PhantomData<R>,
}

impl<R: Register + 'static> PmuFirmware<R> {
    /// The firmware of a hart of `build`, which resets the counters with the first call.
    ///
    /// # Errors
    /// If the library does not take what the build has.
    pub fn new(build: &Build) -> Result<PmuFirmware<R>, Invalid> {
        let nothing = Caller { machine: &mut Nothing, register: PhantomData::<R> };
        let pmu = Pmu::new(&platform(build), nothing)?.moved_to(Nothing).0;
        Ok(PmuFirmware { pmu: Some(pmu), register: PhantomData, is_reset: false })
    }

    fn base(call: &SbiCall) -> SbiReturn {
        let value = match call.function as usize {
            base::GET_SBI_SPEC_VERSION => SPEC_VERSION,
            base::PROBE_EXTENSION => u64::from([PMU_EXTENSION, BASE_EXTENSION].contains(&call.arguments[0])),
            _ => return registers(SbiRet::<R>::not_supported()),
        };
        registers(SbiRet::success(R::low(value)))
    }
}

impl<R: Register + 'static> Firmware for PmuFirmware<R> {
    fn answers(&self, extension: u64) -> bool {
        [PMU_EXTENSION, BASE_EXTENSION].contains(&extension)
    }

    fn call(&mut self, call: &SbiCall, machine: &mut dyn Machine) -> SbiReturn {
        let Some(pmu) = self.pmu.take() else { return registers(SbiRet::<R>::failed()) };
        let (mut pmu, _) = pmu.moved_to(Caller { machine, register: PhantomData::<R> });
        if !std::mem::replace(&mut self.is_reset, true) {
            pmu.reset();
        }
        let answer = match call.extension {
            PMU_EXTENSION => registers(pmu.call(call.function as usize, call.arguments.map(R::low))),
            _ => PmuFirmware::<R>::base(call),
        };
        self.pmu = Some(pmu.moved_to(Nothing).0);
        answer
    }
}

fn registers<R: Register>(answer: SbiRet<R>) -> SbiReturn {
    SbiReturn { error: answer.error.wide(), value: answer.value.wide() }
}

/// What the library is to know of a build. A run has one, which lasts as long as the process.
fn platform(build: &Build) -> Platform<'static> {
    let Some(features) = build.pmu_features() else { return Platform::default() };
    let hardware = features.counter_mask();
    let counters = hardware & !0b111;
    let event = |(index, selector): (u32, u32)| Event { index, selector: selector.into(), counters };
    let events: Vec<Event> = match counters {
        0 => Vec::new(),
        _ => build.pmu_sbi_events().into_iter().map(event).collect(),
    };
    let mask = SELECTOR & !((1 << features.selector_bits) - 1);
    let raw = vec![Raw { value: 0, mask, counters }];
    Platform {
        hardware,
        counter_bits: features.width,
        event_bits: if features.sscofpmf || features.xlen == 64 { 64 } else { 32 },
        sscofpmf: features.sscofpmf,
        smcntrpmf: features.smcntrpmf,
        events: events.leak(),
        raw: raw.leak(),
        firmware: FIRMWARE_COUNTERS,
        ..Platform::default()
    }
}

impl Machine for Nothing {
    fn read(&mut self, _csr: u16) -> u64 {
        0
    }

    fn write(&mut self, _csr: u16, _value: u64) {}

    fn is_memory(&self, _addresses: Range<u64>) -> bool {
        false
    }

    fn load(&self, _address: u64) -> Option<u32> {
        None
    }

    fn store(&mut self, _address: u64, _value: u32) -> Option<()> {
        None
    }
}

impl<R: Register> Hardware for Caller<'_, R> {
    type Register = R;

    fn read(&mut self, csr: u16) -> R {
        R::low(self.machine.read(csr))
    }

    fn write(&mut self, csr: u16, value: R) {
        self.machine.write(csr, value.wide());
    }

    fn check(&mut self, address: u64, bytes: u64) -> Result<(), MemoryError> {
        match self.machine.is_memory(address..address.saturating_add(bytes)) {
            true => Ok(()),
            false => Err(MemoryError::Address),
        }
    }

    fn load(&mut self, address: u64) -> Result<u32, MemoryError> {
        self.machine.load(address).ok_or(MemoryError::Failed)
    }

    fn store(&mut self, address: u64, value: u32) -> Result<(), MemoryError> {
        self.machine.store(address, value).ok_or(MemoryError::Failed)
    }
}
