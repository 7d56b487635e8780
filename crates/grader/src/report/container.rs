//! What fits a container: a machine with little of everything, which ends after a while.

use std::fmt::{self, Display};
use std::time::Duration;

/// A container in which one submission is graded. The usual ones of Gradescope have half a processor,
/// 768 MB and ten minutes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Container {
    /// After this time it ends, whatever goes on in it.
    pub time: Duration,
    /// How many processors there are, or which part of one.
    pub cpus: f64,
    /// MB of memory.
    pub memory: u64,
}

impl Container {
    /// The time until the grader runs, has read the cases and has found out what the machine has, and
    /// that for the last files.
    const START: Duration = Duration::from_secs(20);
    /// To copy a submission, and to judge what it wrote.
    const AROUND_A_RUN: Duration = Duration::from_millis(500);
    /// The longest that Gradescope offers.
    pub const MOST_MINUTES: u32 = 40;
    /// MB that the grader needs for itself.
    pub const GRADER_MEMORY: u64 = 128;

    /// The time for grading.
    pub fn budget(&self) -> Duration {
        self.time.saturating_sub(Container::START)
    }

    /// MB for a program.
    pub fn memory_for_programs(&self) -> u64 {
        self.memory.saturating_sub(Container::GRADER_MEMORY)
    }

    /// How long a program may take by the wall clock. One that is never idle has used its CPU time long
    /// before: half a processor takes twice as long, and the grader needs some of it.
    pub fn wall(cpu: f64, cpus: f64) -> f64 {
        1.25 * Container::busy(cpu, cpus) + 2.0
    }

    /// How long so much CPU time takes at least.
    pub fn busy(cpu: f64, cpus: f64) -> f64 {
        cpu / cpus.min(1.0)
    }

    /// The CPU time for which programs may take so long.
    fn cpu(wall: f64, cpus: f64) -> f64 {
        (wall - 2.0) / 1.25 * cpus.min(1.0)
    }

    /// Whether everything ends in time even if each run takes as long as it may.
    ///
    /// # Errors
    /// If not, with what would fit.
    pub fn check(&self, build: Option<Duration>, cases: &[Duration]) -> Result<(), DoesNotFit> {
        let around = |run: Duration| run.saturating_add(Container::AROUND_A_RUN);
        let build = build.map_or(Duration::ZERO, around);
        let add = |sum: Duration, &case: &Duration| sum.saturating_add(around(case));
        let grading = cases.iter().fold(build, add);
        if grading <= self.budget() {
            return Ok(());
        }
        let left = self.budget().saturating_sub(build);
        let mut sum = build;
        let is_in_time = |&case: &Duration| {
            sum = add(sum, &case);
            sum <= self.budget()
        };
        Err(DoesNotFit {
            container: *self,
            cases: cases.len(),
            build,
            needed: grading.saturating_add(Container::START),
            fitting: cases.iter().copied().take_while(is_in_time).count(),
            share: left / u32::try_from(cases.len()).unwrap_or(u32::MAX).max(1),
        })
    }
}

/// A set of cases may take longer than the container lives.
#[derive(Clone, Debug, PartialEq)]
pub struct DoesNotFit {
    /// The container.
    pub container: Container,
    /// How many cases there are.
    pub cases: usize,
    /// So long the build may take.
    pub build: Duration,
    /// So long everything may take.
    pub needed: Duration,
    /// How many of the cases would fit, from the first on.
    pub fitting: usize,
    /// What each case has, if the time is shared out.
    pub share: Duration,
}

impl std::error::Error for DoesNotFit {}

impl Display for DoesNotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cases", self.cases)?;
        if !self.build.is_zero() {
            write!(f, " and a build of {}", minutes(self.build))?;
        }
        let [needed, time] = [self.needed, self.container.time].map(minutes);
        write!(f, " may take {needed} here, and the container ends after {time}; ")?;
        match &self.ways()[..] {
            [] => write!(f, "nothing of it would fit"),
            ways => write!(f, "what would fit: {}", ways.join(", or ")),
        }
    }
}

impl DoesNotFit {
    /// What to change, each by itself.
    fn ways(&self) -> Vec<String> {
        let mut ways = Vec::new();
        if self.fitting > 0 {
            ways.push(format!("the first {} of the cases", self.fitting));
        }
        let wall = self.share.saturating_sub(Container::AROUND_A_RUN).as_secs_f64();
        let cpu = tenths(Container::cpu(wall, self.container.cpus));
        if cpu > 0.0 {
            ways.push(format!("{} s a case by the wall clock (--cpu {cpu})", tenths(wall)));
        }
        let minutes = (self.needed.as_secs_f64() / 60.0).ceil();
        if minutes <= f64::from(Container::MOST_MINUTES) {
            ways.push(format!("a container that lives longer (--container-minutes {minutes})"));
        }
        ways
    }
}

fn minutes(time: Duration) -> String {
    match time.as_secs_f64().ceil() {
        seconds if seconds <= 120.0 => format!("{seconds} s"),
        seconds => format!("{} minutes", (seconds / 6.0).ceil() / 10.0),
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).floor() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Container = Container { time: Duration::from_secs(600), cpus: 0.5, memory: 768 };

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// Whatever is said to fit does, and a little more does not.
    #[test]
    fn what_is_said_to_fit_fits() {
        for (cases, cpu, build) in
            [(22, 10.0, None), (100, 10.0, None), (12, 10.0, Some(300.0)), (40, 30.0, Some(20.0))]
        {
            let wall = |cpu| seconds(Container::wall(cpu, USUAL.cpus));
            let build = build.map(seconds);
            let found = USUAL.check(build, &vec![wall(cpu); cases]).unwrap_err();
            assert!(USUAL.check(build, &vec![wall(cpu); found.fitting]).is_ok());
            assert!(USUAL.check(build, &vec![wall(cpu); found.fitting + 1]).is_err());
            let longer = |time| Container { time, ..USUAL }.check(build, &vec![wall(cpu); cases]);
            assert!(longer(found.needed).is_ok());
            assert!(longer(found.needed - seconds(1.0)).is_err());
            let text = found.to_string();
            if let Some((_, rest)) = text.split_once("(--cpu ") {
                let cpu: f64 = rest.split(')').next().unwrap().parse().unwrap();
                assert!(USUAL.check(build, &vec![wall(cpu); cases]).is_ok(), "{text}");
                assert!(USUAL.check(build, &vec![wall(cpu + 0.1); cases]).is_err(), "{text}");
            }
        }
    }

    #[test]
    fn it_is_said_in_one_line() {
        let wall = seconds(Container::wall(10.0, 0.5));
        assert_eq!(USUAL.check(None, &[wall; 20]), Ok(()));
        assert_eq!(
            USUAL.check(None, &[wall; 40]).unwrap_err().to_string(),
            "40 cases may take 18.7 minutes here, and the container ends after 10 minutes; what \
             would fit: the first 21 of the cases, or 14 s a case by the wall clock (--cpu 4.8), or a \
             container that lives longer (--container-minutes 19)"
        );
        let text = USUAL.check(Some(seconds(700.0)), &[seconds(1e6)]).unwrap_err().to_string();
        assert!(text.contains(" and a build of 11.7 minutes may take "), "{text}");
        assert!(text.ends_with("; nothing of it would fit"), "{text}");
    }

    /// A program that is never idle meets its CPU limit first, on any part of a processor.
    #[test]
    fn slow_is_not_idle() {
        for cpus in [0.25, 0.5, 1.0, 4.0] {
            for cpu in [0.5, 10.0, 100.0] {
                assert!(Container::wall(cpu, cpus) >= 1.2 * cpu / f64::min(cpus, 1.0));
            }
        }
    }
}
