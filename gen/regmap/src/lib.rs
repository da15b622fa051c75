// SPDX-License-Identifier: Apache-2.0
//! The trace control registers, described once as data.
