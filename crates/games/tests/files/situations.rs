//! The positions in which programs are checked, and the sizes that games between programs may have.

use plyglot_games::GAMES;

/// A position that could not be read would silently be no check at all.
#[test]
fn every_situation_is_a_position_with_a_move() {
    let counts =
        [("star-circle", 5), ("checkers", 9), ("stake-raid", 4), ("mancala", 6), ("capture-go", 4)];
    for game in GAMES.iter() {
        let situations = game.situations();
        if let Some((name, count)) = counts.iter().find(|(name, _)| *name == game.name()) {
            assert_eq!(situations.len(), *count, "{name}");
        }
        for situation in situations {
            let line = game.read_position(situation.position).unwrap();
            let moves = line.legal().len();
            assert!(moves > 0, "{game:?}: {}", situation.name);
            if situation.name == "one legal move" {
                assert_eq!(moves, 1, "{}", situation.name);
            }
        }
    }
}

/// What programs may play on, an input can say.
#[test]
fn every_board_for_programs_can_be_asked_about() {
    for game in GAMES.iter() {
        for size in game.about().sizes {
            for number in size.range.clone() {
                if game.why_not_for_programs(size.name, number).is_none() {
                    let line = game.start(&[(size.name, number)], 1).unwrap();
                    game.read_task(&line.question(10.0)).unwrap();
                }
            }
        }
        game.read_task(&game.start(&[], 1).unwrap().question(10.0)).unwrap();
    }
}
