// SPDX-License-Identifier: Apache-2.0
//! Trace-control driver: enable, disable and read out over memory-mapped registers.
