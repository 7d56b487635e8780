//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_games::AnyPosition;
use plyglot_games::GameId;

use super::Situation;

/// What is special in a game.
pub(super) fn of(game: GameId) -> Vec<Situation> {
    let all: &[(&'static str, &'static str, &str)] = match game {
        GameId::Checkers => &CHECKERS,
        GameId::StarCircle => &STAR_CIRCLE,
        GameId::StakeRaid => &STAKE_RAID,
        GameId::Mancala => &MANCALA,
        GameId::CaptureGo => &CAPTURE_GO,
    };
    all.iter()
        .filter_map(|&(name, wanted, text)| {
            let position = AnyPosition::of_text(text, game).ok()?;
            Some(Situation { name, wanted, position })
        })
        .collect()
}

const CHECKERS: [(&str, &str, &str); 9] = [
    (
        "compulsory jump",
        "jumps where it can",
        "BLACK\n........\n........\n.b......\n..w.....\n........\n......b.\n.w......\n........\n",
    ),
    (
        "multi-jump",
        "writes one jump a line, to the end of the sequence",
        "BLACK\n.b...b..\n..b...b.\n.....w.b\n....w...\n.b......\nw...w.w.\n...B....\n......w.\n",
    ),
    (
        "crowned in a jump",
        "stops where it is crowned",
        "WHITE\n.b...b..\n..b.b.b.\n...b...b\n..b.....\n.....w..\nw.b.w.w.\n.w.....w\nw...w...\n",
    ),
    (
        "king moves backward",
        "moves a king that can only go back",
        "WHITE\n...W....\n........\n........\n........\n........\n........\n.......b\n........\n",
    ),
    (
        "king jumps backward",
        "jumps backward with a king",
        "BLACK\n........\n........\n...w....\n........\n...w....\n..B.....\n........\n........\n",
    ),
    (
        "man does not jump backward",
        "leaves a piece behind its men alone",
        "WHITE\n........\n........\n........\n..w.....\n...b....\n........\n........\n........\n",
    ),
    (
        "king comes round",
        "may end a jump where it began",
        "BLACK\n........\n..w.w...\n........\n..w.w...\n...B....\n........\n........\n........\n",
    ),
    (
        "crowned by a step",
        "crowns a man",
        "BLACK\n........\n........\n........\n........\n........\n........\n.b......\n......w.\n",
    ),
    (
        "one legal move",
        "finds the only move",
        "WHITE\n........\n........\n........\n........\n...b....\n........\n.b......\nw.....w.\n",
    ),
];

const STAR_CIRCLE: [(&str, &str, &str); 5] = [
    (
        "forced pass",
        "answers pass where nothing can move",
        "Star\n0,S1,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\nC1,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    ),
    (
        "piles",
        "may step onto its own pieces on the last row",
        "Star\n0,S2,0,0,0,0,0,0\nS1,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,C1\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    ),
    (
        "a pile of ten",
        "reads a count of two digits",
        "Circle\n0,S10,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,C1\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    ),
    (
        "jump",
        "knows jumps",
        "Star\n0,0,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,S1,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\nC1,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    ),
    (
        "negative row values",
        "reads numbers below 0",
        "Circle\n0,0,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,S1,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         -10,20,-30,40,50,60,70,1000\n",
    ),
];

const STAKE_RAID: [(&str, &str, &str); 4] = [
    ("one cell", "plays on the smallest board", "1\nO\n7\n.\n"),
    ("last free cell", "fills the board", "2\nX\n1 2\n3 99\nXO\nX.\n"),
    (
        "raid",
        "writes the board with what it conquers",
        "3\nO\n1 50 1\n1 1 99\n1 1 1\nOX.\n.X.\n...\n",
    ),
    ("largest board", "reads 26 rows and columns", LARGEST_STAKE_RAID),
];

/// 26 rows and columns, all worth the same, with two pieces.
const LARGEST_STAKE_RAID: &str = include_str!("stake_raid_26.txt");

const MANCALA: [(&str, &str, &str); 6] = [
    ("extra move", "finishes its turn after an extra move", "1\n3 3 3\n3 3 3\n0\n0\n"),
    ("long chain", "finishes a turn of many moves", "1\n4 4 4 4 4 4\n6 5 4 3 2 1\n0\n0\n"),
    ("end of the game", "sweeps the board at the end", "1\n2 0 1\n0 0 1\n5\n5\n"),
    ("many stones", "sows several rounds", "2\n30 0 0\n2 2 40\n0\n0\n"),
    ("capture over an empty pit", "captures its own last stone", "1\n0 3 3\n1 0 3\n0\n0\n"),
    ("ten pits", "reads a wide board", "2\n1 2 3 4 5 6 7 8 9 10\n10 9 8 7 6 5 4 3 2 1\n0\n0\n"),
];

const CAPTURE_GO: [(&str, &str, &str); 4] = [
    ("one empty point", "finds the last point", "W\nBW.\nWBW\nBWB\n"),
    ("invalid points", "does not play where stones were captured", "B\nxx.\nx.x\nBxW\n"),
    ("no liberties", "may play into no liberties", "W\n.B.\nBB.\n...\n"),
    (
        "figure 4",
        "plays the source's own position",
        "B\nW.BW.B\n.WB.B.\nW.WB.B\n.BBBWB\nWBW.WB\nW.WBWW\n",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Game;
    use plyglot_games::with_position;

    /// A position that could not be read would silently be no check at all.
    #[test]
    fn all_are_positions_with_a_move() {
        let counts = [
            (GameId::Checkers, 9),
            (GameId::StarCircle, 5),
            (GameId::StakeRaid, 4),
            (GameId::Mancala, 6),
            (GameId::CaptureGo, 4),
        ];
        for (game, count) in counts {
            let situations = of(game);
            assert_eq!(situations.len(), count, "{game}");
            for Situation { name, position, .. } in situations {
                let moves = with_position!(&position, position => position.move_count());
                assert!(moves > 0, "{game}: {name}");
                if name == "one legal move" {
                    assert_eq!(moves, 1, "{name}");
                }
            }
        }
    }
}
