// SPDX-License-Identifier: Apache-2.0
//! What the ports of the whole are called.

use tracewright_config::{Build, SinkKind};

/// What ports are called that are not called as their fields: the field's name, or how it begins, and that of the port.
pub(crate) fn names(build: &Build) -> Vec<(String, String)> {
    let mut names = Vec::new();
    if build.system.harts > 1 {
        let field = if build.tandem.built { "recorded" } else { "port" };
        names.extend((0..build.system.harts).map(|hart| (format!("{field}_{hart}_"), format!("hart{hart}_"))));
    }
    if build.sink.has(SinkKind::Atb) {
        names.extend([("at_clk", "atclk"), ("at_rst_n", "atresetn")].map(|(field, name)| (field.into(), name.into())));
    }
    names
}
