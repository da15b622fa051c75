// SPDX-License-Identifier: Apache-2.0
//! Both sides of the sink, that of the encoder and that of the ATB: what goes in at one must show at the other.

use crate::error::SinkError;
use tracewright_config::{Build, Packer};
use tracewright_peers::buses::{AtbIn, AtbOut};
use tracewright_regmap::{ATB_CONTROL_ATB_ACTIVE, ATB_CONTROL_ATB_ID};
use verilator_sys::{Error, Library, Model, Output};

/// Cycles of each clock after which the other side has seen a change: some handshakes.
const CROSSED: u32 = 256;

/// Cycles of both clocks since something happened.
#[derive(Clone, Copy, Debug, Default)]
struct Since([u32; 2]);

impl Since {
    fn has_crossed(self) -> bool {
        self.0.iter().all(|cycles| *cycles > CROSSED)
    }

    fn count(&mut self, clock: usize) {
        self.0[clock] = self.0[clock].saturating_add(1);
    }
}

/// What is known of both sides.
pub(super) struct Sides {
    active: Output,
    empty: Output,
    control: Output,
    sync_request: Option<Output>,
    inactive: Output,
    unit_valid: Output,
    unit_ready: Output,
    /// How many bytes a unit has, where that is not always the same.
    unit_bytes: Option<Output>,
    /// atbId, and since when it is what it is: in cycles of the ATB with ATCLKEN, in which alone its pins change.
    id: u8,
    id_since: Since,
    /// A beat is offered that was offered in the cycle before.
    is_held: bool,
    /// SYNCREQ in the last cycle with ATCLKEN, and since when nobody has heard of its rise.
    was_sync: bool,
    sync_since: Option<Since>,
    requests: u64,
    /// Bytes that entered the sink, and those that left it. Where some were thrown away, that is not known until the
    /// sink is empty.
    entered: u64,
    left: u64,
    is_known: bool,
    /// Some may have been thrown away: idle ones may leave for those, to end a message.
    is_cut: bool,
    /// How many must have left when the flush under way is answered.
    flush: Option<u64>,
}

impl Sides {
    pub fn new(library: &Library, build: &Build) -> Result<Sides, Error> {
        let output = |name: &str| library.output(&format!("sinks_atb_{name}"));
        Ok(Sides {
            active: output("active")?,
            empty: output("empty")?,
            control: output("control")?,
            sync_request: (!build.tandem.built).then(|| output("sync_request")).transpose()?,
            inactive: output("inactive")?,
            unit_valid: output("unit_valid")?,
            unit_ready: output("unit_ready")?,
            unit_bytes: (build.encoder.packer != Packer::Byte).then(|| output("unit_bytes")).transpose()?,
            id: 0,
            id_since: Since::default(),
            is_held: false,
            was_sync: false,
            sync_since: None,
            requests: 0,
            entered: 0,
            left: 0,
            is_known: false,
            is_cut: false,
            flush: None,
        })
    }

    /// A cycle of the encoder's clock. SYNCREQ has risen so often.
    pub fn encoder_cycle(&mut self, model: &Model, syncs: u64) -> Result<(), SinkError> {
        let is_set = |output| model.get(output) != 0;
        let control = model.get(self.control);
        let id = (control >> ATB_CONTROL_ATB_ID & 0x7F) as u8;
        if id != self.id {
            (self.id, self.id_since) = (id, Since::default());
        }
        self.id_since.count(0);
        // The ATB's side has seen that the sink is switched off before atbActive reads so.
        let is_active = is_set(self.active) && control >> ATB_CONTROL_ATB_ACTIVE & 1 != 0;
        if self.sync_request.is_some_and(is_set) {
            self.requests += 1;
            self.sync_since = None;
            demand(self.requests <= syncs, || format!("request {} of {syncs} rises of SYNCREQ", self.requests))?;
        }
        self.sync_since = self.sync_since.filter(|_| is_active);
        if let Some(since) = &mut self.sync_since {
            since.count(0);
            demand(!since.has_crossed(), || "SYNCREQ has risen, and no encoder is asked".into())?;
        }
        let takes = is_set(self.unit_valid) && is_set(self.unit_ready);
        self.entered += if takes { self.unit_bytes.map_or(1, |bytes| model.get(bytes)) } else { 0 };
        if !is_active || is_set(self.inactive) {
            (self.is_known, self.flush) = (false, None);
            self.is_cut |= self.entered > 0;
        } else if !self.is_known && is_set(self.empty) && !takes {
            (self.is_known, self.entered) = (true, self.left);
        }
        Ok(())
    }

    /// A cycle of the ATB. `begins`: what is held now is to be flushed.
    pub fn atb_cycle(&mut self, model: &Model, shown: AtbIn, out: &AtbOut, begins: bool) -> Result<(), SinkError> {
        if let Some(since) = &mut self.sync_since {
            since.count(1);
        }
        if !shown.atclken {
            return Ok(());
        }
        self.id_since.count(1);
        let is_new = out.atvalid && !self.is_held;
        let has_id = !is_new || !self.id_since.has_crossed() || out.atid == self.id;
        demand(has_id, || format!("ATID {:#x} of a new beat, atbId {:#x}", out.atid, self.id))?;
        self.is_held = out.atvalid && !shown.atready;
        let is_watched = self.sync_request.is_some();
        if is_watched && shown.syncreq && !self.was_sync && model.get(self.active) != 0 {
            self.sync_since.get_or_insert_default();
        }
        self.was_sync = shown.syncreq;
        if begins {
            self.flush = self.is_known.then_some(self.entered);
        }
        if out.afready && shown.afvalid {
            let least = self.flush.take().unwrap_or(0);
            demand(self.left >= least, || format!("a flush is answered {} bytes early", least - self.left))?;
        }
        if out.atvalid && shown.atready {
            self.left += u64::from(out.atbytes) + 1;
            let holds = self.is_cut || !self.is_known || self.left <= self.entered;
            demand(holds, || format!("{} bytes left, of {} that entered", self.left, self.entered))?;
        }
        Ok(())
    }
}

fn demand(holds: bool, what: impl Fn() -> String) -> Result<(), SinkError> {
    match holds {
        true => Ok(()),
        false => Err(SinkError::Rule(format!("ATB: {}", what()))),
    }
}
