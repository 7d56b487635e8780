// A board to play on: click, drag or keyboard.

import { after } from '../board/pictures.js';
import { Drawing } from '../board/drawing.js';
import { h, s } from '../dom.js';
import { spoken } from '../notation.js';

/** @import { Frame, Picture, Possible } from '../types' */

/**
 * @typedef {object} Can What can be done with the board.
 * @property {(move: string) => void} play
 * @property {(id: string) => void} paint
 */

export class PlayBoard {
  /** @param {string} game @param {Can} can */
  constructor(game, can) {
    this.can = can;
    this.drawing = new Drawing(game);
    this.hits = s('g', { class: 'cells' });
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
    this.painting = false;
    /** @type {string[]} */
    this.last = [];
    this.focused = '';
    this.shape = '';
    /** How many steps of the move that is being made are shown already. */
    this.seen = 0;
    set(this);
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
    this.legal = legal;
    this.picked = [];
    this.choice.hidden = true;
    this.#offer();
    this.#draw();
  }

  /** @param {Picture} before @param {Frame[]} frames @param {() => boolean} isWanted */
  async animate(before, frames, isWanted) {
    this.legal = [];
    this.picked = [];
    this.#mark();
    // The steps that the player has clicked are on the board already.
    const { seen } = this;
    this.seen = 0;
    await this.drawing.play(after(before, frames.slice(0, seen)), frames.slice(seen), this.flipped, isWanted);
  }

  /** Shows the board, with what was picked so far of a longer move. */
  #draw() {
    if (!this.picture) return;
    this.drawing.show(this.#sofar(this.picture), this.flipped);
    this.#layCells();
    this.#mark();
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
    return h('button', { type: 'button', 'data-move': move, click: () => this.#play(move) }, [spoken(move, usual), ...effects].join(', '));
  }

  /** The parts that are clicked and focused, one a cell. */
  #layCells() {
    if (this.shape === this.drawing.shape) return;
    this.shape = this.drawing.shape;
    const rows = new Map();
    for (const { id, row: line, x, y, w, h: high, ground } of this.drawing.places) {
      const row = rows.get(line) ?? rows.set(line, s('g', { role: 'row' })).get(line);
      row.append(s('g', { role: 'gridcell', class: `cell on-${ground}`, 'data-cell': id, tabindex: -1 },
        s('rect', { x: x - w / 2 + 2, y: y - high / 2 + 2, width: w - 4, height: high - 4, rx: 8 }),
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

/** Lets a board be used. @param {PlayBoard} board */
function set(board) {
  const root = board.drawing.root;
  root.setAttribute('role', 'grid');
  const cellAt = (/** @type {EventTarget | null} */ target) =>
    (target instanceof Element ? target.closest('.cell')?.getAttribute('data-cell') ?? null : null);

  /** @type {{id: string, x: number, y: number, piece?: SVGElement, isDrag: boolean} | null} */
  let held = null;
  root.addEventListener('pointerdown', (event) => {
    const id = cellAt(event.target);
    if (event.button !== 0 || !id) return;
    held = { id, x: event.clientX, y: event.clientY, isDrag: false };
    if (board.painting) { board.click(id); held = null; return; }
    const last = board.picked[board.picked.length - 1];
    const canDrag = id === last || board.legal.some(({ path }) => path[0] === id && path.length > 1);
    if (canDrag) held.piece = board.drawing.standing.get(id)?.element;
  });
  root.addEventListener('pointermove', (event) => {
    if (!held?.piece) return;
    if (!held.isDrag && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
    if (!held.isDrag) {
      held.isDrag = true;
      if (board.picked[board.picked.length - 1] !== held.id) { board.drop(); board.click(held.id); }
      held.piece = board.drawing.standing.get(held.id)?.element ?? held.piece;
      board.drawing.pieces.append(held.piece);
      root.setPointerCapture(event.pointerId);
      root.classList.add('dragging');
    }
    const matrix = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (root)).getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    held.piece.style.transform = `translate(${at.x}px, ${at.y}px)`;
  });
  const release = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    const { id, isDrag } = held;
    held = null;
    root.classList.remove('dragging');
    const under = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!isDrag) { if (under === id) board.click(id); return; }
    if (under && under !== id && board.next().has(under)) board.click(under, true);
    else board.drop();
  };
  root.addEventListener('pointerup', release);
  root.addEventListener('pointercancel', () => { if (held?.isDrag) board.drop(); held = null; root.classList.remove('dragging'); });

  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  root.addEventListener('keydown', (event) => {
    const id = cellAt(event.target);
    if (!id) return;
    if (ways[event.key]) board.step(...ways[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') { board.click(id); if (board.choice.hidden) board.focus(id); }
    else if (event.key === 'Escape') board.drop();
    else return;
    event.preventDefault();
  });
  board.choice.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    board.drop();
    board.focus(board.focused);
  });
}
