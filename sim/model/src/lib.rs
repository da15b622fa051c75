// SPDX-License-Identifier: Apache-2.0
//! Golden model of the N-Trace encoder, written from the specification.
