// What there is to say about an answer.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { h, told } from '../dom.js';
import { seeSearch } from '../play/session.js';

/** @import { Explanation } from '../types' */

/**
 * @param {Explanation} it @param {string} input @param {AbortSignal} signal
 * @returns {Promise<HTMLElement[]>}
 */
export async function report(it, input, signal) {
  if (it.right) return [h('section', { class: 'card verdict-card right' }, h('h2', {}, 'The answer is right.'))];
  const meaning = await api.read(input, it.game).catch(() => null);
  signal.throwIfAborted();
  const cards = [verdict(it, input, meaning), misreadings(it)];
  if (it.node) cards.push(await node(it, it.node, meaning?.position, signal));
  return [...cards, asText(it)];
}

/** @typedef {{position: string, algorithm?: string, depth?: number} | null} Meaning */

/** @param {Explanation} it @param {string} input @param {Meaning} meaning */
function verdict(it, input, meaning) {
  const card = h('section', { class: 'card verdict-card wrong' }, h('h2', {}, 'The answer is not right.'));
  if (it.file) {
    card.append(
      h('p', {}, 'It first goes wrong in ', h('strong', { class: 'where' }, `${it.file}, line ${it.line}`), it.about ? `: ${it.about}.` : '.'),
      difference(it.expected, it.found));
  } else card.append(h('p', {}, it.message ?? ''));
  card.append(...(it.why ?? []).map((words) => h('p', { class: 'why' }, words)));
  if (meaning?.algorithm) {
    const { algorithm, depth } = meaning;
    card.append(h('div', { class: 'tools' },
      h('button', { type: 'button', 'data-tool': 'tree', click: () => seeSearch(it.game, input, { algorithm, depth }) }, 'See this search')));
  }
  return card;
}

/** Both lines, with the part in which they differ marked. @param {string} [expected] @param {string} [found] */
function difference(expected, found) {
  const [right, wrong] = [expected ?? '(the end)', found ?? '(the end)'];
  let from = 0;
  while (from < Math.min(right.length, wrong.length) && right[from] === wrong[from]) from++;
  let same = 0;
  while (same < Math.min(right.length, wrong.length) - from && right.at(-1 - same) === wrong.at(-1 - same)) same++;
  const line = (/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ kind) => [
    h('dt', {}, title),
    h('dd', { 'data-line': kind }, text.slice(0, from), h('mark', {}, text.slice(from, text.length - same)), text.slice(text.length - same)),
  ];
  return h('dl', { class: 'difference' }, ...line('expected', right, 'expected'), ...line('found', wrong, 'found'));
}

/** @param {Explanation} it */
function misreadings({ misreadings: all, not_tried: notTried }) {
  const none = notTried ? [] : [h('p', {}, 'No known misreading of the rules gives this answer.')];
  return h('section', { class: 'card misreadings' },
    h('h2', {}, 'Which misreading it is'),
    ...(all.length ? all.map(({ name, does, rule }) => h('div', { 'data-misreading': name },
      does ? h('p', {}, `A program that ${does} gives exactly this answer.`) : null,
      h('p', {}, h('strong', {}, 'Read again: '), `${rule}.`))) : none),
    notTried ? h('p', { class: 'hint' }, notTried) : null);
}

/**
 * The node of the search that the line is about, with its board.
 * @param {Explanation} it @param {NonNullable<Explanation['node']>} node
 * @param {string | undefined} position @param {AbortSignal} signal
 */
async function node({ game }, { path, depth, board, maximizes, value, alpha, beta }, position, signal) {
  const cell = (/** @type {string} */ name, /** @type {string} */ what) =>
    h('div', {}, h('b', {}, told(what)), h('span', {}, name));
  return h('section', { class: 'card node' },
    h('h2', {}, 'The node'),
    h('p', { class: 'path' }, ['root', ...path].join(' → ')),
    h('p', { class: 'hint' }, `Depth ${depth}; ${maximizes ? 'MAX' : 'MIN'} moves here.`),
    h('div', { class: 'window' }, cell('value', value), cell('alpha', alpha), cell('beta', beta)),
    await drawn(game, position, path, signal) ?? h('pre', { class: 'log' }, board.join('\n')));
}

/** The board at the end of a way, if its moves are moves of a game. @param {string} game @param {string | undefined} position
 *  @param {string[]} moves @param {AbortSignal} signal */
async function drawn(game, position, moves, signal) {
  if (position === undefined) return null;
  try {
    const { picture } = await api.stand({ game, position, moves }, signal);
    const drawing = new Drawing(game);
    drawing.show(picture, false);
    return h('div', { class: 'node-board' }, drawing.root);
  } catch { return null; }
}

/** @param {Explanation} it */
const asText = ({ lines }) => h('details', { class: 'as-text' }, h('summary', {}, 'All of it as text'), h('pre', { class: 'log' }, lines.join('\n')));
