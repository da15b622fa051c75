// SPDX-License-Identifier: Apache-2.0
//! What a trace probe makes of the pins of a PIB (Trace Control ch. 12): written from the specification, for any transmitter.
