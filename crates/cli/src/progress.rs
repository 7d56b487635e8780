//! How far long work has come: shown on a terminal, on standard error, and nowhere else.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle, WeakProgressBar};

/// What is shown now. There is never more than one.
static SHOWN: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// Often enough to be seen to move.
const TICK: Duration = Duration::from_millis(200);

/// Work of unknown length, with its time so far.
pub fn spinner(what: impl Into<Cow<'static, str>>) -> ProgressBar {
    show(ProgressBar::new_spinner().with_message(what), "{spinner} {msg}, {elapsed}", |_| {})
}

/// The same with something that changes behind it.
pub fn spinner_with(
    what: impl Into<Cow<'static, str>>,
    so_far: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    show(bar, "{spinner} {msg}{so_far}, {elapsed}", so_far_key(so_far))
}

/// Something that changes, below a message of whole lines.
pub fn spinner_below(so_far: impl Fn() -> String + Clone + Send + Sync + 'static) -> ProgressBar {
    show(ProgressBar::new_spinner(), "{msg}{spinner} {so_far}, {elapsed}", so_far_key(so_far))
}

/// Work of known length, in the words of a template.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    show(ProgressBar::new(length), template, |_| {})
}

/// The same with something that changes, `{so_far}`.
pub fn bar_with(
    length: u64,
    template: &str,
    so_far: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    show(ProgressBar::new(length), template, so_far_key(so_far))
}

/// Takes what is shown off the terminal: the program ends.
pub fn clear() {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(bar) = shown.and_then(|shown| shown.upgrade()) {
        bar.finish_and_clear();
    }
}

/// Whether nobody sees what is shown.
pub fn is_hidden() -> bool {
    ProgressBar::new_spinner().is_hidden()
}

fn so_far_key(
    so_far: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> impl FnOnce(&mut ProgressStyle) {
    |style| {
        let key = move |_: &ProgressState, out: &mut dyn Write| _ = out.write_str(&so_far());
        *style = style.clone().with_key("so_far", key);
    }
}

fn show(bar: ProgressBar, template: &str, add: impl FnOnce(&mut ProgressStyle)) -> ProgressBar {
    if bar.is_hidden() {
        return bar;
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        // Signs that every terminal has.
        let mut style = style.tick_chars("|/-\\ ").progress_chars("=> ");
        add(&mut style);
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
    bar
}
