// SPDX-License-Identifier: Apache-2.0
//! What a line of a hart's table has.

use crate::bench::ingress::Line;
use tracewright_config::{Adapter, Build};

/// When the port of a column has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// From the line on.
    Always,
    /// While the line is shown; else it is 0.
    Valid,
    /// As `Always`, two cycles later: when the adapter shows the line's block.
    AlwaysLate,
    /// As `Valid`, likewise.
    ValidLate,
}

/// A field of a line.
pub(super) struct Column {
    /// The port.
    pub name: String,
    /// The part of the line that the value is in: the number of a block; of others 0.
    pub place: usize,
    pub width: u32,
    /// How often the value is repeated in the port: for each channel of the core.
    pub channels: u32,
    pub when: When,
    pub value: fn(&Line, usize) -> u64,
}

impl Column {
    /// Its value in a line.
    pub fn of(&self, line: &Line) -> u64 {
        (self.value)(line, self.place)
    }
}

type Value = fn(&Line, usize) -> u64;

/// The ports that a line drives, in its order.
pub(super) fn columns(build: &Build) -> Vec<Column> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let context = encoder.context && encoder.scontext_width + encoder.hcontext_width > 0;
    let adapter = port.adapter == Adapter::Rvfi;
    let [always, valid] = match adapter {
        true => [When::AlwaysLate, When::ValidLate],
        false => [When::Always, When::Valid],
    };
    let of_cycle: [(&str, bool, u32, Value); 4] = [
        ("halted", !adapter, 1, |line, _| line.port.halted.into()),
        ("privilege", (encoder.context || build.has_csr_port()) && !adapter, 3, |line, _| line.port.privilege.into()),
        ("hart_context", context, encoder.scontext_width + encoder.hcontext_width, |line, _| line.port.context),
        ("ctype", context, 2, |line, _| line.port.ctype.into()),
    ];
    let of_block: [(&str, bool, u32, Value); 6] = [
        ("itype", !adapter, port.itype_width, |line, n| line.port.blocks[n].itype.into()),
        ("iaddr", !adapter, build.xlen, |line, n| line.port.blocks[n].iaddr),
        ("iretire", !adapter, port.iretire_bits(), |line, n| line.port.blocks[n].iretire.into()),
        ("ilastsize", !adapter, 1, |line, n| line.port.blocks[n].ilastsize.into()),
        ("sijump", encoder.sequential_jump, 1, |line, n| line.port.blocks[n].sijump.into()),
        ("trigger_notify", port.triggers, 1, |line, n| line.port.blocks[n].notify.into()),
    ];
    let column = |&(name, _, width, value): &(&str, bool, u32, Value), place, when| Column {
        name: if place == 0 && port.blocks == 1 || when == always { name.into() } else { format!("{name}_{place}") },
        place,
        width,
        channels: 1,
        when,
        value,
    };
    let mut columns = if adapter { retirement(build) } else { Vec::new() };
    columns.extend(of_cycle.iter().filter(|column| column.1).map(|of| column(of, 0, always)));
    for block in 0..port.blocks as usize {
        columns.extend(of_block.iter().filter(|column| column.1).map(|of| column(of, block, valid)));
    }
    columns
}

/// What the adapter reads.
fn retirement(build: &Build) -> Vec<Column> {
    let return_mode = build.ingress.interrupt_address && build.encoder.context;
    let of_row: [(&str, bool, u32, Value); 9] = [
        ("rvfi_insn", true, 32, |line, _| line.row.insn.into()),
        ("rvfi_trap", true, 1, |line, _| line.row.trap.into()),
        ("rvfi_halt", true, 1, |_, _| 0),
        ("rvfi_intr", true, 1, |line, _| line.row.intr.into()),
        ("rvfi_mode", true, 2, |line, _| line.row.mode.into()),
        ("rvfi_pc_rdata", true, build.xlen, |line, _| line.row.pc),
        ("rvfi_pc_wdata", true, build.xlen, |line, _| line.row.next),
        ("debug_mode", true, 1, |line, _| line.row.debug.into()),
        ("return_mode", return_mode, 2, |line, _| line.row.return_mode.into()),
    ];
    let channels = build.ingress.blocks;
    let valid: Value = |line, _| line.port.blocks.iter().position(|block| block.is_valid()).map_or(1, |at| 1 << at);
    let valid =
        Column { name: "rvfi_valid".into(), place: 0, width: channels, channels: 1, when: When::Valid, value: valid };
    let others = of_row.into_iter().filter(|column| column.1).map(|(name, _, width, value)| Column {
        name: name.into(),
        place: 0,
        width,
        channels,
        when: When::Always,
        value,
    });
    [valid].into_iter().chain(others).collect()
}

/// The ports of a hart that a line drives: name and width.
pub(super) fn driven(build: &Build) -> Vec<(String, u32)> {
    columns(build).into_iter().map(|column| (column.name, column.width * column.channels)).collect()
}
