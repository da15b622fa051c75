// SPDX-License-Identifier: Apache-2.0
//! Disabling a whole trace system.

use crate::{Driver, Error, Funnel, Mmio};

/// Disables encoders and the funnels downstream of them in the order of Trace Control ch. 15: each step for all
/// components before the next one. Where funnels feed funnels, one call disables a level of them, the first one the
/// encoders, too.
///
/// # Errors
/// [`Error::Timeout`] names what does not become empty; nothing downstream of it has been disabled then.
pub fn disable<M: Mmio, F: Mmio<Error = M::Error>>(
    encoders: &mut [Driver<M>],
    funnels: &mut [Funnel<F>],
) -> Result<(), Error<M::Error>> {
    encoders.iter_mut().try_for_each(Driver::stop_tracing)?;
    encoders.iter_mut().try_for_each(Driver::stop)?;
    encoders.iter_mut().try_for_each(|encoder| encoder.flush().map(drop))?;
    encoders.iter_mut().try_for_each(Driver::drain)?;
    funnels.iter_mut().try_for_each(Funnel::stop)?;
    funnels.iter_mut().try_for_each(Funnel::flush)?;
    funnels.iter_mut().try_for_each(Funnel::drain)
}
