// SPDX-License-Identifier: Apache-2.0
//! Every form is read by a tool that is not ours, and what the tool finds is what the description says.

mod c_header;
mod cases;
mod csr;
mod ipxact;
mod json;
mod markdown;
mod pmu;
mod pmu_tree;
mod presence;
mod python;
mod row;
mod rust_module;
mod svd;
mod system;
mod systemrdl;
