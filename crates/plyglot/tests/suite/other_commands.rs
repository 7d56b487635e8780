use std::fs;

use serde_json::Value;

use plyglot_games::GAMES;

use crate::{names, plyglot, printed, root};

fn run(arguments: &[&str]) -> String {
    printed(&plyglot(&root(), arguments))
}

#[test]
fn perft_counts_from_the_start() {
    // Star and Circle: with the root they add up to minimax's 3,308 nodes at depth 4. Capture Go
    // has ten empty points; Stake and Raid 25, and nobody can raid at first.
    let known: [(&str, &[u64]); 5] = [
        ("star-circle", &[7, 49, 379, 2_872]),
        ("checkers", &[7, 49, 302, 1_469, 7_361]),
        ("stake-raid", &[25, 25 * 24]),
        ("mancala", &[6]),
        ("capture-go", &[10, 90, 720, 5_040]),
    ];
    for (game, leaves) in known {
        let text = run(&["perft", game, &leaves.len().to_string(), "--json"]);
        let result: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(result["game"], game);
        let rows = result["depths"].as_array().unwrap();
        let found: Vec<u64> = rows.iter().map(|row| row["leaves"].as_u64().unwrap()).collect();
        assert_eq!(found, leaves, "{game}");
    }
}

#[test]
fn perft_starts_from_inputs_and_from_positions() {
    let from_input =
        run(&["perft", "checkers", "1", "--divide", "--position", "examples/checkers/input.txt"]);
    assert!(from_input.contains("J b2 d4 ; J d4 b6 ; J b6 d8: 1"), "{from_input}");

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("position.txt");
    let position =
        "BLACK\n........\n........\n........\n........\n........\n........\n.w......\nB.......\n";
    fs::write(&path, position).unwrap();
    let from_position = run(&["perft", "checkers", "2", "--position", path.to_str().unwrap()]);
    let last = from_position.lines().last().unwrap();
    assert_eq!(
        last.split_whitespace().take(3).collect::<Vec<_>>(),
        ["2", "0", "1"],
        "{from_position}"
    );

    fs::write(&path, position.replace('w', "q")).unwrap();
    let output =
        plyglot(&root(), &["perft", "checkers", "2", "--position", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("position.txt:8:2: "), "{errors}");
}

#[test]
fn perft_divide_adds_up() {
    let text = run(&["perft", "checkers", "5", "--divide", "--json"]);
    let result: Value = serde_json::from_str(&text).unwrap();
    let branches = result["divide"].as_array().unwrap();
    assert_eq!(branches.len(), 7);
    assert_eq!(
        branches.iter().map(|branch| branch["leaves"].as_u64().unwrap()).sum::<u64>(),
        7_361
    );
}

#[test]
fn perft_counts_the_same_with_threads() {
    let counts = |threads| {
        let text = run(&["perft", "checkers", "7", "--divide", "--json", "--threads", threads]);
        let mut result: Value = serde_json::from_str(&text).unwrap();
        for row in result["depths"].as_array_mut().unwrap() {
            row.as_object_mut().unwrap().remove("seconds");
        }
        result
    };
    let one = counts("1");
    assert_eq!(one["depths"][6]["leaves"], 179_740);
    assert_eq!(counts("3"), one);
}

/// The sum of all nodes, leaves and bytes: whoever changes it has changed what is searched.
#[test]
fn bench_has_a_checksum() {
    let result: Value = serde_json::from_str(&run(&["bench", "--quick", "--json"])).unwrap();
    assert_eq!(result["checksum"], 1_168_273_653_u64, "{result}");
    for row in result["rows"].as_array().unwrap() {
        assert!(row["seconds"].as_f64().unwrap() > 0.0, "{row}");
    }
}

/// Tournament files and saved games have these names in them.
const LEVELS: &str =
    "beginner novice casual improver club skilled strong expert master champion full";

#[test]
fn levels_are_listed_weakest_first() {
    for game in GAMES.names() {
        let listed: Value = serde_json::from_str(&run(&["levels", game, "--json"])).unwrap();
        let levels = listed["levels"].as_array().unwrap();
        let names: Vec<&str> = levels.iter().map(|level| level["name"].as_str().unwrap()).collect();
        assert_eq!(names.join(" "), LEVELS, "{game}");
        for (level, below) in levels.iter().skip(1).zip(&names) {
            let score = &level["against"][0];
            assert_eq!(score["name"], *below, "{game}");
            let [low, percent, high] =
                ["low", "percent", "high"].map(|key| score[key].as_f64().unwrap());
            assert!(low <= percent && percent <= high && percent > 50.0, "{game}: {score}");
        }
        let shown = run(&["levels", game]);
        for name in names.into_iter().chain(["random", "greedy", "minimax-3", "Measured by"]) {
            assert!(shown.contains(name), "{game}: {shown}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert!(script.contains("plyglot") && script.contains("perft"), "{shell}");
    }
}

#[test]
fn help_has_examples() {
    for command in [
        "solve",
        "play",
        "analyse",
        "levels",
        "perft",
        "bench",
        "calibrate",
        "rules",
        "guide",
        "man",
        "tables",
    ] {
        assert!(run(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    assert!(run(&["--version"]).starts_with("plyglot "));
}

/// The commands that the help of one lists.
fn listed(command: &[&str]) -> Vec<String> {
    let help = run(&[command, &["--help"]].concat());
    let listed = help.split_once("Commands:\n").map_or("", |(_, listed)| listed);
    let commands = listed.lines().take_while(|line| !line.is_empty());
    commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&command| command != "help")
        .map(str::to_owned)
        .collect()
}

/// A page for each command that the help lists, for those below it, and one for the program.
#[test]
fn manual_pages() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("new/man1");
    run(&["man", "--out", folder.to_str().unwrap()]);
    let mut pages = vec!["plyglot.1".to_owned()];
    for command in listed(&[]) {
        let below = listed(&[&command]);
        pages.extend(below.iter().map(|below| format!("plyglot-{command}-{below}.1")));
        pages.push(format!("plyglot-{command}.1"));
    }
    pages.sort();
    assert_eq!(names(&folder), pages);
    let solve = fs::read_to_string(folder.join("plyglot-solve.1")).unwrap();
    assert!(solve.starts_with(".ie") || solve.starts_with(".TH"), "{solve}");
    assert!(solve.contains("plyglot solve input.txt") && !solve.contains("{program}"), "{solve}");

    fs::write(directory.path().join("file"), "").unwrap();
    let output = plyglot(directory.path(), &["man", "--out", "file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("file: "));
}

/// The whole text, for people without a copy of the repository.
#[test]
fn rules_and_guide_are_in_the_program() {
    let rules = run(&["rules", "Mancala"]);
    let written = fs::read_to_string(root().join("crates/games/src/mancala/RULES.md")).unwrap();
    assert_eq!(
        rules.split_whitespace().collect::<Vec<_>>(),
        written.split_whitespace().collect::<Vec<_>>()
    );
    let games = run(&["rules"]);
    for game in ["star-circle", "checkers", "stake-raid", "mancala", "capture-go"] {
        assert!(games.contains(&format!("\n  {game} ")), "{games}");
        assert!(run(&["rules", game]).contains("\n## Rule choices\n"), "{game}");
    }
    let guide = run(&["guide"]);
    assert!(guide.starts_with("# ") && guide.contains("## For teachers"), "{guide}");
    let output = plyglot(&root(), &["rules", "chess"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn doctor_tries_every_layer() {
    let text = run(&["doctor", "--json", "--require", "L0"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    let layers = found["layers"].as_array().unwrap();
    let levels: Vec<&str> = layers.iter().map(|layer| layer["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["L0", "L1", "L2", "L3"]);
    for layer in layers {
        // Either it works, or there is a way to make it.
        assert_ne!(layer["works"].as_bool().unwrap(), layer["fix"].is_string(), "{layer}");
    }
    assert!(run(&["doctor"]).contains("L0  works"));
    let output = plyglot(&root(), &["doctor", "--require", "L9"]);
    assert_eq!(output.status.code(), Some(2));
}
