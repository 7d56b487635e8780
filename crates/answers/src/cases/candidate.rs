//! Candidates, and which misreadings they find out.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyglot_core::mix::{Random, mix};
use plyglot_kit::grading::{Misreading, PlainSolver, Sketch};

use super::{CasesError, CasesRequest, ENOUGH};
use crate::judge::Question;
use crate::pool::in_slots;

/// An input that is worth thinking about.
#[derive(Clone, Debug)]
pub struct CandidateCase {
    pub sketch: Sketch,
    pub question: Question,
    /// Whether each misreading of the game fails it.
    pub fails: Vec<bool>,
    /// The nodes that the plain solver may visit for it, as a measure of its size.
    pub cost: u64,
}

/// How many candidates are looked at first for each case wanted.
const CANDIDATES_A_CASE: usize = 4;
/// What has not been found after that many rounds will not be.
const MOST_ROUNDS: usize = 40;
/// How many candidates of the pool each misreading should fail.
const WANTED: usize = 2 * ENOUGH;

/// Candidates of which each misreading fails some.
pub fn pool(
    order: &CasesRequest,
    tried: &AtomicUsize,
    threads: usize,
) -> Result<Vec<CandidateCase>, CasesError> {
    let round_size = (CANDIDATES_A_CASE * order.count).max(100);
    let misreadings = order.game.solver().misreadings();
    let threads = vec![(); threads];
    let mut pool: Vec<CandidateCase> = Vec::new();
    let mut seen = HashSet::new();
    for round in 0..MOST_ROUNDS {
        let failing = |index: usize| pool.iter().filter(|found| found.fails[index]).count();
        let lacking: Vec<bool> = (0..misreadings.len()).map(|it| failing(it) < WANTED).collect();
        if round > 0 && !lacking.contains(&true) && pool.len() >= order.count {
            break;
        }
        let numbers = round * round_size..(round + 1) * round_size;
        let wanted = (round > 0 && pool.len() >= order.count).then_some(lacking);
        let found = in_slots(&threads, numbers, |(), number| {
            let candidate = attempt(order, number, wanted.as_deref());
            tried.fetch_add(1, Ordering::Relaxed);
            candidate
        })?;
        for candidate in found.into_iter().flatten() {
            if seen.insert(candidate.question.input().to_owned()) {
                pool.push(candidate);
            }
        }
    }
    Ok(pool)
}

/// The candidate of this number, if it has a reasonable size and, where that is asked, if it is
/// failed by one of the `wanted` misreadings.
fn attempt(
    order: &CasesRequest,
    number: usize,
    wanted: Option<&[bool]>,
) -> Result<Option<CandidateCase>, CasesError> {
    let solver = order.game.solver();
    let mut random = Random::new(order.seed ^ mix(number as u64));
    let depth = 1 + random.below(order.difficulty.deepest()) as u32;
    let Some(sketch) = solver.sketch(depth, order.size, &mut random) else { return Ok(None) };
    let Some((sketch, cost)) = sized(sketch, solver, order.difficulty.most_nodes()) else {
        return Ok(None);
    };
    let input = sketch.input();
    let Ok(question) = Question::solve(&input, order.game) else { return Ok(None) };
    let plain = solver.answers(&input, None, cost).unwrap_or_default();
    if plain.is_empty() || !plain.iter().all(|answer| question.is_right(answer)) {
        return Err(CasesError::Disagreement(input));
    }
    // A misreading may search more than the rules do.
    let most_nodes = 8 * cost.max(100);
    let fails = |misreading: &Misreading| {
        solver
            .answers(&input, Some(misreading), most_nodes)
            .is_some_and(|answers| !answers.iter().any(|answer| question.is_right(answer)))
    };
    let misreadings = solver.misreadings();
    if let Some(wanted) = wanted {
        let mut rare = std::iter::zip(misreadings, wanted).filter(|&(_, &wanted)| wanted);
        if !rare.any(|(misreading, _)| fails(misreading)) {
            return Ok(None);
        }
    }
    let fails = misreadings.iter().map(fails).collect();
    Ok(Some(CandidateCase { sketch, question, fails, cost }))
}

/// The deepest form of a sketch that a plain search finishes within `most_nodes`, and how many nodes it
/// needs, roughly.
fn sized(mut sketch: Sketch, solver: &dyn PlainSolver, most_nodes: u64) -> Option<(Sketch, u64)> {
    loop {
        let input = sketch.input();
        let fits = |&nodes: &u64| solver.answers(&input, None, nodes).is_some();
        let sizes = std::iter::successors(Some(16), |&nodes| Some(4 * nodes));
        if let Some(cost) = sizes.take_while(|&nodes| nodes < 4 * most_nodes).find(fits) {
            return Some((sketch, cost));
        }
        if sketch.depth == 1 {
            return None;
        }
        sketch.depth -= 1;
    }
}
