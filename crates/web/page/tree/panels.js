// A step in detail: words, values, the line of the log, the boards that lead there.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { after } from '../board/pictures.js';
import { grouped, h, told } from '../dom.js';
import { TEXTBOOK } from './book.js';
import { Code } from './code.js';
import { MAXIMIZES } from './data.js';

/** @import { Tree } from './data.js' */
/** @import { StepView, Summary } from '../types' */

/** Of a longer way only the end is drawn. */
const MOST_BOARDS = 12;

export class Panels {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.words = h('p');
    this.window = h('div', { class: 'window' });
    this.origin = h('p', { class: 'origin' });
    this.logTitle = h('h3');
    this.log = h('p', { class: 'log' });
    this.code = new Code();
    this.counts = h('div', { class: 'counts' });
    this.result = h('p', {});
    this.boards = h('div', { class: 'boards', role: 'group', 'aria-label': 'Boards on the way', tabindex: 0 });
    /** Boards are drawn again and again: most of one is on the next as well.
     *  @type {{drawing: Drawing, caption: HTMLElement, figure: HTMLElement}[]} */
    this.figures = [];
    /** What was drawn last: boards that were asked for before are too late. */
    this.drawn = 0;
    this.root = h('aside', { class: 'side', 'aria-label': 'The search here' },
      h('section', { class: 'card happens' }, h('h2', {}, 'What happens'), this.words, this.window, this.origin, this.logTitle, this.log),
      this.code.root,
      h('section', { class: 'card' }, h('h2', {}, 'Nodes'), this.counts, this.result),
      h('section', { class: 'card', hidden: game === TEXTBOOK }, h('h2', {}, 'The way here'), this.boards));
  }

  /** The two searches side by side. @param {Summary} summary */
  begin({ algorithm, nodes, other, value, line, sides }) {
    this.code.begin(algorithm);
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
    const moves = this.game === TEXTBOOK && line.length ? [`node ${line.join('.')}`] : line;
    const best = moves.slice(0, 6).join(', ');
    this.result.textContent = `Value ${told(value)} for ${sides[0]}${best ? `, by ${best}${moves.length > 6 ? '…' : ''}` : ''}.${saved}`;
  }

  /** What is known without asking: the line of the algorithm, the calls, the variables.
   *  @param {Tree} tree @param {number} step @param {StepView | null} view what is said about it, if that is known */
  follow(tree, step, view) {
    const standings = tree.way(step);
    this.code.show(tree, step, standings, view);
    const { node, child } = tree.moment(step);
    const now = standings[standings.length - 1];
    const before = step > 0 && child !== null ? tree.standings(tree.path(node), step - 1)[standings.length - 1] : now;
    const bound = view?.bound ?? null;
    const by = bound === null ? null : tree.is(node, MAXIMIZES) ? 'beta' : 'alpha';
    const cell = (/** @type {'value' | 'alpha' | 'beta'} */ name, /** @type {string} */ sign) =>
      h('div', { class: `${by === name ? 'bound' : ''} ${now[name] === before[name] ? '' : 'changed'}`, 'data-variable': name },
        h('b', {}, told(now[name])), h('span', {}, sign));
    this.window.replaceChildren(
      h('div', { 'data-variable': 'returned' }, h('b', {}, child === null ? '–' : told(tree.number(tree.value[child]))), h('span', {}, 'w')),
      cell('value', 'v'), ...(tree.summary.algorithm === 'minimax' ? [] : [cell('alpha', 'α'), cell('beta', 'β')]));
    this.origin.textContent = bound === null ? '' : `${by === 'alpha' ? 'α' : 'β'} cuts here. It comes from ${tree.called(bound)}.`;
  }

  /** What the server says about a step. @param {StepView} view */
  tell({ words, log, log_line: line }) {
    this.words.textContent = words;
    this.log.textContent = log;
    this.logTitle.textContent = `Line ${grouped(line)} of the traverse log`;
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
