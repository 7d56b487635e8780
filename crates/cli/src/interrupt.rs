//! Ctrl-C in the middle of long work.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// What shells expect of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

static IS_STOPPED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on the first Ctrl-C only asks to stop, and the second one stops.
pub fn watch() -> io::Result<()> {
    let is_stopped = IS_STOPPED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag still down.
        flag::register_conditional_shutdown(signal, EXIT_CODE.into(), Arc::clone(is_stopped))?;
        flag::register(signal, Arc::clone(is_stopped))?;
    }
    Ok(())
}

/// Whether to stop.
pub fn is_stopped() -> bool {
    IS_STOPPED.get().is_some_and(|is_stopped| is_stopped.load(Ordering::Relaxed))
}
