// SPDX-License-Identifier: Apache-2.0
//! `tw_example`: the adapter and `tw_top` side by side, for a core with RVFI to be connected to.

use crate::bench::text::range;
use std::fmt::Write;
use tracewright_config::{Build, Run};
use tracewright_verilog::Port;

/// The module.
pub const TOP: &str = "tw_example";

/// The output of the adapter that is not of the ingress port.
const OVERFLOW: &str = "overflow";

/// What the example is made of.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Ports of `tw_top`.
    pub top: &'a [Port],
    /// Ports of `tw_rvfi`.
    pub adapter: &'a [Port],
}

/// A hart's ports begin so.
fn prefix(build: &Build, hart: u32) -> String {
    if build.system.harts == 1 {
        String::new()
    } else {
        format!("hart{hart}_")
    }
}

/// The clock and the reset, which all modules have.
fn is_shared(port: &Port) -> bool {
    ["clk", "rst_n"].contains(&port.name.as_str())
}

impl Example<'_> {
    /// Its ports: those of `tw_top`, with each hart's ingress port replaced by RVFI and the clock of the core.
    pub fn ports(&self, build: &Build) -> Vec<Port> {
        let inner: Vec<String> = (0..build.system.harts).flat_map(|hart| self.inner(&prefix(build, hart))).collect();
        let mut ports: Vec<Port> = self.top.iter().filter(|port| is_shared(port)).cloned().collect();
        for hart in 0..build.system.harts {
            let prefix = prefix(build, hart);
            let named = |name: &str, port: &Port| Port { name: format!("{prefix}{name}"), ..port.clone() };
            ports.push(Port {
                name: format!("{prefix}core_clk"),
                input: false,
                width: 1,
                doc: "Clock of the core.".into(),
                group: String::new(),
            });
            for port in self.adapter.iter().filter(|port| !is_shared(port)) {
                match (port.input, port.name.as_str()) {
                    (true, name) => ports.push(named(name, port)),
                    (false, OVERFLOW) => ports.push(named("rvfi_overflow", port)),
                    (false, _) => {}
                }
            }
        }
        let others = self.top.iter().filter(|port| !is_shared(port) && !inner.contains(&port.name));
        ports.extend(others.cloned());
        ports
    }

    /// Names of a hart's ports of `tw_top` that are connected inside.
    fn inner(&self, prefix: &str) -> Vec<String> {
        let shown = self.adapter.iter().filter(|port| !port.input && port.name != OVERFLOW);
        let names = shown.map(|port| port.name.as_str()).chain(["stall"]);
        names.map(|name| format!("{prefix}{name}")).collect()
    }

    /// The file.
    pub(crate) fn text(&self, build: &Build, run: &Run) -> String {
        let stall = build.encoder.stall;
        let mut text = String::from(
            "// tw_example: a traced core without the core: its RVFI, the adapter and tw_top. Put the core in here, or \
             beside it.\n\n",
        );
        text += if stall { GATED } else { OPEN };
        text += "`default_nettype none\n\n";
        text += &match stall {
            true => format!(
                "module {TOP} #(\n  parameter GATED = {}  // 1: stall stops core_clk; 0: stall is left open\n) (\n",
                u8::from(run.stall)
            ),
            false => format!("module {TOP} (\n"),
        };
        let ports = self.ports(build);
        let widest = ports.iter().map(|port| range(port.width as u32).len()).max().unwrap_or(0);
        let lines: Vec<String> = ports
            .iter()
            .map(|port| {
                let direction = if port.input { "input " } else { "output" };
                format!("  {direction} wire {:<widest$}{}", range(port.width as u32), port.name)
            })
            .collect();
        let _ = writeln!(text, "{}\n);", lines.join(",\n"));
        (0..build.system.harts).for_each(|hart| text += &self.hart(&prefix(build, hart), stall));
        let connections = self.top.iter().map(|port| (port.name.clone(), port.name.clone()));
        let unused = |name: &String| !stall && name.ends_with("stall");
        let connections = connections.map(|(port, wire)| match unused(&wire) {
            true => (port, format!("unused_{wire}")),
            false => (port, wire),
        });
        text += &instance("tw_top", "trace", connections);
        text += "\nendmodule\n\n`default_nettype wire\n";
        text
    }

    /// A hart's wires, the clock of its core, and its adapter.
    fn hart(&self, prefix: &str, stall: bool) -> String {
        let mut text = String::from("\n");
        let shown = |port: &&Port| !port.input && port.name != OVERFLOW;
        let widest = self.adapter.iter().filter(shown).map(|port| range(port.width as u32).len()).max().unwrap_or(0);
        for port in self.adapter.iter().filter(shown) {
            let _ = writeln!(text, "  wire {:<widest$}{prefix}{};", range(port.width as u32), port.name);
        }
        let (unused, clock) = match stall {
            true => ("", GATE),
            false => ("unused_", "\n  assign CORE_clk = clk;\n"),
        };
        let _ = writeln!(text, "  wire {:<widest$}{unused}{prefix}stall;", "");
        text += &clock.replace("CORE_", &format!("{prefix}core_")).replace("PREFIX_", prefix);
        text.push('\n');
        let connections = self.adapter.iter().map(|port| {
            let wire = match port.name.as_str() {
                "clk" => format!("{prefix}core_clk"),
                "rst_n" => "rst_n".into(),
                OVERFLOW => format!("{prefix}rvfi_overflow"),
                name => format!("{prefix}{name}"),
            };
            (port.name.clone(), wire)
        });
        text + &instance("tw_rvfi", &format!("{prefix}adapter"), connections)
    }
}

/// An instance with its ports and what they are connected to.
fn instance(module: &str, name: &str, connections: impl Iterator<Item = (String, String)>) -> String {
    let lines: Vec<String> = connections.map(|(port, wire)| format!("    .{port}({wire})")).collect();
    format!("  {module} {name} (\n{}\n  );\n", lines.join(",\n"))
}

const GATED: &str = "\
// GATED 1: stall stops core_clk, the clock of the core and the adapter, and nothing is lost (run.stall = true,
// teInstStallEn 1). To start: release rst_n with the core in reset, write what INTEGRATION.md has under Start, then
// release the core. To stop: two cycles of core_clk after the last instruction of interest, write what is under Stop.
// GATED 0: stall is left open, core_clk is clk, and messages are lost where the queue is full (run.stall = false,
// teInstStallEn 0). It is started and stopped likewise; a core that runs already is traced from where it is.
";

const OPEN: &str = "\
// This build has no stall: messages are lost where the queue is full. To start: release rst_n with the core in reset,
// write what INTEGRATION.md has under Start, then release the core; a core that runs already is traced from where it
// is. To stop: two cycles after the last instruction of interest, write what is under Stop.
";

const GATE: &str = "
  generate
    if (GATED != 0) begin : PREFIX_gated
      // This gate is for simulation: take that of your technology.
      reg through;
      always @(negedge clk) through <= !PREFIX_stall;
      assign CORE_clk = clk && through;
    end else begin : PREFIX_open
      wire unused_stall = PREFIX_stall;
      assign CORE_clk = clk;
    end
  endgenerate
";
