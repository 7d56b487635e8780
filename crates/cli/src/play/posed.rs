//! A problem that somebody is solving.

use anyhow::{Result, bail};

use plyglot_kit::any::{AnyLine, GameRef};
use plyglot_kit::problems::{MOST_DIFFICULT, Problem};

/// One of a game's problems, and what was said of it so far.
pub struct PosedProblem {
    number: usize,
    count: usize,
    pub problem: Problem,
    is_said_solved: bool,
    /// After how many plies the aim was given away.
    given_away: Option<usize>,
}

impl PosedProblem {
    pub fn of(game: GameRef, number: usize) -> Result<PosedProblem> {
        let name = game.name();
        let Some(problems) = game.problems() else { bail!("{name} has no problems") };
        let count = problems.count();
        let Some(problem) = problems.get(number) else { bail!("{name} has problems 1 to {count}") };
        Ok(PosedProblem { number, count, problem, is_said_solved: false, given_away: None })
    }

    /// Nothing was said of a new game yet.
    pub fn begin(&mut self) {
        self.is_said_solved = false;
        self.given_away = None;
    }

    /// The number, the task and how hard it is.
    pub fn head(&self) -> String {
        let PosedProblem { number, count, problem, .. } = self;
        format!(
            "Problem {number} of {count}, difficulty {} of {MOST_DIFFICULT}: {} ({}).",
            problem.difficulty,
            problem.task(),
            problem.known
        )
    }

    /// What there is to say before the next move, or at the end.
    pub fn result(&mut self, line: &dyn AnyLine) -> Option<String> {
        let is_solved = self.problem.is_solved(line)?;
        if self.is_said_solved {
            return None;
        }
        self.is_said_solved = is_solved;
        let (is, number) = (if is_solved { "is" } else { "is not" }, self.number);
        Some(format!("Problem {number} {is} solved."))
    }

    /// What there is to say about the last move, once for each time that the aim is given away.
    pub fn remark(&mut self, line: &dyn AnyLine) -> Option<String> {
        let plies = line.plies();
        // What was given away before stays so, unless it was taken back.
        self.given_away = self.given_away.filter(|&ply| ply < plies);
        if self.given_away.is_some() || !self.problem.is_given_away(line) {
            return None;
        }
        self.given_away = Some(plies);
        let lost = self.problem.aim.no_longer(&line.about());
        Some(format!("{lost}. Type undo to try again."))
    }
}
