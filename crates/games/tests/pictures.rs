//! The laws of pictures, for every game: terminal, reports and page rely on them.

use std::collections::HashSet;

use plyglot_core::Side;
use plyglot_core::mix::Random;
use plyglot_core::picture::{Frame, Picture};
use plyglot_games::GAMES;
use plyglot_kit::any::{AnyLine, GameRef, LegalMove};
use plyglot_kit::{Does, Stroke};

/// Random games, from boards of several sizes: `check` sees each where a move is to be made, and at
/// its end.
fn play(mut check: impl FnMut(GameRef, &dyn AnyLine)) {
    for game in GAMES.iter() {
        let sizes = game.about().sizes;
        let [least, most] = [
            sizes.iter().map(|size| (size.name, *size.range.start())).collect::<Vec<_>>(),
            sizes.iter().map(|size| (size.name, (*size.range.end()).min(9))).collect(),
        ];
        for (seed, sizes) in (1..).zip([&[][..], &[], &least, &most]) {
            let mut random = Random::new(seed);
            let mut line = game.start(sizes, seed).unwrap();
            for _ in 0..120 {
                check(game, &*line);
                let moves = line.legal();
                if moves.is_empty() {
                    break;
                }
                line.play(&moves[random.below(moves.len())]).unwrap();
            }
        }
    }
}

/// A game of some moves.
fn some(game: GameRef) -> Box<dyn AnyLine> {
    let mut random = Random::new(7);
    let mut line = game.sample();
    for _ in 0..12 {
        let moves = line.legal();
        let Some(mv) = moves.get(random.below(moves.len().max(1))) else { break };
        line.play(mv).unwrap();
    }
    line
}

fn now(line: &dyn AnyLine) -> Picture {
    line.picture_at(line.plies())
}

fn after(mut picture: Picture, frames: &[Frame]) -> Picture {
    for frame in frames {
        picture.change(&frame.cells);
    }
    picture
}

#[test]
fn cells_have_names_of_their_own_and_share_no_place() {
    play(|game, line| {
        let picture = now(line);
        let names: HashSet<&str> = picture.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names.len(), picture.cells.len(), "{game:?}");
        let mut covered = HashSet::new();
        for cell in &picture.cells {
            let (right, low) = (cell.column + cell.width, cell.row + cell.height);
            assert!(right <= picture.columns && low <= picture.rows, "{game:?} {}", cell.name);
            for place in (cell.row..low).flat_map(|row| (cell.column..right).map(move |c| (row, c)))
            {
                assert!(covered.insert(place), "{game:?} {} covers {place:?}", cell.name);
            }
            assert!(!cell.says.is_empty(), "{game:?} {} has no words", cell.name);
        }
        let places: Vec<_> = picture.cells.iter().map(|cell| (cell.row, cell.column)).collect();
        assert!(places.is_sorted(), "{game:?}: row by row from the top");
        for (labels, count) in [
            (&picture.column_labels, picture.columns),
            (&picture.row_labels, picture.rows),
            (&picture.row_notes, picture.rows),
        ] {
            assert!(labels.is_empty() || labels.len() == usize::from(count), "{game:?}");
        }
        let is_named = !picture.column_labels.is_empty() && !picture.row_labels.is_empty();
        let is_labelled = picture.cells.iter().any(|cell| !cell.label.is_empty());
        assert!(is_named || is_labelled, "{game:?}: people find a cell by its name");
    });
}

#[test]
fn turning_a_board_twice_changes_nothing() {
    play(|game, line| {
        let picture = now(line);
        let turned = picture.clone().turned();
        assert!(picture.cells.len() < 2 || turned != picture, "{game:?}");
        assert_eq!(turned.turned(), picture, "{game:?}");
    });
}

#[test]
fn a_move_is_found_by_its_cells() {
    play(|game, line| {
        let picture = now(line);
        let choices = line.choices();
        let texts: Vec<&str> = choices.iter().map(|choice| choice.mv.as_str()).collect();
        assert_eq!(texts, line.legal(), "{game:?}");
        for choice in &choices {
            let LegalMove { mv, path, .. } = choice;
            assert!(
                path.iter().all(|name| picture.cell(name).is_some()),
                "{game:?} {mv}: {path:?}"
            );
            assert!(
                !path.is_empty() || line.is_automatic(),
                "{game:?} {mv} can be clicked, or need not be"
            );
            assert!(path.windows(2).all(|step| step[0] != step[1]), "{game:?} {mv}: {path:?}");
        }
        // Their texts tell apart moves with the same path.
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len(), "{game:?}");
    });
}

#[test]
fn what_is_called_double_leads_to_the_same_position() {
    let mut doubles = 0;
    play(|game, line| {
        let choices = line.choices();
        let result = |choice: &LegalMove| {
            let mut line = line.copied();
            line.play(&choice.mv).unwrap();
            line.position()
        };
        for (index, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.is_double) {
            let mut earlier = choices[..index].iter().filter(|other| other.path == choice.path);
            assert!(earlier.any(|other| result(other) == result(choice)), "{game:?} {}", choice.mv);
            doubles += 1;
        }
    });
    assert!(doubles > 0, "such as a raid that conquers nothing");
}

#[test]
fn frames_lead_from_picture_to_picture() {
    play(|game, line| {
        let Some(ply) = line.plies().checked_sub(1) else { return };
        let step = line.step_at(ply).unwrap();
        let then = line.picture_at(ply);
        assert!(!step.frames.is_empty(), "{game:?} {}", step.mv);
        assert_eq!(after(then.clone(), &step.frames), now(line), "{game:?} {}", step.mv);
        assert_eq!(step.path, line.path_at(ply));
        assert_eq!(step.frames, line.frames_at(ply));
        assert_eq!(step.position, line.position());
        for frame in &step.frames {
            for cell in &frame.cells {
                let place = then.cell(&cell.name).expect("frames change cells that there are");
                assert_eq!((cell.row, cell.column), (place.row, place.column), "{game:?}");
                assert_eq!(cell.ground, place.ground, "{game:?}");
            }
            for (from, to) in &frame.travel {
                assert!(
                    then.cell(from).is_some() && then.cell(to).is_some(),
                    "{game:?} {from} {to}"
                );
            }
        }
    });
}

/// Someone who clicks a long move sees the steps taken so far.
#[test]
fn every_step_of_a_path_has_its_frame() {
    play(|game, line| {
        for choice in line.choices().iter().filter(|choice| choice.path.len() > 1) {
            let steps = choice.path.windows(2).map(|step| (step[0].clone(), step[1].clone()));
            let travel: Vec<_> = choice.frames.iter().map(|frame| frame.travel.clone()).collect();
            let steps: Vec<_> = steps.map(|step| vec![step]).collect();
            assert!(travel.starts_with(&steps), "{game:?} {}: {travel:?}", choice.mv);
            let mut next = line.copied();
            next.play(&choice.mv).unwrap();
            assert_eq!(after(now(line), &choice.frames), now(&*next), "{game:?} {}", choice.mv);
        }
    });
}

/// A series of jumps takes piece after piece, and a sowing has a frame for every stone.
#[test]
fn frames_follow_the_rules() {
    let frames = |game: &str, position: &str, mv: &str| {
        let mut line = GAMES.find(game).unwrap().read_position(position).unwrap();
        line.play(mv).unwrap();
        let named = |frame: Frame| {
            let cells = frame.cells.iter();
            cells.map(|cell| cell.says.clone()).collect::<Vec<_>>().join("; ")
        };
        line.frames_at(0).into_iter().map(named).collect::<Vec<_>>()
    };
    let jumps =
        "WHITE\n........\n........\n...b....\n........\n...b....\n..w.....\n........\n........\n";
    assert_eq!(
        frames("checkers", jumps, "J c3 e5 ; J e5 c7"),
        ["e5, white man; d4, empty; c3, empty", "c7, white man; d6, empty; e5, empty"]
    );
    assert_eq!(
        frames("mancala", "1\n1 0 3\n2 0 0\n0\n0\n", "B2"),
        [
            "B2, 0 stones; B3, 1 stone",
            "B4, 1 stone",
            "A4, 0 stones; Mancala of player 1, 4 stones; B4, 0 stones",
        ]
    );
}

/// Nothing but the board changes during a game: no label, no note, no size.
#[test]
fn a_board_stays_what_it_is() {
    play(|game, line| {
        let [first, last] = [0, line.plies()].map(|ply| line.picture_at(ply));
        assert_eq!(Picture { cells: last.cells.clone(), ..first }, last, "{game:?}");
    });
}

#[test]
fn every_brush_paints_and_every_position_can_be_set_up() {
    for game in GAMES.iter() {
        let line = some(game);
        let clear = line.painted(&[Stroke::Clear]);
        assert_eq!(clear.picture_at(0).cells.len(), now(&*line).cells.len(), "{game:?}");
        for side in Side::BOTH {
            assert_eq!(line.painted(&[Stroke::Mover(side)]).to_move(), side, "{game:?}");
        }
        let cells: Vec<String> = now(&*line).cells.into_iter().map(|cell| cell.name).collect();
        for brush in game.about().brushes {
            let stroke =
                |cell: &String| Stroke::Paint { cell: cell.clone(), brush: brush.name.to_owned() };
            let all: Vec<Stroke> = cells.iter().map(stroke).collect();
            let [full, bare] = [&*line, &*clear].map(|line| now(&*line.painted(&all)));
            let has_changed = full != now(&*line) || bare != now(&*clear);
            assert!(has_changed, "{game:?}: {}", brush.label);
        }
        let nonsense = ["", "z99", "é"]
            .map(|cell| Stroke::Paint { cell: cell.to_owned(), brush: "no such brush".to_owned() });
        assert_eq!(now(&*line.painted(&nonsense)), now(&*line), "{game:?}");
    }
}

/// Each board of a random game, set up by hand on an empty one.
#[test]
fn what_is_seen_can_be_painted() {
    for game in GAMES.iter() {
        let line = some(game);
        let wanted = now(&*line);
        let mut board = line.painted(&[Stroke::Clear, Stroke::Mover(line.to_move())]);
        for cell in &wanted.cells {
            // Some brushes must be used several times: they add one stone.
            for _ in 0..60 {
                if now(&*board).cell(&cell.name) == Some(cell) {
                    break;
                }
                let paint = |brush: &str| Stroke::Paint {
                    cell: cell.name.clone(),
                    brush: brush.to_owned(),
                };
                let brushes = game.about().brushes;
                let done = brushes.iter().map(|brush| board.painted(&[paint(brush.name)]));
                let mut done: Vec<_> = done.collect();
                let best = done
                    .iter()
                    .position(|line| now(&**line).cell(&cell.name) == Some(cell))
                    .unwrap_or(0);
                board = done.swap_remove(best);
            }
        }
        assert_eq!(now(&*board), wanted, "{game:?}");
        assert_eq!(board.position(), line.position(), "{game:?}");
        assert!(game.read_position(&board.position()).is_ok(), "{game:?}");
    }
}

/// What a game comes to is never called impossible, nor are the examples of the assignments.
#[test]
fn what_is_played_can_be() {
    play(|game, line| assert_eq!(line.why_impossible(), None, "{game:?}: {}", line.position()));
    for game in GAMES.iter() {
        assert_eq!(game.sample().why_impossible(), None, "{game:?}");
    }
}

/// What the rules would have taken away is named, though it is read as an input.
#[test]
fn what_cannot_be_is_told_with_the_reason() {
    let why = |game: &str, position: &str| {
        let line = GAMES.find(game).unwrap().read_position(position).unwrap();
        line.why_impossible()
    };
    let taken = "Black's stone on (1,1) has no liberty: White's last move has taken it";
    assert_eq!(why("capture-go", "B\nBW.\nW..\n...\n").as_deref(), Some(taken));
    assert_eq!(why("capture-go", "W\nBW.\nW..\n...\n"), None, "Black has just played there");
    let over = "player 2's row is empty, so the game is over";
    assert_eq!(why("mancala", "1\n0 0 0\n0 2 0\n3\n4\n").as_deref(), Some(over));
    assert_eq!(why("mancala", "1\n0 0 0\n0 0 0\n3\n4\n"), None, "a game that is over");
    let rows = |first: &str| {
        format!("Star\n{first}{}10,20,30,40,50,60,70,80\n", "0,0,0,0,0,0,0,0\n".repeat(7))
    };
    assert_eq!(why("star-circle", &rows("0,S12,0,0,0,0,0,0\n")), None);
    let many = Some("Star has more than 12 pieces".to_owned());
    assert_eq!(why("star-circle", &rows("0,S12,0,S1,0,0,0,0\n")), many);
}

/// A brush that puts something puts just that, and one brush takes it away again.
#[test]
fn brushes_do_what_they_say() {
    for game in GAMES.iter() {
        let clear = some(game).painted(&[Stroke::Clear]);
        let brushes = game.about().brushes;
        let [take] =
            &brushes.iter().filter(|brush| brush.does == Does::Take).collect::<Vec<_>>()[..]
        else {
            panic!("{game:?}: one brush takes away")
        };
        for brush in brushes {
            let Does::Put(piece) = brush.does else { continue };
            let all = now(&*clear).cells;
            let is_put = all.iter().filter(|cell| {
                let paint = |brush: &str| Stroke::Paint {
                    cell: cell.name.clone(),
                    brush: brush.to_owned(),
                };
                let full = clear.painted(&[paint(brush.name)]);
                let there = now(&*full).cell(&cell.name).and_then(|cell| cell.piece);
                let bare = clear.painted(&[paint(brush.name), paint(take.name)]);
                assert_eq!(now(&*bare), now(&*clear), "{game:?}: {}", brush.label);
                there.is_some_and(|there| {
                    (there.shape, there.count) == (piece.shape, piece.count)
                        && (piece.side.is_none() || piece.side == there.side)
                })
            });
            assert!(is_put.count() * 2 >= all.len(), "{game:?}: {}", brush.label);
        }
    }
}
