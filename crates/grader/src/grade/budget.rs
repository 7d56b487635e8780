use std::time::{Duration, Instant};

/// Time by the wall clock for a whole run of grading. What is left of it is shared out among the runs
/// that are still to come, so that a slow program does not take the time of the others.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Instant,
}

impl Budget {
    /// In less time hardly any program gets to its answer. Nobody is asked to.
    const LEAST: Duration = Duration::from_secs(1);

    /// So much time, from now on.
    pub fn new(time: Duration) -> Budget {
        let now = Instant::now();
        Budget { end: now.checked_add(time).unwrap_or(now) }
    }

    /// A fair share for one of the runs that are waiting, of which some go on at the same time; nothing
    /// if the time is used up.
    pub fn share(self, waiting: usize, at_once: usize) -> Option<Duration> {
        share(self.end.saturating_duration_since(Instant::now()), waiting, at_once)
    }
}

fn share(left: Duration, waiting: usize, at_once: usize) -> Option<Duration> {
    let fair = left.as_secs_f64() * at_once.max(1) as f64 / waiting.max(1) as f64;
    let fair = Duration::try_from_secs_f64(fair).unwrap_or(left);
    (left >= Budget::LEAST).then(|| fair.max(Budget::LEAST).min(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_shared_fairly_and_never_exceeded() {
        let seconds = Duration::from_secs;
        assert_eq!(share(seconds(60), 20, 1), Some(seconds(3)));
        // What one does not use, the others have.
        assert_eq!(share(seconds(59), 19, 1).map(|it| it > seconds(3)), Some(true));
        assert_eq!(share(seconds(60), 20, 4), Some(seconds(12)));
        assert_eq!(share(seconds(60), 2, 4), Some(seconds(60)));
        // A second each, as long as there is one: most programs need less.
        assert_eq!(share(seconds(5), 100, 1), Some(seconds(1)));
        assert_eq!(share(Duration::from_millis(900), 1, 1), None);
        assert_eq!(share(Duration::ZERO, 0, 0), None);
    }
}
