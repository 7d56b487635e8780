//! Playing by clicks, drags and keys.

use std::thread;
use std::time::Duration;

use serde_json::json;

use plyglot_games::GAMES;
use plyglot_search::textbook::Algorithm;

use crate::Stage;

/// Two people at one screen, and no engine that thinks meanwhile.
pub fn two_people(stage: &Stage, game: &str) {
    stage.show("");
    stage.browser.run("localStorage.setItem('opinion', 'off'); sessionStorage.clear()");
    stage.show(&format!("play/{game}"));
    stage.browser.until("document.querySelector('.play')?.dataset.turn");
    for side in [0, 1] {
        seat(stage, side, "human");
    }
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
}

/// Says who plays a side. Until that is shown, it is nobody's turn.
pub fn seat(stage: &Stage, side: usize, who: &str) {
    let script = "document.querySelector('.play').dataset.turn = 'asked';
         const select = document.querySelector(`[data-seat=\"${arguments[0]}\"]`);
         select.value = arguments[1]; select.dispatchEvent(new Event('change'))";
    stage.browser.run_with(script, &json!([side, who]));
}

pub fn played(stage: &Stage, moves: usize) {
    let there = format!(
        "document.querySelector('.play').dataset.moves === '{moves}' \
         && document.querySelector('.play').dataset.turn !== 'machine'"
    );
    stage.browser.until(&there);
}

pub fn cell(stage: &Stage, id: &str) {
    stage.browser.click(&format!("[data-cell='{id}']"));
}

/// Pastes an `input.txt` through its window.
pub fn paste(stage: &Stage, text: &str) {
    stage.browser.click("[data-tool='input']");
    stage.browser.until("document.querySelector('dialog textarea')");
    let script = "document.querySelector('dialog textarea').value = arguments[0]";
    stage.browser.run_with(script, &json!([text]));
    stage.browser.click("dialog [data-tool='use']");
    stage.browser.until("!document.querySelector('dialog')");
}

/// The `input.txt` of the position on the board, as its window shows it.
fn copied(stage: &Stage) -> String {
    stage.browser.click("[data-tool='share']");
    stage.browser.until("document.querySelector('[data-tab=\"input.txt\"]')");
    stage.browser.click("[data-tab='input.txt']");
    let text = stage.browser.run("return document.querySelector('dialog textarea').value");
    stage.browser.click("dialog [data-tool='close']");
    stage.browser.until("!document.querySelector('dialog')");
    text.as_str().unwrap().to_owned()
}

pub fn every_game_is_played_to_its_end(stage: &Stage) {
    for game in GAMES.names() {
        two_people(stage, game);
        if ["capture-go", "stake-raid"].contains(&game) {
            // A smaller board, through the window for a new game.
            stage.browser.click("[data-tool='new']");
            stage.browser.run("document.querySelector('dialog input').value = 4");
            stage.browser.click("dialog [data-tool='begin']");
            stage.browser.until("document.querySelectorAll('.cell').length === 16");
        }
        // Any cell that may be clicked, but always the same for the same game.
        let look = "const { turn, moves } = document.querySelector('.play').dataset;
             const choice = document.querySelector('.choice:not([hidden]) button');
             const open = [...document.querySelectorAll('.cell.target')];
             const cells = open.length ? open : [...document.querySelectorAll('.cell.movable')];
             const element = choice ?? cells[(arguments[0] * 7919) % cells.length];
             const box = element?.getBoundingClientRect();
             const place = box ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
             return { turn, moves: Number(moves), place }";
        let mut clicks = 0;
        let moves = loop {
            let now = stage.browser.run_with(look, &json!([clicks]));
            let moves = now["moves"].as_u64().unwrap();
            assert!(moves < 300 && clicks < 1_000, "{game} does not end");
            if now["turn"] == "over" {
                break moves;
            }
            if now["place"].is_array() {
                stage.browser.pointer(&[&now["place"]]);
                clicks += 1;
            } else {
                // The move is on its way.
                thread::sleep(Duration::from_millis(3));
            }
        };
        assert!(moves >= 16, "{game}: {moves} moves");
        let status = stage.browser.text(".status");
        assert!(status.starts_with("The game is over."), "{game}: {status}");
        let back = "document.querySelector('.moves').style.maxHeight = '3rem';
             document.querySelector('.moves li:first-child button').click()";
        stage.browser.run(back);
        stage.browser.until("document.querySelector('.play').dataset.turn === 'past'");
        stage.browser.run("document.querySelector('.moves li:last-child button').click()");
        stage.browser.until("document.querySelector('.play').dataset.turn === 'over'");
        assert!(stage.shows_current_move(), "{game}");
    }
}

/// The source's third example: three jumps, which end where the man is crowned.
pub fn a_multi_jump_goes_hop_by_hop(stage: &Stage) {
    two_people(stage, "checkers");
    paste(stage, include_str!("../../../../examples/checkers/input.txt"));
    played(stage, 0);
    assert_eq!(
        stage.browser.text(".status"),
        "White to move. There is a jump, and jumping is compulsory."
    );
    let shown = |selector: &str| {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.dataset.cell).sort()";
        stage.browser.run_with(script, &json!([selector]))
    };
    assert_eq!(shown(".cell.movable"), json!(["b2"]));
    cell(stage, "b2");
    assert_eq!(shown(".cell.target"), json!(["d4"]));
    cell(stage, "d4");
    assert_eq!(shown(".cell.target"), json!(["b6"]));
    let man = "return document.querySelector('[data-cell=\"c3\"]').ariaLabel";
    assert_eq!(stage.browser.run(man), "c3, empty", "what was jumped is gone already");
    cell(stage, "b6");
    played(stage, 0);
    cell(stage, "d8");
    played(stage, 1);
    let said = stage.browser.text(".said");
    assert_eq!(said, "White plays 25x18x9x2, taking 3 pieces, crowned on d8.");
}

pub fn a_mancala_chain_moves_again(stage: &Stage) {
    two_people(stage, "mancala");
    cell(stage, "B4");
    played(stage, 1);
    assert_eq!(
        stage.browser.text(".said"),
        "Player 1 plays B4, bringing home 1 stone. And moves again."
    );
    assert_eq!(stage.browser.text(".status").trim(), "Player 1 to move.");
    cell(stage, "B7");
    played(stage, 2);
    assert_eq!(stage.browser.text(".status").trim(), "Player 2 to move.");
}

/// Where a raid conquers something there is a choice, and otherwise none.
pub fn a_raid_is_chosen(stage: &Stage) {
    two_people(stage, "stake-raid");
    paste(stage, "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n.O\n");
    played(stage, 0);
    cell(stage, "B1");
    stage.browser.until("document.querySelectorAll('.choice:not([hidden]) button').length === 2");
    stage.browser.click(".choice [data-move='B1 Raid']");
    played(stage, 1);
    assert_eq!(stage.browser.text(".said"), "X plays B1 Raid, conquering 1 cell.");
    cell(stage, "A2");
    played(stage, 2);
    assert_eq!(stage.browser.text(".status"), "The game is over. X wins 7 to 3.");
}

pub fn pieces_are_dragged(stage: &Stage) {
    two_people(stage, "star-circle");
    let drag = |from: &str, to: &str| {
        let script = "const box = document.querySelector(`[data-cell=\"${arguments[0]}\"]`).getBoundingClientRect();
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
        let [from, to] = [from, to].map(|id| stage.browser.run_with(script, &json!([id])));
        let between = json!([
            (from[0].as_i64().unwrap() + to[0].as_i64().unwrap()) / 2,
            (from[1].as_i64().unwrap() + to[1].as_i64().unwrap()) / 2,
        ]);
        stage.browser.pointer(&[&from, &between, &to]);
    };
    // To where it cannot go: nothing happens.
    drag("C1", "E3");
    played(stage, 0);
    drag("C1", "D2");
    played(stage, 1);
    assert!(stage.browser.text(".said").starts_with("Star plays C1-D2"));
    drag("F2", "E1");
    played(stage, 2);
}

/// From cell to cell with the arrows, and every cell says what is on it.
pub fn keys_are_enough(stage: &Stage) {
    two_people(stage, "capture-go");
    stage.browser.run("document.querySelector('.cell[tabindex=\"0\"]').focus()");
    stage.browser.keys("\u{E015}\u{E014}\u{E014}\u{E007}");
    played(stage, 1);
    assert_eq!(stage.browser.text(".said"), "Black plays (3,2).");
    let label = "return document.activeElement.ariaLabel";
    stage.browser.until("document.activeElement.ariaLabel === '(3,2), black stone'");
    stage.browser.keys("\u{E013}");
    assert_eq!(stage.browser.run(label), "(3,1), empty, can be played");
    stage.browser.keys("\u{E007}");
    played(stage, 2);
}

pub fn moves_are_taken_back(stage: &Stage) {
    two_people(stage, "mancala");
    for (count, pit) in ["B4", "B2", "A2"].into_iter().enumerate() {
        cell(stage, pit);
        played(stage, count + 1);
    }
    let before = copied(stage);
    stage.browser.click("[data-tool='undo']");
    played(stage, 2);
    stage.browser.click("[data-tool='undo']");
    played(stage, 1);
    stage.browser.click("[data-tool='redo']");
    played(stage, 2);
    stage.browser.click("[data-tool='redo']");
    played(stage, 3);
    assert_eq!(copied(stage), before);
    // An earlier position is shown, and the game goes on from the last.
    stage.browser.click(".moves li:first-child button");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'past'");
    stage.browser.click(".moves li:last-child button");
    stage.browser.until("document.querySelector('.cell.movable')");
    // Against the machine its answer goes too, and after a reload all of it is still there.
    seat(stage, 0, "greedy");
    stage.browser.until("Number(document.querySelector('.play').dataset.moves) > 3");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    stage.browser.reload();
    stage.browser.until("document.querySelector('.play')?.dataset.turn === 'person'");
    stage.browser.click("[data-tool='undo']");
    stage.browser.until("document.querySelector('.play').dataset.moves === '2'");
}

/// What is taken back while it still moves does not come back when it has landed.
pub fn a_move_in_flight_is_taken_back(stage: &Stage) {
    two_people(stage, "checkers");
    seat(stage, 1, "greedy");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    let before = stage.pieces();
    stage.let_things_move();
    cell(stage, "b6");
    cell(stage, "a5");
    // It is said what the machine plays, and then its piece begins to move.
    stage.browser.run(
        "return new Promise((resolve) => {
             const look = () => {
                 const { textContent: said } = document.querySelector('.said');
                 if (!said.startsWith('White')) return requestAnimationFrame(look);
                 document.querySelector('[data-tool=\"undo\"]').click();
                 resolve();
             };
             look();
         })",
    );
    played(stage, 0);
    assert_eq!(stage.pieces(), before);
}

/// Answers to what is not asked any more are no answers, and whoever has begun a move goes on with it.
pub fn late_answers_change_nothing(stage: &Stage) {
    two_people(stage, "checkers");
    stage.browser.run(
        "const { json } = Response.prototype;
         Response.prototype.json = async function () {
             const value = await json.call(this);
             await new Promise((resolve) => { setTimeout(resolve, 200); });
             return value;
         }",
    );
    cell(stage, "b6");
    seat(stage, 0, "human");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    cell(stage, "a5");
    // Asked twice how it stands after this move.
    seat(stage, 0, "human");
    played(stage, 1);
    cell(stage, "c3");
    cell(stage, "d4");
    played(stage, 2);
    let listed =
        "return [...document.querySelectorAll('.moves button')].map((one) => one.textContent)";
    assert_eq!(stage.browser.run(listed), json!(["9-13", "22-18"]));
}

/// It answers, says what it thinks, and the graph has a curve.
pub fn the_machine_answers(stage: &Stage) {
    two_people(stage, "checkers");
    stage.browser.click("#opinion");
    stage.browser.until("/\\d+ nodes/.test(document.querySelector('.facts').textContent)");
    for (moves, (from, to)) in [("b6", "a5"), ("d6", "c5")].into_iter().enumerate() {
        if moves == 0 {
            seat(stage, 1, "strong");
            stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
        }
        let id = |name: &str| format!("[data-cell='{name}']");
        stage.browser.click(&id(from));
        if stage
            .browser
            .run(&format!("return Boolean(document.querySelector(\"{}.target\"))", id(to)))
            != true
        {
            break; // the machine has made another move necessary
        }
        stage.browser.click(&id(to));
        played(stage, 2 * (moves + 1));
    }
    assert!(stage.browser.text(".said").starts_with("White plays"));
    stage.browser.until("document.querySelector('.graph .curve')");
    assert!(!stage.browser.text(".verdict").is_empty());
    let expected = stage.browser.text(".opinion .line");
    assert!(expected.starts_with("Expected: ") || expected.is_empty(), "{expected}");
    stage.browser.run("localStorage.clear()");
}

pub fn a_position_is_set_up(stage: &Stage) {
    two_people(stage, "checkers");
    stage.browser.click("[data-tool='set-up']");
    stage.browser.click("[data-tool='clear']");
    // A man on its far row cannot be, and is refused in words that leave the board where it is.
    stage.browser.click("[data-brush='W']");
    cell(stage, "b8");
    stage.browser.until("document.querySelector('.brushes .bad').textContent === ''");
    let top =
        || stage.browser.run("return document.querySelector('.cells').getBoundingClientRect().top");
    let before = top();
    stage.browser.click("[data-brush='w']");
    cell(stage, "b8");
    stage.browser.until("document.querySelector('.brushes .bad').textContent.includes('far row')");
    assert_eq!(top(), before);
    for (brush, at) in [("W", "b8"), ("b", "c7"), ("b", "e5")] {
        stage.browser.click(&format!("[data-brush='{brush}']"));
        cell(stage, at);
    }
    stage.browser.run(
        "const select = document.querySelector('.brushes select');
         select.value = 1; select.dispatchEvent(new Event('change'))",
    );
    stage.browser.until("!document.querySelector('[data-tool=\"done\"]').disabled");
    stage.browser.click("[data-tool='done']");
    stage.browser.until("!document.querySelector('.brushes')");
    for at in ["b8", "d6", "f4"] {
        cell(stage, at);
    }
    played(stage, 1);
    assert_eq!(
        stage.browser.text(".status"),
        "The game is over. White wins: Black has no piece left."
    );
    only_refusals(stage);
}

/// The source's examples in, and the same positions out.
pub fn inputs_are_pasted_and_copied(stage: &Stage) {
    two_people(stage, "checkers");
    let examples = [
        include_str!("../../../../examples/star-circle/input.txt"),
        include_str!("../../../../examples/checkers/input.txt"),
        include_str!("../../../../examples/stake-raid/input.txt"),
        include_str!("../../../../examples/mancala/input.txt"),
        include_str!("../../../../examples/capture-go/input.txt"),
    ];
    for example in examples {
        paste(stage, example);
        let (known, task) = GAMES.read_task(example, None).unwrap();
        let game = known.name();
        stage.browser.until(&format!("document.querySelector('.board.{game}')"));
        stage.browser.until("document.querySelector('.play').dataset.turn");
        let about = known.to_search(&*task.line(), Algorithm::AlphaBeta, 4).unwrap();
        assert_eq!(copied(stage), about.to_string(), "{game}");
    }
    // What is wrong is said with its place, and nothing changes.
    stage.browser.click("[data-tool='input']");
    stage.browser.until("document.querySelector('dialog textarea')");
    stage.browser.run("document.querySelector('dialog textarea').value = 'B\\n4\\nB.z\\n'");
    stage.browser.click("dialog [data-tool='use']");
    stage
        .browser
        .until("document.querySelector('dialog .bad').textContent.startsWith('Line 3, column 3')");
    stage.browser.click("dialog [data-tool='close']");
    only_refusals(stage);
}

/// Chromium tells of every request that is refused; there may be nothing else.
pub fn only_refusals(stage: &Stage) {
    let complaints = stage.browser.complaints();
    assert!(complaints.iter().all(|text| text.contains("400 (Bad Request)")), "{complaints:?}");
}
