// SPDX-License-Identifier: Apache-2.0
//! Timing diagrams of waveforms.
