// SPDX-License-Identifier: Apache-2.0
//! Random ingress that a hart could produce, the same for the same seed and build.
