// What is to be searched, and how.

import * as api from '../api.js';
import { grouped, h, sentence } from '../dom.js';
import { seeSearch } from '../play/session.js';
import { TEXTBOOK } from './book.js';

/** @import { Link } from '../link.js' */
/** @import { Catalogue } from '../types' */

export class Source {
  /** @param {Catalogue} catalogue @param {string} game @param {Link} link @param {() => void} search @param {(problem: unknown) => void} failed */
  constructor({ games, textbook, limits }, game, link, search, failed) {
    this.game = game;
    this.link = link;
    this.limits = limits;
    this.search = search;
    this.failed = failed;
    const isTextbook = game === TEXTBOOK;
    const select = h('select', { 'data-field': 'game', change: () => { location.hash = `#/tree/${select.value}`; } },
      h('option', { value: TEXTBOOK, selected: isTextbook }, 'Textbook trees'),
      ...games.map(({ name, title }) => h('option', { value: name, selected: name === game }, title)));
    this.figure = h('select', { 'data-field': 'figure', change: () => { this.text.value = this.figure.value; search(); } },
      ...textbook.map(({ title, about, tree }) => h('option', { value: tree, title: about }, title)),
      h('option', { value: '', hidden: true }, 'A tree of your own'));
    this.algorithm = h('select', { 'data-field': 'algorithm', change: search },
      h('option', { value: 'alpha-beta' }, 'alpha-beta'), h('option', { value: 'minimax' }, 'minimax'));
    this.depth = h('input', { type: 'number', min: 1, max: limits.depth, value: isTextbook ? 9 : 4, 'data-field': 'depth', change: search });
    this.text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': isTextbook ? 'Tree' : 'Position', 'data-field': 'text' });
    this.error = h('p', { class: 'bad', role: 'alert' });
    this.root = h('section', { class: 'card source' },
      h('label', {}, 'Game', select),
      isTextbook ? h('label', {}, 'Figure', this.figure) : null,
      h('label', {}, 'Algorithm', this.algorithm),
      h('label', {}, 'Turns ahead', this.depth),
      h('button', { type: 'button', class: 'main', 'data-tool': 'search', click: () => this.#read() }, 'Search'),
      h('details', {}, h('summary', {}, isTextbook ? 'The tree as text' : 'The position as text: an input.txt will do'), this.text),
      this.error);
  }

  /** As sent to the server. */
  get wanted() {
    return {
      game: this.game, position: this.text.value,
      algorithm: this.algorithm.value, depth: Number(this.depth.value),
    };
  }

  /** What the link says, or else where the game starts. */
  async fill() {
    const text = this.link.text('position');
    const [algorithm, depth] = [this.link.text('algorithm'), this.link.number('depth')];
    if (this.game === TEXTBOOK) this.text.value = text ?? this.figure.value;
    else this.text.value = text ?? (await api.start({ game: this.game })).position;
    if (text !== null && this.game !== TEXTBOOK && (algorithm === null || depth === null)) this.#take(await api.read(text, this.game));
    this.#take({ algorithm, depth });
  }

  /** A figure that is shown is chosen, however it came there. */
  tellFigure() {
    const { value } = this.text;
    this.figure.value = [...this.figure.options].some((option) => option.value === value) ? value : '';
  }

  /** What an `input.txt` says about how to search is taken over. */
  async #read() {
    if (this.game !== TEXTBOOK) {
      try {
        const text = this.text.value;
        const { game, algorithm, depth } = await api.read(text);
        if (game !== this.game) {
          seeSearch(game, text, { algorithm, depth });
          return;
        }
        this.#take({ algorithm, depth });
      } catch (problem) { this.failed(problem); return; }
    }
    this.search();
  }

  /** @param {{algorithm?: string | null, depth?: number | null}} how */
  #take({ algorithm, depth }) {
    if (algorithm && [...this.algorithm.options].some(({ value }) => value === algorithm)) this.algorithm.value = algorithm;
    if (depth) this.depth.value = String(depth);
  }

  /** Why there is no tree, and what can be done about it. @param {unknown} problem */
  fail(problem) {
    this.error.textContent = this.#sentence(problem);
  }

  /** @param {unknown} problem */
  #sentence(problem) {
    const { depth, nodes } = this.limits;
    const turns = Number(this.depth.value);
    if (!Number.isInteger(turns) || turns < 1 || turns > depth) return `Turns ahead is a whole number from 1 to ${depth}.`;
    if (problem instanceof api.Refusal && problem.status === 422) {
      return `This tree has more than ${grouped(nodes)} nodes, too many to show. Look fewer turns ahead${this.algorithm.value === 'minimax' ? ', or choose alpha-beta' : ''}.`;
    }
    const words = sentence(problem);
    return words.startsWith('Line ') ? `The ${this.game === TEXTBOOK ? 'tree' : 'position'} cannot be read. ${words}` : words;
  }
}
