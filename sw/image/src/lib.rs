// SPDX-License-Identifier: Apache-2.0
//! Program images from ELF files.
