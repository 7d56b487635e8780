// What is to be searched, and how.

import * as api from '../api.js';
import { h } from '../dom.js';
import { seeSearch } from '../play/session.js';

/** @import { Link } from '../link.js' */
/** @import { Catalogue } from '../types' */

/** The game whose positions are nodes of a tree that is written out. */
export const TEXTBOOK = 'textbook';

export class Source {
  /** @param {Catalogue} catalogue @param {string} game @param {Link} link @param {() => void} search */
  constructor({ games, textbook, limits }, game, link, search) {
    this.game = game;
    this.link = link;
    this.search = search;
    const isTextbook = game === TEXTBOOK;
    const select = h('select', { 'data-field': 'game', change: () => { location.hash = `#/tree/${select.value}`; } },
      h('option', { value: TEXTBOOK, selected: isTextbook }, 'Textbook trees'),
      ...games.map(({ name, title }) => h('option', { value: name, selected: name === game }, title)));
    this.figure = h('select', { 'data-field': 'figure', change: () => { this.text.value = this.figure.value; search(); } },
      ...textbook.map(({ title, about, tree }) => h('option', { value: tree, title: about }, title)));
    this.algorithm = h('select', { 'data-field': 'algorithm', change: search },
      h('option', { value: 'alpha-beta' }, 'alpha-beta'), h('option', { value: 'minimax' }, 'minimax'));
    this.depth = h('input', { type: 'number', min: 1, max: limits.depth, value: isTextbook ? 9 : 4, 'data-field': 'depth', change: search });
    this.text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': 'Position', 'data-field': 'text' });
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
    this.#take({ algorithm: this.link.text('algorithm') ?? undefined, depth: this.link.number('depth') ?? undefined });
    const usual = async () => (this.game === TEXTBOOK ? this.figure.value : (await api.start({ game: this.game })).position);
    this.text.value = this.link.text('position') ?? await usual();
  }

  /** What an `input.txt` says about how to search is taken over. */
  async #read() {
    if (this.game !== TEXTBOOK) {
      try {
        const text = this.text.value;
        const { game, algorithm, depth } = await api.read(text);
        this.#take({ algorithm, depth });
        if (game !== this.game) {
          seeSearch(game, text, { algorithm, depth });
          return;
        }
      } catch (problem) { this.fail(problem); return; }
    }
    this.search();
  }

  /** @param {{algorithm?: string, depth?: number}} how */
  #take({ algorithm, depth }) {
    if (algorithm) this.algorithm.value = algorithm;
    if (depth) this.depth.value = String(depth);
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.error.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}
