//! Games as a person plays them, typed through a pipe.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::{names, printed, root};

const GAMES: [&str; 5] = ["star-circle", "checkers", "stake-raid", "mancala", "capture-go"];

/// `plyglot play`, waiting for what is typed.
fn sit_down(directory: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(directory)
        .arg("play")
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Types into it. It may have left before the last line: that is for the test to find out.
fn type_into(child: &mut Child, typed: &str) {
    _ = child.stdin.as_mut().unwrap().write_all(typed.as_bytes());
}

/// All that is printed when these lines are typed.
fn play_in(directory: &Path, arguments: &[&str], typed: &str) -> String {
    let mut child = sit_down(directory, arguments);
    type_into(&mut child, typed);
    printed(&child.wait_with_output().unwrap())
}

fn play(arguments: &[&str], typed: &str) -> String {
    play_in(&root(), arguments, typed)
}

/// The line of an error, and that there is but one.
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let before = names(directory);
    let output = sit_down(directory, arguments).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert_eq!(names(directory), before, "{arguments:?}: nothing may be written");
    String::from_utf8(output.stderr).unwrap()
}

/// Always the first move of the list, against opponents without a clock: every game ends, the same
/// seed gives the same game, and a pipe gets no colours and no long lines.
#[test]
fn whole_games() {
    let ones = "1\n".repeat(400);
    for game in GAMES {
        for against in ["random", "greedy", "casual"] {
            for side in ["first", "second"] {
                let arguments = [game, "--against", against, "--as", side, "--seed", "7"];
                let text = play(&arguments, &ones);
                let end = text.split("The game is over. ").nth(1);
                assert!(
                    end.is_some_and(|end| end.ends_with("Goodbye.\n")),
                    "{arguments:?}\n{text}"
                );
                assert_eq!(play(&arguments, &ones), text, "{arguments:?}");
                assert!(!text.contains('\u{1b}'), "{arguments:?}");
                let longest = text.lines().map(|line| line.chars().count()).max();
                assert!(longest <= Some(80 + 30), "{arguments:?}: {longest:?}");
                let blank_end =
                    text.lines().find(|line| line.ends_with(' ') && *line != "Your move> ");
                assert_eq!(blank_end, None, "{arguments:?}");
            }
        }
    }
}

/// Lines that draw the board, up to the players' names below it.
fn boards(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").filter(|part| !part.contains("> ") && !part.contains("Seed"))
}

#[test]
fn boards_fit_into_80_columns() {
    for arguments in [
        &["star-circle"][..],
        &["checkers"],
        &["stake-raid", "--size", "15"],
        &["stake-raid", "--size", "26"],
        &["mancala", "--pits", "10", "--stones", "9"],
        &["capture-go", "--size", "19"],
    ] {
        for ascii in [&[][..], &["--ascii"]] {
            let text = play(&[arguments, ascii, &["--against", "greedy"]].concat(), "1\n");
            assert_eq!(boards(&text).count(), 2, "{text}");
            for line in boards(&text).flat_map(str::lines) {
                assert!(line.chars().count() <= 80, "{line}");
                assert!(ascii.is_empty() || line.is_ascii(), "{line}");
            }
        }
    }
}

#[test]
fn help_is_given_in_every_game() {
    for game in GAMES {
        let typed = "help\nlist\nhint\nthink\nthink 0.01\n1\nundo\nundo\nredo\nredo\nboard\n";
        let text = play(&[game, "--seed", "3"], typed);
        for expected in [
            &format!("\nAll rules: plyglot rules {game}\n"),
            "take back to your last decision",
            "\nHint: ",
            "positions. Expected: ",
            "\nYou play ",
            "\nTaken back: ",
            "\nThere is nothing to take back.\n",
            "\nPlayed again: ",
            "\nThere is nothing to play again.\n",
            "\nGoodbye.\n",
        ] {
            assert!(text.contains(expected), "{game}: {expected:?} is missing in\n{text}");
        }
        // Taken back and played again: the board that was there after the first move, and before.
        let seen: Vec<&str> = boards(&text).collect();
        assert_eq!(seen.len(), 5, "{text}");
        assert_eq!(seen[0], seen[2], "{game}");
        assert_eq!(seen[1], seen[3], "{game}");
        assert_ne!(seen[0], seen[1], "{game}");
    }
}

/// What the engine advises is legal: it can be typed.
#[test]
fn hints_can_be_played() {
    for game in GAMES {
        let text = play(&[game, "--seed", "5"], "hint\n");
        let hint = text.lines().find_map(|line| line.strip_prefix("Hint: ")).unwrap();
        let text = play(&[game, "--seed", "5"], &format!("{hint}\n"));
        assert!(text.contains(&format!("\nYou play {hint}")), "{game} {hint}\n{text}");
    }
}

#[test]
fn what_is_no_move_is_explained() {
    let says = |game: &str, typed: &str, expected: &str| {
        let text = play(&[game, "--seed", "1"], &format!("{typed}\nquit\n"));
        assert!(text.contains(expected), "{game} {typed:?}\n{text}");
        assert!(!text.contains("You play"), "{game} {typed:?}\n{text}");
        assert_eq!(text.matches("Your move> ").count(), 2, "{game} {typed:?}\n{text}");
    };
    says("star-circle", "c1-e3", "C1-E3 is not possible: Star's piece on C1 cannot go to E3.");
    says("star-circle", "c3", "That can be C3-D2 (2), C3-D4 (3): type more, or its number.");
    says("checkers", "a3 b4", "E a3 b4 is not possible: a3 is not BLACK's.");
    says("stake-raid", "c3 raid", "X has no piece next to C3 to raid from.");
    says("stake-raid", "f1", "F1 Stake is not possible: F1 is not on this board of 5 rows");
    says("mancala", "a2", "A2 is not possible: A2 is not player 1's pit.");
    says("capture-go", "7 7", "(7,7) is not possible: the board has 6 columns and 6 rows.");
    for game in GAMES {
        says(game, "xyzzy", "\"xyzzy\" is no move and no command: type a move such as ");
        says(game, "0", "the list has numbers from 1 to ");
        says(game, "think much", "expected a time (a number of seconds), found \"much\".");
        says(game, "\u{1b}[2J\u{7}", "is no move and no command");
        says(game, "save", "Where? Type save and the name of a file.");
    }
}

/// Two whole short games, every line of them.
#[test]
fn sessions_line_by_line() {
    let check = |file: &str, arguments: &str, typed: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let text = play(&arguments, typed);
        let path = root().join("crates/plyglot/tests/data").join(file);
        assert_eq!(text, fs::read_to_string(path).unwrap(), "{file} should be\n{text}");
    };
    let against = "--against greedy --seed 1";
    let arguments = format!("mancala --pits 2 --stones 1 --ascii {against}");
    check("mancala.txt", &arguments, "b4\nb3\nb2\n");
    let arguments = format!("capture-go --size 3 {against}");
    check("capture-go.txt", &arguments, "1 1\n3 1\nlist\nundo\n3,1\n1\n1\n1\n");
}

#[test]
fn two_people() {
    let text = play(&["capture-go", "--size", "2", "--against", "human"], "1 1\n2 1\n1 2\n2 2\n");
    assert!(text.starts_with("Capture Go. Black against White.\n"), "{text}");
    assert!(text.contains("Black to move> 1 1\nBlack plays (1,1).\n"), "{text}");
    assert!(text.contains("White to move> 2 1\nWhite plays (2,1).\n"), "{text}");
    assert!(text.contains("The game is over. "), "{text}");
    assert!(!text.contains("You"), "{text}");
    // Each takes back his own.
    let text = play(&["checkers", "--against", "human"], "1\nundo\nresign\n");
    assert!(text.contains("Taken back: 1 move.\n"), "{text}");
    assert!(text.contains("Black resigns."), "{text}");
}

#[test]
fn who_cannot_move_passes_without_being_asked() {
    let directory = tempfile::tempdir().unwrap();
    let rows = "0,S1,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n";
    let more = "0,0,0,0,0,0,0,0\nC1,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n";
    let position = format!("Star\n{rows}{more}10,20,30,40,50,60,70,80\n");
    fs::write(directory.path().join("position.txt"), position).unwrap();
    let arguments = ["star-circle", "--position", "position.txt", "--against", "greedy"];
    let text = play_in(directory.path(), &arguments, "");
    assert_eq!(text.matches("You have no move, and pass.").count(), 3, "{text}");
    assert!(text.contains("Greedy has no move, and passes."), "{text}");
    assert!(text.contains("The game is over. Draw: 80 points each."), "{text}");
}

#[test]
fn checkers_is_drawn_by_repetition() {
    let directory = tempfile::tempdir().unwrap();
    let board = ".......B\n........\n........\n........\n........\n........\n........\nW.......\n";
    fs::write(directory.path().join("kings.txt"), format!("BLACK\n{board}")).unwrap();
    let arguments = ["checkers", "--position", "kings.txt", "--against", "human"];
    let typed = "h8 g7\na1 b2\ng7 h8\nb2 a1\n".repeat(2);
    let text = play_in(directory.path(), &arguments, &typed);
    let end = "The game is over. Draw: the same board for the third time.\nGoodbye.\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_killed_game_goes_on() {
    for game in GAMES {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("game.txt");
        let arguments = [game, "--against", "greedy", "--seed", "2", "--save", "game.txt"];
        let mut child = sit_down(directory.path(), &arguments);
        type_into(&mut child, "1\n1\n1\n");
        let moves = || {
            let text = fs::read_to_string(&file).unwrap_or_default();
            text.lines().skip_while(|line| *line != "moves").skip(1).count()
        };
        for _ in 0..1000 {
            if moves() >= 6 {
                break;
            }
            sleep(Duration::from_millis(10));
        }
        // Each side's: a move that is missing would be made again, and nobody would see it.
        assert!(moves() >= 6, "{game}: {} moves are saved", moves());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(names(directory.path()), ["game.txt"], "nothing else is left behind");

        // The same game without a break, up to where the file is.
        let whole = play(&arguments[..5], "1\n1\n1\n");
        let resumed = play_in(directory.path(), &["--resume", "game.txt"], "undo\nredo\n");
        assert!(resumed.ends_with("To go on: plyglot play --resume game.txt\n"), "{resumed}");
        let (resumed, whole): (Vec<_>, Vec<_>) =
            (boards(&resumed).collect(), boards(&whole).collect());
        let [.., before, last] = whole[..] else { panic!("{game}: {whole:?}") };
        assert_eq!(resumed, [last, before, last], "{game}");
    }
}

#[test]
fn saved_at_the_prompt() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("mine.txt"), "keep me").unwrap();
    let typed = "save mine.txt\nsave no/where.txt\nsave new.txt\nb4\nresign\n";
    let text = play_in(directory.path(), &["mancala", "--seed", "1"], typed);
    assert!(text.contains("mine.txt is there already; choose another name."), "{text}");
    assert!(text.contains("The game could not be saved: no/where.txt: "), "{text}");
    assert!(text.contains("Saved in new.txt, and after every move from now on."), "{text}");
    assert_eq!(fs::read_to_string(directory.path().join("mine.txt")).unwrap(), "keep me");
    let saved = fs::read_to_string(directory.path().join("new.txt")).unwrap();
    assert_eq!(
        saved,
        "plyglot game 1\ngame mancala\nfirst human\nsecond club\nseed 1\ntime 2\nstart\n1\n\
         4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\nmoves\nB4\nresign\n"
    );
    let text = play_in(directory.path(), &["--resume", "new.txt"], "");
    assert!(text.contains("The game is over. Player 1 resigns. You lose."), "{text}");
}

#[test]
fn a_broken_saved_game_names_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let good = "plyglot game 1\ngame mancala\nfirst human\nsecond club\nseed 1\ntime 2\nstart\n1\n\
                2 2\n2 2\n0\n0\nmoves\nB2\n";
    let cases = [
        ("plyglot game 1", "chess", "1:1: expected \"plyglot game 1\", found \"chess\""),
        ("game mancala", "game go", "2:6: expected star-circle, checkers"),
        ("first human", "first casual", "4:8: nobody plays: one side at least must be human"),
        ("second club", "second bob", "4:8: expected human, random, greedy, "),
        ("second club", "third club", "4:1: expected second, found \"third club\""),
        ("seed 1", "seed -1", "5:6: expected a seed from 0 to "),
        ("time 2", "time 0", "6:6: a time must be above 0, found \"0\""),
        ("time 2", "time 1e300", "6:6: a time is at most 86400 seconds"),
        ("start", "begin", "7:1: expected start, found \"begin\""),
        ("2 2\n2 2", "2 2\n2 x", "10:3: expected a number of stones (a whole number)"),
        ("moves\nB2\n", "", "13:1: expected moves, found the end"),
        ("B2\n", "C2\n", "14:1: expected a pit such as A2 or B3, found \"C2\""),
        ("B2\n", "B2\nB9\n", "15:1: illegal move B9: "),
        ("B2\n", "resign\nB2\n", "15:1: a move after the end: Player 1 resigns"),
    ];
    for (from, to, expected) in cases {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        fs::write(directory.path().join("game.txt"), &text).unwrap();
        let error = refused(directory.path(), &["--resume", "game.txt"]);
        assert!(error.starts_with(&format!("game.txt:{expected}")), "{error}");
        assert_eq!(error.matches('\n').count(), 1, "{error}");
        assert_eq!(fs::read_to_string(directory.path().join("game.txt")).unwrap(), text);
    }
    fs::write(directory.path().join("game.txt"), good).unwrap();
    let text = play_in(directory.path(), &["--resume", "game.txt"], "");
    assert!(text.starts_with("Mancala. You are Player 1 against club"), "{text}");
}

/// The lines of the set that are problems.
fn problems() -> Vec<String> {
    let path = root().join("crates/games/src/checkers/problems.txt");
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The number of a problem. If the set was mined anew without it, choose another.
fn number_of(problem: &str) -> String {
    let place = problems().iter().position(|line| line == problem);
    (place.unwrap_or_else(|| panic!("{problem} is not there")) + 1).to_string()
}

#[test]
fn a_shot_is_solved_at_the_board() {
    let number = number_of("B:W5,18,19,20,27,28:B2,7,11,12,17,K25 shot 1 11-16 4");
    let arguments = ["checkers", "--problem", &number, "--against", "greedy", "--seed", "1"];
    let text = play(&arguments, "17-22\nundo\n11-16\n1\n");
    let head = format!(
        "Problem {number} of {}, difficulty 1 of 5: Black to move and win 2 pieces (by force within 4 \
         plies).\n",
        problems().len()
    );
    for expected in [
        &*head,
        "You are Black against greedy",
        "That does not win 2 pieces. Type undo to try again.\n",
        &format!("Problem {number} is solved.\n"),
    ] {
        assert_eq!(text.matches(expected).count(), 1, "{expected:?} in\n{text}");
    }
    // Not in the middle of the exchange: the other side may still take back what it lost.
    let two = ["checkers", "--problem", &number, "--against", "human"];
    let text = play(&two, "11-16\n1\n1\n");
    assert!(text.contains("taking 3 pieces") && !text.contains("is solved"), "{text}");
    let text = play(&two, "11-16\n1\n1\n1\n");
    assert!(text.contains(&format!("Problem {number} is solved.\n")), "{text}");
    let text = play(&arguments, "11-16\nresign\n");
    assert!(text.contains(&format!("You lose.\nProblem {number} is not solved.\n")), "{text}");
    assert!(!text.contains("Type undo"), "{text}");
}

#[test]
fn an_ending_is_won_or_given_away_at_the_board() {
    let number = number_of("W:WK5,K31:BK10,13 win 1 5-9 tables");
    let arguments = ["checkers", "--problem", &number, "--against", "greedy", "--seed", "1"];
    let text = play(&arguments, "5-9\nb6 c7\nc7 d6\nd6xf8\ne1 d2\nd2 c3\nc3xa1\n");
    let end = format!("You win!\nProblem {number} is solved.\nGoodbye.\n");
    assert!(text.ends_with(&end), "{text}");
    assert!(!text.contains("no longer"), "{text}");
    // Given away later, which only tables can tell, and once more after a mistake in return: it is told
    // once, until it is taken back.
    let text = play(&arguments, "5-9\nb6 c7\nc7 b8\ne1 f2\nf2 g3\ng3 f4\n");
    assert_eq!(text.matches("That no longer wins. Type undo to try again.\n").count(), 1, "{text}");
    // The side to move is yours, and the opponent is the best.
    let text = play(&["checkers", "--problem", &number], "");
    assert!(text.contains("You are White against full"), "{text}");
}

#[test]
fn bad_combinations_are_one_clear_line() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("here.txt"), "").unwrap();
    let says = |arguments: &[&str], expected: &str| {
        let error = refused(directory.path(), arguments);
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
        assert_eq!(error.matches('\n').count(), 1, "{arguments:?}: {error}");
    };
    says(&["--seed", "1"], "--seed needs a game");
    says(&["checkers", "--size", "8"], "--size is not for American checkers");
    says(&["mancala", "--size", "8"], "--size is not for Mancala");
    says(&["stake-raid", "--size", "27"], "--size is from 1 to 26, not 27");
    says(&["mancala", "--pits", "0"], "--pits is from 1 to 10, not 0");
    says(&["mancala", "--stones", "1001"], "--stones is from 1 to 1000, not 1001");
    says(&["mancala", "--pits", "3", "--position", "x"], "--pits does not go with --position");
    says(&["checkers", "--against", "human", "--as", "first"], "--as is for games against");
    says(&["checkers", "--time", "2"], "--time is for --against full: club has");
    says(&["checkers", "--as", "Star"], "--as is first, second, random, Black or White");
    says(&["checkers", "--save", "here.txt"], "here.txt: the file is there already");
    says(&["checkers", "--save", "no/x.txt"], "no/x.txt: ");
    says(&["checkers", "--position", "gone.txt"], "gone.txt: No such file or directory");
    says(&["--resume", "here.txt"], "here.txt:1:1: expected plyglot game 1, found the end");
    says(&["--resume", "x", "--as", "first"], "--as does not go with --resume");
    says(&["--problem", "1"], "--problem needs a game");
    let range = format!("checkers has problems 1 to {}\n", problems().len());
    for number in ["0", "1000000", "18446744073709551615"] {
        says(&["checkers", "--problem", number], &range);
    }
    says(&["mancala", "--problem", "1"], "mancala has no problems");
    says(&["checkers", "--problem", "1", "--size", "8"], "--size is not for American checkers");
    let by_clap = |arguments: &[&str], expected: &str| {
        let error = refused(directory.path(), arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    };
    by_clap(&["checkers", "--against", "bob"], "expected human, random, greedy, minimax-1 to");
    by_clap(&["checkers", "--time", "nan"], "expected a time (a number of seconds)");
    by_clap(&["chess"], "possible values: star-circle, checkers");
    for other in [["--position", "x"], ["--as", "first"], ["--resume", "x"]] {
        by_clap(&["checkers", "--problem", "1", other[0], other[1]], "cannot be used with");
    }
    by_clap(&["checkers", "--problem", "first"], "invalid digit found in string");
}

#[test]
fn without_a_game_the_games_are_listed() {
    let text = play(&[], "");
    for game in GAMES {
        assert!(text.lines().any(|line| line.trim_start().starts_with(game)), "{text}");
    }
    let help = play(&["--help"], "");
    assert!(help.contains("Examples:") && help.contains("minimax-1"), "{help}");
}

#[test]
fn sides_have_the_games_names() {
    for (game, side, you) in [
        ("star-circle", "circle", "Circle"),
        ("checkers", "WHITE", "White"),
        ("stake-raid", "o", "O"),
        ("mancala", "2", "Player 2"),
        ("capture-go", "W", "White"),
    ] {
        let text = play(&[game, "--as", side], "");
        assert!(text.contains(&format!("You are {you} against club")), "{text}");
    }
}

/// A line of a megabyte, bytes that are no text: a prompt again, and no harm.
#[test]
fn endless_lines_do_no_harm() {
    let text = play(&["mancala"], &format!("{}\nb4\n", "x".repeat(1 << 20)));
    assert!(text.contains("is no move") && text.contains("You play B4"), "{}", text.len());
    assert!(text.len() < 20_000, "{}", text.len());
}
