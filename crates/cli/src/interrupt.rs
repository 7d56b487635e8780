//! Ctrl-C in the middle of long work.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// What shells expect of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C only asks to stop, and the second one does it.
pub fn watch() {
    // Without it Ctrl-C ends the program at once, which does no harm either.
    _ = ctrlc::set_handler(|| {
        if IS_STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
        _ = writeln!(
            anstream::stderr(),
            "\nStopping after the turns that are being played; Ctrl-C again stops at once."
        );
    });
}

/// Whether to stop.
pub fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::Relaxed)
}
