//! The workers of one store on a cluster: as many as were ordered, until all is done.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fs, mem};

use anyhow::{Result, anyhow, bail};
use plyglot_core::safe_text::terminal_line;

use super::folder;
use super::queue::{Queue, Which};
use super::script::Order;
use crate::failure;

/// Workers that are being followed.
pub struct Fleet {
    queue: Queue,
    news: Receiver<News>,
    is_over: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

/// What the follower has to say.
enum News {
    /// Something that people should know.
    Line(String),
    /// There are no workers any more, and there will be none.
    Lost(anyhow::Error),
}

/// How often Slurm is asked: its controller serves everybody.
const BETWEEN: Duration = Duration::from_secs(5);
/// How often the end is looked for.
const PAUSE: Duration = Duration::from_millis(50);
/// Workers are started anew so many times without anything getting done.
const FRUITLESS: u32 = 3;
/// How long workers may take to see that all is done.
const LEAVING: Duration = Duration::from_secs(10);
/// With this code a worker refuses: its node is not what was asked for, and will not be.
const REFUSED: &str = "2";
/// And with this one there is no program to be one.
const NO_PROGRAM: &str = "127";

impl Fleet {
    /// Writes the script and submits the workers that are missing: some may still be there from before.
    /// The store must be there. Says what it did.
    pub fn start(order: Order) -> Result<(Fleet, String)> {
        folder::write(&order)?;
        let queue = Queue::new(&order.name);
        let follower = Follower {
            queue: queue.clone(),
            without: BTreeSet::new(),
            heard: failed(&order).into_iter().map(|failed| failed.task).collect(),
            done: 0,
            fruitless: 0,
            was_missing: false,
            order,
        };
        let wanted = follower.order.arguments.workers();
        let there = u32::try_from(queue.tasks()?).unwrap_or(u32::MAX);
        let missing = wanted.saturating_sub(there);
        let folder = follower.order.folder.display().to_string();
        let line = if missing > 0 {
            let id = follower.submit(missing)?;
            format!("Job {id}: {missing} workers; scripts and logs are in {folder}")
        } else {
            format!("{there} workers are there still; scripts and logs are in {folder}")
        };
        let (teller, news) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        let thread = thread::Builder::new().name("slurm".to_owned());
        let follower = thread.spawn(move || follower.follow(&told, &teller))?;
        Ok((Fleet { queue, news, is_over, follower: Some(follower) }, line))
    }

    /// What happened since it was asked last.
    ///
    /// # Errors
    /// If there are no workers, and there will be none.
    pub fn news(&self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for news in self.news.try_iter() {
            match news {
                News::Line(line) => lines.push(line),
                News::Lost(error) => return Err(error),
            }
        }
        Ok(lines)
    }

    /// All is done and the store is closed: workers end by themselves.
    pub fn dismiss(mut self) -> Result<()> {
        self.leave();
        self.queue.cancel(Which::Waiting)?;
        let begun = Instant::now();
        while self.queue.tasks()? > 0 {
            if begun.elapsed() > LEAVING {
                return self.queue.cancel(Which::All);
            }
            thread::sleep(BETWEEN / 10);
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(follower) = self.follower.take() {
            _ = follower.join();
        }
    }
}

impl Drop for Fleet {
    /// The work was stopped, or has failed: nobody waits for the workers.
    fn drop(&mut self) {
        if self.follower.is_some() {
            self.leave();
            if let Err(error) = self.queue.cancel(Which::All) {
                failure::say(&format!("warning: workers may be left: {}", failure::line(&error)));
            }
        }
    }
}

/// Looks after the workers from time to time.
struct Follower {
    order: Order,
    queue: Queue,
    /// Nodes that refused.
    without: BTreeSet<String>,
    /// Tasks whose last words are known.
    heard: HashSet<String>,
    /// How many units had ended when workers were submitted last, and how often none did since then.
    done: usize,
    fruitless: u32,
    /// Whether some were missing at the last look. A task that ends shows up here before it does there.
    was_missing: bool,
}

impl Follower {
    fn follow(mut self, is_over: &AtomicBool, teller: &Sender<News>) {
        loop {
            let next = Instant::now() + BETWEEN;
            while Instant::now() < next {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(PAUSE);
            }
            for Failed { code, node, why, .. } in self.last_words() {
                let is_node = code == REFUSED || code == NO_PROGRAM;
                let rest = if is_node { "; no more workers go there" } else { "" };
                let line = terminal_line(&format!("{node}: {why}{rest}"));
                if teller.send(News::Line(line)).is_err() {
                    return;
                }
                if is_node {
                    self.without.insert(node);
                }
            }
            match self.look() {
                Ok(Some(line)) => _ = teller.send(News::Line(line)),
                Ok(None) => {}
                Err(error) => {
                    _ = teller.send(News::Lost(error));
                    return;
                }
            }
        }
    }

    /// Submits workers if some are missing; says so.
    fn look(&mut self) -> Result<Option<String>> {
        // A controller that does not answer now may do so later, and workers go on without it.
        let Ok(tasks) = self.queue.tasks() else { return Ok(None) };
        let Ok(counts) = plyglot_units::open(&self.order.store).and_then(|store| store.counts())
        else {
            return Ok(None);
        };
        let left = counts.waiting + counts.leased;
        let wanted = (self.order.arguments.workers() as usize).min(left);
        let missing = u32::try_from(wanted.saturating_sub(tasks)).unwrap_or(u32::MAX);
        let was_missing = mem::replace(&mut self.was_missing, missing > 0);
        if missing == 0 || !was_missing {
            return Ok(None);
        }
        self.was_missing = false;
        let ended = counts.done + counts.failed;
        self.fruitless = if ended > self.done { 0 } else { self.fruitless + 1 };
        self.done = ended;
        if self.fruitless >= FRUITLESS && tasks == 0 {
            bail!(
                "{FRUITLESS} times workers were started, and nothing got done: see {}",
                self.order.logs().display()
            );
        }
        let id = self.submit(missing).map_err(|error| {
            if tasks > 0 { anyhow!("not all workers could be replaced: {error}") } else { error }
        });
        match id {
            Ok(id) => Ok(Some(format!("{missing} workers were lost: job {id} replaces them"))),
            // Those that are left do it all, only later.
            Err(error) if tasks > 0 => Ok(Some(failure::line(&error))),
            Err(error) => Err(error),
        }
    }

    fn submit(&self, tasks: u32) -> Result<String> {
        self.queue.submit(&self.order.script_path(), tasks, &self.without)
    }

    /// Why workers have ended, each once.
    fn last_words(&mut self) -> Vec<Failed> {
        let new = failed(&self.order).into_iter().filter(|it| self.heard.insert(it.task.clone()));
        new.collect()
    }
}

/// A worker that ended otherwise than it should.
struct Failed {
    task: String,
    code: String,
    node: String,
    why: String,
}

/// All there are, in any order.
fn failed(order: &Order) -> Vec<Failed> {
    let entries = fs::read_dir(order.failed()).into_iter().flatten().flatten();
    let read = |entry: fs::DirEntry| {
        let task = entry.file_name().into_string().ok().filter(|name| !name.contains('.'))?;
        let text = fs::read_to_string(entry.path()).ok()?;
        let mut fields = text.trim_end().splitn(3, '\t').map(str::to_owned);
        Some(Failed { task, code: fields.next()?, node: fields.next()?, why: fields.next()? })
    };
    entries.filter_map(read).collect()
}
