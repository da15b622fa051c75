// SPDX-License-Identifier: Apache-2.0
//! A module around the design that registers its ports, so that paths through them count and have both ends.
//!
//! ECP5 is placed out of context: a port is a register and a wire that goes nowhere. For iCE40 there is no such mode,
//! and a design has more ports than a package has pins: there the registers of the inputs are a chain that is shifted
//! in, and those of the outputs are gathered by exclusive or into a second chain that is shifted out, one of each for
//! each clock. Either way a path of the design begins and ends in a register that is next to it, and no path of the
//! wrapper has more than one gate.

use crate::synthesis::{Design, Port, Target};
use std::fmt::Write;

/// Name of the wrapping module.
pub const NAME: &str = "tracewright_registered";

/// Its file.
pub const FILE: &str = "tracewright_registered.v";

/// Name of the design in it.
pub const INNER: &str = "inner";

/// The wrapping module, of cells of the family, so that it can be added to a design that is already mapped.
pub fn text(design: &Design, ports: &[Port], target: Target) -> String {
    let mut text = match target {
        Target::Ecp5 => ecp5(ports),
        _ => ice40(ports),
    };
    let connection = |p: &Port| format!(".{}({}{})", p.name, p.name, if p.clock.is_some() { "_inner" } else { "" });
    let connections: Vec<String> = ports.iter().map(connection).collect();
    let _ = write!(text, "  {} {INNER} ({});\nendmodule\n", design.top, connections.join(", "));
    text
}

/// Clocks that registers need, and clocks and resets of the design.
fn direct(ports: &[Port]) -> Vec<&str> {
    let mut names: Vec<&str> =
        ports.iter().filter(|port| port.clock.is_none()).map(|port| port.name.as_str()).collect();
    names.extend(ports.iter().filter_map(|port| port.clock.as_deref()));
    names.sort_unstable();
    names.dedup();
    names
}

fn header(ports: impl IntoIterator<Item = String>) -> String {
    let ports: Vec<String> = ports.into_iter().collect();
    format!("module {NAME} (\n{}\n);\n", ports.join(",\n"))
}

fn inner_wires(ports: &[Port]) -> String {
    let wire = |port: &Port| format!("  wire [{}:0] {}_inner;\n", port.width - 1, port.name);
    ports.iter().filter(|port| port.clock.is_some()).map(wire).collect()
}

/// A register for each bit.
fn ecp5(ports: &[Port]) -> String {
    let clocks = direct(ports).into_iter().map(|name| format!("  input  wire {name}"));
    let data = ports.iter().filter(|port| port.clock.is_some()).map(|port| {
        format!("  {} wire [{}:0] {}", if port.input { "input " } else { "output" }, port.width - 1, port.name)
    });
    let mut text = header(clocks.chain(data)) + "  genvar i;\n" + &inner_wires(ports);
    for (port, clock) in ports.iter().filter_map(|port| Some((port, port.clock.as_deref()?))) {
        let (name, width) = (&port.name, port.width);
        let inner = format!("{name}_inner");
        let (d, q) = if port.input { (name, &inner) } else { (&inner, name) };
        let _ = write!(
            text,
            "  generate for (i = 0; i < {width}; i = i + 1) begin : port_{name}\n    \
             TRELLIS_FF #(.GSR(\"DISABLED\"), .CEMUX(\"1\"), .CLKMUX(\"CLK\"), .LSRMUX(\"LSR\"), .REGSET(\"RESET\")) register\n      \
             (.CLK({clock}), .LSR(1'b0), .DI({d}[i]), .Q({q}[i]));\n  end endgenerate\n"
        );
    }
    text
}

/// A chain of inputs and a chain of outputs for each clock.
fn ice40(ports: &[Port]) -> String {
    let mut clocks: Vec<&str> = ports.iter().filter_map(|port| port.clock.as_deref()).collect();
    clocks.sort_unstable();
    clocks.dedup();
    let pins = direct(ports).into_iter().map(|name| format!("  input  wire {name}"));
    let chains = clocks
        .iter()
        .flat_map(|clock| [format!("  input  wire chain_in_{clock}"), format!("  output wire chain_out_{clock}")]);
    let mut text = header(pins.chain(chains)) + &inner_wires(ports);
    for clock in clocks {
        let mut shifted = format!("chain_in_{clock}");
        let mut gathered = String::from("1'b0");
        for port in ports.iter().filter(|port| port.clock.as_deref() == Some(clock)) {
            for i in 0..port.width {
                let (name, bit) = (&port.name, format!("{}_inner[{i}]", port.name));
                if port.input {
                    let _ = writeln!(text, "  SB_DFF port_{name}_{i} (.C({clock}), .D({shifted}), .Q({bit}));");
                    shifted = bit;
                } else {
                    let at = format!("{name}_{i}");
                    let _ = write!(
                        text,
                        "  wire taken_{at}, parity_{at}, gathered_{at};\n  \
                         SB_DFF port_{at} (.C({clock}), .D({bit}), .Q(taken_{at}));\n  \
                         SB_LUT4 #(.LUT_INIT(16'h6666)) add_{at}\n    \
                         (.I0(taken_{at}), .I1({gathered}), .I2(1'b0), .I3(1'b0), .O(parity_{at}));\n  \
                         SB_DFF gather_{at} (.C({clock}), .D(parity_{at}), .Q(gathered_{at}));\n"
                    );
                    gathered = format!("gathered_{at}");
                }
            }
        }
        let last = if gathered == "1'b0" { &shifted } else { &gathered };
        let _ = writeln!(text, "  assign chain_out_{clock} = {last};");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, input: bool, width: usize, clock: Option<&str>) -> Port {
        Port { name: name.into(), input, width, clock: clock.map(str::to_string) }
    }

    fn ports() -> Vec<Port> {
        vec![
            port("clk", true, 1, None),
            port("pib_clk", true, 1, None),
            port("a", true, 2, Some("clk")),
            port("q", false, 1, Some("pib_clk")),
        ]
    }

    fn design() -> Design {
        Design { top: "tw_top".into(), ..Design::default() }
    }

    #[test]
    fn registers_of_ecp5_are_in_the_clock_of_their_port() {
        let text = text(&design(), &ports(), Target::Ecp5);
        assert!(text.contains("(.CLK(clk), .LSR(1'b0), .DI(a[i]), .Q(a_inner[i]));"), "{text}");
        assert!(text.contains("(.CLK(pib_clk), .LSR(1'b0), .DI(q_inner[i]), .Q(q[i]));"), "{text}");
        assert!(text.contains("tw_top inner (.clk(clk), .pib_clk(pib_clk), .a(a_inner), .q(q_inner));"), "{text}");
    }

    #[test]
    fn ports_of_ice40_are_chains() {
        let text = text(&design(), &ports(), Target::Ice40);
        let head = "module tracewright_registered (\n  input  wire clk,\n  input  wire pib_clk,\n  input  wire chain_in_clk,\n  \
                    output wire chain_out_clk,\n  input  wire chain_in_pib_clk,\n  output wire chain_out_pib_clk\n);";
        assert!(text.starts_with(head), "{text}");
        assert!(text.contains("SB_DFF port_a_0 (.C(clk), .D(chain_in_clk), .Q(a_inner[0]));"), "{text}");
        assert!(text.contains("SB_DFF port_a_1 (.C(clk), .D(a_inner[0]), .Q(a_inner[1]));"), "{text}");
        assert!(text.contains("assign chain_out_clk = a_inner[1];"), "{text}");
        assert!(text.contains("SB_DFF port_q_0 (.C(pib_clk), .D(q_inner[0]), .Q(taken_q_0));"), "{text}");
        assert!(text.contains("assign chain_out_pib_clk = gathered_q_0;"), "{text}");
    }
}
