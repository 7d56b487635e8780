//! Writing an answer of any size: a log that cannot be finished is not begun.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use anyhow::{Result, anyhow};
use indicatif::DecimalBytes;

use plyglot_kit::any::AnyTask;
use plyglot_kit::{AtMost, Files, Folder, Nowhere, Options, Report};

use crate::{failure, free_space, progress};
use plyglot_core::numbers::grouped;

/// What is smaller is simply written. Beyond, the rest is counted first.
const SMALL: u64 = 32 << 20;
/// What is smaller is written even if the system says that there is no room.
const TINY: u64 = 64 << 10;
/// What is larger has to be asked for.
const LARGE: u64 = 2_000_000_000;
/// A guess that is so many times as much as there is room for needs no exact count.
const CLEARLY: f64 = 10.0;

/// An answer that is to be written.
pub struct Writing<'w> {
    pub task: &'w dyn AnyTask,
    pub options: &'w Options<'static>,
    pub folder: &'w Path,
    /// The file that there is in any case.
    pub name: &'w str,
    /// Whether it may be large.
    pub large: bool,
    /// What is shown of the search meanwhile.
    pub about: String,
}

/// What a search came to within a number of bytes.
enum Attempt {
    Done(Box<Report>),
    /// There was no room for all of this file.
    Beyond(String),
}

impl Writing<'_> {
    /// Solves, and writes all files. If that fails, nothing has changed.
    pub fn run(&self) -> Result<(Report, Vec<PathBuf>)> {
        let made = first_missing(self.folder);
        fs::create_dir_all(self.folder).map_err(|error| failure::in_file(self.folder, &error))?;
        self.write().inspect_err(|_| {
            // Only if it is as empty as we made it.
            made.iter().for_each(|path| _ = fs::remove_dir(path));
        })
    }

    fn write(&self) -> Result<(Report, Vec<PathBuf>)> {
        if self.task.goal().seconds().is_some() {
            let mut folder = Folder::open(self.folder, self.name)?;
            let report = self.task.solve(self.options, &mut folder)?;
            return Ok((report, folder.commit()?));
        }
        let free = free_space::on_disk(self.folder);
        let mut folder = Folder::open(self.folder, self.name)?;
        let size = Arc::new(LogSize::new());
        let bar = progress::spinner_with(self.about.clone(), shown(&size, self.options));
        let most = SMALL.min(free / 2).max(TINY);
        let first = self.attempt(self.task, most, &mut folder, &mut |bytes| size.add(bytes))?;
        bar.finish_and_clear();
        match first {
            Attempt::Done(report) => Ok((*report, folder.commit()?)),
            Attempt::Beyond(name) => {
                drop(folder);
                let bytes = self.count(&name, free)?;
                self.write_large(bytes)
            }
        }
    }

    /// The exact number of bytes, if they may be written and fit. `name` is the file that has most of
    /// them.
    fn count(&self, name: &str, free: u64) -> Result<u64> {
        let size = Arc::new(LogSize::new());
        let about = format!("{}, measuring the log first", self.about);
        let bar = progress::spinner_with(about, shown(&size, self.options));
        let most = if self.large { free } else { free.min(LARGE) };
        let mut guess = None;
        if self.large {
            // To count to the end of a large disk takes minutes. Often that is not needed.
            guess = self.guess(free.min(LARGE)).filter(|&guess| guess > CLEARLY * free as f64);
        }
        if guess.is_none() {
            let mut watch = |bytes: &[u8]| size.add(bytes);
            if let Attempt::Done(_) = self.attempt(self.task, most, &mut Nowhere, &mut watch)? {
                bar.finish_and_clear();
                return Ok(size.bytes());
            }
            guess = self.guess(free.min(LARGE));
        }
        bar.finish_and_clear();
        Err(anyhow!("{}", refusal(&named(self.folder, name), most, guess, free)))
    }

    /// What the log would have, as it grows from depth to depth: roughly, and for people only.
    fn guess(&self, most: u64) -> Option<f64> {
        let (_, depth) = self.task.goal().search()?;
        let mut known: Vec<f64> = Vec::new();
        for less in 1..depth {
            let mut task = self.task.copied();
            let size = LogSize::new();
            let mut watch = |bytes: &[u8]| size.add(bytes);
            if !task.set_depth(less) {
                return None;
            }
            match self.attempt(&*task, most, &mut Nowhere, &mut watch) {
                Ok(Attempt::Done(_)) => known.push(size.bytes() as f64),
                _ => break,
            }
        }
        let &[.., before, last] = &known[..] else { return None };
        let more = depth as usize - known.len();
        Some(last * (last / before).powi(i32::try_from(more).ok()?)).filter(|it| it.is_finite())
    }

    /// Writes what is known to fit.
    fn write_large(&self, bytes: u64) -> Result<(Report, Vec<PathBuf>)> {
        let mut folder = Folder::open(self.folder, self.name)?;
        let size = Arc::new(LogSize::new());
        let template =
            "{bar:30} {decimal_bytes} of {decimal_total_bytes}{so_far}, {elapsed}, {eta} left";
        let bar = progress::bar_with(bytes, template, nodes(&size));
        let mut watch = |bytes: &[u8]| {
            size.add(bytes);
            bar.inc(bytes.len() as u64);
        };
        let written = self.attempt(self.task, u64::MAX, &mut folder, &mut watch);
        bar.finish_and_clear();
        match written? {
            Attempt::Done(report) => Ok((*report, folder.commit()?)),
            Attempt::Beyond(name) => Err(anyhow!("{name}: too large")),
        }
    }

    fn attempt(
        &self,
        task: &dyn AnyTask,
        most: u64,
        files: &mut dyn Files,
        watch: &mut dyn FnMut(&[u8]),
    ) -> io::Result<Attempt> {
        let mut files = AtMost::new(most, files, watch);
        let solved = task.solve(self.options, &mut files);
        match files.beyond() {
            Some(name) => Ok(Attempt::Beyond(name.to_owned())),
            None => solved.map(|report| Attempt::Done(Box::new(report))),
        }
    }
}

/// Why a log of more than `most` bytes is not written.
fn refusal(path: &Path, most: u64, guess: Option<f64>, free: u64) -> String {
    let size = match guess {
        Some(guess) if guess > most as f64 => format!("about {}", DecimalBytes(guess as u64)),
        _ => format!("more than {}", DecimalBytes(most)),
    };
    let path = path.display();
    let free_here = DecimalBytes(free);
    if most == free {
        return format!("{path}: it would have {size}, and only {free_here} are free here");
    }
    format!(
        "{path}: it would have {size}, and {free_here} are free here; what is larger than {} needs \
         --large",
        DecimalBytes(LARGE)
    )
}

/// How much of an answer there is.
#[derive(Debug)]
struct LogSize {
    bytes: AtomicU64,
    /// Counted only if somebody looks.
    lines: Option<AtomicU64>,
}

impl LogSize {
    fn new() -> LogSize {
        let lines = (!progress::is_hidden()).then(AtomicU64::default);
        LogSize { bytes: AtomicU64::new(0), lines }
    }

    fn add(&self, bytes: &[u8]) {
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if let Some(lines) = &self.lines {
            let count = bytes.iter().filter(|&&byte| byte == b'\n').count();
            lines.fetch_add(count as u64, Ordering::Relaxed);
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// A log has two lines a node: when it is entered, and in its parent when it has returned.
    fn nodes(&self) -> u64 {
        self.lines.as_ref().map_or(0, |lines| lines.load(Ordering::Relaxed)) / 2
    }
}

fn nodes(size: &Arc<LogSize>) -> impl Fn() -> String + Clone + Send + Sync + 'static {
    let size = Arc::clone(size);
    move || format!(", {} nodes", grouped(size.nodes()))
}

/// What there is of the log; without one, how far the search has come.
fn shown(
    size: &Arc<LogSize>,
    options: &Options<'static>,
) -> impl Fn() -> String + Clone + Send + Sync + 'static {
    let (size, progress) = (Arc::clone(size), options.progress);
    move || match (size.bytes(), progress) {
        (0, Some(progress)) => super::so_far(progress),
        (0, None) => String::new(),
        (bytes, _) => format!(", {}, {} nodes", DecimalBytes(bytes), grouped(size.nodes())),
    }
}

/// As people call a file in a folder.
fn named(folder: &Path, name: &str) -> PathBuf {
    if folder == Path::new(".") { name.into() } else { folder.join(name) }
}

/// The directories that have to be made for a path, the deepest first.
fn first_missing(path: &Path) -> Vec<PathBuf> {
    let missing = path.ancestors().take_while(|path| *path != Path::new("") && !path.exists());
    missing.map(Path::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_is_missing() {
        let path = Path::new("log.txt");
        assert_eq!(
            refusal(path, 5_000_000, None, 5_000_000),
            "log.txt: it would have more than 5.00 MB, and only 5.00 MB are free here"
        );
        assert_eq!(
            refusal(path, LARGE, Some(1.4e10), 56_000_000_000),
            "log.txt: it would have about 14.00 GB, and 56.00 GB are free here; what is larger than \
             2.00 GB needs --large"
        );
        // A guess below what was counted is none.
        assert!(refusal(path, LARGE, Some(1.0), u64::MAX).contains("more than 2.00 GB"));
    }
}
