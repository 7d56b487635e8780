//! Work that takes long, without holding up Python.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::python_game;

/// How often we look whether somebody has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(30);
/// As much as a main thread usually has: searches call themselves.
const STACK: usize = 8 << 20;

/// Does `work` on a thread of its own while other threads of Python run. An exception that a signal
/// raises, such as `KeyboardInterrupt`, sets the flag and is passed on at once; what does not look at
/// the flag ends by itself, and nobody waits for it.
///
/// Work on a game written in Python is done at once: that game is asked on this thread, and an exception
/// of any kind ends it.
///
/// # Errors
/// That exception, or that there is no thread to be had.
pub fn wait<T: Send + 'static>(
    py: Python<'_>,
    stop: Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if python_game::is_asked() {
        return Ok(work());
    }
    let (done, result) = mpsc::channel();
    let worker = thread::Builder::new().name("plyglot".to_owned()).stack_size(STACK);
    worker.spawn(move || _ = done.send(work()))?;
    py.detach(move || {
        loop {
            match result.recv_timeout(TICK) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = check() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a mistake of plyglot's ended the search"));
                }
            }
        }
    })
}

/// Lets Python hear what signals have come.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is for one lifetime")]
fn check() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
