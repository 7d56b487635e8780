// What there is to say about an answer.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { h, sentence, told } from '../dom.js';
import { Link } from '../link.js';
import { Beside } from './beside.js';

/** @import { About, Explanation } from '../types' */

/** @typedef {{input: string, files: Record<string, string>}} Asked */
/** @typedef {{position: string, algorithm?: string, depth?: number} | null} Meaning */

/**
 * @param {Explanation} it @param {Asked} asked @param {About[]} games @param {AbortSignal} signal
 * @returns {Promise<HTMLElement[]>}
 */
export async function report(it, asked, games, signal) {
  if (it.right) return [h('section', { class: 'card verdict-card right' }, h('h2', {}, 'The answer is right.'))];
  const meaning = await api.read(asked.input, it.game).catch(() => null);
  signal.throwIfAborted();
  const search = searched(it, asked.input, meaning);
  const log = games.find(({ name }) => name === it.game)?.log;
  const cards = [verdict(it, asked, search, it.file === log), misreadings(it)];
  if (it.node) cards.push(await node(it, it.node, meaning?.position, signal));
  return [...cards, asText(it)];
}

/** The address of the search at a line of its log, or at its beginning; null if the input asks for no search.
 *  @param {Explanation} it @param {string} input @param {Meaning} meaning
 *  @returns {((line?: number) => string) | null} */
function searched({ game }, input, meaning) {
  if (!meaning?.algorithm) return null;
  const { algorithm, depth } = meaning;
  const link = new Link(['tree', game]).with({ position: input, algorithm, depth });
  return (line) => link.with({ line }).hash;
}

/** @param {Explanation} it @param {Asked} asked @param {((line?: number) => string) | null} search @param {boolean} isLog */
function verdict(it, asked, search, isLog) {
  const card = h('section', { class: 'card verdict-card wrong' }, h('h2', {}, 'The answer is not right.'));
  if (it.file) {
    card.append(
      h('p', {}, 'It first goes wrong in ', h('strong', { class: 'where' }, `${it.file}, line ${it.line}`), it.about ? `: ${it.about}.` : '.'),
      compared(it, asked, isLog ? search : null));
  } else card.append(h('p', {}, it.message ?? ''));
  card.append(...(it.why ?? []).map((words) => h('p', { class: 'why' }, words)));
  if (search) {
    const words = it.log_line ? `See it in the search, line ${it.log_line}` : 'See this search';
    card.append(h('div', { class: 'tools' }, h('a', { class: 'button main', 'data-tool': 'tree', href: search(it.log_line) }, words)));
  }
  return card;
}

/** @param {Explanation} it @param {Asked} asked @param {((line: number) => string) | null} search */
function compared({ file = '', line = 1, expected = '(the end)', found = '(the end)', right_text: right = '' }, { files }, search) {
  // What has another name is the only file, or the one that is left.
  const written = files[file] ?? Object.values(files)[0] ?? '';
  return new Beside({ right, found: written, line, expected, instead: found, search }).root;
}

/** @param {Explanation} it */
function misreadings({ misreadings: all, not_tried: notTried }) {
  const none = notTried ? [] : [h('p', {}, 'No known misreading of the rules gives this answer.')];
  return h('section', { class: 'card misreadings' },
    h('h2', {}, 'Which misreading it is'),
    ...(all.length ? all.map(({ name, does, rule }) => h('div', { 'data-misreading': name },
      does ? h('p', {}, `A program that ${does} gives exactly this answer.`) : null,
      h('p', {}, h('strong', {}, 'Read again: '), `${rule}.`))) : none),
    notTried ? h('p', { class: 'hint' }, sentence(notTried)) : null);
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
const asText = ({ lines }) => h('details', { class: 'as-text' }, h('summary', {}, 'All of it as text'), h('pre', { class: 'log', tabindex: 0 }, lines.join('\n')));
