use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_core::picture::{Frame, Picture};
use plyglot_core::text::TextError;
use plyglot_core::{DrawRule, IllegalMove, Outcome, Over, Perft, Side, divide, perft_by};
use plyglot_search::engine::{Engine, Knowledge, Settings, Solved};
use plyglot_search::opponents::{Opponent, Player};
use plyglot_search::textbook::Algorithm;

use super::player::{AnyPlayer, Thinking};
use super::{About, IN_BROWSER, KeptMoves, LegalMove, MoveError::*, PlayedMove, kept};
use crate::competition::{AnswerError, sentence, tidied};
use crate::openings::{Opening, OpeningsWanted};
use crate::tree::{self, Recorded, SearchedTree};
use crate::wording::{EndingWords, Spoken};
use crate::{Line, Stroke, Undone};

/// A game so far, whatever game it is. Moves and positions are texts, as the game writes them.
///
/// Methods that take a ply count positions from the start, which is ply 0.
pub trait AnyLine: fmt::Debug + Send + Sync {
    /// What does not change about its game.
    fn about(&self) -> About;

    /// The same game so far once more.
    fn copied(&self) -> Box<dyn AnyLine>;

    /// The typed line inside.
    fn as_any(&self) -> &dyn Any;

    // Where it stands

    /// How many moves were made.
    fn plies(&self) -> usize;
    /// The position after `ply` moves.
    fn position_at(&self, ply: usize) -> String;
    /// The position now.
    fn position(&self) -> String;
    /// The moves made.
    fn moves(&self) -> Vec<String>;
    /// Whose move it is now.
    fn to_move(&self) -> Side;
    /// The legal moves now, in the order of the rules, even if the game has ended by its past.
    fn legal(&self) -> Vec<String>;
    /// How the position now ended the game, regardless of its past.
    fn outcome(&self) -> Option<Outcome>;
    /// The first side's lead by the rules' own evaluation, where games are won by points.
    fn margin(&self) -> Option<i64>;
    /// What each side has, in the game's units.
    fn tally(&self) -> [i64; 2];

    // Playing

    /// Plays a move, if it is one and the rules allow it. What was taken back is forgotten.
    ///
    /// # Errors
    /// Says why not.
    fn play(&mut self, mv: &str) -> Result<(), MoveError>;
    /// The legal moves now, to be played by their numbers.
    fn kept_moves(&self) -> Arc<dyn KeptMoves>;
    /// Plays one of those: at once where they were kept for this position, by its text elsewhere.
    ///
    /// # Errors
    /// Says why not.
    fn play_kept(&mut self, moves: &dyn KeptMoves, number: usize) -> Result<(), MoveError>;
    /// Takes back the last move, whoever made it; false if there is none.
    fn take_back(&mut self) -> bool;
    /// The side to move gives up.
    fn resign(&mut self);
    /// Who gave up.
    fn resigned(&self) -> Option<Side>;
    /// Takes back a resignation, or moves until a side that is asked has to decide again.
    fn undo(&mut self, is_asked: &dyn Fn(Side) -> bool) -> Undone;
    /// Replays what was taken back last, up to the next decision; returns how many moves that was.
    fn redo(&mut self, is_asked: &dyn Fn(Side) -> bool) -> usize;

    // How it ends

    /// How the rules ended it, if they did.
    fn over(&self, draws: DrawRule) -> Option<Over>;
    /// That in words, with the names of files: `X wins by 12: the board is full`.
    fn over_in_words(&self, over: Over) -> String;
    /// How it ended for people, by the rules or by giving up.
    fn ending(&self) -> Option<EndingWords>;

    /// What the game knows for certain of the position now, for its side to move, such as from tables
    /// of endings.
    fn solved(&self) -> Option<Solved>;

    // How it is shown

    /// The board after `ply` moves.
    fn picture_at(&self, ply: usize) -> Picture;
    /// The cells of the move made at `ply`.
    fn path_at(&self, ply: usize) -> Vec<String>;
    /// How the board changed during the move made at `ply`.
    fn frames_at(&self, ply: usize) -> Vec<Frame>;
    /// What happened in the move made at `ply`; `None` if there is no such move.
    fn step_at(&self, ply: usize) -> Option<PlayedMove>;
    /// The legal moves with all that a person needs to choose one, in the order of
    /// [`legal`](AnyLine::legal).
    fn choices(&self) -> Vec<LegalMove>;
    /// A game that begins with the position at the end of this one, painted over. Its position need
    /// not be one that its text can be read as.
    fn painted(&self, strokes: &[Stroke]) -> Box<dyn AnyLine>;
    /// Why no game comes to the position at the end; `None` if nothing speaks against it.
    fn why_impossible(&self) -> Option<String>;

    // How it is spoken of

    /// What the move made at `ply` brought about beyond itself.
    fn effects_at(&self, ply: usize) -> Vec<String>;
    /// What a player should know before moving.
    fn notice(&self) -> Option<&'static str>;
    /// Whether the only legal move is one that is made for the player: a pass.
    fn is_automatic(&self) -> bool;
    /// Further ways to type each legal move.
    fn spellings(&self) -> Vec<Vec<String>>;
    /// A move as the game's players write it elsewhere, where that is another way.
    fn usual(&self, mv: &str) -> Option<String>;
    /// Typed text, brought as close as possible to the game's own spelling of a move.
    fn respelled(&self, typed: &str) -> String;
    /// Why a move is illegal now; `None` if the text is no move at all.
    fn why_illegal(&self, mv: &str) -> Option<IllegalMove>;

    // Between programs

    /// The `input.txt` for the side to move, with `seconds` left.
    fn question(&self, seconds: f64) -> String;
    /// Reads a turn out of an answer, strictly.
    ///
    /// # Errors
    /// If that is not how a turn is written, or if the turn is not legal.
    fn read_answer(&self, text: &str) -> Result<Vec<String>, AnswerError>;
    /// An answer without what a lenient referee passes over.
    fn tidied(&self, text: &str) -> String;
    /// Openings from here: the moves of each. Never none.
    fn openings(&self, wanted: OpeningsWanted) -> Vec<Vec<String>>;

    // Looking ahead

    /// Counts the lines of `depth` moves, in so many threads.
    fn perft(&self, depth: u32, threads: usize) -> Perft;
    /// [`perft`](AnyLine::perft), split by the first move.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, Perft)>;
    /// An opponent for games like this one; it thinks about any line of the same kind.
    fn player(&self, opponent: Opponent, settings: Settings, seed: u64) -> Box<dyn AnyPlayer>;
    /// The engine without a level, for opinions and hints.
    fn adviser(&self, settings: Settings) -> Box<dyn AnyPlayer>;
    /// The same for exact values: it may prepare for a second, if that saves more.
    fn solver(&self, settings: Settings) -> Box<dyn AnyPlayer>;
    /// The contempt that suits the game: how much worse than level a draw is, in scores.
    fn contempt(&self) -> i32;
    /// Searches by the book and keeps the tree; `None` if it has more than `most` nodes, or if it
    /// was stopped.
    fn search_tree(
        &self,
        algorithm: Algorithm,
        depth: u32,
        most: usize,
        stop: &AtomicBool,
    ) -> Option<SearchedTree>;
    /// How many nodes a search by the book has, up to a bound, and whether that is all.
    fn count_nodes(
        &self,
        algorithm: Algorithm,
        depth: u32,
        most: u64,
        stop: &AtomicBool,
    ) -> (u64, bool);
}

impl dyn AnyLine {
    /// This game after further moves.
    ///
    /// # Errors
    /// At the first that cannot be played.
    pub fn after(
        &self,
        moves: impl IntoIterator<Item: AsRef<str>>,
    ) -> Result<Box<dyn AnyLine>, MoveError> {
        let mut line = self.copied();
        moves.into_iter().try_for_each(|mv| line.play(mv.as_ref()))?;
        Ok(line)
    }
}

impl Clone for Box<dyn AnyLine> {
    fn clone(&self) -> Box<dyn AnyLine> {
        self.copied()
    }
}

/// Why a text cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is not a move.
    #[error("{}", .0.message)]
    Malformed(TextError),
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(IllegalMove),
}

/// How much worse than level a draw is if games are won as a whole, in scores: better play on.
const CONTEMPT: i32 = 25;

impl<G: Spoken> Line<G> {
    fn at(&self, ply: usize) -> &G {
        &self.positions()[ply.min(self.moves().len())]
    }

    fn asked<'a>(
        &'a self,
        algorithm: Algorithm,
        depth: u32,
        most: usize,
        stop: &'a AtomicBool,
    ) -> tree::SearchRequest<'a, G> {
        let titles = Side::BOTH.map(|side| G::title(side).to_owned());
        tree::SearchRequest { root: self.position(), algorithm, depth, titles, most, stop }
    }
}

fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl<G: Spoken> AnyLine for Line<G> {
    fn about(&self) -> About {
        About::of::<G>()
    }

    fn copied(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn plies(&self) -> usize {
        Line::moves(self).len()
    }

    fn position_at(&self, ply: usize) -> String {
        self.at(ply).to_string()
    }

    fn position(&self) -> String {
        Line::position(self).to_string()
    }

    fn moves(&self) -> Vec<String> {
        texts(Line::moves(self))
    }

    fn to_move(&self) -> Side {
        Line::position(self).to_move()
    }

    fn legal(&self) -> Vec<String> {
        texts(&Line::position(self).moves())
    }

    fn outcome(&self) -> Option<Outcome> {
        Line::position(self).outcome()
    }

    fn margin(&self) -> Option<i64> {
        let by_points = !G::Knowledge::DECISIVE;
        by_points.then(|| Line::position(self).evaluate(Side::First).number()).flatten()
    }

    fn tally(&self) -> [i64; 2] {
        Line::position(self).tally()
    }

    fn play(&mut self, mv: &str) -> Result<(), MoveError> {
        let mv: G::Move = mv.parse().map_err(Malformed)?;
        if let Some(reason) = Line::position(self).why_illegal(mv) {
            return Err(Illegal(IllegalMove { mv: mv.to_string(), reason }));
        }
        Line::play(self, mv);
        Ok(())
    }

    fn kept_moves(&self) -> Arc<dyn KeptMoves> {
        kept::of(self)
    }

    fn play_kept(&mut self, moves: &dyn KeptMoves, number: usize) -> Result<(), MoveError> {
        match kept::legal(self, moves, number) {
            Some(mv) => Line::play(self, mv),
            None => AnyLine::play(self, &moves.text(number).unwrap_or_default())?,
        }
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        Line::take_back(self).is_some()
    }

    fn resign(&mut self) {
        Line::resign(self);
    }

    fn resigned(&self) -> Option<Side> {
        Line::resigned(self)
    }

    fn undo(&mut self, is_asked: &dyn Fn(Side) -> bool) -> Undone {
        Line::undo(self, is_asked)
    }

    fn redo(&mut self, is_asked: &dyn Fn(Side) -> bool) -> usize {
        Line::redo(self, is_asked)
    }

    fn over(&self, draws: DrawRule) -> Option<Over> {
        G::over(self.positions(), Line::moves(self), draws)
    }

    fn over_in_words(&self, over: Over) -> String {
        sentence(over, Line::position(self))
    }

    fn ending(&self) -> Option<EndingWords> {
        Line::ending(self)
    }

    fn solved(&self) -> Option<Solved> {
        if IN_BROWSER {
            return None;
        }
        G::Knowledge::default().solved(Line::position(self), Line::past(self).len())
    }

    fn picture_at(&self, ply: usize) -> Picture {
        self.at(ply).picture()
    }

    fn path_at(&self, ply: usize) -> Vec<String> {
        Line::moves(self).get(ply).map(|&mv| self.at(ply).path(mv)).unwrap_or_default()
    }

    fn frames_at(&self, ply: usize) -> Vec<Frame> {
        let frames = |&mv| self.at(ply).frames(mv, self.at(ply + 1));
        Line::moves(self).get(ply).map(frames).unwrap_or_default()
    }

    fn step_at(&self, ply: usize) -> Option<PlayedMove> {
        let &mv = Line::moves(self).get(ply)?;
        Some(PlayedMove::of(self.at(ply), mv, self.at(ply + 1)))
    }

    fn choices(&self) -> Vec<LegalMove> {
        LegalMove::all(Line::position(self))
    }

    fn painted(&self, strokes: &[Stroke]) -> Box<dyn AnyLine> {
        let position = Line::position(self).clone();
        let painted = strokes.iter().fold(position, |position, stroke| stroke.on(&position));
        Box::new(Line::new(&painted))
    }

    fn why_impossible(&self) -> Option<String> {
        Line::position(self).why_impossible()
    }

    fn effects_at(&self, ply: usize) -> Vec<String> {
        match Line::moves(self).get(ply) {
            Some(&mv) => self.at(ply).effects(mv, self.at(ply + 1)),
            None => Vec::new(),
        }
    }

    fn notice(&self) -> Option<&'static str> {
        Line::position(self).notice()
    }

    fn is_automatic(&self) -> bool {
        matches!(Line::position(self).moves()[..], [only] if G::is_automatic(only))
    }

    fn spellings(&self) -> Vec<Vec<String>> {
        let position = Line::position(self);
        position.moves().into_iter().map(|mv| position.spellings(mv)).collect()
    }

    fn usual(&self, mv: &str) -> Option<String> {
        G::usual(mv.parse().ok()?)
    }

    fn respelled(&self, typed: &str) -> String {
        G::respelled(typed)
    }

    fn why_illegal(&self, mv: &str) -> Option<IllegalMove> {
        let mv: G::Move = mv.parse().ok()?;
        let reason = Line::position(self).why_illegal(mv).unwrap_or_default();
        Some(IllegalMove { mv: mv.to_string(), reason })
    }

    fn question(&self, seconds: f64) -> String {
        Line::position(self).question(seconds)
    }

    fn read_answer(&self, text: &str) -> Result<Vec<String>, AnswerError> {
        Line::position(self).read_answer(text).map(|turn| texts(&turn))
    }

    fn tidied(&self, text: &str) -> String {
        tidied::<G>(text)
    }

    fn openings(&self, wanted: OpeningsWanted) -> Vec<Vec<String>> {
        if IN_BROWSER {
            return vec![Vec::new()];
        }
        let openings = Line::position(self).openings(wanted);
        openings.iter().map(|Opening { moves, .. }| texts(moves)).collect()
    }

    fn perft(&self, depth: u32, threads: usize) -> Perft {
        if IN_BROWSER {
            return Perft::default();
        }
        perft_by(threads, Line::position(self), depth)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, Perft)> {
        if IN_BROWSER {
            return Vec::new();
        }
        let divided = divide(threads, Line::position(self), depth);
        divided.into_iter().map(|(mv, count)| (mv.to_string(), count)).collect()
    }

    fn player(&self, opponent: Opponent, settings: Settings, seed: u64) -> Box<dyn AnyPlayer> {
        let player = Player::new(opponent, G::Knowledge::default(), settings, seed);
        Box::new(Thinking::<G>::Player(player))
    }

    fn adviser(&self, settings: Settings) -> Box<dyn AnyPlayer> {
        Box::new(Thinking::<G>::Engine(Engine::new(G::Knowledge::default(), settings)))
    }

    fn solver(&self, settings: Settings) -> Box<dyn AnyPlayer> {
        Box::new(Thinking::<G>::Engine(Engine::new(G::Knowledge::solver(), settings)))
    }

    fn contempt(&self) -> i32 {
        if G::Knowledge::DECISIVE { CONTEMPT } else { 0 }
    }

    fn search_tree(
        &self,
        algorithm: Algorithm,
        depth: u32,
        most: usize,
        stop: &AtomicBool,
    ) -> Option<SearchedTree> {
        let tree = Recorded::search(&self.asked(algorithm, depth, most, stop))?;
        Some(SearchedTree { summary: tree.summary(), tree: Arc::new(tree) })
    }

    fn count_nodes(
        &self,
        algorithm: Algorithm,
        depth: u32,
        most: u64,
        stop: &AtomicBool,
    ) -> (u64, bool) {
        tree::count(&self.asked(algorithm, depth, usize::MAX, stop), most)
    }
}
