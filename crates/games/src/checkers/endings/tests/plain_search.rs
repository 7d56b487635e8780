//! The tables against a plain search, which knows nothing but the moves.

use std::collections::HashMap;

use plyglot_core::Game;
use plyglot_core::mix::Random;
use plyglot_kit::tables::Scope;

use super::super::super::Position;
use super::super::store::{Kind, Source, Table};
use super::super::{Class, Code, Endings, Ranking, Rule, Verdict, check};
use super::{endings, packed, solve_all};

/// Who can force a win within so many plies, with the turns left before 50 are quiet; nobody if neither
/// can.
fn search(
    position: &Position,
    plies: u32,
    left: u32,
    seen: &mut HashMap<(Position, u32, u32), Verdict>,
) -> Verdict {
    if position.outcome().is_some() {
        return Verdict::Loss;
    }
    if plies == 0 || left == 0 {
        return Verdict::Draw;
    }
    if let Some(&known) = seen.get(&(*position, plies, left)) {
        return known;
    }
    let mut best = Verdict::Loss;
    for mv in position.moves() {
        let left = if position.is_irreversible(mv) { 50 } else { left - 1 };
        best = best.max(-search(&position.after(mv), plies - 1, left, seen));
        if best == Verdict::Win {
            break;
        }
    }
    seen.insert((*position, plies, left), best);
    best
}

fn random_position(pieces: u32, random: &mut Random) -> Position {
    let classes = Class::with_pieces(pieces);
    let ranking = Ranking::new(classes[random.below(classes.len())]);
    Position::of_view(ranking.view(random.bits() % ranking.positions()))
}

/// What a search finds won or lost in a few plies, the tables know; and what they know to be drawn, no
/// search wins.
#[test]
fn a_search_never_finds_anything_else() {
    let mut random = Random::new(3);
    let mut found = [0; 3];
    for number in 0..600 {
        let position = random_position(2 + number % 3, &mut random);
        let known = endings(Rule::Fifty).probe(&position).unwrap();
        let searched = search(&position, 9, 50, &mut HashMap::new());
        match searched {
            Verdict::Draw => found[1] += u32::from(known.verdict == Verdict::Draw),
            searched => {
                assert_eq!(known.verdict, searched, "{position}");
                found[searched as usize] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 40), "{found:?}");
}

/// The distance itself: within so many plies a search reaches a conversion into a won position, within
/// one less it does not.
#[test]
fn a_search_confirms_distances() {
    let mut random = Random::new(4);
    let mut confirmed = 0;
    while confirmed < 200 {
        let position = random_position(2 + random.below(3) as u32, &mut random);
        let known = endings(Rule::Fifty).probe(&position).unwrap();
        let Some(plies) = known.plies.filter(|&plies| plies <= 7) else { continue };
        let within = |plies| converts(&position, plies, &mut HashMap::new());
        assert_eq!(within(plies), known.verdict, "{position}");
        if plies > 0 {
            assert_eq!(within(plies - 1), Verdict::Draw, "{position}");
        }
        confirmed += 1;
    }
}

/// Who can force a conversion that wins within so many plies.
fn converts(
    position: &Position,
    plies: u8,
    seen: &mut HashMap<(Position, u8), Verdict>,
) -> Verdict {
    if position.outcome().is_some() {
        return Verdict::Loss;
    }
    if plies == 0 {
        return Verdict::Draw;
    }
    if let Some(&known) = seen.get(&(*position, plies)) {
        return known;
    }
    let mut best = Verdict::Loss;
    for mv in position.moves() {
        let after = position.after(mv);
        best = best.max(-if position.is_irreversible(mv) {
            endings(Rule::Fifty).verdict(&after).unwrap()
        } else {
            converts(&after, plies - 1, seen)
        });
    }
    seen.insert((*position, plies), best);
    best
}

/// Every position of up to three pieces, and many of four, by what its moves lead to.
#[test]
fn every_code_follows_from_the_moves() {
    for rule in [Rule::Fifty, Rule::Endless] {
        let compared = check::check(endings(rule), rule, Scope::Sample(5), &|_| ()).unwrap();
        assert!(compared > 20_000, "{compared}");
    }
    let compared = check::check(&Endings::in_program(), Rule::Fifty, Scope::Sample(6), &|_| ());
    assert!(compared.unwrap() > 20_000);
}

/// A table can be wrong though every byte is as it was written.
#[test]
fn a_wrong_code_is_found() {
    let classes = Class::with_pieces(2);
    let solved = solve_all(2, Rule::Fifty);
    let king_against_king = solved.iter().find(|codes| codes.class() == classes[0]).unwrap();
    let mut place = 0;
    let mut wrong = None;
    king_against_king.layout.for_each(0..king_against_king.layout.places(), |view| {
        if view.is_some_and(|view| !Position::of_view(view).can_jump()) {
            wrong = Some(place);
        }
        place += 1;
    });
    let place = wrong.unwrap();
    let right = king_against_king.get(place);
    king_against_king.fill(place, &[Code::win(right.plies() + 1)]);
    for kinds in [&Kind::ALL[..], &[Kind::Distances]] {
        let tables = kinds.iter().flat_map(|&kind| {
            let bytes = packed(&solved, kind, Rule::Fifty).leak();
            Table::all_in(Source::in_program(bytes)).unwrap()
        });
        let endings = Endings::new(tables.collect());
        let error = check::check(&endings, Rule::Fifty, Scope::All, &|_| ()).unwrap_err();
        assert!(error.to_string().contains("a position is wrong, a win in "), "{error}");
    }
}

#[test]
fn positions_with_more_pieces_are_not_known() {
    assert_eq!(endings(Rule::Fifty).verdict(&Position::start()), None);
    assert_eq!(Endings::in_program().probe(&Position::start()), None);
    assert_eq!(Endings::in_program().most_pieces(), 5);
}

/// Both sides see the same: Black's position is that of White with the board turned.
#[test]
fn black_and_white_are_alike() {
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let white = random_position(4, &mut random);
        let after = white.moves().first().map(|&mv| white.after(mv));
        let Some(black) = after else { continue };
        let turned = Position::of_view(black.view());
        assert_eq!(endings(Rule::Fifty).probe(&black), endings(Rule::Fifty).probe(&turned));
    }
}
