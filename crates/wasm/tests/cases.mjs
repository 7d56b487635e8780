// All cases of the repository through the module, byte for byte: `node crates/wasm/tests/cases.mjs`
// after `cargo xtask module`. Exits with 1 if an answer is wrong.

import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const MODULE = new URL('../../web/module/', import.meta.url);
const CASES = new URL('../../games/tests/cases/', import.meta.url);
/** How many there are of each game. */
const COUNTS = {
  'capture-go': 100,
  checkers: 200,
  mancala: 100,
  'stake-raid': 150,
  'star-circle': 150,
};

/** The workbench, as a page's worker has it. */
function workbench() {
  const glue = readFileSync(new URL('plyglot.js', MODULE), 'utf8');
  const bindings = new Function(`${glue}; return wasm_bindgen;`)();
  const wasm = gunzipSync(readFileSync(new URL('plyglot.wasm.gz', MODULE)));
  bindings.initSync({ module: new WebAssembly.Module(wasm) });
  return new bindings.Workbench();
}

function text(folder, name) {
  return readFileSync(new URL(name, folder), 'utf8');
}

/** Capture Go's answer without what differs from run to run, as the cases have it. */
function lasting(printed) {
  const lasts = (line) => line && line !== 'Comparison:' && !line.includes('running time');
  return printed
    .split('\n')
    .filter(lasts)
    .map((line) => `${line}\n`)
    .join('');
}

/** Checkers thinks as long as it may. Any legal turn is right, so a moment is enough. */
function hurried(input) {
  const lines = input.split('\n');
  lines[2] = '0.01';
  return lines.join('\n');
}

/** What is wrong with the answer to a case; nothing if it is right. */
function wrong(bench, game, folder) {
  let input = text(folder, 'input.txt');
  if (game === 'checkers') input = hurried(input);
  const asked = JSON.stringify({ input, game });
  const answer = bench.answer('POST', '/api/solve', asked, () => {});
  const said = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) return `${answer.status} ${said}`;
  const { files, legal, moves } = JSON.parse(said);
  if (game === 'capture-go') {
    const same = lasting(files['output.txt']) === text(folder, 'expected.txt');
    return same ? undefined : files['output.txt'];
  }
  if (game === 'checkers') {
    const same = `${legal.join('\n')}\n` === text(folder, 'legal.txt');
    if (!same || !legal.includes(moves[0])) return `${moves[0]} of ${legal}`;
    const turn = `${moves[0].replaceAll(' ; ', '\n')}\n`;
    return turn === files['output.txt'] ? undefined : files['output.txt'];
  }
  const expected = readdirSync(folder).filter((name) => name !== 'input.txt');
  if (`${expected.sort()}` !== `${Object.keys(files).sort()}`) return Object.keys(files);
  const differs = expected.find((name) => files[name] !== text(folder, name));
  return differs && `${differs}:\n${files[differs].slice(0, 1000)}`;
}

const bench = workbench();
let failed = 0;
for (const [game, count] of Object.entries(COUNTS)) {
  const begun = performance.now();
  const names = readdirSync(new URL(`${game}/`, CASES)).sort();
  if (names.length !== count) {
    console.log(`${game}: ${names.length} cases instead of ${count}`);
    failed += 1;
  }
  for (const name of names) {
    const what = wrong(bench, game, new URL(`${game}/${name}/`, CASES));
    if (what !== undefined) {
      console.log(`${game}/${name}: ${what}`);
      failed += 1;
    }
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${game}: ${names.length} cases in ${seconds} s`);
}
console.log(failed ? `${failed} are wrong` : 'all are right');
process.exitCode = failed ? 1 : 0;
