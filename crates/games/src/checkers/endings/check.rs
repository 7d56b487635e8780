//! Whether tables are right: each position against what the rules let it lead to, one move at a time.

use plyglot_core::Game;
use plyglot_core::mix::Random;
use plyglot_kit::tables::{Done, Scope};

use super::super::{Position, View};
use super::store::{BLOCK, Kind, Table, TableError};
use super::{Code, Endings, Known, Rule, Verdict};

/// Of each table, as many blocks are looked at in a sample, and as many positions in each.
const BLOCKS: u64 = 4;
const POSITIONS: u64 = 256;

/// Compares the tables with their checksums and their positions with each other. Returns how many
/// positions it compared.
pub fn check(
    endings: &Endings,
    rule: Rule,
    scope: Scope,
    done: Done<'_>,
) -> Result<u64, TableError> {
    let mut compared = 0;
    for table in endings.tables() {
        table.verify()?;
        let mut random = Random::new(match scope {
            Scope::Sample(seed) => seed,
            Scope::All => 0,
        });
        let count = match scope {
            Scope::All => table.blocks(),
            Scope::Sample(_) => table.blocks().min(BLOCKS),
        };
        for number in 0..count {
            let (block, step) = match scope {
                Scope::All => (number, 1),
                Scope::Sample(_) => (random.bits() % table.blocks(), BLOCK / POSITIONS),
            };
            compared += check_block(endings, table, rule, block, step)?;
        }
        done(table.entry.counts.positions());
    }
    Ok(compared)
}

/// Compares some positions of a block.
fn check_block(
    endings: &Endings,
    table: &Table,
    rule: Rule,
    block: u64,
    step: u64,
) -> Result<u64, TableError> {
    let codes = table.block(block)?;
    let start = block * BLOCK;
    let (mut place, mut compared, mut wrong) = (0, 0, None);
    table.layout.for_each(start..start + codes.len() as u64, |view| {
        let code = codes[place as usize];
        place += 1;
        let Some(view) = view else { return };
        let position = Position::of_view(view);
        if place % step != 0 || position.can_jump() || wrong.is_some() {
            return;
        }
        compared += 1;
        if let Some(what) = contradiction(endings, &position, code, table.kind, rule) {
            wrong = Some((view, what));
        }
    });
    match wrong {
        Some((view, what)) => Err(table.source().damaged(said_of(view, &what))),
        None => Ok(compared),
    }
}

fn said_of(view: View, what: &str) -> String {
    let board = Position::of_view(view).to_string().replace('\n', " ");
    format!("a position is wrong, {what}: {}", board.trim_end())
}

/// What contradicts a code, if anything does.
fn contradiction(
    endings: &Endings,
    position: &Position,
    code: Code,
    kind: Kind,
    rule: Rule,
) -> Option<String> {
    let right = match kind {
        Kind::Distances => by_moves(endings, position, rule),
        // Distances decide what is a draw by quiet turns; without them this much can be told.
        Kind::Verdicts => match endings.code(position.view()) {
            Some(code) => Some(Code::at_once(code.verdict())),
            None => return verdict_contradiction(endings, position, code.verdict()),
        },
    };
    match right {
        None => Some("a position after it is in no table".to_owned()),
        Some(right) if right == code => None,
        Some(right) => Some(format!("{} instead of {}", said(code), said(right))),
    }
}

fn said(code: Code) -> String {
    match code.verdict() {
        Verdict::Draw => "a draw".to_owned(),
        verdict => format!("a {verdict} in {}", code.plies()),
    }
}

/// The code of a position by those of the positions after it.
fn by_moves(endings: &Endings, position: &Position, rule: Rule) -> Option<Code> {
    let (mut best, mut is_lost, mut longest) = (None, true, 0);
    for mv in position.moves() {
        let after = endings.probe(&position.after(mv))?;
        // What cannot be taken back is a conversion, however long it goes on.
        let plies = match after {
            Known { verdict: Verdict::Draw, .. } => 1,
            _ if position.is_irreversible(mv) => 1,
            Known { plies, .. } => plies? + 1,
        };
        let plies = if rule == Rule::Endless { plies.min(rule.most_plies()) } else { plies };
        let is_in_time = plies <= rule.most_plies();
        match after.verdict {
            Verdict::Loss if is_in_time => {
                best = Some(best.map_or(plies, |best: u8| best.min(plies)));
            }
            Verdict::Win if is_in_time => longest = longest.max(plies),
            _ => is_lost = false,
        }
    }
    Some(match best {
        Some(plies) => Code::win(plies),
        None if is_lost => Code::loss(longest),
        None => Code::DRAW,
    })
}

/// What contradicts a verdict where distances are not known: a win needs a move that wins, and a loss
/// has none that does not lose.
fn verdict_contradiction(
    endings: &Endings,
    position: &Position,
    verdict: Verdict,
) -> Option<String> {
    let (mut best, mut best_conversion) = (Verdict::Loss, Verdict::Loss);
    for mv in position.moves() {
        let after = -endings.verdict(&position.after(mv))?;
        best = best.max(after);
        if position.is_irreversible(mv) {
            best_conversion = best_conversion.max(after);
        }
    }
    let is_possible = match verdict {
        Verdict::Win => best == Verdict::Win,
        Verdict::Loss => best == Verdict::Loss,
        Verdict::Draw => best_conversion != Verdict::Win,
    };
    (!is_possible).then(|| format!("a {verdict}, but the best of its moves is a {best}"))
}
