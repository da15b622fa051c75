// SPDX-License-Identifier: Apache-2.0
//! `struct tw_sbi_pmu`, the state of a hart, and the functions.

use crate::platform::code;
use crate::{TwSbiPmuHardware, TwSbiPmuPlatform};
use core::ffi::c_int;
use core::mem::{align_of, size_of, MaybeUninit};
use tracewright_sbi_pmu::Pmu;

/// The state of a hart.
type State = Pmu<'static, TwSbiPmuHardware>;

/// 64-bit words that the header gives the state.
pub const WORDS: usize = 128;

const _: () = assert!(size_of::<State>() <= 8 * WORDS && align_of::<State>() <= align_of::<u64>());

/// `struct tw_sbi_pmu`: room for the state, of which C knows only the size.
#[repr(C)]
pub struct TwSbiPmu {
    state: [MaybeUninit<u64>; WORDS],
}

/// `struct tw_sbi_pmu_ret`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwSbiPmuRet {
    /// To a0.
    pub error: isize,
    /// To a1.
    pub value: usize,
}

/// The state that `tw_sbi_pmu_init` has put there.
///
/// # Safety
/// It has, with success, and nobody else uses it meanwhile.
unsafe fn state<'a>(pmu: *mut TwSbiPmu) -> &'a mut State {
    // SAFETY: the caller says so; size and alignment are asserted above.
    unsafe { &mut *pmu.cast::<State>() }
}

/// Makes the state of a hart, as after reset. Gives 0, or what is wrong with the platform, and where.
///
/// # Safety
/// `pmu` can be written, `platform` and `hardware` read; the lists and functions of both stay as they are for as long
/// as `pmu` is used. `place` is null or can be written.
#[no_mangle]
pub unsafe extern "C" fn tw_sbi_pmu_init(
    pmu: *mut TwSbiPmu,
    platform: *const TwSbiPmuPlatform,
    hardware: *const TwSbiPmuHardware,
    place: *mut usize,
) -> c_int {
    // SAFETY: the caller says so.
    let (platform, hardware) = unsafe { ((*platform).described(), *hardware) };
    match platform.and_then(|platform| Pmu::new(&platform, hardware).map_err(code)) {
        Ok(mut made) => {
            made.reset();
            // SAFETY: the caller says that it can be written; size and alignment are asserted above.
            unsafe { pmu.cast::<State>().write(made) };
            0
        }
        Err((code, at)) => {
            if !place.is_null() {
                // SAFETY: the caller says so.
                unsafe { place.write(at) };
            }
            code
        }
    }
}

/// [`Pmu::reset`].
///
/// # Safety
/// `tw_sbi_pmu_init` has made it, and nobody else uses it meanwhile.
#[no_mangle]
pub unsafe extern "C" fn tw_sbi_pmu_reset(pmu: *mut TwSbiPmu) {
    // SAFETY: the caller says so.
    unsafe { state(pmu) }.reset();
}

/// [`Pmu::call`].
///
/// # Safety
/// `tw_sbi_pmu_init` has made `pmu`, and nobody else uses it meanwhile; `arguments` are six.
#[no_mangle]
pub unsafe extern "C" fn tw_sbi_pmu_call(pmu: *mut TwSbiPmu, fid: usize, arguments: *const usize) -> TwSbiPmuRet {
    // SAFETY: the caller says so.
    let (state, arguments) = unsafe { (state(pmu), *arguments.cast::<[usize; 6]>()) };
    let ret = state.call(fid, arguments);
    TwSbiPmuRet { error: ret.error as isize, value: ret.value }
}

/// [`Pmu::record`].
///
/// # Safety
/// `tw_sbi_pmu_init` has made it, and nobody else uses it meanwhile.
#[no_mangle]
pub unsafe extern "C" fn tw_sbi_pmu_record(pmu: *mut TwSbiPmu, code: u16, amount: u64) {
    // SAFETY: the caller says so.
    unsafe { state(pmu) }.record(code.into(), amount);
}

/// [`Pmu::record_platform`].
///
/// # Safety
/// `tw_sbi_pmu_init` has made it, and nobody else uses it meanwhile.
#[no_mangle]
pub unsafe extern "C" fn tw_sbi_pmu_record_platform(pmu: *mut TwSbiPmu, number: u64, amount: u64) {
    // SAFETY: the caller says so.
    unsafe { state(pmu) }.record_platform(number, amount);
}
