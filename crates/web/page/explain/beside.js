// What should stand in a file beside what does, some lines at a time.

import { h } from '../dom.js';

/** So many lines are shown before the one that is looked at, and after it. */
const BEFORE = 4;
const AFTER = 5;

/**
 * @typedef {object} Compared
 * @property {string} right all that should stand there
 * @property {string} found all that does
 * @property {number} line the first that differs, from 1
 * @property {string} expected that line, with what cannot be seen made visible
 * @property {string} instead what stands there
 * @property {((line: number) => string) | null} search the address of the search at a line, if lines are steps of one
 */

/** @param {string} text */
const lines = (text) => text.replace(/\n$/, '').split('\n');

export class Beside {
  /** @param {Compared} compared */
  constructor(compared) {
    this.compared = compared;
    this.right = lines(compared.right);
    this.found = lines(compared.found);
    this.length = Math.max(this.right.length, this.found.length, compared.line);
    this.rows = h('tbody');
    this.number = h('input', {
      type: 'number', min: 1, max: this.length, 'data-field': 'line', change: () => this.show(Number(this.number.value)),
    });
    const go = (/** @type {string} */ tool, /** @type {string} */ words, /** @type {() => number} */ where) =>
      h('button', { type: 'button', 'data-tool': tool, click: () => this.show(where()) }, words);
    this.root = h('div', { class: 'beside' },
      h('div', { class: 'beside-lines' }, h('table', {},
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'line'), h('th', { scope: 'col' }, 'should be'), h('th', { scope: 'col' }, 'yours'))),
        this.rows)),
      h('div', { class: 'tools' },
        h('label', { class: 'to-line' }, 'Go to line', this.number),
        go('earlier', 'Earlier', () => this.at - BEFORE - AFTER),
        go('later', 'Later', () => this.at + BEFORE + AFTER),
        go('difference', 'First difference', () => compared.line)),
      compared.search ? h('p', { class: 'hint' }, 'A line’s number leads to that moment of the search.') : null);
    this.at = compared.line;
    this.show(compared.line);
  }

  /** @param {number} line */
  show(line) {
    this.at = Math.min(this.length, Math.max(1, Math.round(line) || 1));
    this.number.value = String(this.at);
    const from = Math.max(1, this.at - BEFORE);
    const to = Math.min(this.length, this.at + AFTER);
    this.rows.replaceChildren(...Array.from({ length: to - from + 1 }, (_, index) => this.#row(from + index)));
  }

  /** @param {number} line */
  #row(line) {
    const { search, expected, instead, line: first } = this.compared;
    const [right, found] = [this.right[line - 1], this.found[line - 1]];
    const isFirst = line === first;
    const cells = isFirst ? marked(expected, instead) : [right, found].map((text) => h('td', {}, text ?? ''));
    // The head of a log is no step of the search.
    const number = search && line > 1 && line <= this.right.length
      ? h('a', { href: search(line), 'aria-label': `Line ${line} in the search` }, String(line)) : String(line);
    const kind = isFirst ? 'first-wrong' : line > first && right !== found ? 'differs' : '';
    return h('tr', { class: kind, 'data-at': line, 'aria-current': line === this.at ? 'true' : null },
      h('th', { scope: 'row' }, number), ...cells);
  }
}

/** Both lines, with the part in which they differ marked. @param {string} right @param {string} wrong */
function marked(right, wrong) {
  const shorter = Math.min(right.length, wrong.length);
  let from = 0;
  while (from < shorter && right[from] === wrong[from]) from++;
  let same = 0;
  while (same < shorter - from && right.at(-1 - same) === wrong.at(-1 - same)) same++;
  return [['expected', right], ['found', wrong]].map(([kind, text]) => h('td', { 'data-line': kind },
    text.slice(0, from), h('mark', {}, text.slice(from, text.length - same)), text.slice(text.length - same)));
}
