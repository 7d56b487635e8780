//! Mines checkers problems: endings from tables, shots from games.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use clap::Args;

use plyglot_core::mix::{Random, mix};
use plyglot_core::{Game, Side};
use plyglot_games::checkers::endings::{Endings, Verdict};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::problems::{CheckersProblem, Kind, Proof, forces_gain};
use plyglot_games::checkers::{Move, Piece, Position, Square};
use plyglot_search::engine::{
    CpuClock, Engine, Knowledge, Limit, Problem, Score, Settings, Techniques,
};

use crate::{game, jobs};

/// Mine checkers problems from tables of endings and from games, and write them as a set
///
/// The same options give the same file, to the byte, whatever the number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- mine --seed 1
  cargo run --release -p plyglot-lab -- mine --endings 2000 --games 50 --out /tmp/few.txt")]
pub struct Mine {
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many endings to draw by chance
    #[arg(long, default_value_t = 800_000)]
    endings: usize,
    /// How many games to play in search of shots
    #[arg(long, default_value_t = 9_000)]
    games: usize,
    /// How many problems to keep at most: wins, holds, shots
    #[arg(long, value_delimiter = ',', num_args = 3, default_value = "220,160,200")]
    most: Vec<usize>,
    /// How many threads; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
    /// Where to write the set
    #[arg(long, default_value = "crates/games/src/checkers/problems.txt")]
    out: PathBuf,
}

/// A problem that may become part of the set.
#[derive(Clone, Debug)]
struct Candidate {
    problem: CheckersProblem,
    /// How many nodes the search without tables needs until it stays with the key.
    nodes: u64,
}

/// So long the search without tables may look for the key.
const MOST_NODES: u64 = 100_000;
/// Up to so many nodes a problem has the difficulty 1, 2, 3, 4.
const LEVELS: [u64; 4] = [100, 300, 3_000, 30_000];

/// A choice among fewer moves is none.
const LEAST_MOVES: usize = 4;
/// So many of the solver's moves in a row must be the only ones, against some defence.
const ONLY_MOVES: u32 = 3;
/// Of endings with the same pieces no more than so many of a kind are kept.
const MOST_ALIKE: usize = 16;

impl Mine {
    pub fn run(&self) -> Result<()> {
        let clock = CpuClock::start();
        let set = self.mine();
        fs::write(&self.out, self.text(&set))
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        let mut out = std::io::stdout();
        for kind in Kind::ALL {
            let of_kind = |level| {
                let is_it =
                    |one: &&Candidate| one.problem.kind == kind && one.problem.difficulty == level;
                set.iter().filter(is_it).count().to_string()
            };
            let counts: Vec<String> = (1..=5).map(of_kind).collect();
            writeln!(out, "{kind}: {} by difficulty", counts.join(" + "))?;
        }
        let (path, seconds) = (self.out.display(), clock.seconds());
        writeln!(out, "{} problems in {path}, {seconds:.0} s of CPU", set.len())?;
        Ok(())
    }

    fn mine(&self) -> Vec<Candidate> {
        let seed = |number: usize, salt: u64| {
            mix(mix(self.seed).wrapping_add(salt)).wrapping_add(number as u64)
        };
        let endings = jobs::run("endings", self.endings, self.threads, |number| {
            ending(&mut Random::new(seed(number, 1)))
        });
        let shots = jobs::run("games", self.games, self.threads, |number| shot(seed(number, 2)));
        let mut all: Vec<Candidate> = endings.into_iter().chain(shots).flatten().collect();
        // Of shots the longer ones are rare.
        all.sort_by_key(|one| std::cmp::Reverse(one.problem.proof));
        let mut set: Vec<Candidate> = Kind::ALL
            .into_iter()
            .zip(&self.most)
            .flat_map(|(kind, &most)| {
                choose(all.iter().filter(|one| one.problem.kind == kind), most)
            })
            .collect();
        // From easy to hard.
        set.sort_by_key(|one| (one.problem.difficulty, one.nodes, one.problem.position.key()));
        set
    }

    fn text(&self, set: &[Candidate]) -> String {
        let most: Vec<String> = self.most.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "\
# Problems for American checkers: in each, one move alone does it.
#
# Made by: cargo run --release -p plyglot-lab -- mine --seed {} --endings {} --games {} --most {}
#
# To the extent possible under law, the authors of Plyglot have waived all copyright and related or
# neighbouring rights to this file: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/
#
# A line is a position in FEN (who moves, then White's and Black's pieces; squares 1 to 32, K is a
# king), the kind, the difficulty, the key, and how it is known. Black moves from 1 towards 32.
#   win   an ending that the side to move wins
#   hold  an ending that the side to move draws
#   shot  a move gives up a piece, and at some turn of its own the side to move is 2 pieces better off
# Known by tables of endings: every other move throws it away. They count the 50 quiet turns from the
# position after the move. Or by the number of plies within which it is forced, all answers tried; no
# other move forces it within {MOST_PLIES}, and a search of {PROOF_NODES} nodes a move finds every other one at least a
# man and a half worse.
# Difficulty: from how many nodes on the engine, without tables and without looking beyond its depth,
# stays with the key: at most {} (1), {} (2), {} (3), {} (4), or more (5). A shot of 6 plies is at
# least a 2, of 8 a 3, of 10 a 4, of 12 a 5.
",
            self.seed,
            self.endings,
            self.games,
            most.join(","),
            LEVELS[0],
            LEVELS[1],
            LEVELS[2],
            LEVELS[3],
        );
        for one in set {
            text += &format!("{}\n", one.problem);
        }
        text
    }
}

/// Chooses up to `most`: all difficulties alike as far as there are enough, and few that look the same.
fn choose<'c>(all: impl Iterator<Item = &'c Candidate>, most: usize) -> Vec<Candidate> {
    let mut by_level: [Vec<&Candidate>; 5] = Default::default();
    for one in all {
        by_level[usize::from(one.problem.difficulty - 1)].push(one);
    }
    // The next to be looked at comes first.
    by_level.iter_mut().for_each(|level| level.reverse());
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut alike: HashMap<[u32; 4], usize> = HashMap::new();
    while chosen.len() < most && by_level.iter().any(|level| !level.is_empty()) {
        for level in &mut by_level {
            while let Some(one) = level.pop() {
                let count = alike.entry(material(&one.problem.position)).or_default();
                let is_new = chosen.iter().all(|other| is_far(one, other));
                let is_rare = *count < MOST_ALIKE || one.problem.kind == Kind::Shot;
                if is_rare && is_new && chosen.len() < most {
                    *count += 1;
                    chosen.push(one.clone());
                    break;
                }
            }
        }
    }
    chosen
}

/// How many men and kings each side has, the side to move first.
fn material(position: &Position) -> [u32; 4] {
    let view = position.view();
    [view.men, view.kings, view.enemy_men, view.enemy_kings].map(u32::count_ones)
}

/// Whether two problems differ in more than a piece that stands elsewhere.
fn is_far(a: &Candidate, b: &Candidate) -> bool {
    let sets = |one: &Candidate| {
        let view = one.problem.position.view();
        [view.men, view.kings, view.enemy_men, view.enemy_kings]
    };
    let differing: u32 = sets(a).into_iter().zip(sets(b)).map(|(a, b)| (a ^ b).count_ones()).sum();
    differing > 3
}

/// A candidate with its difficulty measured.
fn measured(position: Position, kind: Kind, key: Move, proof: Proof) -> Candidate {
    let techniques =
        Techniques { solved: false, quiescence: false, extensions: false, ..Techniques::ALL };
    let mut engine = Engine::new(Checkers::default(), Settings { techniques, ..small() });
    let mut since = None;
    let problem = Problem::new(&position, Limit::Nodes(MOST_NODES));
    let last = engine.think_aloud(&problem, |thought| {
        since = if thought.best() == key { since.or(Some(thought.nodes)) } else { None };
    });
    let is_found = last.is_some_and(|thought| thought.best() == key);
    let nodes = since.filter(|_| is_found).unwrap_or(MOST_NODES).min(MOST_NODES);
    let by_nodes = 1 + LEVELS.iter().filter(|&&level| nodes > level).count() as u8;
    // A long shot is not easy only because its first move looks good.
    let by_plies = match proof {
        Proof::Tables => 1,
        Proof::Plies(plies) => (plies / 2 - 1) as u8,
    };
    let difficulty = by_nodes.max(by_plies);
    Candidate { problem: CheckersProblem { position, kind, difficulty, key, proof }, nodes }
}

/// Tables are made anew for every question, so that no answer depends on another.
fn small() -> Settings {
    Settings { table_bytes: 4 << 20, ..Settings::default() }
}

/// An ending by chance, if one move alone wins or draws it.
fn ending(random: &mut Random) -> Option<Candidate> {
    static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::in_program);
    let position = few_pieces(random)?;
    let key = only_move(&ENDINGS, &position).filter(|key| !key.is_jump())?;
    let kind = if ENDINGS.verdict(&position)? == Verdict::Win { Kind::Win } else { Kind::Hold };
    let is_long = only_moves(&ENDINGS, &position, ONLY_MOVES) == ONLY_MOVES;
    is_long.then(|| measured(position, kind, key, Proof::Tables))
}

/// Two or three pieces a side, five at most in all.
fn few_pieces(random: &mut Random) -> Option<Position> {
    let counts = [[2, 2], [3, 2], [3, 2], [2, 3], [2, 3]][random.below(5)];
    let mover = Side::BOTH[random.below(2)];
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    let squares: Vec<Square> = Square::all().collect();
    for (side, count) in [mover, mover.other()].into_iter().zip(counts) {
        for _ in 0..count {
            let square = squares[random.below(squares.len())];
            let piece = Piece { side, is_king: random.below(5) < 2 };
            let is_free = pieces.iter().all(|&(other, _)| other != square);
            pieces.push((square, piece));
            if !is_free {
                return None;
            }
        }
    }
    let mut rows = [['.'; 8]; 8];
    for (square, piece) in pieces {
        rows[usize::from(7 - square.row())][usize::from(square.column())] = piece.symbol();
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    // A man on its far row is no position.
    let text = format!("{}\n{}\n", Position::side_name(mover), rows.join("\n"));
    let position: Position = text.parse().ok()?;
    let waits = Position::new(position.board(), mover.other());
    // No exchange is under way.
    let is_calm = !position.can_jump() && !waits.can_jump();
    (is_calm && position.moves().len() >= LEAST_MOVES).then_some(position)
}

/// The only move that keeps a win or a draw, where there are others.
fn only_move(endings: &Endings, position: &Position) -> Option<Move> {
    let verdict = endings.verdict(position).filter(|&verdict| verdict != Verdict::Loss)?;
    let moves = position.moves();
    let mut keep = moves
        .iter()
        .filter(|mv| endings.verdict(&position.after(**mv)).is_some_and(|after| -after == verdict));
    let only = keep.next().filter(|_| moves.len() > 1)?;
    keep.next().is_none().then_some(*only)
}

/// How many only moves in a row, up to a bound, some defence asks for.
fn only_moves(endings: &Endings, position: &Position, most: u32) -> u32 {
    if most == 0 {
        return 0;
    }
    let Some(key) = only_move(endings, position) else { return 0 };
    let after = position.after(key);
    let answers = after.moves().into_iter().map(|mv| after.after(mv));
    1 + answers.map(|position| only_moves(endings, &position, most - 1)).max().unwrap_or(0)
}

/// What one man is in scores.
const MAN: Score = Checkers::POINT;
/// A shot leads to so much at least, and every other move to so much less.
const GAIN: Score = MAN;
const MARGIN: Score = MAN + MAN / 2;
/// Without the shot the position is not won anyway.
const LEVEL: Score = MAN;
/// With so many nodes each move is judged.
const PROOF_NODES: u64 = 50_000;
/// A shot has shown its worth within so many plies: those are the hardest.
const MOST_PLIES: u32 = 12;
/// With fewer pieces it is an ending.
const LEAST_PIECES: u32 = 8;
/// Games are played with so many nodes a move, one move in so many is by chance, and they last no longer
/// than this.
const PLAY_NODES: u64 = 300;
const BY_CHANCE: usize = 3;
const LONGEST_GAME: usize = 60;

/// The first shot in a game between weak players.
fn shot(seed: u64) -> Option<Candidate> {
    let mut random = Random::new(seed);
    let mut position = game::ballot(seed);
    let mut engine = Engine::new(Checkers::default(), small());
    for _ in 0..LONGEST_GAME {
        if let Some(candidate) = shot_in(&position) {
            return Some(candidate);
        }
        let thought = engine.think(&Problem::new(&position, Limit::Nodes(PLAY_NODES)))?;
        let moves = position.moves();
        let is_by_chance = random.below(BY_CHANCE) == 0;
        position.play(if is_by_chance { moves[random.below(moves.len())] } else { thought.best() });
        let pieces: u32 = material(&position).iter().sum();
        if pieces < LEAST_PIECES || thought.score.abs() > 3 * MAN {
            return None;
        }
    }
    None
}

/// The position as a problem, if a move gives up a piece and wins more, and no other move is as good.
fn shot_in(position: &Position) -> Option<Candidate> {
    let moves = position.moves();
    if moves.len() < LEAST_MOVES || position.can_jump() {
        return None;
    }
    let is_gift = |mv: &&Move| position.after(**mv).can_jump();
    let plies =
        |mv: Move| (4..=MOST_PLIES).step_by(2).find(|&plies| forces_gain(position, mv, plies));
    let (key, plies) = moves.iter().filter(is_gift).find_map(|&mv| Some((mv, plies(mv)?)))?;
    let worth = |mv: Move| {
        let mut engine = Engine::new(Checkers::default(), small());
        let after = position.after(mv);
        let answer = engine.think(&Problem::new(&after, Limit::Nodes(PROOF_NODES)));
        answer.map_or(Score::MAX, |answer| -answer.score)
    };
    let best = worth(key);
    let is_worse = |mv: Move| {
        let other = worth(mv);
        other <= best - MARGIN && other <= LEVEL && !forces_gain(position, mv, MOST_PLIES)
    };
    let mut others = moves.into_iter().filter(|&mv| mv != key);
    let is_shot = best >= GAIN && others.all(is_worse);
    is_shot.then(|| measured(*position, Kind::Shot, key, Proof::Plies(plies)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_set_on_any_number_of_threads() {
        let set = |seed, threads| {
            let most = vec![3, 3, 3];
            let out = PathBuf::new();
            let mine = Mine { seed, endings: 4_000, games: 80, most, threads, out };
            mine.text(&mine.mine())
        };
        let text = set(1, 1);
        assert_eq!(set(1, 3), text);
        assert_ne!(set(2, 1), text);
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let kinds: Vec<Kind> =
            lines.map(|line| line.parse::<CheckersProblem>().unwrap().kind).collect();
        for kind in Kind::ALL {
            let count = kinds.iter().filter(|&&found| found == kind).count();
            assert!((1..=3).contains(&count), "{count} of {kind} in\n{text}");
        }
    }

    /// The same ending but for a man that stands elsewhere is not worth a second look.
    #[test]
    fn near_duplicates_are_left_out() {
        let candidates = |lines: &[&str]| -> Vec<Candidate> {
            let candidate = |line: &&str| Candidate { problem: line.parse().unwrap(), nodes: 1 };
            lines.iter().map(candidate).collect()
        };
        let all = candidates(&[
            "B:W26,31:BK5,10 win 3 5-9 tables",
            "B:W26,30:BK5,10 win 3 5-9 tables",
            // The same for the other side.
            "W:W23,K28:B2,7 win 3 28-24 tables",
            "W:W13,22,25:BK1,K19 win 4 13-9 tables",
        ]);
        let chosen: Vec<String> =
            choose(all.iter(), 9).iter().map(|one| one.problem.to_string()).collect();
        assert_eq!(chosen, [all[0].problem.to_string(), all[3].problem.to_string()]);
        assert_eq!(choose(all.iter(), 1).len(), 1);
    }

    #[test]
    fn only_moves_are_counted_along_the_hardest_defence() {
        let endings = Endings::in_program();
        let problem: CheckersProblem = "B:W26,31:BK5,10 win 3 5-9 tables".parse().unwrap();
        assert_eq!(only_move(&endings, &problem.position), Some(problem.key));
        assert_eq!(only_moves(&endings, &problem.position, ONLY_MOVES), ONLY_MOVES);
        assert_eq!(only_moves(&endings, &problem.position, 1), 1);
        // Lost: no move keeps anything.
        let lost = "BLACK\n........\n........\n........\n........\n...B....\n........\n.W.....W\n........\n";
        let lost: Position = lost.parse().unwrap();
        assert_eq!(only_moves(&endings, &lost, ONLY_MOVES), 0);
    }
}
