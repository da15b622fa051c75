// SPDX-License-Identifier: Apache-2.0
//! A module around the design that registers its ports, so that paths through them count and have both ends.

use super::{Design, Port};
use std::fmt::Write;

/// Name of the wrapping module.
pub const NAME: &str = "tracewright_registered";

/// Its file.
pub const FILE: &str = "tracewright_registered.v";

/// The wrapping module, of ECP5 cells, so that it can be added to a design that is already mapped.
pub fn text(design: &Design) -> String {
    let direction = |input: bool| if input { "input " } else { "output" };
    let ports: String = design
        .ports
        .iter()
        .map(|p| format!(",\n  {} wire [{}:0] {}", direction(p.input), p.width - 1, p.name))
        .collect();
    let mut text = format!("module {NAME} (\n  input  wire clk,\n  input  wire rst_n{ports}\n);\n  genvar i;\n");
    for port in design.ports.iter().filter(|port| !port.direct) {
        let (name, width) = (&port.name, port.width);
        let inner = format!("{name}_inner");
        let (d, q) = if port.input { (name, &inner) } else { (&inner, name) };
        let _ = write!(
            text,
            "  wire [{}:0] {inner};\n  generate for (i = 0; i < {width}; i = i + 1) begin : g_{name}\n    \
             TRELLIS_FF #(.GSR(\"DISABLED\"), .CEMUX(\"1\"), .CLKMUX(\"CLK\"), .LSRMUX(\"LSR\"), .REGSET(\"RESET\")) ff\n      \
             (.CLK(clk), .LSR(1'b0), .DI({d}[i]), .Q({q}[i]));\n  end endgenerate\n",
            width - 1
        );
    }
    let connection = |p: &Port| format!(", .{}({}{})", p.name, p.name, if p.direct { "" } else { "_inner" });
    let connections: String = design.ports.iter().map(connection).collect();
    let _ = write!(text, "  {} inner (.clk(clk), .rst_n(rst_n){connections});\nendmodule\n", design.top);
    text
}
