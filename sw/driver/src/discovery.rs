// SPDX-License-Identifier: Apache-2.0
//! Finding out what an encoder can do (Trace Control ch. 14).

use crate::driver::{ACTIVE, WORD};
use crate::{Capabilities, Driver, Error, Mmio, Sink, TimestampUnit};
use tracewright_regmap::*;

/// An action that every external trigger input has, for eight of them.
const EVERY_INPUT_STARTS: u32 = 0x1111_1111 * X_TRIG_IN_ACTION_START as u32;

impl<M: Mmio> Driver<M> {
    /// Resets the encoder, takes it out of reset and finds out what it can do: what a field takes, it reads back. Trace memory
    /// and the timestamp unit stay as they are; the write pointer becomes 0.
    pub fn discover(&mut self) -> Result<Capabilities, Error<M::Error>> {
        self.write(TE_CONTROL, 0)?;
        self.activate()?;
        let te_impl = self.read(TE_IMPL)?;
        let has = |position: usize| te_impl >> position & 1 != 0;
        let version = te_impl >> TE_IMPL_TE_VERSION & 0xF;
        let sink = match (has(TE_IMPL_HAS_SRAM_SINK), has(TE_IMPL_HAS_STREAM_SINK)) {
            _ if version != TE_VERSION_0_9_4 as u32 => return Err(Error::Unknown { te_impl }),
            (true, _) => Sink::Sram { bytes: self.ram_bytes()? },
            (false, true) => Sink::Stream,
            (false, false) => return Err(Error::Unknown { te_impl }),
        };
        let options = [TE_CONTROL_TE_INST_STALL_EN, TE_CONTROL_TE_CONTEXT, TE_CONTROL_TE_INST_TRIG_EN];
        let all = options.iter().fold(ACTIVE, |word, bit| word | 1 << bit);
        let mode = |code: usize| (code as u32) << TE_CONTROL_TE_INST_MODE;
        let control = self.written(TE_CONTROL, all | mode(TE_INST_MODE_BTM))?;
        let [stall, context, triggers] = options.map(|bit| control >> bit & 1 != 0);
        let btm = control >> TE_CONTROL_TE_INST_MODE & 7 == TE_INST_MODE_BTM as u32;
        let control = self.written(TE_CONTROL, all | mode(TE_INST_MODE_HTM))?;
        let htm = control >> TE_CONTROL_TE_INST_MODE & 7 == TE_INST_MODE_HTM as u32;

        let source = self.read(TE_INST_FEATURES)? & (0xFFF << TE_INST_FEATURES_TE_SRC_ID);
        let mut implicit_return = 0;
        let mut features = 0;
        for way in 1..=3 {
            let options = 0x7FF & !(3 << TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE);
            let asked = source | options | way << TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE;
            features = self.written(TE_INST_FEATURES, asked)?;
            implicit_return |= features >> TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE & 3;
        }
        let has = |position: usize| features >> position & 1 != 0;
        let actions = self.written(X_TRIG_IN_CONTROL, EVERY_INPUT_STARTS)?;
        let timestamp = self.read(TS_CONTROL)?;
        let kind = timestamp >> TS_CONTROL_TS_TYPE & 7;

        self.write(TE_CONTROL, 0)?;
        self.activate()?;
        Ok(Capabilities {
            sink,
            stall,
            htm,
            btm,
            context,
            triggers,
            external_triggers: actions.count_ones(),
            src_bits: features >> TE_INST_FEATURES_TE_SRC_BITS,
            src_id: source >> TE_INST_FEATURES_TE_SRC_ID,
            implicit_return,
            sequential_jump: has(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP),
            repeated_history: has(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY),
            all_jumps: has(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS),
            extended_address: has(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB),
            timestamp: (kind != 0).then_some(TimestampUnit { kind, width: timestamp >> TS_CONTROL_TS_WIDTH }),
        })
    }

    /// What a register reads after `value` was written to it.
    fn written(&mut self, offset: usize, value: u32) -> Result<u32, Error<M::Error>> {
        self.write(offset, value)?;
        self.read(offset)
    }

    /// The SRAM's size: writing all ones leaves the last address (ch. 5, teImpl).
    fn ram_bytes(&mut self) -> Result<u32, Error<M::Error>> {
        let last = self.written(TE_RAM_WP, u32::MAX)? & !(WORD - 1);
        self.write(TE_RAM_WP, 0)?;
        Ok(last + WORD)
    }
}
