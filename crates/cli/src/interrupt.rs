//! Ctrl-C, and being asked to end in other ways.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::progress;

/// Set when work that keeps what is done is to end.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether there is such work.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
/// The exit code that the signal asks for.
static CODE: AtomicU8 = AtomicU8::new(0);
/// Held while something is written that must not be left half done.
static BUSY: Mutex<()> = Mutex::new(());

/// From now on a signal ends the program at once and leaves nothing half done.
#[cfg(unix)]
pub fn listen() {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];
    // What is larger than a file may be is a failed write like any other.
    _ = flag::register(SIGXFSZ, Arc::default());
    let Ok(mut signals) = Signals::new(SIGNALS) else { return };
    let listener = std::thread::Builder::new().name("signals".to_owned()).stack_size(1 << 18);
    if listener.spawn(move || signals.forever().for_each(heard)).is_err() {
        for signal in SIGNALS {
            let always = Arc::new(AtomicBool::new(true));
            _ = flag::register_conditional_shutdown(signal, i32::from(code(signal)), always);
        }
    }
}

/// The same for Ctrl-C, which is all that there is.
#[cfg(not(unix))]
pub fn listen() {
    const CTRL_C: i32 = 2;
    _ = ctrlc::set_handler(|| heard(CTRL_C));
}

/// From now on the first signal only asks to stop, and the second one ends the program. What has to
/// stop looks at the result.
pub fn watch() -> Arc<AtomicBool> {
    IS_WATCHED.store(true, Ordering::SeqCst);
    Arc::clone(&STOP)
}

/// Whether to stop, and with which exit code.
pub fn exit_code() -> Option<u8> {
    STOP.load(Ordering::SeqCst).then(|| CODE.load(Ordering::SeqCst))
}

/// Does something short to its end, whatever happens.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

fn heard(signal: i32) {
    CODE.store(code(signal), Ordering::SeqCst);
    if IS_WATCHED.load(Ordering::SeqCst) && !STOP.swap(true, Ordering::SeqCst) {
        return;
    }
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    progress::clear();
    plyglot_kit::abandon_drafts();
    process::exit(i32::from(code(signal)));
}

/// What shells expect of a program that a signal has ended: 130 for Ctrl-C.
fn code(signal: i32) -> u8 {
    128 + signal as u8
}
