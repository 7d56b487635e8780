// A board to play on. What hands and keys do with it is in `hands.js`.

import { after } from '../board/pictures.js';
import { Drawing } from '../board/drawing.js';
import { Notes } from '../board/notes.js';
import { isHeap } from '../board/shapes.js';
import { isCapture, isOn, sound, turnSound } from '../board/sound.js';
import { h, s } from '../dom.js';
import { spoken } from '../notation.js';
import { hands } from './hands.js';

/** @import { Frame, Picture, Possible } from '../types' */

/**
 * @typedef {object} Can What can be done with the board.
 * @property {(move: string) => void} play
 * @property {(id: string) => void} paint
 * @property {(from: string, to: string | null) => void} carry what stands there, or off the board; while it is painted
 */

/** Where a long board stands on its end: upright phones. */
const UPRIGHT = '(max-width: 30rem) and (orientation: portrait)';

export class PlayBoard {
  /** @param {string} game @param {Can} can */
  constructor(game, can) {
    this.game = game;
    this.can = can;
    this.drawing = new Drawing(game);
    this.notes = new Notes(this.drawing);
    this.hits = s('g', { class: 'cells', role: 'grid' });
    this.drawing.root.append(this.hits);
    this.choice = h('div', { class: 'choice', role: 'dialog', 'aria-label': 'Which move?', hidden: true });
    this.root = h('div', { class: 'board-frame' }, this.drawing.root, this.choice);
    /** Moves that have no place on the board. */
    this.others = h('div', { class: 'tools others', role: 'group', 'aria-label': 'Other moves', hidden: true });
    /** @type {Possible[]} */
    this.legal = [];
    /** @type {string[]} */
    this.picked = [];
    /** @type {Picture | null} */
    this.picture = null;
    this.flipped = false;
    /** Whether somebody has turned it round, which this tab remembers. */
    this.turned = sessionStorage.getItem(`turned ${game}`) === 'yes';
    this.painting = false;
    this.tools = this.#tools();
    /** @type {string[]} */
    this.last = [];
    this.focused = '';
    this.shape = '';
    /** How many steps of the move that is being made are shown already. */
    this.seen = 0;
    hands(this);
    new ResizeObserver(() => this.#fit()).observe(this.root);
  }

  /** What can be done with the board itself. */
  #tools() {
    const flip = h('button', {
      type: 'button', 'data-tool': 'flip', title: 'Turn the board round (F)', 'aria-keyshortcuts': 'F', click: () => this.turn(),
    }, 'Flip');
    const heard = h('button', {
      type: 'button', 'data-tool': 'sound', title: 'Tones for moves, captures and the end', 'aria-pressed': String(isOn()),
      click: () => {
        turnSound(!isOn());
        heard.setAttribute('aria-pressed', String(isOn()));
      },
    }, 'Sound');
    return h('div', { class: 'tools board-tools', role: 'group', 'aria-label': 'Board' }, flip, heard);
  }

  /** Turns it round. */
  turn() {
    this.turned = !this.turned;
    sessionStorage.setItem(`turned ${this.game}`, this.turned ? 'yes' : 'no');
    this.drawing.finish();
    this.#draw();
  }

  /** As it is seen. */
  get isFlipped() {
    return this.flipped !== this.turned;
  }

  /** Whether it stands on its end depends on the screen. */
  #fit() {
    const isUpright = matchMedia(UPRIGHT).matches;
    if (isUpright === this.drawing.isUpright) return;
    this.drawing.isUpright = isUpright;
    this.#draw();
  }

  /**
   * @param {Picture} picture
   * @param {{legal: Possible[], last: string[], flipped: boolean, painting?: boolean}} how
   */
  show(picture, { legal, last, flipped, painting = false }) {
    this.picture = picture;
    this.flipped = flipped;
    this.painting = painting;
    this.last = last;
    // Whoever is choosing among the same moves goes on with it.
    const isSame = legal.length > 0 && legal.length === this.legal.length && legal.every(({ move }, at) => move === this.legal[at].move);
    this.legal = legal;
    if (!isSame) {
      this.picked = [];
      this.choice.hidden = true;
      this.#offer();
    }
    this.#draw();
  }

  /** @param {Picture} before @param {Frame[]} frames @param {() => boolean} isWanted @param {boolean} [isEnd] of the game */
  async animate(before, frames, isWanted, isEnd = false) {
    this.legal = [];
    this.picked = [];
    this.notes.hide();
    this.#mark();
    // The steps that the player has clicked are on the board already.
    const { seen } = this;
    this.seen = 0;
    await this.drawing.play(after(before, frames.slice(0, seen)), frames.slice(seen), this.isFlipped, isWanted);
    if (isWanted()) sound(isEnd ? 'end' : isCapture(before, after(before, frames), frames) ? 'capture' : 'move');
  }

  /** Shows the board, with what was picked so far of a longer move. */
  #draw() {
    if (!this.picture) return;
    this.drawing.isUpright = matchMedia(UPRIGHT).matches;
    this.drawing.show(this.#sofar(this.picture), this.isFlipped);
    this.#layCells();
    this.#mark();
    this.notes.show();
  }

  /** The board after the steps that are picked. @param {Picture} picture */
  #sofar(picture) {
    const steps = this.picked.length - 1;
    const frames = this.legal.find((possible) => this.#begins(possible))?.frames ?? [];
    return steps > 0 ? after(picture, frames.slice(0, steps)) : picture;
  }

  /** Whether a move begins with what is picked. @param {Possible} possible */
  #begins({ path }) {
    return this.picked.every((id, at) => path[at] === id);
  }

  /** Moves without a place are buttons, unless they make themselves. */
  #offer() {
    const placeless = this.legal.filter(({ path }) => path.length === 0);
    this.others.replaceChildren(...placeless.map((possible) => this.#button(possible)));
    this.others.hidden = placeless.length === 0;
  }

  /** @param {Possible} possible */
  #button({ move, usual, effects }) {
    return h('button', { type: 'button', 'data-move': move, click: () => this.#play(move) }, [spoken({ move, usual }), ...effects].join(', '));
  }

  /** The parts that are clicked and focused, one a cell. */
  #layCells() {
    if (this.shape === this.drawing.shape) return;
    this.shape = this.drawing.shape;
    const rows = new Map();
    for (const { id, row: line, x, y, w, h: high, ground } of this.drawing.places) {
      const row = rows.get(line) ?? rows.set(line, s('g', { role: 'row' })).get(line);
      row.append(s('g', { role: 'gridcell', class: `cell on-${ground}`, 'data-cell': id, tabindex: -1 },
        ...['room', 'halo', 'edge'].map((name) => s('rect', { x: x - w / 2 + 4, y: y - high / 2 + 4, width: w - 8, height: high - 8, class: name })),
        s('circle', { class: 'dot', cx: x, cy: y, r: 15 })));
    }
    this.hits.replaceChildren(...rows.values());
    if (!this.drawing.place(this.focused)) this.focused = this.drawing.places[0]?.id ?? '';
  }

  /** The cells that may be clicked next. */
  next() {
    const at = this.picked.length;
    const fits = this.legal.filter((possible) => this.#begins(possible));
    return new Set(fits.map(({ path }) => path[at]).filter(Boolean));
  }

  #mark() {
    const next = this.next();
    if (this.picked.length) this.drawing.mark(this.picked, 'picked');
    else this.drawing.mark(this.last, 'last');
    const first = new Set(this.legal.map(({ path }) => path[0]));
    const says = new Map(this.drawing.picture?.cells.map((cell) => [cell.name, cell.says]));
    for (const element of this.hits.querySelectorAll('.cell')) {
      const id = /** @type {string} */ (element.getAttribute('data-cell'));
      const isPicked = this.picked.includes(id);
      const isTarget = this.picked.length > 0 && next.has(id);
      const isMovable = first.has(id);
      element.classList.toggle('picked', isPicked);
      element.classList.toggle('target', isTarget);
      element.classList.toggle('movable', isMovable && this.picked.length === 0);
      element.setAttribute('tabindex', id === this.focused ? '0' : '-1');
      const hint = isTarget ? ', can be reached' : isPicked ? ', picked' : isMovable ? ', can be played' : '';
      element.setAttribute('aria-label', (says.get(id) ?? id) + hint);
    }
  }

  /** Whether what stands on a cell can be taken into the hand. @param {string} id */
  canLift(id) {
    if (this.painting) return Boolean(this.drawing.cell(id)?.piece) && !this.isEmptied(id);
    return id === this.picked[this.picked.length - 1] || this.legal.some(({ path }) => path[0] === id && path.length > 1);
  }

  /** Whether it is a heap without anything in it. @param {string} id */
  isEmptied(id) {
    const piece = this.drawing.cell(id)?.piece;
    return isHeap(piece) && piece?.count === 0;
  }

  /** @param {string} id @param {boolean} [isDropped] whether a piece was dragged there */
  click(id, isDropped = false) {
    this.choice.hidden = true;
    this.focused = id;
    if (this.painting) { this.can.paint(id); return; }
    const isFirst = this.legal.some(({ path }) => path[0] === id);
    if (this.picked.length > 0 && this.next().has(id)) this.picked.push(id);
    else if (this.picked[0] === id) this.picked = [];
    else this.picked = isFirst ? [id] : [];
    // A move that makes no difference is no choice.
    const options = this.picked.length === 0 ? [] : this.legal.filter((possible) =>
      possible.path.length === this.picked.length && this.#begins(possible) && !possible.is_double);
    const isClear = options.length === 1 && this.next().size === 0;
    if (options.length > 0 && !isClear) this.#choose(options);
    this.#draw();
    const from = this.picked[this.picked.length - 2];
    if (from && !isDropped) this.drawing.glide(from, id);
    if (isClear) this.#play(options[0].move);
  }

  /** A move is made once: until the board is shown again nothing more can be. @param {string} move */
  #play(move) {
    this.choice.hidden = true;
    this.others.hidden = true;
    this.legal = [];
    this.seen = Math.max(0, this.picked.length - 1);
    this.#mark();
    this.can.play(move);
  }

  /** @param {Possible[]} options */
  #choose(options) {
    const buttons = options.map((possible) => this.#button(possible));
    this.choice.replaceChildren(...buttons);
    const place = this.drawing.place(this.picked[0]);
    const [wide, high] = this.drawing.size;
    if (place) {
      this.choice.style.left = `${Math.min(78, Math.max(22, (100 * place.x) / wide))}%`;
      const isLow = place.y > 0.7 * high;
      this.choice.style.top = `${(100 * (place.y + (isLow ? -1.5 : 0.5) * place.h)) / high}%`;
    }
    this.choice.hidden = false;
    buttons[0].focus();
  }

  /** Gives up what was picked. */
  drop() {
    this.choice.hidden = true;
    this.picked = [];
    this.#draw();
  }

  /** @param {number} rows @param {number} columns */
  step(rows, columns) {
    const from = this.drawing.place(this.focused);
    if (!from) return;
    const far = (/** @type {{row: number, col: number}} */ place) =>
      Math.abs(place.row - from.row - rows) + Math.abs(place.col - from.col - columns);
    const ahead = this.drawing.places.filter((place) =>
      (rows ? Math.sign(place.row - from.row) === rows : Math.sign(place.col - from.col) === columns));
    const [to] = ahead.sort((a, b) => far(a) - far(b));
    if (to) this.focus(to.id);
  }

  /** @param {string} id */
  focus(id) {
    this.focused = id;
    this.#mark();
    /** @type {SVGElement | null} */ (this.hits.querySelector(`[data-cell="${CSS.escape(id)}"]`))?.focus();
  }
}
