// A step in detail: words, values, the line of the log, the boards that lead there.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { after } from '../board/pictures.js';
import { grouped, h, told } from '../dom.js';
import { TEXTBOOK } from './source.js';

/** @import { StepView, Summary } from '../types' */

/** Of a longer way only the end is drawn. */
const MOST_BOARDS = 12;

export class Panels {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.words = h('p', { 'aria-live': 'polite' });
    this.window = h('div', { class: 'window' });
    this.logTitle = h('h2', {}, 'The traverse log');
    this.log = h('p', { class: 'log' });
    this.counts = h('div', { class: 'counts' });
    this.result = h('p', {});
    this.boards = h('div', { class: 'boards' });
    /** Boards are drawn again and again: most of one is on the next as well.
     *  @type {{drawing: Drawing, caption: HTMLElement, figure: HTMLElement}[]} */
    this.figures = [];
    /** What was drawn last: boards that were asked for before are too late. */
    this.drawn = 0;
    this.root = h('aside', { class: 'side' },
      h('section', { class: 'card happens' }, h('h2', {}, 'What happens'), this.words, this.window),
      h('section', { class: 'card' }, this.logTitle, this.log),
      h('section', { class: 'card' }, h('h2', {}, 'Nodes'), this.counts, this.result),
      h('section', { class: 'card', hidden: game === TEXTBOOK }, h('h2', {}, 'The way here'), this.boards));
  }

  /** The two searches side by side. @param {Summary} summary */
  compare({ algorithm, nodes, other, value, line, sides }) {
    const most = Math.max(nodes, other.nodes);
    const bar = (/** @type {number} */ count, /** @type {string} */ kind) => {
      const element = h('div', { class: `amount ${kind}` });
      element.style.width = `${(100 * count) / most}%`;
      return element;
    };
    this.counts.replaceChildren(
      h('span', {}, algorithm), bar(nodes, ''), h('output', { 'data-count': algorithm }, grouped(nodes)),
      h('span', {}, other.algorithm), bar(other.nodes, 'other'),
      h('output', { 'data-count': other.algorithm }, `${other.is_exact ? '' : 'over '}${grouped(other.nodes)}`));
    const [less, more] = nodes < other.nodes ? [nodes, other.nodes] : [other.nodes, nodes];
    const saved = less < more ? ` Pruning saves ${other.is_exact ? '' : 'more than '}${(100 * (1 - less / more)).toFixed(1)} %.` : '';
    const best = line.slice(0, 6).join(', ');
    this.result.textContent = `Value ${told(value)} for ${sides[0]}${best ? `, by ${best}${line.length > 6 ? '…' : ''}` : ''}.${saved}`;
  }

  /** What can be read at a glance. @param {StepView} view */
  tell({ words, log, log_line: line, path }) {
    this.words.textContent = words;
    const { value, alpha, beta } = path[path.length - 1];
    const cell = (/** @type {string} */ name, /** @type {number | string} */ what) =>
      h('div', {}, h('b', {}, told(what)), h('span', {}, name));
    this.window.replaceChildren(cell('value', value), cell('alpha', alpha), cell('beta', beta));
    this.log.textContent = log;
    this.logTitle.textContent = `The traverse log, line ${grouped(line)}`;
  }

  /** The boards, for those who stay. @param {StepView} view @param {AbortSignal} signal */
  async draw({ path: [root, ...way] }, signal) {
    if (this.game === TEXTBOOK) return;
    const drawn = ++this.drawn;
    const line = { game: this.game, position: root.position, moves: way.map(({ move }) => move) };
    const { before, picture, played } = await api.stand(line, signal);
    if (drawn !== this.drawn) return;
    let now = before ?? picture;
    const boards = [root, ...way].map(({ move }, at) => {
      if (at > 0) now = after(now, played[at - 1].frames);
      return { move, picture: now };
    });
    const shown = boards.slice(-MOST_BOARDS);
    while (this.figures.length < shown.length) {
      const [drawing, caption] = [new Drawing(this.game), h('figcaption')];
      this.figures.push({ drawing, caption, figure: h('figure', {}, drawing.root, caption) });
    }
    shown.forEach((board, at) => {
      const { drawing, caption } = this.figures[at];
      drawing.show(board.picture, false);
      caption.textContent = board.move;
    });
    this.boards.replaceChildren(...this.figures.slice(0, shown.length).map(({ figure }) => figure));
    this.boards.scrollTop = this.boards.scrollHeight;
  }
}
