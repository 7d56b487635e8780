//! What an agent prints: kept in part, counted in full, never in its way.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::ioctl_fionbio;

use crate::linux::wire::Length;

/// The reading end of a pipe.
#[derive(Debug)]
pub struct Capture {
    pipe: Option<File>,
    keep: Keep,
    limit: usize,
    kept: VecDeque<u8>,
    total: u64,
}

/// Which part is kept when there is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The beginning, which holds an answer.
    First,
    /// The end, which holds the reason of a crash.
    Last,
}

impl Capture {
    pub fn new(pipe: OwnedFd, keep: Keep, limit: usize) -> std::io::Result<Capture> {
        ioctl_fionbio(&pipe, true)?;
        Ok(Capture { pipe: Some(pipe.into()), keep, limit, kept: VecDeque::new(), total: 0 })
    }

    /// The pipe, while it may still be written to.
    pub fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes what is in the pipe, but not for ever: there are clocks to look at meanwhile.
    pub fn drain(&mut self) {
        let mut buffer = [0; 8 << 10];
        for _ in 0..128 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(length) => self.add(&buffer[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }

    /// What was kept, and how much there was.
    pub fn finish(mut self) -> (Length, Vec<u8>) {
        // A pipe holds no more than one call takes.
        self.drain();
        (Length { kept: self.kept.len(), total: self.total }, self.kept.into())
    }

    fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        match self.keep {
            Keep::First => {
                let room = self.limit - self.kept.len();
                self.kept.extend(&bytes[..bytes.len().min(room)]);
            }
            Keep::Last => {
                let new = &bytes[bytes.len().saturating_sub(self.limit)..];
                let surplus = (self.kept.len() + new.len()).saturating_sub(self.limit);
                self.kept.drain(..surplus);
                self.kept.extend(new);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_part_that_matters() {
        for (keep, expected) in [(Keep::First, "one t"), (Keep::Last, "three")] {
            let mut capture =
                Capture { pipe: None, keep, limit: 5, kept: VecDeque::new(), total: 0 };
            for word in ["one ", "two ", "three"] {
                capture.add(word.as_bytes());
            }
            let (length, kept) = capture.finish();
            assert_eq!((length.total, kept.as_slice()), (13, expected.as_bytes()));
        }
    }
}
