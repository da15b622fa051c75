// SPDX-License-Identifier: Apache-2.0
//! An entry of the queue as the hardware has it, and the messages that it stands for.

use tracewright_config::Build;
use tracewright_messages::{format, rcode, Field, Tcode};
use tracewright_model::Message;
use tracewright_rtl::codes::*;

/// An entry in the queue's common form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueueEntry {
    pub kind: u8,
    pub fixed: u8,
    pub count: u32,
    pub addr: u64,
    /// `addr` is whole: the queue makes U-ADDR later.
    pub is_whole: bool,
    pub hist: u32,
    /// How often something repeats; 0 for no such part, and once is a history that does not repeat.
    pub repeat_count: u32,
    /// The history that repeats; 0 for a branch message.
    pub repeat_hist: u32,
    /// Ownership messages: bit 0 for FORMAT 00, bit 1 for 10, bit 2 for 11.
    pub own: u8,
    /// V above PRV.
    pub own_privilege: u8,
    /// hcontext above scontext.
    pub own_context: u64,
    /// When what it reports happened.
    pub time: u64,
}

impl QueueEntry {
    /// The entry with U-ADDR where its message has that; `reference` is the last address sent (N-Trace 8.1).
    pub fn referred(mut self, reference: &mut u64) -> QueueEntry {
        let fields = self.tcode().map_or(&[][..], Tcode::fields);
        let (is_full, is_relative) = (fields.contains(&Field::FAddr), fields.contains(&Field::UAddr));
        if self.is_whole && (is_full || is_relative) {
            let before = std::mem::replace(reference, self.addr);
            self.addr ^= if is_relative { before } else { 0 };
        }
        self
    }

    /// The messages that it stands for, in order, without TSTAMP. A kind that is not defined stands for a message as
    /// well: Error with a code of its own.
    pub fn messages(&self, build: &Build) -> Vec<Message> {
        let ownership = [(2, format::HCONTEXT), (1, format::SCONTEXT), (0, format::PRIVILEGE)];
        let ownership = ownership.into_iter().filter(|(bit, _)| self.own >> bit & 1 != 0);
        let ownership = ownership.map(|(_, format)| self.ownership(format, build));
        self.repeat().into_iter().chain(self.main()).chain(self.stop()).chain(ownership).collect()
    }

    /// The end of a trace right after a branch.
    fn stop(&self) -> Option<Message> {
        (usize::from(self.kind) == KIND_DIRECT_BRANCH_AND_STOP).then(|| {
            Message::new(Tcode::ProgTraceCorrelation, |field| match field {
                Field::EvCode => u64::from(self.fixed & 0xF),
                Field::Cdf => u64::from(self.fixed >> 4),
                _ => 0,
            })
        })
    }

    fn repeat(&self) -> Option<Message> {
        let tcode = if self.repeat_hist == 0 { Tcode::RepeatBranch } else { Tcode::ResourceFull };
        (self.repeat_count != 0).then(|| {
            Message::new(tcode, |field| match field {
                Field::RCode if self.repeat_count == 1 => rcode::HIST.into(),
                Field::RCode => rcode::HIST_REPEAT.into(),
                Field::RData => self.repeat_hist.into(),
                _ => self.repeat_count.into(),
            })
        })
    }

    /// TCODE of its main message, if it has one.
    fn tcode(&self) -> Option<Tcode> {
        Some(match usize::from(self.kind) {
            KIND_NONE => return None,
            KIND_PROG_TRACE_SYNC => Tcode::ProgTraceSync,
            KIND_DIRECT_BRANCH | KIND_DIRECT_BRANCH_AND_STOP => Tcode::DirectBranch,
            KIND_DIRECT_BRANCH_SYNC => Tcode::DirectBranchSync,
            KIND_INDIRECT_BRANCH => Tcode::IndirectBranch,
            KIND_INDIRECT_BRANCH_SYNC => Tcode::IndirectBranchSync,
            KIND_INDIRECT_BRANCH_HIST => Tcode::IndirectBranchHist,
            KIND_INDIRECT_BRANCH_HIST_SYNC => Tcode::IndirectBranchHistSync,
            KIND_FULL_I_CNT | KIND_FULL_HIST => Tcode::ResourceFull,
            KIND_PROG_TRACE_CORRELATION => Tcode::ProgTraceCorrelation,
            _ => Tcode::Error,
        })
    }

    fn main(&self) -> Option<Message> {
        let tcode = self.tcode()?;
        let is_sync = tcode.fields().contains(&Field::Sync);
        Some(Message::new(tcode, |field| match field {
            Field::BType if !is_sync => self.fixed.into(),
            Field::BType | Field::Cdf => u64::from(self.fixed >> 4),
            Field::Sync | Field::EType | Field::RCode | Field::EvCode => self.fixed.into(),
            Field::RData if usize::from(self.kind) == KIND_FULL_HIST => self.hist.into(),
            Field::Hist => self.hist.into(),
            Field::FAddr | Field::UAddr => self.addr,
            _ => self.count.into(),
        }))
    }

    /// PROCESS is FORMAT, PRV, V and a context, from the least significant bit up (N-Trace Table 12).
    fn ownership(&self, format: u8, build: &Build) -> Message {
        let scontext_width = build.encoder.scontext_width;
        let context = match format {
            format::SCONTEXT => self.own_context & ((1 << scontext_width) - 1),
            format::HCONTEXT => self.own_context >> scontext_width,
            _ => 0,
        };
        let process = u64::from(format) | u64::from(self.own_privilege) << 2 | context << 5;
        Message::new(Tcode::Ownership, |_| process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(entry: QueueEntry) -> Vec<String> {
        let mut build = Build::default();
        build.encoder.scontext_width = 8;
        build.encoder.hcontext_width = 4;
        entry.messages(&build).iter().map(Message::to_string).collect()
    }

    fn main(kind: usize, fixed: u8) -> String {
        text(QueueEntry { kind: kind as u8, fixed, count: 7, addr: 0x40, hist: 5, ..QueueEntry::default() }).join("; ")
    }

    #[test]
    fn ntrace_8_1_u_addr_is_the_xor_with_the_last_address_sent() {
        let mut reference = 0;
        let mut addr = |kind: usize, addr| {
            let entry = QueueEntry { kind: kind as u8, addr, is_whole: true, ..QueueEntry::default() };
            entry.referred(&mut reference).addr
        };
        assert_eq!(addr(KIND_PROG_TRACE_SYNC, 0x40), 0x40);
        assert_eq!(addr(KIND_INDIRECT_BRANCH, 0x44), 0x04);
        assert_eq!(addr(KIND_FULL_HIST, 0x80), 0x80, "it has no address");
        assert_eq!(addr(KIND_INDIRECT_BRANCH_HIST, 0x44), 0);
        assert_eq!(addr(KIND_DIRECT_BRANCH, 0x90), 0x90, "it has no address");
        assert_eq!(addr(KIND_INDIRECT_BRANCH_HIST_SYNC, 0x50), 0x50);
        assert_eq!(addr(KIND_INDIRECT_BRANCH, 0x41), 0x11);
        let made = QueueEntry { kind: KIND_INDIRECT_BRANCH as u8, addr: 5, ..QueueEntry::default() };
        assert_eq!(made.referred(&mut 3).addr, 5, "U-ADDR is made already");
    }

    #[test]
    fn ntrace_table_8_gives_each_slot_its_field() {
        assert_eq!(main(KIND_NONE, 5), "");
        assert_eq!(main(KIND_PROG_TRACE_SYNC, 5), "ProgTraceSync SYNC=5 I-CNT=7 F-ADDR=0x40");
        assert_eq!(main(KIND_DIRECT_BRANCH, 0), "DirectBranch I-CNT=7");
        assert_eq!(main(KIND_DIRECT_BRANCH_SYNC, 2), "DirectBranchSync SYNC=2 I-CNT=7 F-ADDR=0x40");
        assert_eq!(main(KIND_INDIRECT_BRANCH, 2), "IndirectBranch B-TYPE=2 I-CNT=7 U-ADDR=0x40");
        assert_eq!(
            main(KIND_INDIRECT_BRANCH_SYNC, 3 << 4 | 6),
            "IndirectBranchSync SYNC=6 B-TYPE=3 I-CNT=7 F-ADDR=0x40"
        );
        assert_eq!(main(KIND_INDIRECT_BRANCH_HIST, 3), "IndirectBranchHist B-TYPE=3 I-CNT=7 U-ADDR=0x40 HIST=0x5");
        assert_eq!(
            main(KIND_INDIRECT_BRANCH_HIST_SYNC, 2 << 4 | 4),
            "IndirectBranchHistSync SYNC=4 B-TYPE=2 I-CNT=7 F-ADDR=0x40 HIST=0x5"
        );
        assert_eq!(main(KIND_FULL_I_CNT, 0), "ResourceFull RCODE=0 RDATA=7");
        assert_eq!(main(KIND_FULL_HIST, 1), "ResourceFull RCODE=1 RDATA=0x5");
        assert_eq!(
            main(KIND_PROG_TRACE_CORRELATION, 1 << 4 | 4),
            "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=7 HIST=0x5"
        );
        assert_eq!(
            main(KIND_DIRECT_BRANCH_AND_STOP, 4),
            "DirectBranch I-CNT=7; ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0"
        );
        assert_eq!(main(KIND_ERROR, 0), "Error ETYPE=0 ECODE=7");
    }

    #[test]
    fn what_repeats_comes_first_and_ownership_last() {
        let both = QueueEntry {
            kind: KIND_INDIRECT_BRANCH as u8,
            repeat_count: 9,
            repeat_hist: 6,
            own: 0b110,
            own_privilege: 0b101,
            own_context: 0x312,
            ..QueueEntry::default()
        };
        let expected = [
            "ResourceFull RCODE=2 RDATA=0x6 HREPEAT=9".to_string(),
            "IndirectBranch B-TYPE=0 I-CNT=0 U-ADDR=0x0".into(),
            format!("Ownership PROCESS={:#X}", 0b11 | 0b101 << 2 | 3 << 5),
            format!("Ownership PROCESS={:#X}", 0b10 | 0b101 << 2 | 0x12 << 5),
        ];
        assert_eq!(text(both), expected);
        let once = QueueEntry { repeat_count: 1, repeat_hist: 6, ..QueueEntry::default() };
        assert_eq!(text(once), ["ResourceFull RCODE=1 RDATA=0x6"]);
        let branch = QueueEntry { repeat_count: 2, own: 1, own_privilege: 3, ..QueueEntry::default() };
        assert_eq!(text(branch), ["RepeatBranch B-CNT=2", "Ownership PROCESS=0xC"]);
    }
}
