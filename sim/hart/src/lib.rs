// SPDX-License-Identifier: Apache-2.0
//! Retirement streams: an embedded RISC-V hart and readers of recorded logs.
