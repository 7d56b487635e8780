//! The file that describes a tournament, as people write it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use plyglot_core::text::{TextError, quote};
use plyglot_kit::any::{GameRef, Games};
use plyglot_sandbox::Isolation;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};
use toml::Spanned;
use toml::de::{DeTable, ValueDeserializer};

use super::settings::{Entrant, SettingsError, Tournament, TournamentSettings};
use crate::agent::{Agent, Grants};
use crate::contest::OpeningSuite;
use crate::referee::Rules;
use crate::schedule::{Format, Unfit};

/// What a file says: the tournament, and how this machine is to play it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What is played.
    pub tournament: Tournament,
    /// Who plays, in the order of the entrants.
    pub agents: Vec<Agent>,
    /// How many games at once, if it says so.
    pub concurrency: Option<usize>,
    /// How well programs must be isolated, if it says so.
    pub require_sandbox: Option<Isolation>,
    /// How Slurm should start workers: options with their values, which are not looked at here.
    pub slurm: BTreeMap<String, Vec<String>>,
}

/// Longer names make no readable table.
const LONGEST_NAME: usize = 60;
/// A whole tournament's worth of openings; more only take time to find.
const MOST_OPENINGS: usize = 100_000;
/// Later than that a game has no opening.
const MOST_PLIES: usize = 40;
/// More games at once than any machine has cores.
const MOST_AT_ONCE: usize = 1024;
/// A terabyte.
const MOST_MB: u64 = 1 << 20;

impl Plan {
    /// Reads a file about one of these games. Paths in it begin in `directory`, where the file is.
    ///
    /// # Errors
    /// At the first place that makes no sense.
    pub fn read(text: &str, directory: &Path, games: Games) -> Result<Plan, TextError> {
        Plan::understood(text, directory, games)
            .map_err(|(span, why)| TextError::at_byte(text, span.start, &why))
    }

    fn understood(text: &str, directory: &Path, known: Games) -> Result<Plan, Wrong> {
        let mut table = DeTable::parse(text).map_err(|error| in_toml(&error))?;
        if let Some(name) = table.get_ref().get("game")
            && let Some(text) = name.get_ref().as_str()
        {
            find(text, name.span(), known)?;
        }
        let sizes = take_sizes(table.get_mut(), known).map_err(|error| in_toml(&error))?;
        let written = Written::deserialize(toml::Deserializer::from(table))
            .map_err(|error| in_toml(&error))?;
        let game = find(written.game.get_ref(), written.game.span(), known)?;
        let (entrants, agents) = written.entrants(directory)?;
        written.bounds()?;
        for size in game.about().sizes {
            let chosen = sizes.get(size.name).map(|it| (it.span(), *it.get_ref()));
            if let Some((span, number)) = chosen
                && let Some(why) = game.why_not_for_programs(size.name, number)
            {
                return Err((span, why.to_owned()));
            }
        }
        let format = written.format(entrants.len())?;
        let games = match format {
            Format::Knockout { .. } => Format::KNOCKOUT_GAMES,
            _ => 2,
        };
        let settings = TournamentSettings {
            name: written
                .name
                .as_ref()
                .map_or_else(|| "Tournament".to_owned(), |name| name.get_ref().clone()),
            game: game.name().to_owned(),
            sizes: sizes.iter().map(|(name, number)| (name.clone(), *number.get_ref())).collect(),
            format,
            games: written.games.as_ref().map_or(games, |games| *games.get_ref()),
            seed: written.seed.unwrap_or_default(),
            openings: written
                .openings
                .as_ref()
                .map_or_else(OpeningSuite::default, |o| *o.get_ref()),
            rules: written.rules.as_ref().map_or_else(Rules::default, |rules| *rules.get_ref()),
            agents: entrants,
        };
        let seconds = settings.rules.seconds;
        let tournament = Tournament::new(settings, known)
            .map_err(|error| (written.place_of(&error, &sizes), error.to_string()))?;
        // Reading is what knows all that an input may not be.
        if let Err(error) = game.read_task(&tournament.start().question(seconds)) {
            let place = sizes.values().next().map_or(written.game.span(), Spanned::span);
            return Err((place, format!("programs cannot play on this board: {}", error.message)));
        }
        Ok(Plan {
            tournament,
            agents,
            concurrency: written.concurrency.map(Spanned::into_inner),
            require_sandbox: written.require_sandbox,
            slurm: written.slurm.into_iter().map(|(name, value)| (name, value.words())).collect(),
        })
    }
}

/// Where something is wrong, and what.
type Wrong = (Range<usize>, String);

/// The sizes of a board, by the names that its game gives them.
type WrittenSizes = BTreeMap<String, Spanned<usize>>;

fn in_toml(error: &toml::de::Error) -> Wrong {
    (error.span().unwrap_or_default(), error.message().to_owned())
}

fn find(name: &str, place: Range<usize>, games: Games) -> Result<GameRef, Wrong> {
    games.find(name).map_err(|_| {
        let known: Vec<String> = games.names().map(|name| format!("`{name}`")).collect();
        let known = known.join(", ");
        (place, format!("unknown variant `{name}`, expected one of {known}"))
    })
}

/// Takes the sizes that any game has out of a table; what is left has names that are always the same.
fn take_sizes(table: &mut DeTable<'_>, games: Games) -> Result<WrittenSizes, toml::de::Error> {
    let mut sizes = WrittenSizes::new();
    for size in games.iter().flat_map(|game| game.about().sizes) {
        if let Some(value) = table.remove(size.name) {
            let number = Spanned::<usize>::deserialize(ValueDeserializer::from(value))?;
            sizes.insert(size.name.to_owned(), number);
        }
    }
    Ok(sizes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: Option<Spanned<String>>,
    game: Spanned<String>,
    #[serde(default)]
    format: FormatName,
    challengers: Option<Spanned<usize>>,
    most_rounds: Option<Spanned<u32>>,
    rounds: Option<Spanned<u32>>,
    games: Option<Spanned<u32>>,
    seed: Option<u64>,
    concurrency: Option<Spanned<usize>>,
    require_sandbox: Option<Isolation>,
    #[serde(default)]
    slurm: BTreeMap<String, OptionValue>,
    #[serde(default)]
    readable: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    path: Vec<Spanned<PathBuf>>,
    openings: Option<Spanned<OpeningSuite>>,
    rules: Option<Spanned<Rules>>,
    agents: Spanned<Vec<Spanned<WrittenEntrant>>>,
}

/// What an option of another program may be set to.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, a text or a list of texts")]
enum OptionValue {
    Number(i64),
    Text(String),
    Texts(Vec<String>),
}

impl OptionValue {
    fn words(self) -> Vec<String> {
        match self {
            OptionValue::Number(number) => vec![number.to_string()],
            OptionValue::Text(text) => vec![text],
            OptionValue::Texts(texts) => texts,
        }
    }
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormatName {
    #[default]
    RoundRobin,
    Gauntlet,
    Knockout,
    Swiss,
}

impl Written {
    /// Finds all agents. Those that the file names have that name, others their own.
    fn entrants(&self, directory: &Path) -> Result<(Vec<Entrant>, Vec<Agent>), Wrong> {
        let mut known = HashMap::new();
        let for_all = self.grants(directory)?;
        let (mut entrants, mut agents) = (Vec::new(), Vec::new());
        for (number, written) in (1..).zip(self.agents.get_ref()) {
            let wrong = |why: String| (written.span(), why);
            let WrittenEntrant { name, agent, readable, path } = written.get_ref();
            let mut found =
                Agent::named_in(directory, agent).map_err(|error| wrong(error.to_string()))?;
            if let Some(name) = name {
                found.name.clone_from(name);
            }
            let mut own = Grants::default();
            let granted = readable
                .iter()
                .try_for_each(|path| own.let_read(directory, path))
                .and_then(|()| path.iter().try_for_each(|path| own.let_find(directory, path)));
            granted.map_err(|error| wrong(error.to_string()))?;
            found.grant(&own);
            found.grant(&for_all);
            let name = found.name.clone();
            check_name(&name).map_err(wrong)?;
            if let Some(earlier) = known.insert(name.clone(), number) {
                let name = quote(&name);
                return Err(wrong(format!(
                    "agents {earlier} and {number} are both called {name}; write {{ name = \"...\", \
                     agent = \"...\" }} to tell them apart"
                )));
            }
            entrants.push(Entrant { name, agent: agent.clone() });
            agents.push(found);
        }
        Ok((entrants, agents))
    }

    /// What all programs may read, and where their commands are looked for.
    fn grants(&self, directory: &Path) -> Result<Grants, Wrong> {
        let mut grants = Grants::default();
        for path in &self.readable {
            let granted = grants.let_read(directory, path.get_ref());
            granted.map_err(|error| (path.span(), error.to_string()))?;
        }
        for path in &self.path {
            let granted = grants.let_find(directory, path.get_ref());
            granted.map_err(|error| (path.span(), error.to_string()))?;
        }
        Ok(grants)
    }

    fn format(&self, players: usize) -> Result<Format, Wrong> {
        let stray = |name: &str, span: Option<Range<usize>>, format: &str| match span {
            Some(span) => Err((span, format!("{name} belongs to the format {format}"))),
            None => Ok(()),
        };
        if !matches!(self.format, FormatName::Gauntlet) {
            stray("challengers", self.challengers.as_ref().map(Spanned::span), "gauntlet")?;
        }
        if !matches!(self.format, FormatName::Knockout) {
            stray("most-rounds", self.most_rounds.as_ref().map(Spanned::span), "knockout")?;
        }
        if !matches!(self.format, FormatName::Swiss) {
            stray("rounds", self.rounds.as_ref().map(Spanned::span), "swiss")?;
        }
        Ok(match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet {
                challengers: self.challengers.as_ref().map_or(1, |number| *number.get_ref()),
            },
            FormatName::Knockout => match &self.most_rounds {
                Some(rounds) => Format::Knockout { most_rounds: *rounds.get_ref() },
                None => Format::knockout(players),
            },
            FormatName::Swiss => match &self.rounds {
                Some(rounds) => Format::Swiss { rounds: *rounds.get_ref() },
                None => Format::swiss(players),
            },
        })
    }

    /// Numbers that nothing else looks at.
    fn bounds(&self) -> Result<(), Wrong> {
        if let Some(written) = &self.name {
            check_name(written.get_ref()).map_err(|why| (written.span(), why))?;
        }
        if let Some(written) = &self.concurrency {
            let number = *written.get_ref();
            if !(1..=MOST_AT_ONCE).contains(&number) {
                let why = format!("concurrency is from 1 to {MOST_AT_ONCE}, not {number}");
                return Err((written.span(), why));
            }
        }
        if let Some(written) = &self.openings {
            let OpeningSuite { count, plies } = *written.get_ref();
            if count > MOST_OPENINGS {
                return Err((
                    written.span(),
                    format!("count is at most {MOST_OPENINGS}, not {count}"),
                ));
            }
            if plies > MOST_PLIES {
                return Err((
                    written.span(),
                    format!("plies is at most {MOST_PLIES}, not {plies}"),
                ));
            }
        }
        if let Some(written) = &self.rules {
            let Rules { seconds, extra_wall, wall_game, memory, disk, nodes, .. } =
                *written.get_ref();
            let wrong = |why: String| Err((written.span(), why));
            let most = Rules::MOST_SECONDS;
            if !(seconds > 0.0 && seconds <= most) {
                return wrong(format!("seconds is more than 0 and at most {most}, not {seconds}"));
            }
            if !(0.0..=most).contains(&extra_wall) {
                return wrong(format!("extra-wall is from 0 to {most}, not {extra_wall}"));
            }
            if let Some(wall) = wall_game
                && !(wall > 0.0 && wall <= most)
            {
                return wrong(format!("wall-game is more than 0 and at most {most}, not {wall}"));
            }
            for (name, number) in [("memory", memory), ("disk", disk)] {
                if !(1..=MOST_MB).contains(&number) {
                    return wrong(format!("{name} is from 1 to {MOST_MB}, not {number}"));
                }
            }
            if nodes == Some(0) {
                return wrong("nodes is at least 1, not 0".to_owned());
            }
        }
        Ok(())
    }

    /// What in the file an error is about.
    fn place_of(&self, error: &SettingsError, sizes: &WrittenSizes) -> Range<usize> {
        let all = self.agents.span();
        let of = |number: Option<Range<usize>>| number.unwrap_or_else(|| all.clone());
        match error {
            SettingsError::Game { .. } => self.game.span(),
            SettingsError::NoSize { name, .. } => of(sizes.get(name).map(Spanned::span)),
            SettingsError::Size(wrong) => of(sizes.get(wrong.what()).map(Spanned::span)),
            SettingsError::Schedule(unfit) => match unfit {
                Unfit::TooFewPlayers(_) | Unfit::TooManyPlayers(_) => all,
                Unfit::NoGames | Unfit::OddKnockout(_) | Unfit::TooManyGames(_) => {
                    of(self.games.as_ref().map(Spanned::span))
                }
                Unfit::Challengers { .. } => of(self.challengers.as_ref().map(Spanned::span)),
                Unfit::NoRounds => {
                    let rounds = self.rounds.as_ref().or(self.most_rounds.as_ref());
                    of(rounds.map(Spanned::span))
                }
            },
        }
    }
}

/// Names are printed to terminals, so they may hold nothing that moves the cursor or turns text.
fn check_name(name: &str) -> Result<(), String> {
    let turns_text = |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if name.trim().is_empty() {
        Err("a name has at least one letter".to_owned())
    } else if name.chars().count() > LONGEST_NAME {
        Err(format!("a name has at most {LONGEST_NAME} letters: {}", quote(name)))
    } else if name.chars().any(|c| c.is_control() || turns_text(c)) {
        Err(format!("a name has no control characters: {}", quote(name)))
    } else {
        Ok(())
    }
}

/// `"strong"`, or `{ name = "rival", agent = "strong" }`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantTable {
    name: Option<String>,
    agent: String,
    #[serde(default)]
    readable: Vec<PathBuf>,
    #[serde(default)]
    path: Vec<PathBuf>,
}

#[derive(Default)]
struct WrittenEntrant {
    name: Option<String>,
    agent: String,
    readable: Vec<PathBuf>,
    path: Vec<PathBuf>,
}

impl<'de> Deserialize<'de> for WrittenEntrant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenEntrant, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = WrittenEntrant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an agent, as text or as a table with name and agent")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<WrittenEntrant, E> {
                Ok(WrittenEntrant { agent: text.to_owned(), ..WrittenEntrant::default() })
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<WrittenEntrant, M::Error> {
                let EntrantTable { name, agent, readable, path } =
                    EntrantTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(WrittenEntrant { name, agent, readable, path })
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::GAMES;

    use super::*;
    use crate::agent::AgentKind;

    fn read(text: &str) -> Result<Plan, TextError> {
        Plan::read(text, Path::new("nowhere"), GAMES)
    }

    fn refused(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    const SMALL: &str = "game = \"checkers\"\nagents = [\"random\", \"strong\"]\n";

    #[test]
    fn little_is_needed() {
        let plan = read(SMALL).unwrap();
        let settings = plan.tournament.settings();
        assert_eq!(settings.name, "Tournament");
        assert_eq!((settings.format, settings.games), (Format::RoundRobin, 2));
        assert_eq!(settings.rules, Rules::default());
        assert_eq!((plan.concurrency, plan.require_sandbox), (None, None));
        assert_eq!(plan.tournament.schedule().cost().most, 2);
        assert_eq!(plan.tournament.name_of(1), "strong");
    }

    #[test]
    fn formats_have_defaults_and_settings_of_their_own() {
        let format = |more: &str| {
            let text = format!(
                "{more}\n{}",
                SMALL.replace("\"random\"", "\"random\", \"greedy\", \"club\"")
            );
            let plan = read(&text).unwrap();
            (plan.tournament.settings().format, plan.tournament.settings().games)
        };
        assert_eq!(format("format = 'gauntlet'"), (Format::Gauntlet { challengers: 1 }, 2));
        assert_eq!(
            format("format = 'gauntlet'\nchallengers = 2\ngames = 8"),
            (Format::Gauntlet { challengers: 2 }, 8)
        );
        assert_eq!(format("format = 'knockout'"), (Format::knockout(4), 4));
        assert_eq!(
            format("format = 'knockout'\nmost-rounds = 9"),
            (Format::Knockout { most_rounds: 9 }, 4)
        );
        assert_eq!(format("format = 'swiss'"), (Format::Swiss { rounds: 2 }, 2));
        assert_eq!(format("format = 'swiss'\nrounds = 3"), (Format::Swiss { rounds: 3 }, 2));
    }

    #[test]
    fn agents_are_texts_or_tables() {
        let plan = read(
            "game = 'mancala'\n[rules]\nseconds = 1\nnodes = 500\n\
             [[agents]]\nagent = 'club'\n[[agents]]\nname = 'bob'\nagent = 'club'\n",
        )
        .unwrap();
        assert_eq!(plan.agents[0].kind, plan.agents[1].kind);
        let names = plan.tournament.settings().agents.iter().map(|entrant| entrant.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["club", "bob"]);
        assert_eq!(plan.tournament.settings().rules.nodes, Some(500));
        let mixed = "game = 'mancala'\nagents = ['club', { name = 'x', agent = 'club' }, 'y=club']";
        let mixed = read(mixed).unwrap();
        let names: Vec<&str> = mixed.agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["club", "x", "y"]);
    }

    /// For all, and for one; neither is part of what is played.
    #[test]
    fn agents_are_granted_what_the_file_says() {
        let read = |more: &str| {
            let agents =
                "agents = ['sh a.sh', { name = 'b', agent = 'sh b.sh', readable = ['/etc'] }]";
            read(&format!("game = 'checkers'\n{more}\n{agents}")).unwrap()
        };
        let plan = read("readable = ['/usr']\npath = ['/bin']");
        let readable = |number: usize| match &plan.agents[number].kind {
            AgentKind::Program(program) => (program.readable.clone(), program.path.len()),
            AgentKind::BuiltIn(_) => panic!("a program"),
        };
        let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(readable(0), (paths(&["/usr"]), 1));
        assert_eq!(readable(1), (paths(&["/etc", "/usr"]), 1));
        assert_eq!(plan.tournament, read("").tournament);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, expected) in [
            ("game = 'chess'", "1:8: unknown variant `chess`"),
            ("game = ", "1:8: "),
            ("gme = 'checkers'", "1:1: unknown field `gme`"),
            ("game = 'checkers'\nagents = 5", "2:10: invalid type"),
            ("game = 'checkers'\nagents = ['club']", "2:10: a tournament needs at least 2 players"),
            ("game = 'checkers'\nagents = ['club', '?']", "2:19: ?: no such agent"),
            (
                "game = 'checkers'\nagents = ['club', 'club']",
                "2:19: agents 1 and 2 are both called \"club\"",
            ),
            ("game = 'checkers'\nagents = ['club', { agnt = 'b' }]", "2:21: unknown field `agnt`"),
            (
                "game = 'checkers'\nagents = ['club', { name = \"\\u001b[2J\", agent = 'club' }]",
                "2:19: a name has no control",
            ),
            (
                "game = 'checkers'\nagents = ['club', { name = '', agent = 'club' }]",
                "2:19: a name has",
            ),
        ] {
            let error = refused(text);
            assert!(error.starts_with(expected), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
        for (more, expected) in [
            ("size = 27\ngame = 'stake-raid'", "1:8: size is from 1 to 26, not 27"),
            ("game = 'mancala'\npits = 0", "2:8: games between programs have at least 3"),
            ("game = 'mancala'\npits = 11", "2:8: pits is from 1 to 10, not 11"),
            ("game = 'mancala'\nstones = 51", "2:10: games between programs have"),
            ("game = 'checkers'\nsize = 8", "2:8: size is not for American checkers"),
            ("game = 'mancala'\nstones = -1", "2:10: "),
            ("game = 'checkers'\nrounds = 3", "2:10: rounds belongs to the format swiss"),
            ("game = 'checkers'\ngames = 0", "2:9: a pairing needs at least 1 game"),
            ("format = 'knockout'\ngames = 3\ngame = 'checkers'", "2:9: a pairing of a knockout"),
            ("format = 'gauntlet'\nchallengers = 2\ngame = 'checkers'", "2:15: a gauntlet of 2"),
            (
                "format = 'swiss'\nrounds = 0\ngame = 'checkers'",
                "2:10: a tournament needs at least",
            ),
            ("game = 'checkers'\nconcurrency = 0", "2:15: concurrency is from 1 to 1024, not 0"),
            ("game = 'checkers'\nrequire-sandbox = 'L9'", "2:19: unknown variant `L9`"),
            ("game = 'checkers'\nrules.seconds = nan", "2:1: seconds is more than 0"),
            ("game = 'checkers'\nrules.wall-game = 0.0", "2:1: wall-game is more than 0"),
            ("game = 'checkers'\nreadable = ['/no/such']", "2:13: /no/such: "),
            ("game = 'checkers'\npath = ['/etc/passwd']", "2:9: /etc/passwd: not a directory"),
            ("game = 'checkers'\nrules.second = 3", "2:7: unknown field `second`"),
            ("game = 'checkers'\nopenings = { plies = 99 }", "2:12: plies is at most 40, not 99"),
        ] {
            let error = refused(&format!("{more}\nagents = ['club', 'random']"));
            assert!(error.starts_with(expected), "{more}: {error}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let [now, was] = ["rules.seconds = 5.0\nseed = 1", "games = 4\nseed = 1"]
            .map(|more| read(&format!("{more}\n{SMALL}")).unwrap().tournament);
        assert_eq!(
            now.settings().differences(was.settings()),
            ["games is 2, was 4", "rules.seconds is 5.0, was 10.0"]
        );
        assert!(now.settings().differences(now.settings()).is_empty());
        let other = read(&SMALL.replace("strong", "club")).unwrap().tournament;
        let small = read(SMALL).unwrap().tournament;
        assert_eq!(
            other.settings().differences(small.settings()),
            [
                "agents 2.agent is \"club\", was \"strong\"",
                "agents 2.name is \"club\", was \"strong\""
            ]
        );
        let nodes = read(&format!("rules.nodes = 7\n{SMALL}")).unwrap().tournament;
        assert_eq!(
            nodes.settings().differences(small.settings()),
            ["rules.nodes is 7, was not set"]
        );
    }
}
