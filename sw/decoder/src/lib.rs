// SPDX-License-Identifier: Apache-2.0
//! From N-Trace bytes and a program image to the executed addresses.
