use super::fen::{number, spelled};
use super::{Move, Position, Square};
use plyglot_core::picture::Shape;
use plyglot_core::{DrawRule, Game, Side};

use plyglot_kit::Playable;
use plyglot_kit::competition::{Competition, sentence};
use plyglot_kit::text::words;
use plyglot_kit::wording::{EndingWords, Legend, Spoken, Unit, counted};

impl Playable for Position {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "American checkers";
    const ABOUT: &'static str = "take the other's pieces, or leave them without a move";
    const RULES: &'static str = include_str!("RULES.md");
    const MEASURED_LEVELS: &'static str = include_str!("levels.tsv");

    fn start(_: &[usize], _: u64) -> Position {
        Position::start()
    }
}

impl Spoken for Position {
    const UNIT: Unit = Unit("piece", "pieces");
    const LEAD: Unit = Unit("man", "men");
    const CLEAR_LEAD: u32 = 3;
    const HOW_TO_MOVE: &'static str =
        "E b6 a5, b6 a5 or 9-13, jumps as J b6 d4 ; J d4 f2, b6xd4xf2 or 9x18x27";

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn legend(_side: Side) -> Legend {
        Legend::piece(Shape::Man)
    }

    /// `f6 d4 f2` and `f6xd4xf2` for `J f6 d4 ; J d4 f2`, and `f6 f2` if nothing else means that; the
    /// same with the numbers of squares, `11x18x25`.
    fn spellings(&self, mv: Move) -> Vec<String> {
        let path: Vec<Square> = mv.squares().collect();
        let ends = vec![mv.from(), mv.to()];
        let named = |way: &Vec<Square>| way.iter().map(ToString::to_string).collect::<Vec<_>>();
        let numbered = |way: &Vec<Square>| {
            way.iter().map(|&square| number(square).to_string()).collect::<Vec<_>>()
        };
        let ways = [&path, &ends].into_iter().flat_map(|way| [named(way), numbered(way)]);
        ways.flat_map(|way| [way.join(" "), way.join("x")]).collect()
    }

    fn usual(mv: Move) -> Option<String> {
        Some(spelled(mv))
    }

    /// The squares alone become steps; how far they go says whether they are jumps.
    fn respelled(typed: &str) -> String {
        let typed = typed.to_ascii_lowercase().replace('x', " ");
        let squares: Vec<String> =
            words(&typed).into_iter().filter(|word| !matches!(word.as_str(), "e" | "j")).collect();
        let is_jump = |from: &str, to: &str| {
            let row = |square: &str| square.as_bytes().get(1).copied().unwrap_or_default();
            row(from).abs_diff(row(to)) == 2
        };
        let mut steps = Vec::new();
        for pair in squares.windows(2) {
            let [from, to] = pair else { continue };
            // Written in full, a square is named twice: where a jump ends and the next begins.
            if from != to {
                steps.push(format!("{} {from} {to}", if is_jump(from, to) { 'J' } else { 'E' }));
            }
        }
        if steps.is_empty() { squares.join(" ") } else { steps.join(" ; ") }
    }

    fn tally(&self) -> [i64; 2] {
        [Side::First, Side::Second].map(|side| i64::from(self.board().count(side)))
    }

    fn effects(&self, mv: Move, after: &Position) -> Vec<String> {
        let mut effects = Vec::new();
        if mv.is_jump() {
            effects.push(format!("taking {}", counted(mv.jumps() as i64, Position::UNIT)));
        }
        let is_king = |position: &Position, square| {
            position.board().get(square).is_some_and(|piece| piece.is_king)
        };
        if is_king(after, mv.to()) && !is_king(self, mv.from()) {
            effects.push(format!("crowned on {}", mv.to()));
        }
        effects
    }

    fn notice(&self) -> Option<&'static str> {
        self.can_jump().then_some("There is a jump, and jumping is compulsory.")
    }

    /// Draws depend on what was before.
    fn ending(positions: &[Position], moves: &[Move]) -> Option<EndingWords> {
        let over = Position::over(positions, moves, DrawRule::Prompt)?;
        let how = sentence(over, positions.last()?);
        let how = [Side::First, Side::Second]
            .into_iter()
            .fold(how, |how, side| how.replace(Position::side_name(side), Position::title(side)));
        Some(EndingWords { outcome: over.outcome, how })
    }
}
