use std::fmt;
use std::time::Duration;

use crate::{Files, checksummed as sealed};

/// What was measured of the machine that an agent runs on, once and for all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// How many nodes the engine visits in a second.
    pub nodes_per_second: u32,
    /// CPU time that the program needs before it can think.
    pub startup: Duration,
    /// CPU time that it needs to write an answer.
    pub answer: Duration,
}

/// What an ordinary machine can do.
impl Default for Calibration {
    fn default() -> Calibration {
        Calibration {
            nodes_per_second: 4_000_000,
            startup: Duration::from_micros(1_500),
            answer: Duration::from_micros(200),
        }
    }
}

const HEADER: &str = "plyglot calibration 1";

impl Calibration {
    /// The name of the file that it is kept in.
    pub const FILE: &str = "calibration.txt";

    /// What was measured before; `None` if there is no intact file.
    pub fn read(files: &dyn Files) -> Option<Calibration> {
        let text = files.read(Calibration::FILE)?;
        let mut lines = sealed::open(&text)?.lines();
        if lines.next() != Some(HEADER) {
            return None;
        }
        let mut number = |name| -> Option<u32> {
            lines.next()?.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()
        };
        let calibration = Calibration {
            nodes_per_second: number("nodes_per_second")?,
            startup: Duration::from_micros(number("startup_microseconds")?.into()),
            answer: Duration::from_micros(number("answer_microseconds")?.into()),
        };
        lines.next().is_none().then_some(calibration)
    }

    /// Writes it for the runs to come.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, files: &mut dyn Files) -> std::io::Result<()> {
        files.publish(Calibration::FILE, &sealed::seal(&self.to_string()))
    }

    /// What a turn costs besides thinking. Twice what was measured: no two runs are the same.
    pub fn overhead(&self) -> Duration {
        2 * (self.startup + 2 * self.answer)
    }
}

/// One name and value a line.
impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        writeln!(f, "nodes_per_second {}", self.nodes_per_second)?;
        writeln!(f, "startup_microseconds {}", self.startup.as_micros())?;
        writeln!(f, "answer_microseconds {}", self.answer.as_micros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemory;

    #[test]
    fn what_is_not_whole_is_not_read() {
        let mut files = InMemory::default();
        assert_eq!(Calibration::read(&files), None);
        let measured = Calibration {
            nodes_per_second: 123,
            startup: Duration::from_millis(45),
            answer: Duration::from_micros(6),
        };
        measured.write(&mut files).unwrap();
        assert_eq!(Calibration::read(&files), Some(measured));
        let whole = files.read(Calibration::FILE).unwrap();
        for damaged in [&whole[1..], &whole[..whole.len() - 1], &whole.replace("123", "124"), ""] {
            files.publish(Calibration::FILE, damaged).unwrap();
            assert_eq!(Calibration::read(&files), None, "{damaged:?}");
        }
        for body in ["plyglot calibration 2\n", HEADER, &format!("{measured}more 1\n")] {
            files.publish(Calibration::FILE, &sealed::seal(body)).unwrap();
            assert_eq!(Calibration::read(&files), None, "{body:?}");
        }
    }
}
