// SPDX-License-Identifier: Apache-2.0
//! The steps of an access inside, and what is read (docs/control.md, "From the bus to the registers").

use crate::mismatch::{register_name, Difference};
use crate::observed::Inside;
use tracewright_model::control::{BusAccess, Read};
use tracewright_regmap::{CTR_DEBUG_HIGH, CTR_DEBUG_LOW, CTR_DEBUG_SELECT};

/// Where an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Idle,
    Act,
    Answer,
    Done,
}

/// Follows the accesses.
#[derive(Debug)]
pub(super) struct Sequencer {
    step: Step,
    /// The access, as it was asked for.
    asked: Option<Inside>,
    /// What it must read.
    read: Read,
    /// The component has a window to Control Transfer Records.
    has_records: bool,
}

impl Sequencer {
    pub fn new(has_records: bool) -> Sequencer {
        Sequencer { step: Step::Idle, asked: None, read: Read::Nothing, has_records }
    }

    /// No access is under way.
    pub fn is_idle(&self) -> bool {
        self.step == Step::Idle
    }

    /// A cycle with this access; what the registers get of it, whether they are locked or not.
    pub fn cycle(&mut self, inside: Option<&Inside>, locked: bool) -> Result<Option<BusAccess>, Difference> {
        let Some(inside) = inside else {
            return match self.step {
                Step::Idle => Ok(None),
                _ => Err(Difference::Access("it goes on to its end")),
            };
        };
        let asked = *self.asked.get_or_insert(*inside);
        let is_window = self.has_records && is_window(inside);
        let is_shown = is_window && self.step == Step::Answer;
        let (acts, answers) = (self.step == Step::Act && !locked, self.step == Step::Answer && !locked);
        let rules = [
            (inside.request, "it is asked for until it is done"),
            (same(inside, &asked), "what is asked for stays until it is done"),
            (inside.acts == (acts && inside.write && inside.strobe != 0), "a write acts in its second cycle"),
            (
                inside.answers.is_none_or(|told| told == (answers && !inside.write && !is_window)),
                "a read answers in its third cycle",
            ),
            (inside.records.is_some() == is_shown, "records are shown an access from its third cycle on"),
            (inside.done == (self.step == Step::Done), "it is done in its fourth cycle"),
        ];
        if let Some((_, rule)) = rules.iter().find(|(is_kept, _)| !is_kept) {
            return Err(Difference::Access(rule));
        }
        let Inside { write, offset, data, strobe, .. } = *inside;
        let step = self.step;
        self.step = match step {
            Step::Idle => Step::Act,
            Step::Act => Step::Answer,
            Step::Answer => match inside.records {
                Some(false) => Step::Answer,
                Some(true) if !write => {
                    self.read = Read::Data(if locked { 0 } else { inside.of_records });
                    Step::Done
                }
                _ => Step::Done,
            },
            Step::Done => {
                self.asked = None;
                compare(offset, std::mem::replace(&mut self.read, Read::Nothing), inside.read)?;
                Step::Idle
            }
        };
        if is_window {
            // The register file has nothing there.
            return Ok(None);
        }
        Ok(match (step, write) {
            (Step::Act, true) => Some(BusAccess::Write { offset, data, strobe }),
            (Step::Answer, false) => Some(BusAccess::Read { offset }),
            _ => None,
        })
    }

    /// What the access must read.
    pub fn expect(&mut self, read: Read) {
        if read != Read::Nothing {
            self.read = read;
        }
    }
}

/// Whether the access is one of the window: a read, or a write of all four bytes.
fn is_window(inside: &Inside) -> bool {
    let is_whole = !inside.write || inside.strobe == 0xF;
    is_whole && [CTR_DEBUG_SELECT, CTR_DEBUG_LOW, CTR_DEBUG_HIGH].contains(&(inside.offset as usize))
}

fn same(a: &Inside, b: &Inside) -> bool {
    let data = |inside: &Inside| inside.write.then_some((inside.data, inside.strobe));
    (a.write, a.offset, data(a)) == (b.write, b.offset, data(b))
}

fn compare(offset: u32, expected: Read, found: u32) -> Result<(), Difference> {
    match expected {
        Read::Data(expected) if expected != found => {
            Err(Difference::Read { name: register_name(offset), offset, expected, found })
        }
        _ => Ok(()),
    }
}
