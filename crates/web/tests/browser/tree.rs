//! Watching a search.

use std::fs;
use std::path::Path;

use serde_json::json;

use plyglot_games::GAMES;
use plyglot_kit::{InMemory, Options};

use crate::Stage;
use crate::play::only_refusals;

const READY: &str = "document.querySelector('.tree')?.dataset.state === 'ready'";

/// Searches what an `input.txt` asks for.
fn search(stage: &Stage, text: &str) {
    stage.browser.run_with(
        "document.querySelector('[data-field=\"text\"]').value = arguments[0];
         document.querySelector('.tree').dataset.state = 'asked'",
        &json!([text]),
    );
    stage.browser.click("[data-tool='search']");
    stage.browser.until(READY);
}

fn go_to(stage: &Stage, line: u32) {
    stage.browser.run_with(
        "const field = document.querySelector('.steps input[type=\"number\"]');
         field.value = arguments[0]; field.dispatchEvent(new Event('change'))",
        &json!([line]),
    );
}

/// Waits until all about a line is shown.
fn at_line(stage: &Stage, line: u32) {
    stage.browser.until(&format!("document.querySelector('.tree').dataset.line === '{line}'"));
}

/// Twenty inputs of this repository: the counts on the page are those of the answer files.
pub fn trees_count_as_the_files_do(stage: &Stage) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/cases");
    let mut count = 0;
    for (game, step, wanted) in [("star-circle", 9, 9), ("mancala", 11, 8), ("capture-go", 3, 3)] {
        let mut folders: Vec<_> =
            fs::read_dir(cases.join(game)).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        stage.show(&format!("tree/{game}"));
        stage.browser.until(READY);
        let mut done = 0;
        for folder in folders.into_iter().step_by(step) {
            let text = fs::read_to_string(folder.join("input.txt")).unwrap();
            let (_, task) = GAMES.read_task(&text, None).unwrap();
            if task.goal().seconds().is_some() || done == wanted {
                continue;
            }
            let mut files = InMemory::default();
            let right = task.solve(&Options::default(), &mut files).unwrap();
            let nodes = right.nodes.unwrap();
            if nodes > 500_000 {
                continue;
            }
            search(stage, &text);
            let shown = stage.browser.run("return document.querySelector('.tree').dataset.nodes");
            assert_eq!(shown, nodes.to_string(), "{folder:?}");
            if let Some(pruned) = right.pruned {
                let plain = "return document.querySelector('[data-count=\"minimax\"]').textContent.replaceAll(',', '')";
                assert_eq!(
                    stage.browser.run(plain),
                    (nodes + u128::from(pruned)).to_string(),
                    "{folder:?}"
                );
            }
            if let Some(log) = files.text("traverse_log.txt") {
                // What lies beyond the last line is the last line.
                go_to(stage, 1_000_000_000);
                let last = log.lines().last().unwrap();
                let there = format!("document.querySelector('.log').textContent === '{last}'");
                stage.browser.until(&there);
            }
            done += 1;
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

pub fn the_textbook_is_stepped_through(stage: &Stage) {
    stage.show("tree/textbook");
    stage.browser.until(READY);
    let counts = "return ['alpha-beta', 'minimax'].map((name) => document.querySelector(`[data-count=\"${name}\"]`).textContent)";
    assert_eq!(stage.browser.run(counts), json!(["11", "13"]));
    // It opens on something to see: the first cut.
    at_line(stage, 13);
    let words = stage.browser.text(".happens p");
    assert!(words.contains("Node 1 already guarantees 3 for MAX; here MIN can force 2"), "{words}");
    assert!(words.contains("Not looked at: node 2.2, node 2.3."), "{words}");
    stage.browser.click("[data-tool='first']");
    for line in 2..6 {
        at_line(stage, line);
        stage.browser.click("[data-tool='next']");
    }
    at_line(stage, 6);
    assert_eq!(stage.browser.text(".log"), "2,2,12,-Infinity,3");
    stage.browser.click("[data-tool='cut']");
    at_line(stage, 13);
    stage.browser.click("[data-tool='play']");
    stage.browser.run("document.querySelector('.steps select').value = 300");
    stage
        .browser
        .until("document.querySelector('.happens').textContent.includes('The search is done')");
    // Another tree, by hand; and one that is none.
    stage.browser.run("document.querySelector('.source details').open = true");
    search(stage, "((1 2) (3 4))");
    assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.nodes"), "7");
    stage.browser.run("document.querySelector('[data-field=\"text\"]').value = '((1'");
    stage.browser.click("[data-tool='search']");
    stage.browser.until("document.querySelector('.source .bad').textContent.includes('bracket')");
    only_refusals(stage);
}

/// Every frame another step, over the whole of a tree with more than 100,000 nodes. How fast that is
/// gets printed; what is checked is that the page arrives where it should.
pub fn a_large_tree_is_scrubbed(stage: &Stage) {
    stage.show("tree/star-circle");
    stage.browser.until(READY);
    stage.browser.run("document.querySelector('[data-field=\"algorithm\"]').value = 'minimax'");
    stage.browser.run("document.querySelector('[data-field=\"depth\"]').value = 6");
    stage.browser.run("document.querySelector('.tree').dataset.state = 'asked'");
    stage
        .browser
        .run("document.querySelector('[data-field=\"depth\"]').dispatchEvent(new Event('change'))");
    stage.browser.until(READY);
    let nodes = stage.browser.run("return Number(document.querySelector('.tree').dataset.nodes)");
    assert_eq!(nodes, 216_033);
    stage.browser.run(
        "const slider = document.querySelector('.steps input[type=\"range\"]');
         window.scrubbed = null;
         const times = [];
         const frame = (now) => {
           times.push(now);
           slider.value = String(Math.round(Number(slider.max) * (0.5 - 0.5 * Math.cos(times.length / 30))));
           slider.dispatchEvent(new Event('input'));
           if (times.length < 121) requestAnimationFrame(frame);
           else {
             const gaps = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
             window.scrubbed = [1000 / (gaps.reduce((sum, gap) => sum + gap) / gaps.length), gaps[60], gaps[118]];
           }
         };
         requestAnimationFrame(frame)",
    );
    stage.browser.until("window.scrubbed");
    let scrubbed = stage.browser.run("return window.scrubbed.map((x) => Math.round(10 * x) / 10)");
    println!(
        "       scrubbing 216,033 nodes: {} frames a second; a frame takes {} ms, the slowest of a hundred {} ms",
        scrubbed[0], scrubbed[1], scrubbed[2]
    );
    go_to(stage, 1_000_000_000);
    stage.browser.until(
        "document.querySelector('.happens').textContent.includes('The search is done: C1-D2')",
    );
    let log = stage.browser.text(".log");
    assert_eq!(log, "root,0,0");
}

/// The two plies of the textbook, worked out by hand: what is said to have been returned, v, alpha, beta,
/// and which line of the algorithm is carried out.
const TWO_PLIES: [(&str, [&str; 4], &str); 21] = [
    ("root", ["–", "−∞", "−∞", "∞"], "3 v ← −∞"),
    ("1", ["–", "∞", "−∞", "∞"], "11 v ← ∞"),
    ("1.1", ["–", "3", "−∞", "∞"], "1 if node is a leaf: return its value"),
    ("1", ["3", "3", "−∞", "3"], "15 v ← w"),
    ("1.2", ["–", "12", "−∞", "3"], "1 if node is a leaf: return its value"),
    ("1", ["12", "3", "−∞", "3"], "14 if w < v:"),
    ("1.3", ["–", "8", "−∞", "3"], "1 if node is a leaf: return its value"),
    ("1", ["8", "3", "−∞", "3"], "14 if w < v:"),
    ("root", ["3", "3", "3", "∞"], "7 v ← w"),
    ("2", ["–", "∞", "3", "∞"], "11 v ← ∞"),
    ("2.1", ["–", "2", "3", "∞"], "1 if node is a leaf: return its value"),
    ("2", ["2", "2", "3", "∞"], "16 if v ≤ α: return v"),
    ("root", ["2", "3", "3", "∞"], "6 if w > v:"),
    ("3", ["–", "∞", "3", "∞"], "11 v ← ∞"),
    ("3.1", ["–", "14", "3", "∞"], "1 if node is a leaf: return its value"),
    ("3", ["14", "14", "3", "14"], "15 v ← w"),
    ("3.2", ["–", "5", "3", "14"], "1 if node is a leaf: return its value"),
    ("3", ["5", "5", "3", "5"], "15 v ← w"),
    ("3.3", ["–", "2", "3", "5"], "1 if node is a leaf: return its value"),
    ("3", ["2", "2", "3", "5"], "16 if v ≤ α: return v"),
    ("root", ["2", "3", "3", "∞"], "18 return v"),
];

/// What the panels show: the innermost call, the variables, the line of the algorithm, how many calls
/// are open.
fn carried_out(stage: &Stage) -> serde_json::Value {
    stage.browser.run(
        "const lines = [...document.querySelectorAll('.listing span')];
         const current = lines.filter((line) => line.hasAttribute('aria-current'));
         return [document.querySelector('.calls tbody th').textContent,
             [...document.querySelectorAll('.window b')].map((cell) => cell.textContent),
             current.map((line) => `${lines.indexOf(line)} ${line.textContent.trim()}`),
             document.querySelectorAll('.calls tbody tr').length]",
    )
}

/// Forwards by button, backwards by key: the algorithm's line, the variables and the calls are those of
/// the table, whichever way one came.
pub fn the_algorithm_is_followed(stage: &Stage) {
    stage.show("tree/textbook?line=2");
    stage.browser.until(READY);
    let check = |line: u32| {
        at_line(stage, line);
        let (node, variables, code) = TWO_PLIES[line as usize - 2];
        let calls = if node == "root" { 1 } else { node.split('.').count() + 1 };
        assert_eq!(carried_out(stage), json!([node, variables, [code], calls]), "line {line}");
    };
    for line in 2..=22 {
        check(line);
        stage.browser.click("[data-tool='next']");
    }
    stage.browser.run("document.activeElement.blur()");
    for line in (2..=22).rev() {
        check(line);
        stage.browser.keys("\u{E012}");
    }
    // At a cut: which bound it was, and who gave it.
    stage.browser.keys("c");
    at_line(stage, 13);
    let bound = "[...document.querySelectorAll('.calls .bound')].map((cell) => `${cell.closest('tr').dataset.node} ${cell.cellIndex} ${cell.textContent}`).join()";
    stage.browser.until(&format!("{bound} === '5 3 3,0 2 3'"));
    assert_eq!(stage.browser.text(".origin"), "α cuts here. It comes from node 1.");
    // Minimax has no bounds, and nothing to cut with.
    choose(stage, "algorithm", "minimax");
    stage.browser.until(READY);
    at_line(stage, 26);
    assert_eq!(carried_out(stage), json!(["root", ["2", "3"], ["14 return v"], 1]));
    assert!(!stage.browser.text(".code").contains(['α', 'β']));
}

/// The input of the guide: Mancala with three pits, alpha-beta, two turns ahead.
const INPUT: &str = "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n";

/// Waits until the address ends like this.
fn has_address(stage: &Stage, end: &str) {
    stage.browser.until(&format!("location.hash.endsWith('{end}')"));
}

/// What is seen has an address: it is there again after loading, by going back, and by the view's name.
pub fn a_search_has_an_address(stage: &Stage) {
    stage.show("tree/mancala");
    stage.browser.until(READY);
    stage.browser.run("document.querySelector('.source details').open = true");
    search(stage, INPUT);
    at_line(stage, 14);
    has_address(stage, "&algorithm=alpha-beta&depth=2&line=14");
    go_to(stage, 9);
    let is_there = || {
        stage.browser.until(READY);
        at_line(stage, 9);
        let shown = stage.browser.run(
            "return ['text', 'algorithm', 'depth'].map((name) => document.querySelector(`[data-field=\"${name}\"]`).value)",
        );
        assert_eq!(shown, json!([INPUT, "alpha-beta", "2"]));
        assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.nodes"), "12");
    };
    has_address(stage, "&algorithm=alpha-beta&depth=2&line=9");
    is_there();
    stage.browser.reload();
    is_there();
    let leave = || {
        stage.browser.click("nav [data-view='explain']");
        stage.browser.until("document.querySelector('.explain')");
    };
    leave();
    stage.browser.run("history.back()");
    is_there();
    leave();
    stage.browser.click("nav [data-view='tree']");
    is_there();
    has_address(stage, "&algorithm=alpha-beta&depth=2&line=9");
    // Another search, another address; what was typed into the field of the line is where one goes.
    choose(stage, "algorithm", "minimax");
    has_address(stage, "&algorithm=minimax&depth=2&line=36");
    stage.browser.run(
        "const field = document.querySelector('.steps input[type=\"number\"]'); field.focus(); field.select()",
    );
    stage.browser.keys("17\u{E007}");
    has_address(stage, "&algorithm=minimax&depth=2&line=17");
    // A tree of one's own is kept like any position.
    stage.show("tree/textbook?position=((4+-6)+(2+8))&algorithm=minimax&depth=9&line=7");
    stage.browser.until(READY);
    at_line(stage, 7);
    assert_eq!(stage.browser.text(".log"), "1,1,-6");
    let figure = "return document.querySelector('[data-field=\"figure\"]').selectedOptions[0].text";
    assert_eq!(stage.browser.run(figure), "A tree of your own");
}

fn choose(stage: &Stage, field: &str, value: &str) {
    stage.browser.run_with(
        "const field = document.querySelector(`[data-field=\"${arguments[0]}\"]`);
         document.querySelector('.tree').dataset.state = 'asked';
         field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
        &json!([field, value]),
    );
}

/// Whatever the reason, it is a sentence, and nothing of the tree before is left.
pub fn a_failed_search_leaves_nothing(stage: &Stage) {
    stage.show("tree/textbook");
    stage.browser.until(READY);
    stage.browser.run("document.querySelector('.source details').open = true");
    let says = |words: &str| {
        stage.browser.until("document.querySelector('.tree').dataset.state === 'failed'");
        let error = stage.browser.text(".source .bad");
        assert!(error.contains(words) && error.ends_with('.'), "{error}");
        let left = "return [...document.querySelectorAll('.drawing, .side')].some((part) => part.checkVisibility())";
        assert_eq!(stage.browser.run(left), false);
    };
    stage.browser.run("document.querySelector('[data-field=\"text\"]').value = '((1'");
    stage.browser.click("[data-tool='search']");
    says("The tree cannot be read. Line 1, column 4: expected a number or a bracket");
    search(stage, "((1 2) (3 4))");
    assert_eq!(stage.browser.text(".source .bad"), "");
    choose(stage, "depth", "0");
    says("Turns ahead is a whole number from 1 to 100.");
    only_refusals(stage);
    stage.show("tree/checkers?algorithm=minimax&depth=20");
    says("nodes, too many to show. Look fewer turns ahead, or choose alpha-beta.");
    let complaints = stage.browser.complaints();
    assert!(complaints.iter().all(|text| text.contains("422")), "{complaints:?}");
    // The next one is as if nothing had been.
    choose(stage, "depth", "2");
    stage.browser.until(READY);
    assert_eq!(stage.browser.text(".source .bad"), "");
    stage.browser.until("document.querySelector('.log').checkVisibility()");
}

/// Without a pointer; and whoever listens hears where it stops, not what it passes.
pub fn keys_lead_through_a_search(stage: &Stage) {
    stage.show("tree/textbook");
    stage.browser.until(READY);
    at_line(stage, 13);
    stage.browser.run("document.querySelector('.sketch').focus()");
    for (key, line) in [
        ("\u{E014}", 14),
        ("\u{E012}", 13),
        ("c", 21),
        ("\u{E010}", 22),
        ("\u{E011}", 2),
        ("c", 13),
    ] {
        stage.browser.keys(key);
        at_line(stage, line);
    }
    let heard = "document.querySelector('.drawing [role=\"status\"]').textContent";
    stage.browser.until(&format!("{heard}.startsWith('Line 13. Node 2.1 returns 2,')"));
    let label = "document.querySelector('.sketch').getAttribute('aria-label')";
    let expected = "The tree at node 2: MIN, value 2, alpha 3, beta Infinity.";
    stage.browser.until(&format!("{label} === '{expected}'"));
    // A film, from line 2 to the end.
    stage.browser.keys("\u{E011}");
    stage.browser.until(&format!("{heard}.startsWith('Line 2.')"));
    stage.browser.run(
        "window.said = [];
         const live = document.querySelector('.drawing [role=\"status\"]');
         new MutationObserver(() => window.said.push(live.textContent.split('.')[0])).observe(live, { childList: true });
         document.querySelector('.steps select').value = 10",
    );
    stage.browser.keys(" ");
    stage.browser.until("window.said.length");
    assert_eq!(stage.browser.run("return window.said"), json!(["Line 22"]));
    has_address(stage, "&line=22");
    // What is typed into a field is not meant for the tree.
    stage.browser.run("document.querySelector('.source details').open = true; document.querySelector('[data-field=\"text\"]').focus()");
    stage.browser.keys("c\u{E011}");
    assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.line"), "22");
}

/// The picture of the whole is zoomed by two fingers, by the wheel and by its buttons, and says what is
/// in sight.
pub fn the_whole_is_zoomed(stage: &Stage) {
    stage.show("tree/mancala");
    stage.browser.until(READY);
    let sight = || {
        let text = stage.browser.text("[data-field='sight']");
        let numbers = text.replace(',', "");
        let numbers = numbers.split(' ').filter_map(|word| word.parse().ok());
        <[u32; 2]>::try_from(numbers.collect::<Vec<u32>>()).ok()
    };
    assert_eq!(sight(), None, "all of it");
    let all = stage.browser.run("return Number(document.querySelector('.tree').dataset.nodes)");
    let all = u32::try_from(all.as_u64().unwrap()).unwrap();
    let place = stage.browser.run(
        "const box = document.querySelector('.timeline').getBoundingClientRect();
         return [Math.round(box.x), Math.round(box.y + box.height / 2), Math.round(box.width)]",
    );
    let [x, y, wide] = [0, 1, 2].map(|at| place[at].as_i64().unwrap());
    let at = |percent: i64| json!([x + wide * percent / 100, y]);
    // From a fifth of it to three fifths: a third of the nodes are left, around the middle.
    stage.browser.fingers([[at(40), at(20)], [at(60), at(80)]]);
    stage
        .browser
        .until("document.querySelector('[data-field=\"sight\"]').textContent !== 'all nodes'");
    let [from, to] = sight().unwrap();
    assert!((to - from).abs_diff(all / 3) < all / 10, "{from} to {to} of {all}");
    assert!((from + to).abs_diff(all) < all / 10, "{from} to {to} of {all}");
    stage.browser.click("[aria-label='Zoom in']");
    let [nearer, end] = sight().unwrap();
    assert!((end - nearer).abs_diff((to - from) / 2) < 3, "{nearer} to {end}");
    stage.browser.click("[aria-label='Show all']");
    assert_eq!(sight(), None);
}

/// What one does in a tree of more than half a million nodes, each until it has been painted. How long
/// that takes gets printed; machines differ, so the bound is far off.
pub fn a_huge_tree_is_quick(stage: &Stage) {
    stage.show("tree/mancala?algorithm=alpha-beta&depth=8");
    stage.browser.until(READY);
    assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.nodes"), "568381");
    stage.browser.run(
        "window.measured = null;
         const find = (selector) => document.querySelector(selector);
         const painted = () => new Promise((go) => requestAnimationFrame(() => {
             const { port1, port2 } = new MessageChannel();
             port1.onmessage = () => go();
             port2.postMessage(0);
         }));
         const slider = find('.steps input[type=\"range\"]');
         const click = (selector) => () => find(selector).click();
         const DEEDS = {
             'to any line': (at) => { slider.value = String(Math.round(Number(slider.max) * ((at * 0.618) % 1))); slider.dispatchEvent(new Event('input')); },
             'next line': click('[data-tool=\"next\"]'),
             'next cut': click('[data-tool=\"cut\"]'),
             zoom: (at) => find('.timeline').dispatchEvent(new WheelEvent('wheel', { deltaY: at < 15 ? -1 : 1, clientX: 100 + 20 * at, cancelable: true })),
             'show all': click('[aria-label=\"Show all\"]'),
             resize: (at) => { find('.tree').style.maxWidth = `${60 + at}rem`; dispatchEvent(new Event('resize')); },
             'click at a node': (at) => {
                 const box = find('.sketch').getBoundingClientRect();
                 find('.sketch').dispatchEvent(new MouseEvent('click', { clientX: box.x + 150 + 30 * at, clientY: box.y + 112 }));
             },
             film: (at) => { if (at === 0) { find('.steps select').value = 20000; find('[data-tool=\"first\"]').click(); find('[data-tool=\"play\"]').click(); } },
         };
         (async () => {
             const measured = [];
             for (const [name, deed] of Object.entries(DEEDS)) {
                 const times = [];
                 for (let at = 0; at < 20; at++) {
                     await painted();
                     const begun = performance.now();
                     deed(at);
                     await painted();
                     times.push(performance.now() - begun);
                 }
                 times.sort((a, b) => a - b);
                 measured.push([name, Math.round(times[10]), Math.round(times[19])]);
             }
             find('[data-tool=\"play\"]').click();
             window.measured = measured;
         })()",
    );
    stage.browser.until("window.measured");
    let measured = stage.browser.run("return window.measured");
    for deed in measured.as_array().unwrap() {
        let (name, usual, worst) = (deed[0].as_str().unwrap(), &deed[1], &deed[2]);
        println!("       {name}: {usual} ms, at worst {worst}");
        assert!(usual.as_u64().unwrap() < 1_000, "{name}");
    }
}
