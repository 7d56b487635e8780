//! How strong are the levels of each game, beside their neighbours and the reference agents?

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use plyglot_arena::schedule::{GameKey, GameResult, Results};
use plyglot_arena::stats::{Estimate, GameScore, Pairs, expected_score};
use plyglot_core::mix::mix;
use plyglot_core::text::TextError;
use plyglot_core::{DrawRule, Side};
use plyglot_games::GAMES;
use plyglot_kit::any::{AnyLine, GameRef};
use plyglot_kit::measured::{MeasuredLevels, MeasuredMatch};
use plyglot_kit::openings::OpeningsWanted;
use plyglot_search::engine::{CpuClock, Limit, Settings};
use plyglot_search::opponents::{Level, Opponent};

use crate::jobs;

/// Let the levels of a game play their neighbours and the reference agents, and write down the results
///
/// Each pair of games has a board and an opening of its own and is played with both colours; all
/// limits are nodes, so the same seed gives the same results everywhere. With --out the results
/// replace `levels.tsv` in the folder of each game, which `plyglot levels` shows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- levels --out crates/games/src
  cargo run --release -p plyglot-lab -- levels --game checkers --games 20
  cargo run --release -p plyglot-lab -- levels --game mancala --ladder greedy,person-1-50-200,nodes-300")]
pub struct Levels {
    /// The game [default: all]
    #[arg(long)]
    game: Option<String>,
    /// How many games each level plays with the one below
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// How many games `full` plays with the level below: they take longest
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    full_games: u32,
    /// How many games each level plays with each reference agent
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    reference_games: u32,
    /// How many nodes a move stand for the time of `full`
    #[arg(long, default_value_t = 300_000)]
    full_nodes: u64,
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
    /// Play these opponents instead, each against the one before, and write nothing: to choose levels
    #[arg(long, value_name = "OPPONENTS", value_delimiter = ',', value_parser = opponent)]
    ladder: Vec<Opponent>,
    /// Where the folders of the games are: write what was measured there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn opponent(name: &str) -> Result<Opponent, String> {
    name.parse().map_err(|error: TextError| error.message)
}

/// The agents that every level is measured against.
const REFERENCES: [Opponent; 4] =
    [Opponent::Random, Opponent::Greedy, Opponent::Minimax(2), Opponent::Minimax(3)];

impl Levels {
    pub fn run(&self) -> Result<()> {
        let chosen = match &self.game {
            Some(name) => vec![GAMES.find(name)?],
            None => GAMES.iter().collect(),
        };
        if [self.games, self.full_games, self.reference_games].iter().any(|count| count % 2 > 0) {
            bail!("games are played in pairs: their number must be even");
        }
        for game in chosen {
            let matches = match self.ladder.is_empty() {
                true => pairings(),
                false => self.ladder.windows(2).map(|two| (two[1], two[0])).collect(),
            };
            let measured = self.measure(game, &matches)?;
            if let Some(folder) = self.out.as_ref().filter(|_| self.ladder.is_empty()) {
                let path = folder.join(game.name().replace('-', "_")).join("levels.tsv");
                let written = std::fs::write(&path, measured.to_string());
                written.with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }

    fn measure(&self, game: GameRef, matches: &[(Opponent, Opponent)]) -> Result<MeasuredLevels> {
        let Levels { games, full_games, reference_games, full_nodes, seed, .. } = self;
        let command = format!(
            "plyglot-lab levels --game {} --games {games} --full-games {full_games} \
             --reference-games {reference_games} --full-nodes {full_nodes} --seed {seed}",
            game.name()
        );
        let full = format!("There full has {full_nodes} nodes a move instead of a time.");
        let how = vec![command, full, styles(game)];
        let mut measured = MeasuredLevels { how, matches: Vec::new() };
        let openings = self.openings(game)?;
        for &two in matches {
            let clock = CpuClock::start();
            let games = match two {
                (Opponent::Engine(Level::Full), _) => full_games,
                (Opponent::Engine(_), other) if REFERENCES.contains(&other) => reference_games,
                _ => games,
            };
            let found = self.play(&openings[..*games as usize / 2], two)?;
            say(game, &found, clock.seconds())?;
            measured.matches.push(found);
        }
        Ok(measured)
    }

    /// A board and an opening for each pair of games, the same for all that play.
    fn openings(&self, game: GameRef) -> Result<Vec<Box<dyn AnyLine>>> {
        let pairs = self.games.max(self.full_games).max(self.reference_games) as usize / 2;
        let openings = jobs::run("openings", pairs, self.threads, |pair| {
            let seed = mix(self.seed).wrapping_add(pair as u64);
            let start = game.start(&[], seed)?;
            let openings = start.openings(OpeningsWanted::new(1, seed));
            Ok(start.after(&openings[0])?)
        });
        openings.into_iter().collect()
    }

    /// Plays each opening twice between two.
    fn play(
        &self,
        openings: &[Box<dyn AnyLine>],
        two: (Opponent, Opponent),
    ) -> Result<MeasuredMatch> {
        let played = jobs::run("playing", openings.len(), self.threads, |pair| {
            let seed = mix(self.seed).wrapping_add(pair as u64);
            play_pair(&*openings[pair], two, self.full_nodes, seed)
        });
        let (mut pairs, mut counts) = (Pairs::default(), [0; 3]);
        for scores in played {
            let scores = scores?;
            pairs.add(scores);
            scores.iter().for_each(|score| counts[2 - score.half_points() as usize] += 1);
        }
        let (player, against) = two;
        Ok(MeasuredMatch { player, against, games: counts, pairs: pairs.counts() })
    }
}

/// Each level against the one below, and against the reference agents; but `full` only against the one
/// below, since it would take long to see it beat all others.
fn pairings() -> Vec<(Opponent, Opponent)> {
    let of_level = |level: Level| {
        let references = if level == Level::Full { &[][..] } else { &REFERENCES };
        let others = level.below().map(Opponent::Engine).into_iter().chain(references.to_vec());
        others.map(move |other| (Opponent::Engine(level), other))
    };
    Level::ALL.into_iter().flat_map(of_level).collect()
}

/// What was measured: when a level changes, so does this line, and a test asks to measure again.
fn styles(game: GameRef) -> String {
    let styles = game.about().levels.0.map(|style| style.to_string());
    format!("Levels: {}.", styles.join(", "))
}

fn say(game: GameRef, found: &MeasuredMatch, seconds: f64) -> Result<()> {
    let estimate = Estimate::of(&Pairs::new(found.pairs));
    let [low, high] = [estimate.low, estimate.high].map(|elo| 100.0 * expected_score(elo));
    let [won, drawn, lost] = found.games;
    writeln!(
        std::io::stdout(),
        "{}: {} against {}: +{won} ={drawn} -{lost}, {:.1} % ({low:.0} to {high:.0}), {seconds:.1} s",
        game.name(),
        found.player,
        found.against,
        100.0 * estimate.score,
    )?;
    Ok(())
}

/// Plays an opening with both colours, and says what each game was worth to the first of
/// the two: as a match counts it.
fn play_pair(
    opened: &dyn AnyLine,
    (player, against): (Opponent, Opponent),
    full_nodes: u64,
    seed: u64,
) -> Result<[GameScore; 2]> {
    let keys = [0, 1].map(|number| GameKey { round: 0, table: 0, number });
    let mut results = Results::by_pairs(opened.about().pairs_decide);
    for (key, two) in keys.into_iter().zip([[player, against], [against, player]]) {
        results.insert(key, play_game(opened, two, full_nodes, seed)?);
    }
    let score = |(key, side)| results.get(&key).map(|outcome| GameScore::of(outcome, side));
    let [first, second] = [(keys[0], Side::First), (keys[1], Side::Second)].map(score);
    first.zip(second).map(|(first, second)| [first, second]).context("a game without an end")
}

/// Plays a game to its end; the first of the two has the first side.
fn play_game(
    opened: &dyn AnyLine,
    two: [Opponent; 2],
    full_nodes: u64,
    seed: u64,
) -> Result<GameResult> {
    let settings = Settings { contempt: opened.contempt(), ..Settings::default() };
    let seats = [0, 1].map(|seat| (two[seat], mix(seed ^ (seat as u64 + 1))));
    let mut players = seats.map(|(opponent, seed)| opened.player(opponent, settings, seed));
    let mut line = opened.copied();
    loop {
        if let Some(over) = line.over(DrawRule::Prompt) {
            return Ok(GameResult { outcome: over.outcome, margin: line.margin() });
        }
        let player = &mut players[line.to_move() as usize];
        for mv in player.turn(&*line, &mut || Limit::Nodes(full_nodes)) {
            line.play(&mv)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::opponents::Style;

    use super::*;

    fn quick() -> Levels {
        Levels {
            game: None,
            games: 100,
            full_games: 2,
            reference_games: 2,
            full_nodes: 1_000,
            seed: 3,
            threads: jobs::cores(),
            ladder: Vec::new(),
            out: None,
        }
    }

    /// Whether a test can wait for its games.
    fn is_cheap(game: GameRef, level: Level) -> bool {
        match game.about().levels.style(level) {
            Style::Person(person) => person.depth < 4,
            Style::Nodes(nodes) => nodes <= 400,
            Style::Given => false,
        }
    }

    #[test]
    fn each_level_beats_the_one_below() {
        for game in GAMES.iter() {
            let lab = quick();
            let openings = lab.openings(game).unwrap();
            for level in Level::ALL.into_iter().filter(|&level| is_cheap(game, level)) {
                let Some(below) = level.below() else { continue };
                let two = (Opponent::Engine(level), Opponent::Engine(below));
                let found = lab.play(&openings, two).unwrap();
                let (name, games) = (level.name(), found.games);
                assert!(found.score() > 0.5, "{}: {name} is too weak: {games:?}", game.name());
            }
        }
    }

    #[test]
    fn the_facts_are_about_the_levels_as_they_are() {
        for game in GAMES.iter() {
            let name = game.name();
            let facts = MeasuredLevels::read(game.about().measured_levels).unwrap();
            assert!(facts.how[0].starts_with(&format!("plyglot-lab levels --game {name} ")));
            assert_eq!(facts.how[2], styles(game), "{name}: measure again");
            let played: Vec<_> = facts.matches.iter().map(|it| (it.player, it.against)).collect();
            assert_eq!(played, pairings(), "{name}");
            for found in &facts.matches {
                let pairs = Pairs::new(found.pairs);
                assert_eq!(pairs.games(), found.count(), "{name}: {found:?}");
                assert!((pairs.mean() - found.score()).abs() < 1e-9, "{name}: {found:?}");
            }
        }
    }

    /// A step that is too small is no step, and one that is too large leaves a gap for players. Games
    /// scatter, so a step is wrong only if its whole interval lies outside.
    #[test]
    fn steps_between_levels_are_even() {
        for game in GAMES.iter() {
            let facts = MeasuredLevels::read(game.about().measured_levels).unwrap();
            for (level, below) in Level::ALL.into_iter().filter_map(|it| Some((it, it.below()?))) {
                let found = facts.between(Opponent::Engine(level), Opponent::Engine(below));
                let estimate = Estimate::of(&Pairs::new(found.unwrap().pairs));
                let [low, high] = [estimate.low, estimate.high].map(expected_score);
                let is_even = estimate.score > 0.5 && low < 0.85 && high > 0.6;
                assert!(is_even, "{}: {}: {estimate:?}", game.name(), level.name());
            }
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let game = GAMES.find("mancala").unwrap();
        let two = (Opponent::Engine(Level::Casual), Opponent::Engine(Level::Novice));
        let play = |threads| {
            let lab = Levels { threads, games: 8, ..quick() };
            lab.play(&lab.openings(game).unwrap(), two).unwrap()
        };
        assert_eq!(play(1), play(3));
    }
}
