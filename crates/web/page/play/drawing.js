// A board as a drawing: ground, pieces, marks. What can be done with it is `board.js`'s business.

import { moves, s } from '../dom.js';

/** @import { Board, Cell, Frame, Look } from '../types' */

export class Drawing {
  /** @param {Look} look @param {string} game */
  constructor(look, game) {
    this.look = look;
    this.root = s('svg', { class: `board ${game}` });
    this.ground = s('g', { class: 'ground' });
    this.marks = s('g', { class: 'marks' });
    this.pieces = s('g', { class: 'pieces' });
    this.root.append(this.ground, this.marks, this.pieces);
    /** @type {Map<string, {element: SVGElement, text: string}>} */
    this.standing = new Map();
    /** @type {Cell[]} */
    this.cells = [];
    this.shape = '';
    /** What is in the air, and whether it is still wanted there.
     *  @type {Map<Animation, () => boolean>} */
    this.flights = new Map();
  }

  /** @param {string} id */
  cell(id) {
    return this.cells.find((cell) => cell.id === id);
  }

  /**
   * Shows a board at once. New pieces may grow and lost ones fade.
   * @param {Board} board @param {boolean} flipped @param {boolean} [softly]
   */
  show(board, flipped, softly = false) {
    for (const [flight, isWanted] of this.flights) if (!isWanted()) flight.cancel();
    const [wide, high] = this.look.extent(board);
    const shape = `${wide} ${high} ${flipped} ${board.values ?? ''}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.cells = this.look.cells(board, flipped);
      this.root.setAttribute('viewBox', `0 0 ${wide} ${high}`);
      this.ground.replaceChildren(...this.look.ground(board, this.cells));
      this.standing.clear();
      this.pieces.replaceChildren();
    }
    for (const cell of this.cells) this.#place(board, cell, softly);
  }

  /** Marks cells below their pieces: where the last move went, or what is picked.
   *  @param {string[]} ids @param {string} kind */
  mark(ids, kind) {
    this.marks.replaceChildren(...ids.flatMap((id) => {
      const cell = this.cell(id);
      return cell ? [s('rect', {
        x: cell.x - cell.w / 2, y: cell.y - cell.h / 2, width: cell.w, height: cell.h, class: kind,
      })] : [];
    }));
  }

  /** @param {Board} board @param {Cell} cell @param {boolean} softly */
  #place(board, cell, softly) {
    const piece = this.look.piece(board, cell);
    const before = this.standing.get(cell.id);
    const text = piece?.outerHTML ?? '';
    if (before && before.text === text) {
      before.element.style.transform = `translate(${cell.x}px, ${cell.y}px)`;
      return;
    }
    if (before) {
      this.standing.delete(cell.id);
      if (softly && !piece) this.#fade(before.element);
      else before.element.remove();
    }
    if (!piece) return;
    const element = s('g', { class: 'piece' }, piece);
    element.style.transform = `translate(${cell.x}px, ${cell.y}px)`;
    if (softly && moves() && !this.look.token) piece.classList.add('pop');
    this.pieces.append(element);
    this.standing.set(cell.id, { element, text });
  }

  /** @param {SVGElement} element */
  #fade(element) {
    if (!moves()) { element.remove(); return; }
    element.animate([{ opacity: 1 }, { opacity: 0 }], 220).finished
      .finally(() => element.remove()).catch(() => {});
  }

  /**
   * Shows a move as it is made, frame by frame.
   * @param {Frame[]} frames @param {boolean} flipped @param {() => boolean} isWanted
   */
  async play(frames, flipped, isWanted) {
    const last = frames[frames.length - 1];
    if (!moves()) { this.show(last.board, flipped); return; }
    for (const frame of frames) {
      if (!isWanted()) return;
      const options = { duration: Math.max(1, frame.ms), easing: 'cubic-bezier(.4, 0, .3, 1)' };
      if (frame.travel?.length) {
        const flights = frame.travel.map(([from, to]) => this.#fly(from, to, options, isWanted));
        await Promise.all(flights);
        // Meanwhile another board may be shown, which this one must not replace.
        if (!isWanted()) return;
        this.show(frame.board, flipped, true);
      } else {
        this.show(frame.board, flipped, true);
        await new Promise((resolve) => setTimeout(resolve, frame.ms));
      }
    }
  }

  /** Lets the piece that stands on a cell come from another. @param {string} from @param {string} to */
  glide(from, to) {
    const [a, b] = [this.cell(from), this.cell(to)];
    const element = this.standing.get(to)?.element;
    if (!a || !b || !element || !moves()) return;
    element.animate([a, b].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), 180);
  }

  /** @param {string} from @param {string} to @param {KeyframeAnimationOptions} options @param {() => boolean} isWanted */
  async #fly(from, to, options, isWanted) {
    const [a, b] = [this.cell(from), this.cell(to)];
    if (!a || !b) return;
    const token = this.look.token?.();
    const element = token ? s('g', {}, token) : this.standing.get(from)?.element;
    if (!element) return;
    this.pieces.append(element); // above the others
    const way = [a, b].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const flight = element.animate(way, { ...options, fill: 'forwards' });
    this.flights.set(flight, isWanted);
    try { await flight.finished; } catch { /* no longer wanted */ }
    this.flights.delete(flight);
    flight.cancel();
    if (token) element.remove();
    else if (isWanted()) {
      // It stands there now: the board that is shown next need not draw it anew.
      const standing = this.standing.get(from);
      element.style.transform = way[1].transform;
      if (standing) {
        this.standing.delete(from);
        this.standing.get(to)?.element.remove();
        this.standing.set(to, standing);
      }
    }
  }
}
