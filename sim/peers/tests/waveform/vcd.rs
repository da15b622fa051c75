// SPDX-License-Identifier: Apache-2.0
//! A waveform as a VCD file.

use tracewright_peers::pins::{Change, PibMode};

/// A VCD file with `tref` and the vector `tdata`; its unit of time is 1 ns.
pub fn vcd(mode: PibMode, changes: &[Change]) -> String {
    let width = mode.pins();
    let mut text = format!(
        "$timescale 1ns $end\n$scope module pib $end\n$var wire 1 ! tref $end\n$var wire {width} # tdata{} $end\n\
         $upscope $end\n$enddefinitions $end\n",
        if width > 1 { format!(" [{}:0]", width - 1) } else { String::new() }
    );
    for change in changes {
        let tdata = match width {
            1 => format!("{}#", change.pins.tdata),
            _ => format!("b{:b} #", change.pins.tdata),
        };
        text += &format!("#{}\n{}!\n{tdata}\n", change.time, u8::from(change.pins.tref));
    }
    text
}
