// SPDX-License-Identifier: Apache-2.0
//! What is connected to the ports of the design, and the signals between.

use std::fmt::Write;

/// The ports of an instance, and the signals that they need.
#[derive(Default)]
pub(in crate::bench) struct Connections {
    /// Port, and what is connected to it.
    ports: Vec<(String, String)>,
    /// Name and width of each wire.
    wires: Vec<(String, u32)>,
}

impl Connections {
    /// A port, connected to something that there is.
    pub fn to(&mut self, port: &str, what: &str) {
        self.ports.push((port.into(), what.into()));
    }

    /// Ports, each connected to a wire of the same name.
    pub fn wires(&mut self, ports: &[(&str, u32)]) {
        for (port, width) in ports {
            self.wires.push((port.to_string(), *width));
            self.to(port, port);
        }
    }

    /// A wire that is connected to no port by itself.
    pub fn declare(&mut self, wire: &str, width: u32) {
        self.wires.push((wire.into(), width));
    }

    /// Outputs that nothing listens to.
    pub fn unused(&mut self, ports: &[(&str, u32)]) {
        for (port, width) in ports {
            let wire = format!("unused_{port}");
            self.wires.push((wire.clone(), *width));
            self.to(port, &wire);
        }
    }

    /// Inputs that stay 0.
    pub fn zero(&mut self, ports: &[(&str, u32)]) {
        for (port, width) in ports {
            self.to(port, &format!("{width}'h0"));
        }
    }

    /// Declarations of the wires.
    pub fn declarations(&self) -> String {
        let widest = self.wires.iter().map(|(_, width)| super::range(*width).len()).max().unwrap_or(0);
        self.wires.iter().fold(String::new(), |mut text, (name, width)| {
            let _ = writeln!(text, "  wire {:<widest$}{name};", super::range(*width));
            text
        })
    }

    /// An instance with these ports.
    pub fn instance(&self, module: &str, parameters: &[(&str, String)], name: &str) -> String {
        let list = |items: Vec<(&str, &str)>| {
            let widest = items.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
            let lines: Vec<_> = items.iter().map(|(port, what)| format!("    .{port:<widest$} ({what})")).collect();
            lines.join(",\n")
        };
        let ports = list(self.ports.iter().map(|(port, what)| (port.as_str(), what.as_str())).collect());
        let parameters: Vec<_> = parameters.iter().map(|(parameter, value)| (*parameter, value.as_str())).collect();
        match parameters.is_empty() {
            true => format!("  {module} {name} (\n{ports}\n  );\n"),
            false => format!("  {module} #(\n{}\n  ) {name} (\n{ports}\n  );\n", list(parameters)),
        }
    }
}
