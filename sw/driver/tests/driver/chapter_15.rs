// SPDX-License-Identifier: Apache-2.0
//! Enabling and disabling.

use crate::builds::{FULL, PLAIN};
use crate::hardware::Hardware;
use tracewright_driver::{
    disable, Driver, Error, Funnel, FunnelSettings, Mmio, PibSettings, Progress, Settings, SinkSettings,
};
use tracewright_model::control::Mock;
use tracewright_regmap::{ATB_CONTROL, PIB_CONTROL, TE_CONTROL};

const ACTIVE: u32 = 1;
const ENABLE: u32 = 1 << 1;
const TRACING: u32 = 1 << 2;
const SWITCHES: u32 = ACTIVE | ENABLE | TRACING;

const PINS: PibSettings = PibSettings { mode: 8, ref_center: false, divider: None };

/// An encoder with this sink that traces.
fn tracing(sink: SinkSettings) -> Driver<Hardware> {
    let mut driver = Driver::new(Hardware::encoder(&FULL)).poll_limit(10);
    driver.enable(&Settings { sink: Some(sink), ..Settings::default() }).unwrap();
    driver.registers().take_writes();
    driver.registers().reads.clear();
    driver
}

/// What was written to teControl of its switches.
fn switches(driver: &mut Driver<Hardware>) -> Vec<u32> {
    let writes = driver.registers().take_writes();
    writes.iter().filter(|write| write.offset == TE_CONTROL).map(|write| write.value & SWITCHES).collect()
}

#[test]
fn tci_ch_15_enabling_releases_sets_up_and_starts_last() {
    let mut driver = Driver::new(Hardware::encoder(&PLAIN));
    driver.enable(&Settings { stop_on_wrap: true, sync_mode: 3, sync_max: 5, ..Settings::default() }).unwrap();
    let last = *driver.registers().writes.last().unwrap();
    let settings = 1 << 14 | 3 << 16 | 5 << 20;
    assert_eq!((last.offset, last.value & !0xF100_0078), (TE_CONTROL, SWITCHES | settings));
    assert_eq!(switches(&mut driver), [ACTIVE, ACTIVE, ACTIVE, SWITCHES]);
    assert_eq!(driver.progress(), Ok(Progress::Tracing));
}

#[test]
fn tci_ch_15_enabling_stops_and_flushes_what_traces() {
    let mut driver = tracing(SinkSettings::Stream);
    driver.enable(&Settings { sink: Some(SinkSettings::Stream), mode: Some(3), ..Settings::default() }).unwrap();
    assert_eq!(switches(&mut driver), [ACTIVE | TRACING, ACTIVE, ACTIVE, ACTIVE, SWITCHES]);
    driver.registers().show("teControl", "teEmpty", 0);
    let error = driver.enable(&Settings::default()).unwrap_err();
    assert!(matches!(error, Error::Timeout { register: "teControl", field: "teEmpty", wanted: 1, .. }), "{error}");
}

#[test]
fn tci_ch_15_release_without_acknowledge_times_out() {
    let hardware = Hardware::new(Mock::encoder(&PLAIN).never_following());
    let error = Driver::new(hardware).poll_limit(7).enable(&Settings::default()).unwrap_err();
    assert!(matches!(error, Error::Timeout { field: "teActive", wanted: 1, reads: 7, .. }), "{error}");
}

#[test]
fn tci_ch_15_status_tells_who_has_stopped_the_trace() {
    let mut driver = tracing(SinkSettings::Stream);
    assert_eq!(driver.progress(), Ok(Progress::Tracing));
    driver.registers().clear("teControl", "teInstTracing");
    assert_eq!(driver.progress(), Ok(Progress::StoppedByTrigger));
    driver.registers().clear("teControl", "teEnable");
    assert_eq!(driver.progress(), Ok(Progress::StoppedOnWrap));
    driver.registers().mock.lock(true);
    assert_eq!(driver.progress(), Ok(Progress::Reset));
    driver.registers().mock.lock(false);
    driver.enable(&Settings { sink: Some(SinkSettings::Stream), ..Settings::default() }).unwrap();
    driver.disable().unwrap();
    assert_eq!(driver.progress(), Ok(Progress::Off));
}

#[test]
fn tci_ch_15_a_trigger_may_start_the_trace() {
    let mut driver = Driver::new(Hardware::encoder(&PLAIN));
    driver.prepare(&Settings::default()).unwrap();
    assert_eq!(driver.progress(), Ok(Progress::Off));
    driver.start(false).unwrap();
    assert_eq!(driver.progress(), Ok(Progress::Waiting));
    let tracing = driver.registers().place("teControl", "teInstTracing");
    driver.registers().mock.change(&[tracing], &[]);
    assert_eq!(driver.progress(), Ok(Progress::Tracing));
}

#[test]
fn tci_ch_15_switching_keeps_the_settings() {
    let mut driver = tracing(SinkSettings::Stream);
    let before = driver.settings();
    driver.switch(true, false).unwrap();
    driver.switch(true, true).unwrap();
    assert_eq!(switches(&mut driver), [ACTIVE | ENABLE, SWITCHES]);
    assert_eq!(driver.settings(), before);
}

#[test]
fn tci_ch_15_disabling_clears_tracing_then_enable_then_waits() {
    let mut driver = tracing(SinkSettings::Stream);
    assert!(driver.disable().unwrap().is_empty());
    assert_eq!(switches(&mut driver), [ACTIVE | ENABLE, ACTIVE]);
}

#[test]
fn tci_ch_15_disabling_does_not_enable_what_stopped_by_itself() {
    let mut driver = tracing(SinkSettings::Stream);
    driver.registers().clear("teControl", "teEnable");
    driver.disable().unwrap();
    assert_eq!(switches(&mut driver), [ACTIVE, ACTIVE]);
}

#[test]
fn tci_ch_15_disabling_waits_for_the_sink_that_is_used() {
    for (sink, register, field, offset) in [
        (SinkSettings::Pib(PINS), "pibControl", "pibEmpty", PIB_CONTROL),
        (SinkSettings::Atb { id: 5 }, "atbControl", "atbEmpty", ATB_CONTROL),
    ] {
        let mut driver = tracing(sink);
        driver.disable().unwrap();
        assert_eq!(driver.registers().reads.last(), Some(&offset));
        driver.registers().show(register, field, 0);
        let value = driver.registers().mock.read(offset as u32);
        let timeout = Error::Timeout { register, field, wanted: 1, value, reads: 10 };
        assert_eq!(driver.disable(), Err(timeout));
        assert!(timeout.to_string().contains(&format!("{register}.{field} is not 1 after 10 reads")), "{timeout}");
    }
}

/// Hardware that fails at its `good`th access.
struct Failing {
    hardware: Hardware,
    good: usize,
}

impl Mmio for Failing {
    type Error = &'static str;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.good = self.good.checked_sub(1).ok_or("no answer")?;
        self.hardware.read(offset).map_err(|never| match never {})
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.good = self.good.checked_sub(1).ok_or("no answer")?;
        self.hardware.write(offset, value).map_err(|never| match never {})
    }
}

#[test]
fn tci_ch_15_each_step_is_taken_for_all_encoders_before_the_next() {
    for (good, expected) in [(0, vec![]), (2, vec![ACTIVE | ENABLE]), (4, vec![ACTIVE | ENABLE, ACTIVE])] {
        let failing = |good| {
            let hardware = tracing(SinkSettings::Funnel).into_registers();
            Driver::new(Failing { hardware, good })
        };
        let mut encoders = [failing(usize::MAX), failing(good)];
        assert_eq!(disable::<_, Failing>(&mut encoders, &mut []), Err(Error::Bus("no answer")));
        let writes = &encoders[1].registers().hardware.writes;
        assert_eq!(writes.iter().map(|write| write.value & SWITCHES).collect::<Vec<_>>(), expected);
        let writes = &encoders[0].registers().hardware.writes;
        assert_eq!(writes.len(), (expected.len() + 1).min(2), "one step ahead");
    }
}

#[test]
fn tci_ch_15_a_whole_system_is_disabled_step_by_step() {
    let mut encoders = [tracing(SinkSettings::Funnel), tracing(SinkSettings::Pib(PINS))];
    let mut funnel = Funnel::new(Hardware::funnel(&FULL)).poll_limit(10);
    let sink = Some(SinkSettings::Atb { id: 3 });
    funnel.enable(&FunnelSettings { sink, stop_on_wrap: false, disabled: 0 }).unwrap();
    let mut funnels = [funnel];
    disable(&mut encoders, &mut funnels).unwrap();
    assert_eq!(funnels[0].is_enabled(), Ok(false));
    for (step, stuck) in
        [("teControl", "teEmpty"), ("pibControl", "pibEmpty"), ("tfControl", "tfEmpty"), ("atbControl", "atbEmpty")]
            .into_iter()
            .enumerate()
    {
        let mut encoders = [tracing(SinkSettings::Funnel), tracing(SinkSettings::Pib(PINS))];
        funnels[0].enable(&FunnelSettings { sink, stop_on_wrap: false, disabled: 0 }).unwrap();
        let hardware = if step < 2 { encoders[step].registers() } else { funnels[0].registers() };
        hardware.show(stuck.0, stuck.1, 0);
        let error = disable(&mut encoders, &mut funnels).unwrap_err();
        let named = matches!(error, Error::Timeout { register, field, .. } if (register, field) == stuck);
        assert!(named, "{error}");
        assert_eq!(funnels[0].is_enabled(), Ok(step < 2), "funnels come after the encoders' sinks");
        for encoder in &mut encoders {
            assert_eq!(switches(encoder), [ACTIVE | ENABLE, ACTIVE], "all encoders stop first");
        }
        let hardware = if step < 2 { encoders[step].registers() } else { funnels[0].registers() };
        hardware.show(stuck.0, stuck.1, 1);
    }
}
