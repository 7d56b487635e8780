use std::fmt;
use std::marker::PhantomData;

use plyglot_core::mix::Random;
use plyglot_core::text::Lines;
use plyglot_core::{Game, Side, Value};
use plyglot_search::textbook::Algorithm;

use super::Flaw;
use crate::algorithm_names::ALGORITHMS;
use crate::general::{self, HEADERS, LOG, OUTPUT};
use crate::grading::search::{self, INFINITY, PlainSearch};
use crate::grading::sketch::{DEPTH, one_of};
use crate::grading::{AnswerFiles, Misreading, PlainSolver, Sketch};
use crate::{Assignment, Size};

/// The plain solver of a game on the general form of files: a second search over its rules. It knows
/// the misreadings of a search. A game whose files are its own needs a solver of its own, which can
/// know those of its rules too.
pub struct GeneralSolver<G>(PhantomData<fn() -> G>);

impl<G> GeneralSolver<G> {
    /// The solver of that game.
    pub const NEW: GeneralSolver<G> = GeneralSolver(PhantomData);
}

impl<G> fmt::Debug for GeneralSolver<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GeneralSolver")
    }
}

/// A longer game is long enough.
const MOST_PLIES: usize = 300;

impl<G: Assignment> PlainSolver for GeneralSolver<G> {
    fn misreadings(&self) -> &'static [Misreading] {
        Flaw::MISREADINGS
    }

    fn answers(
        &self,
        input: &str,
        misreading: Option<&Misreading>,
        most_nodes: u64,
    ) -> Option<Vec<AnswerFiles>> {
        let flaw = misreading.and_then(Flaw::of);
        let task = G::read(Lines::new(input)).ok()?;
        let (algorithm, depth) = task.goal.search()?;
        let search = PlainSearch::new(depth, algorithm == Algorithm::AlphaBeta, most_nodes);
        let search = flaw.map_or(search, |flaw| flaw.in_search(search));
        let root = PlainPosition { us: task.position.to_move(), position: task.position, flaw };

        let mut log = format!("{}\n", HEADERS[usize::from(search.prune)]);
        let found = search.run_with(&root, |node, shown| {
            let name = node.mv.map_or_else(|| "root".to_owned(), |mv| mv.to_string());
            log += &format!("{name},{},{}", node.depth, search.text(shown.value));
            if search.prune {
                let (alpha, beta) = shown.window;
                log += &format!(",{},{}", search.text(alpha), search.text(beta));
            }
            log.push('\n');
        })?;
        let turn = general::whole_turn(&root.position, &found.line);
        let nodes = found.nodes - u64::from(flaw == Some(Flaw::RootNotCounted));
        let value = search.text(found.value);
        let output = format!("{}{value}\n{nodes}\n", root.position.answer(&turn));
        Some(vec![AnswerFiles::from([(OUTPUT.to_owned(), output), (LOG.to_owned(), log)])])
    }

    fn size(&self) -> Option<Size> {
        G::SIZES.first().cloned()
    }

    /// A position from a random game.
    fn sketch(&self, depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
        let mut sizes: Vec<usize> = G::SIZES.iter().map(|size| size.usual).collect();
        if let (Some(first), Some(chosen)) = (sizes.first_mut(), size) {
            *first = chosen;
        }
        let mut position = G::start(&sizes, random.bits());
        let mut game = Vec::new();
        while position.outcome().is_none() && game.len() < MOST_PLIES {
            game.push(position.clone());
            position.play(one_of(random, &position.moves()));
        }
        if game.is_empty() {
            return None;
        }
        let ply = random.below(game.len());
        let situation = match 3 * ply / game.len() {
            _ if ply == 0 => "the start of a game",
            0 => "early in a game",
            1 => "in the middle of a game",
            _ => "near the end of a game",
        };
        let (algorithm, _) = one_of(random, &ALGORITHMS);
        Some(Sketch {
            player: G::title(game[ply].to_move()).to_owned(),
            algorithm: algorithm.to_owned(),
            depth,
            situation,
            text: general::input(algorithm, DEPTH, &game[ply]),
        })
    }
}

/// A position of the game itself.
#[derive(Clone)]
struct PlainPosition<G> {
    position: G,
    us: Side,
    flaw: Option<Flaw>,
}

impl<G: Game> search::Searchable for PlainPosition<G> {
    type Move = G::Move;

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn moves(&self) -> Vec<G::Move> {
        self.position.moves()
    }

    fn after(&self, mv: G::Move) -> PlainPosition<G> {
        PlainPosition { position: self.position.after(mv), ..*self }
    }

    fn we_move(&self) -> bool {
        self.position.to_move() == self.us
    }

    fn value(&self) -> i64 {
        let view = match self.flaw {
            Some(Flaw::WrongSide) => self.position.to_move(),
            _ => self.us,
        };
        match self.position.evaluate(view) {
            Value::INFINITY => INFINITY,
            Value::NEG_INFINITY => -INFINITY,
            value => value.number().unwrap_or_default(),
        }
    }
}
