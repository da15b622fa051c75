// SPDX-License-Identifier: Apache-2.0
//! What the core retired against what its trace decodes to.

use crate::system::Retired;
use tracewright_config::Config;
use tracewright_decoder::{decode, Item, Privilege, Settings, TrapKind};
use tracewright_image::Image;

/// ecall retires, says the trace, and traps then (N-Trace Table 2).
const ECALL: u32 = 0x73;

/// A step of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The instruction at this address retired.
    Instruction(u64),
    /// An exception or interrupt: where execution was, if that is known, and where it goes on.
    Trap(TrapKind, Option<u64>, u64),
}

/// The steps that the retirement port tells.
pub fn executed(log: &[Retired]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut before: Option<&Retired> = None;
    for retired in log {
        let entered = before.filter(|_| retired.intr).map(|before| match before {
            Retired { trap: true, pc, .. } => Step::Trap(TrapKind::Exception, Some(*pc), retired.pc),
            Retired { next, .. } => Step::Trap(TrapKind::Interrupt, Some(*next), retired.pc),
        });
        steps.extend(entered);
        if !retired.trap || retired.bits == ECALL {
            steps.push(Step::Instruction(retired.pc));
        }
        before = Some(retired);
    }
    steps
}

/// mret.
const MRET: u32 = 0x3020_0073;

/// The privilege modes that the retirement port tells, each once in a row: those in which something retired or, if
/// `interrupts` have an address, would have.
pub fn modes(log: &[Retired], interrupts: bool) -> Vec<Privilege> {
    let mut modes = Vec::new();
    let mut before: Option<&Retired> = None;
    for retired in log {
        // What an interrupt came before is in the mode that mret led to.
        let returned = before.filter(|before| interrupts && retired.intr && before.bits == MRET && !before.trap);
        modes.extend(returned.map(|before| before.return_mode));
        if !retired.trap || retired.bits == ECALL {
            modes.push(retired.mode);
        }
        before = Some(retired);
    }
    modes.dedup();
    modes.into_iter().map(|mode| if mode == 0 { Privilege::User } else { Privilege::Machine }).collect()
}

/// What a trace decodes to.
#[derive(Debug, Default)]
pub struct Decoded {
    /// Stretches without a gap.
    pub stretches: Vec<Vec<Step>>,
    /// Error messages: the encoder has lost something.
    pub losses: u32,
    /// Messages that stop the trace.
    pub stops: u32,
    /// Privilege modes as Ownership messages tell them, each once in a row.
    pub modes: Vec<Privilege>,
    /// What no trace should hold.
    pub faults: Vec<Item>,
}

impl Decoded {
    /// Decodes `trace`, of an encoder so built and so used.
    pub fn of(trace: &[u8], image: &Image, config: &Config) -> Decoded {
        let mut decoded = Decoded::default();
        let mut open: Vec<Step> = Vec::new();
        let close = |open: &mut Vec<Step>, stretches: &mut Vec<Vec<Step>>| {
            if !open.is_empty() {
                stretches.push(std::mem::take(open));
            }
        };
        decode(trace, image, &Settings::from(config), &mut |item| match item {
            Item::Instruction { pc } => open.push(Step::Instruction(pc)),
            Item::Trap { kind, from, to } => open.push(Step::Trap(kind, from, to)),
            Item::Lost { .. } => {
                decoded.losses += 1;
                close(&mut open, &mut decoded.stretches);
            }
            Item::Stop { .. } => {
                decoded.stops += 1;
                close(&mut open, &mut decoded.stretches);
            }
            Item::Ownership { process, .. } => decoded.modes.extend(process.privilege()),
            Item::Sync { .. } | Item::Time { .. } => {}
            fault => decoded.faults.push(fault),
        });
        close(&mut open, &mut decoded.stretches);
        decoded.modes.dedup();
        decoded
    }
}

/// Whether a decoded step is what happened. Where an exception came from is not said if the instruction before it
/// retired, which is ecall; nor where an interrupt came from, unless they have an `address`, if a jump led there.
fn agrees(decoded: &Step, executed: &Step, address: bool) -> bool {
    match (decoded, executed) {
        (Step::Trap(kind, None, to), Step::Trap(expected, _, target)) => {
            (kind, to) == (expected, target) && !(address && *kind == TrapKind::Interrupt)
        }
        _ => decoded == executed,
    }
}

/// The first step at which a decoded stretch differs from what was executed.
pub fn difference(decoded: &[Step], executed: &[Step], address: bool) -> Option<String> {
    let place = decoded.iter().zip(executed).position(|(decoded, executed)| !agrees(decoded, executed, address));
    let place = place.or((decoded.len() != executed.len()).then(|| decoded.len().min(executed.len())))?;
    let near = |steps: &[Step]| {
        format!("{:x?}", &steps[place.saturating_sub(3).min(steps.len())..(place + 2).min(steps.len())])
    };
    Some(format!("step {place}: {} of the trace, {} of the core", near(decoded), near(executed)))
}

/// Where in `executed` the stretches lie: each as early as it can, after the one before. None if one is nowhere.
pub fn places(stretches: &[Vec<Step>], executed: &[Step]) -> Option<Vec<usize>> {
    let mut from = 0;
    stretches
        .iter()
        .map(|stretch| {
            let rest = &executed[from..];
            let found =
                rest.windows(stretch.len()).position(|run| stretch.iter().zip(run).all(|(d, e)| agrees(d, e, true)))?;
            from += found + stretch.len();
            Some(from - stretch.len())
        })
        .collect()
}
