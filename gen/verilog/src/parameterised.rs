// SPDX-License-Identifier: Apache-2.0
//! Modules whose text is one for every width.

use rust_hdl_core::prelude::Verilog;

/// What a line of a text begins with that declares a parameter, or a port whose width is one.
const PARAMETER: &str = "//! parameter ";
const PORT: &str = "//! port ";

/// The text of a module with parameters, told to the back end as the text of the block's `hdl()`. However many widths a
/// design has of it, it is one module, and each instance says its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameterised {
    /// Name, value in this block, and meaning of each parameter.
    pub parameters: Vec<(String, usize, String)>,
    /// Ports whose width in bits is a parameter: name in the Verilog, and the parameter.
    pub ports: Vec<(String, String)>,
    /// What stands between the ports and `endmodule`.
    pub text: String,
}

impl Parameterised {
    /// What `hdl()` returns.
    pub fn verilog(&self) -> Verilog {
        let mut text = String::new();
        for (name, value, meaning) in &self.parameters {
            text += &format!("{PARAMETER}{name} {value} {meaning}\n");
        }
        for (port, parameter) in &self.ports {
            text += &format!("{PORT}{port} {parameter}\n");
        }
        Verilog::Custom(text + &self.text)
    }

    /// What a block's text says, with or without parameters.
    pub(crate) fn of(text: &str) -> Parameterised {
        let mut found = Parameterised::default();
        let mut rest = text;
        while let Some((line, after)) = rest.split_once('\n') {
            if let Some(parameter) = line.strip_prefix(PARAMETER) {
                let mut words = parameter.splitn(3, ' ');
                let (name, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
                let meaning = words.next().unwrap_or_default().to_string();
                found.parameters.push((name.into(), value.parse().unwrap_or_default(), meaning));
            } else if let Some((port, parameter)) = line.strip_prefix(PORT).and_then(|line| line.split_once(' ')) {
                found.ports.push((port.into(), parameter.into()));
            } else {
                break;
            }
            rest = after;
        }
        found.text = rest.into();
        found
    }

    /// The same for any values of the parameters.
    pub(crate) fn general(&self) -> Parameterised {
        let parameters = self.parameters.iter().map(|(name, _, meaning)| (name.clone(), 0, meaning.clone()));
        Parameterised { parameters: parameters.collect(), ..self.clone() }
    }

    /// The parameter that a port is as wide as.
    pub(crate) fn width_of(&self, port: &str) -> Option<&str> {
        self.ports.iter().find(|(other, _)| other == port).map(|(_, parameter)| parameter.as_str())
    }
}
