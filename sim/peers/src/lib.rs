// SPDX-License-Identifier: Apache-2.0
//! What the buses of trace sinks are connected to: memories behind AXI4, TileLink and Wishbone, and an ATB slave.
