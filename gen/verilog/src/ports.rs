// SPDX-License-Identifier: Apache-2.0
//! Ports of the top module that are others than those of its kernel.

use crate::error::Problem;
use crate::module::ports;
use crate::tree::Tree;

/// Gives a port of a block fewer bits than its kernel has.
pub(crate) fn narrow(tree: &mut Tree, port: &str, width: usize) -> Result<(), Problem> {
    let position = ports(tree).iter().position(|other| other.name == port);
    let leaf = position.and_then(|position| tree.atoms.iter_mut().filter(|leaf| leaf.is_port()).nth(position));
    let leaf = leaf.ok_or_else(|| Problem::NoPort(port.into()))?;
    if !(1..=leaf.width).contains(&width) {
        return Err(Problem::PortWidth { port: port.into(), width, most: leaf.width });
    }
    leaf.port_width = width;
    Ok(())
}

/// Gives ports of a block other names.
pub(crate) fn rename(tree: &mut Tree, names: &[(&str, &str)]) -> Result<(), Problem> {
    let before = ports(tree);
    for (from, to) in names {
        let mut is_used = false;
        for (leaf, port) in tree.atoms.iter_mut().filter(|leaf| leaf.is_port()).zip(&before) {
            let rest = port.name.strip_prefix(from).filter(|rest| rest.is_empty() || from.ends_with('_'));
            if let Some(rest) = rest {
                leaf.port_name = Some(format!("{to}{rest}"));
                is_used = true;
            }
        }
        if !is_used {
            return Err(Problem::NoPort(from.to_string()));
        }
    }
    Ok(())
}
