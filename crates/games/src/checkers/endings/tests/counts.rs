use super::super::store::{Counts, Kind};
use super::super::{Class, Rule, probe};
use super::{packed, solved};

/// Wins, losses and draws of all classes with two to four pieces if games may go on for ever. The
/// numbers are those of published endgame databases; of three pieces against one, from a builder of
/// our own that shares nothing with this one.
const ENDLESS: &str = include_str!("endless.txt");

/// By the pieces of the side to move and of the other, if 50 quiet turns are a draw. Where the two
/// differ it is in two against two alone, where wins can take longer.
const FIFTY: [([u32; 2], [u64; 3]); 6] = [
    ([1, 1], [716, 402, 2_370]),
    ([1, 2], [2_510, 87_290, 8_216]),
    ([1, 3], [7_279, 1_742_913, 23_000]),
    ([2, 1], [97_740, 15, 261]),
    ([2, 2], [781_983, 165_140, 1_715_809]),
    ([3, 1], [1_773_169, 9, 14]),
];

#[test]
fn endless_games_are_won_as_often_as_published() {
    let mut classes = 0;
    for line in ENDLESS.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let [men, kings, enemy_men, enemy_kings] = [0, 1, 2, 3].map(|at| numbers[at] as u32);
        let class = Class { men, kings, enemy_men, enemy_kings };
        let codes = solved(Rule::Endless).iter().find(|codes| codes.class() == class).unwrap();
        let Counts { wins, draws, losses, .. } = Counts::of(codes);
        assert_eq!([wins, losses, draws], numbers[4..], "{class}");
        classes += 1;
    }
    assert_eq!(classes, solved(Rule::Endless).len());
}

#[test]
fn fifty_quiet_turns_cost_wins_of_two_against_two() {
    for (sides, expected) in FIFTY {
        let mut sums = [0; 3];
        for codes in solved(Rule::Fifty) {
            if [codes.class().own(), codes.class().enemy()] == sides {
                let Counts { wins, draws, losses, most_plies } = Counts::of(codes);
                assert!(most_plies <= 50);
                for (sum, count) in sums.iter_mut().zip([wins, losses, draws]) {
                    *sum += count;
                }
            }
        }
        assert_eq!(sums, expected, "{sides:?}");
    }
}

/// The classes with up to four pieces stand first in the file that is part of the program; the rest is
/// compared by `plyglot tables build checkers --pieces 5 --bundle FILE`.
#[test]
fn the_program_holds_what_the_builder_makes() {
    let in_program = probe::tables_in_program().unwrap();
    assert_eq!(in_program.iter().map(|table| table.entry.class.pieces()).max(), Some(5));
    let built = packed(solved(Rule::Fifty), Kind::Verdicts, Rule::Fifty);
    let built = super::Table::all_in(super::Source::in_program(built.leak())).unwrap();
    for (held, built) in in_program.iter().zip(&built) {
        assert_eq!(held.entry.class, built.entry.class);
        assert_eq!(held.entry.counts, built.entry.counts);
        assert!(held.bytes().unwrap() == built.bytes().unwrap(), "{}", held.entry.class);
    }
    assert!(in_program.len() > built.len());
}
