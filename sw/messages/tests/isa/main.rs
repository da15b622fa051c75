// SPDX-License-Identifier: Apache-2.0
//! Classes of instructions.

mod classify;
mod ctr_3_3;
mod table2;
