// SPDX-License-Identifier: Apache-2.0
//! Messages of entries as bytes, written from N-Trace ch. 3, 7 and 8.2 on strings of bits.

use crate::codes::*;
use tracewright_config::Build;

/// An entry of the queue.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    pub kind: usize,
    pub fixed: u64,
    pub count: u64,
    pub addr: u64,
    pub hist: u64,
    pub repeat_count: u64,
    pub repeat_hist: u64,
    pub own: u64,
    pub privilege: u64,
    pub context: u64,
    pub time: u64,
}

/// How the registers are set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    pub src: Option<u32>,
    pub extend: bool,
    pub timestamps: bool,
}

/// A field after TCODE and SRC.
enum Field {
    Fixed(u32, u64),
    Var(u64),
    Addr(u64),
}

use Field::{Addr, Fixed, Var};

/// The trace of `entries`.
pub fn bytes(build: &Build, settings: Settings, entries: &[Entry]) -> Vec<u8> {
    let (mut trace, mut before) = (vec![], 0u64);
    let mask = u64::MAX >> (64 - build.timestamp.width);
    for entry in entries {
        for (tcode, fields) in messages(build, entry) {
            let mut fields = fields;
            if settings.timestamps {
                let absolute = matches!(tcode, 9 | 11 | 12 | 29);
                fields.push(Var(if absolute { entry.time } else { entry.time.wrapping_sub(before) } & mask));
                before = entry.time;
            }
            let mut header = vec![Fixed(6, tcode)];
            header.extend(settings.src.map(|id| Fixed(build.encoder.src_bits, id.into())));
            header.extend(fields);
            trace.extend(message(&header, build.xlen - 1, settings.extend));
        }
    }
    trace
}

/// TCODE and fields of every message of an entry.
fn messages(build: &Build, entry: &Entry) -> Vec<(u64, Vec<Field>)> {
    let (low4, low2) = (entry.fixed & 15, entry.fixed & 3);
    let (icnt, addr, hist) = (Var(entry.count), Addr(entry.addr), Var(entry.hist));
    let mut messages = vec![];
    match (entry.repeat_count, entry.repeat_hist) {
        (0, _) => {}
        (count, 0) => messages.push((30, vec![Var(count)])),
        (1, hist) => messages.push((27, vec![Fixed(4, 1), Var(hist)])),
        (count, hist) => messages.push((27, vec![Fixed(4, 2), Var(hist), Var(count)])),
    }
    match entry.kind {
        KIND_PROG_TRACE_SYNC => messages.push((9, vec![Fixed(4, low4), icnt, addr])),
        KIND_INDIRECT_BRANCH => messages.push((4, vec![Fixed(2, low2), icnt, addr])),
        KIND_INDIRECT_BRANCH_HIST => messages.push((28, vec![Fixed(2, low2), icnt, addr, hist])),
        KIND_INDIRECT_BRANCH_HIST_SYNC => {
            messages.push((29, vec![Fixed(4, low4), Fixed(2, entry.fixed >> 4), icnt, addr, hist]))
        }
        KIND_FULL_I_CNT => messages.push((27, vec![Fixed(4, low4), icnt])),
        KIND_FULL_HIST => messages.push((27, vec![Fixed(4, low4), hist])),
        KIND_PROG_TRACE_CORRELATION if entry.fixed >> 4 == 0 => {
            messages.push((33, vec![Fixed(4, low4), Fixed(2, 0), icnt]))
        }
        KIND_PROG_TRACE_CORRELATION => messages.push((33, vec![Fixed(4, low4), Fixed(2, 1), icnt, hist])),
        KIND_ERROR => messages.push((8, vec![Fixed(4, low4), icnt])),
        KIND_DIRECT_BRANCH | KIND_DIRECT_BRANCH_AND_STOP => messages.push((3, vec![icnt])),
        KIND_DIRECT_BRANCH_SYNC => messages.push((11, vec![Fixed(4, low4), icnt, addr])),
        KIND_INDIRECT_BRANCH_SYNC => messages.push((12, vec![Fixed(4, low4), Fixed(2, entry.fixed >> 4), icnt, addr])),
        _ => {}
    }
    let process = |format: u64, context: u64| Var(context << 5 | entry.privilege << 2 | format);
    let width = build.encoder.scontext_width;
    if entry.own & 4 != 0 {
        messages.push((2, vec![process(3, entry.context >> width)]));
    }
    if entry.own & 2 != 0 {
        messages.push((2, vec![process(2, entry.context & ((1 << width) - 1))]));
    }
    if entry.own & 1 != 0 {
        messages.push((2, vec![process(0, 0)]));
    }
    if entry.kind == KIND_DIRECT_BRANCH_AND_STOP {
        messages.push((33, vec![Fixed(4, low4), Fixed(2, 0), Var(0)]));
    }
    messages
}

/// The bits of a number, lowest first.
fn low(value: u64, bits: u32) -> impl Iterator<Item = bool> {
    (0..bits).map(move |i| value >> i & 1 == 1)
}

/// The bytes of a message. With `extend` an address ends after the first six bits whose top one equals all bits above.
fn message(fields: &[Field], addr_bits: u32, extend: bool) -> Vec<u8> {
    let (mut bytes, mut bits) = (vec![], vec![]);
    for field in fields {
        match *field {
            Fixed(width, value) => {
                bits.extend(low(value, width));
                continue;
            }
            Var(value) => bits.extend(low(value, (64 - value.leading_zeros()).max(1))),
            Addr(value) if extend => {
                let whole: Vec<bool> = low(value, addr_bits).collect();
                let ends = |&end: &usize| whole[end - 1..].iter().all(|&bit| bit == whole[end - 1]);
                let end = (6..whole.len()).step_by(6).find(ends).unwrap_or(whole.len());
                bits.extend(&whole[..end]);
            }
            Addr(value) => bits.extend(low(value, (64 - value.leading_zeros()).max(1))),
        }
        for mdo in bits.chunks(6) {
            bytes.push(mdo.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit)) << 2);
        }
        *bytes.last_mut().unwrap() |= 1;
        bits.clear();
    }
    *bytes.last_mut().unwrap() |= 3;
    bytes
}
