// Anything that holds a game is opened here: a link, a record, PDN, FEN, SGF, an input.txt, moves.

import * as api from '../api.js';
import { h, sentence } from '../dom.js';
import { Link } from '../link.js';
import { openWindow, tool } from './window.js';

/** @import { RecordedGame, Records } from '../types' */

/** What a text is taken to: the name of a button, and the address.
 *  @type {[string, string, (game: RecordedGame, search: Records['search']) => Link][]} */
const WAYS = [
  ['use', 'Play from it', ({ game, start, moves }) => new Link(['play', game]).with({ start, moves })],
  ['review', 'Review it', ({ game, start, moves }) => new Link(['review', game]).with({ start, moves })],
];

/**
 * @param {{text?: string, problem?: string, game?: string, play?: (game: RecordedGame) => void}} [how] what is
 *   opened, or why it cannot be; the game that is meant if the text does not say it, and what to do with a
 *   game that is to be played
 */
export function openDialog({ text: given = '', problem = '', game: meant, play } = {}) {
  document.querySelector('dialog')?.close();
  const text = h('textarea', { rows: 14, spellcheck: 'false', wrap: 'off', 'aria-label': 'Text', input: () => forget() });
  const error = h('p', { class: 'bad', role: 'alert' });
  const which = h('select', { 'aria-label': 'Which game' });
  const choice = h('p', { class: 'which', hidden: true }, 'Which of its games? ', which);
  const file = h('input', { type: 'file', hidden: true, 'aria-label': 'File', change: async () => take(await file.files?.[0]?.text() ?? '') });
  /** @type {Records | null} */
  let found = null;
  const forget = () => {
    found = null;
    choice.hidden = true;
    error.textContent = '';
  };
  const take = (/** @type {string} */ content) => {
    text.value = content;
    forget();
    if (content) read();
  };
  /** Whether there is one game to go on with. */
  const read = async () => {
    try {
      found ??= await anyRecords(text.value, meant);
    } catch (problem) {
      error.textContent = sentence(problem);
      return false;
    }
    if (found.games.length < 2 || !choice.hidden) return true;
    which.replaceChildren(...found.games.map((game, at) => h('option', { value: at }, inWords(game, at))));
    choice.hidden = false;
    return false;
  };
  /** @param {(game: RecordedGame, search: Records['search']) => void} go */
  const then = async (go) => {
    const elsewhere = addressIn(text.value);
    if (elsewhere) {
      box.close();
      elsewhere.go();
      return;
    }
    if (!await read() || !found) return;
    const game = found.games[choice.hidden ? 0 : Number(which.value)];
    box.close();
    go(game, found.search);
  };
  const box = openWindow('Open',
    h('p', {}, 'Paste a link, a record, PDN, FEN, SGF, an input.txt or moves; or drop a file anywhere on the page.'),
    text, choice, error,
    h('div', { class: 'tools' },
      ...WAYS.map(([name, title, way], at) => tool(name, title, () => then((game, search) => {
        if (at === 0 && play) play(game);
        else way(game, search).go();
      }), at === 0 ? 'main' : undefined)),
      tool('tree', 'See the search', () => then(async (game, search) => {
        const { position } = await api.stand({ game: game.game, position: game.start, moves: game.moves });
        new Link(['tree', game.game]).with({ position, ...search }).go();
      })),
      file, tool('choose', 'Choose a file', () => file.click()),
      tool('close', 'Close', () => box.close())));
  box.classList.add('sharing');
  take(given);
  if (problem) error.textContent = problem;
}

/** What of the page's own a text is the address of: of a view, or of a tree that is written out. @param {string} text */
function addressIn(text) {
  const address = text.trim().match(/^\S*(#\/[a-z]\S*)$/);
  if (address) return Link.read(address[1]);
  return /^\s*\(\s*[(\d-][^,;[]*$/.test(text) ? new Link(['tree', 'textbook']).with({ position: text.trim() }) : null;
}

/** Moves alone may be the game's that is meant; a text that says its game is that one's. @param {string} text @param {string} [meant] */
async function anyRecords(text, meant) {
  try { return await api.readRecords(text); } catch (problem) {
    if (!meant) throw problem;
    // Of two reasons the one that says more is that of the text as it is.
    try { return await api.readRecords(text, meant); } catch { throw problem; }
  }
}

/** @param {RecordedGame} game @param {number} at */
function inWords({ players, moves, result }, at) {
  const how = result ? `, ${result.how ?? (result.winner === null ? 'draw' : `${players[result.winner]} won`)}` : '';
  return `${at + 1}. ${players.join(' – ')}, ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}${how}`;
}
