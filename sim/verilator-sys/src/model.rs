// SPDX-License-Identifier: Apache-2.0
//! A loaded library and the models it makes.

use crate::layout::{total, Layout};
use crate::{Error, Input, Output, Wave};
use std::ffi::{c_char, c_int, c_void, CString};
use std::fs::File;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A built design, loaded.
#[derive(Clone)]
pub struct Library {
    inner: Arc<Inner>,
}

struct Inner {
    functions: Functions,
    layout: Layout,
    wave: Option<Wave>,
    // Holds the code that `functions` point into.
    _library: libloading::Library,
}

/// The shim's functions.
#[derive(Clone, Copy)]
struct Functions {
    new: unsafe extern "C" fn() -> *mut c_void,
    delete: unsafe extern "C" fn(*mut c_void),
    cycle: unsafe extern "C" fn(*mut c_void, *const u64, *mut u64),
    settle: unsafe extern "C" fn(*mut c_void, *const u64, *mut u64),
    time: unsafe extern "C" fn(*mut c_void, u64, u64),
    open_wave: unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int,
    close_wave: unsafe extern "C" fn(*mut c_void) -> c_int,
}

impl Library {
    pub(crate) fn load(path: &Path, layout: Layout, wave: Option<Wave>) -> Result<Library, Error> {
        let failed = |e: libloading::Error| Error::Load { path: path.into(), message: e.to_string() };
        // SAFETY: the library was made by `build`: its initialisers are those of Verilator's run time, and the seven
        // symbols have the types that `shim::source` gives them.
        let (library, functions) = unsafe {
            let library = libloading::Library::new(path).map_err(failed)?;
            let functions = Functions {
                new: *library.get(b"vs_new\0").map_err(failed)?,
                delete: *library.get(b"vs_delete\0").map_err(failed)?,
                cycle: *library.get(b"vs_cycle\0").map_err(failed)?,
                settle: *library.get(b"vs_settle\0").map_err(failed)?,
                time: *library.get(b"vs_time\0").map_err(failed)?,
                open_wave: *library.get(b"vs_open_wave\0").map_err(failed)?,
                close_wave: *library.get(b"vs_close_wave\0").map_err(failed)?,
            };
            (library, functions)
        };
        Ok(Library { inner: Arc::new(Inner { functions, layout, wave, _library: library }) })
    }

    /// The input port `name`.
    pub fn input(&self, name: &str) -> Result<Input, Error> {
        self.inner.layout.input(name)
    }

    /// The output port or probe `name`.
    pub fn output(&self, name: &str) -> Result<Output, Error> {
        self.inner.layout.output(name)
    }

    /// A new model: every input, register and memory is 0.
    pub fn model(&self) -> Model {
        // SAFETY: `vs_new` takes nothing, and aborts rather than return null.
        let instance = unsafe { (self.inner.functions.new)() };
        Model {
            instance,
            cycle: self.inner.functions.cycle,
            settle: self.inner.functions.settle,
            inputs: vec![0; total(&self.inner.layout.inputs)],
            outputs: vec![0; self.inner.layout.shown()],
            wave: None,
            library: self.clone(),
        }
    }
}

/// One simulated design.
pub struct Model {
    instance: *mut c_void,
    cycle: unsafe extern "C" fn(*mut c_void, *const u64, *mut u64),
    settle: unsafe extern "C" fn(*mut c_void, *const u64, *mut u64),
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    /// The waveform that is being written.
    wave: Option<(PathBuf, File)>,
    library: Library,
}

// SAFETY: an instance has a context of its own and is only used through `&mut Model`; Verilator asks for no particular
// thread.
unsafe impl Send for Model {}

impl Model {
    /// Sets an input of up to 64 bits, from the next cycle on. Bits that the port does not have are dropped.
    #[inline]
    pub fn set(&mut self, input: Input, value: u64) {
        self.inputs[input.0.first] = value & input.0.first_mask;
    }

    /// Sets an input of any width, lowest bits first; words that are not given are 0.
    pub fn set_wide(&mut self, input: Input, words: &[u64]) {
        let slots = input.0;
        for n in 0..slots.count {
            let mask = if n + 1 == slots.count { slots.last_mask } else { u64::MAX };
            self.inputs[slots.first + n] = words.get(n).copied().unwrap_or(0) & mask;
        }
    }

    /// What an output or probe showed in the last cycle, before its rising edge, or when all last settled: its lowest
    /// 64 bits. What flags guard ([`crate::Flags::guarded`]) is of the last cycle with one of them.
    #[inline]
    pub fn get(&self, output: Output) -> u64 {
        self.outputs[output.0.first]
    }

    /// All bits of an output or probe, lowest first.
    #[inline]
    pub fn get_wide(&self, output: Output) -> &[u64] {
        &self.outputs[output.0.first..][..output.0.count]
    }

    /// Runs a cycle: takes the inputs with the clock low, lets everything settle, samples outputs and probes, then
    /// raises the clock.
    #[inline]
    pub fn cycle(&mut self) {
        // SAFETY: the instance lives until `drop`, and both arrays have the lengths that the shim was generated for.
        unsafe { (self.cycle)(self.instance, self.inputs.as_ptr(), self.outputs.as_mut_ptr()) }
    }

    /// Takes the inputs, lets everything settle, and samples outputs and probes; the clock stays as it is. An input
    /// that is the clock of a part of the design makes its edges here: what else changes with a rising edge is taken as
    /// it will be, so change the other inputs with the falling one.
    pub fn settle(&mut self) {
        // SAFETY: as for `cycle`.
        unsafe { (self.settle)(self.instance, self.inputs.as_ptr(), self.outputs.as_mut_ptr()) }
    }

    /// Starts a waveform file, of the format the library was built for. Two time steps are a cycle, and settling is
    /// one, but for what [`Model::at`] says.
    pub fn open_wave(&mut self, path: &Path) -> Result<(), Error> {
        let Some(format) = self.library.inner.wave else { return Err(Error::NoWave) };
        let refused = || Error::io(path)(std::io::Error::other("cannot be written"));
        // Created here first: the run time would abort the program over a folder that is not there.
        let file = File::create(path).map_err(Error::io(path))?;
        if format == Wave::Fst && file.metadata().map_err(Error::io(path))?.file_type().is_fifo() {
            return Err(Error::io(path)(std::io::Error::other(
                "a pipe takes no .fst, whose beginning is written last",
            )));
        }
        let name = name_of(path, &file, format).map_err(Error::io(path))?;
        let name = CString::new(name.into_os_string().into_vec()).map_err(|_| refused())?;
        // SAFETY: the instance is alive, and the name ends in a zero byte.
        let status = unsafe { (self.library.inner.functions.open_wave)(self.instance, name.as_ptr()) };
        if status != 0 {
            return Err(refused());
        }
        self.wave = Some((path.into(), file));
        Ok(())
    }

    /// In a waveform, the next step is at time `first`, and the one after it at `second`, in picoseconds: the two of a
    /// cycle, or two of settling. A time that has passed is right after the step before.
    #[inline]
    pub fn at(&mut self, first: u64, second: u64) {
        if self.library.inner.wave.is_some() {
            // SAFETY: the instance is alive.
            unsafe { (self.library.inner.functions.time)(self.instance, first, second) }
        }
    }

    /// Ends the waveform file, if one was started.
    ///
    /// # Errors
    /// The file could not be written, now or before.
    pub fn close_wave(&mut self) -> Result<(), Error> {
        let Some((path, _open)) = self.wave.take() else { return Ok(()) };
        // SAFETY: the instance is alive.
        match unsafe { (self.library.inner.functions.close_wave)(self.instance) } {
            0 if self.library.inner.wave == Some(Wave::Fst) => check_fst(&path).map_err(Error::io(path)),
            0 => Ok(()),
            error => Err(Error::io(path)(std::io::Error::from_raw_os_error(error))),
        }
    }
}

/// What the run time of a model may call what is open as `file` at `path`. Those of older Verilators remove what has
/// the name of an FST and make a file of that name, and a superuser can do so with a device. What is no file has the
/// name of its descriptor there, which nobody can remove.
fn name_of(path: &Path, file: &File, format: Wave) -> std::io::Result<PathBuf> {
    match format == Wave::Vcd || file.metadata()?.is_file() {
        true => Ok(path.into()),
        false => Ok(format!("/dev/fd/{}", file.as_raw_fd()).into()),
    }
}

/// What a file of [`Wave::Fst`] begins with: the kind of its first block, and how long that is.
const FST_BEGINS: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 1, 73];

/// Whether an FST is whole. What writes it does not say: it writes the beginning last, and nothing more once something
/// has failed. A device may keep nothing.
fn check_fst(path: &Path) -> std::io::Result<()> {
    let file = File::open(path)?;
    let is_device = file.metadata()?.file_type().is_char_device();
    let mut begins = Vec::new();
    file.take(FST_BEGINS.len() as u64).read_to_end(&mut begins)?;
    match begins == FST_BEGINS || is_device && begins.is_empty() {
        true => Ok(()),
        false => Err(std::io::Error::other("not all of the waveform could be written: is there room?")),
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Whoever wants to know has closed it.
        let _ = self.close_wave();
        // SAFETY: made by `vs_new`, deleted once, and the library is still loaded.
        unsafe { (self.library.inner.functions.delete)(self.instance) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_called_by_a_name_that_nobody_can_remove() {
        let folder = tempfile::tempdir().unwrap();
        let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        let name = name_of(&link, &File::create(&link).unwrap(), Wave::Fst).unwrap();
        assert!(std::fs::remove_file(&name).is_err(), "{}", name.display());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(name_of(&file, &File::create(&file).unwrap(), Wave::Fst).unwrap(), file);
    }
}
