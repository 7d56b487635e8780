use anstyle::Style;

use plyglot_core::Side;
use plyglot_games::mancala::{Move, Position};

use crate::play::look::{Look, OWNED};
use crate::play::playable::{Legend, Playable, View};

impl Playable for Position {
    const HOW_TO_MOVE: &'static str = "B4, the pit to sow from";

    fn legend(side: Side, _look: &Look) -> Legend {
        let behind = match side {
            Side::First => ", row B and the mancala on the right",
            Side::Second => ", row A and the mancala on the left",
        };
        Legend { before: "", behind }
    }

    /// The two rows between the two mancalas, with the names of the pits above and below.
    fn draw(&self, view: &View<'_, Position>) -> String {
        let (board, lines) = (self.board(), Lines::of(view.look));
        let pits = board.pits();
        let most = board.stones().to_string().len();
        let width = most.max(2) + 2;
        let gap = " ".repeat(width + 2);

        let names = |side: Side| -> String {
            let moves = Move::all().filter(|mv| mv.side() == side).take(pits);
            let names = moves.map(|mv| {
                let is_marked = view.last == Some(mv);
                let name = if is_marked { format!("[{mv}]") } else { mv.to_string() };
                let style = if is_marked { OWNED[side as usize] } else { Style::new() };
                format!("{style}{name:^width$}{style:#} ")
            });
            format!("{gap}{}", names.collect::<String>()).trim_end().to_owned()
        };
        let number = |stones: u16, side: Side| {
            let style = if stones > 0 { OWNED[side as usize] } else { Style::new() };
            format!("{style}{stones:^width$}{style:#}")
        };
        let row = |side: Side| -> String {
            let row = (0..pits).map(|column| number(board.pit(side, column), side));
            row.collect::<Vec<_>>().join(lines.upright)
        };
        let bar = lines.flat.repeat(width);
        let cells = pits + 2;
        let rule = |[left, middle, right]: [&str; 3]| {
            format!("{left}{}{right}", vec![bar.as_str(); cells].join(middle))
        };
        let [first, second] =
            [Side::First, Side::Second].map(|side| number(board.mancala(side), side));
        let blank = " ".repeat(width);
        let upright = lines.upright;
        let between = vec![bar.as_str(); pits].join(lines.cross);
        let [left, right] = lines.tees;
        [
            names(Side::Second),
            rule(lines.top),
            format!("{upright}{blank}{upright}{}{upright}{blank}{upright}", row(Side::Second)),
            format!("{upright}{second}{left}{between}{right}{first}{upright}"),
            format!("{upright}{blank}{upright}{}{upright}{blank}{upright}", row(Side::First)),
            rule(lines.bottom),
            names(Side::First),
        ]
        .map(|line| line + "\n")
        .concat()
    }

    fn respelled(typed: &str) -> String {
        typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase()
    }
}

/// The lines between the pits.
struct Lines {
    flat: &'static str,
    upright: &'static str,
    cross: &'static str,
    /// Left end, between two, right end.
    top: [&'static str; 3],
    bottom: [&'static str; 3],
    /// Where the line between the rows meets the mancala on the left, and on the right.
    tees: [&'static str; 2],
}

impl Lines {
    fn of(look: &Look) -> Lines {
        look.pick(
            Lines {
                flat: "─",
                upright: "│",
                cross: "┼",
                top: ["┌", "┬", "┐"],
                bottom: ["└", "┴", "┘"],
                tees: ["├", "┤"],
            },
            Lines {
                flat: "-",
                upright: "|",
                cross: "+",
                top: ["+"; 3],
                bottom: ["+"; 3],
                tees: ["+"; 2],
            },
        )
    }
}
