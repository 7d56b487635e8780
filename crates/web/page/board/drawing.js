// A board as a drawing: ground, pieces, marks. What can be done with it is `play/board.js`'s business.

import { moves, s } from '../dom.js';
import { ground } from './ground.js';
import { isLong, layout } from './layout.js';
import { after, changed } from './pictures.js';
import { isHeap, standing, token } from './shapes.js';

/** @import { Cell, Frame, Picture, Place } from '../types' */

export class Drawing {
  /** @param {string} game its name, as a class for those who look for it */
  constructor(game) {
    this.root = s('svg', { class: `board ${game}` });
    // What is seen here is said elsewhere: by the cells of a board to play on, or beside the board.
    const layer = (/** @type {string} */ name) => s('g', { class: name, 'aria-hidden': true });
    this.ground = layer('ground');
    this.marks = layer('marks');
    this.pieces = layer('pieces');
    /** What somebody draws on the board: `notes.js`. */
    this.notes = layer('notes');
    this.root.append(this.ground, this.marks, this.pieces, this.notes);
    /** What stands on each cell, and what it was drawn from.
     *  @type {Map<string, {element: SVGElement, key: string}>} */
    this.standing = new Map();
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Place[]} */
    this.places = [];
    /** What the places depend on: another board has another shape. */
    this.shape = '';
    this.size = [1, 1];
    this.written = '';
    /** Whether a long board stands on its end. */
    this.isUpright = false;
    /** What is in the air, and whether it is still wanted there.
     *  @type {Map<Animation, () => boolean>} */
    this.flights = new Map();
    /** Whether somebody does not want to wait for the end of the move that is shown. */
    this.isHurried = false;
    /** Ends a moment in which nothing travels. @type {() => void} */
    this.goOn = () => {};
  }

  /** @param {string} id */
  place(id) {
    return this.places.find((place) => place.id === id);
  }

  /** @param {string} id */
  cell(id) {
    return this.picture?.cells.find(({ name }) => name === id);
  }

  /**
   * Shows a board at once. New pieces may grow and lost ones fade.
   * @param {Picture} picture @param {boolean} flipped @param {boolean} [softly]
   */
  show(picture, flipped, softly = false) {
    for (const [flight, isWanted] of this.flights) if (!isWanted()) flight.cancel();
    const { cells, ...board } = picture;
    const shape = JSON.stringify([flipped, this.isUpright, board,
      cells.map(({ name, column, row, width, height, ground, owner, label }) => [name, column, row, width, height, ground, owner, label])]);
    const written = JSON.stringify(cells.map(({ text }) => text));
    const isNew = shape !== this.shape;
    if (isNew || written !== this.written) {
      const places = layout(picture, flipped, this.isUpright);
      this.ground.replaceChildren(...ground(picture, places, flipped));
      if (isNew) {
        this.places = places.places;
        this.size = [places.wide, places.high];
        this.root.classList.toggle('long', isLong(picture));
        this.root.setAttribute('viewBox', `0 0 ${places.wide} ${places.high}`);
        this.standing.clear();
        this.pieces.replaceChildren();
      }
    }
    [this.shape, this.written, this.picture] = [shape, written, picture];
    const places = new Map(this.places.map((place) => [place.id, place]));
    for (const cell of cells) this.#stand(cell, /** @type {Place} */ (places.get(cell.name)), softly);
  }

  /** Marks cells below their pieces: where the last move went, by corners, or what is picked, by a frame.
   *  @param {string[]} ids @param {string} kind */
  mark(ids, kind) {
    this.marks.replaceChildren(...ids.flatMap((id) => {
      const place = this.place(id);
      return place ? [mark(place, kind)] : [];
    }));
  }

  /** @param {Cell} cell @param {Place} place @param {boolean} softly */
  #stand(cell, place, softly) {
    const before = this.standing.get(cell.name);
    const key = cell.piece ? JSON.stringify([cell.piece, cell.text]) : '';
    const transform = `translate(${place.x}px, ${place.y}px)`;
    if (before && before.key === key) {
      before.element.style.transform = transform;
      return;
    }
    const piece = standing(cell, place);
    if (before) {
      this.standing.delete(cell.name);
      if (softly && !piece) this.#fade(before.element);
      else before.element.remove();
    }
    if (!piece) return;
    const element = s('g', { class: 'piece' }, piece);
    element.style.transform = transform;
    if (softly && moves() && !isHeap(cell.piece)) piece.classList.add('pop');
    this.pieces.append(element);
    this.standing.set(cell.name, { element, key });
  }

  /** @param {SVGElement} element */
  #fade(element) {
    if (!moves()) { element.remove(); return; }
    element.animate([{ opacity: 1 }, { opacity: 0 }], 220).finished
      .finally(() => element.remove()).catch(() => {});
  }

  /**
   * Shows a move as it is made, frame by frame.
   * @param {Picture} before @param {Frame[]} frames @param {boolean} flipped @param {() => boolean} isWanted
   */
  async play(before, frames, flipped, isWanted) {
    if (!moves()) { this.show(after(before, frames), flipped); return; }
    this.isHurried = false;
    let now = before;
    for (const { cells, travel, milliseconds } of frames) {
      if (!isWanted()) return;
      now = changed(now, cells);
      if (this.isHurried) continue;
      if (travel.length) {
        const options = { duration: Math.max(1, milliseconds), easing: 'cubic-bezier(.4, 0, .3, 1)' };
        await Promise.all(travel.map(([from, to]) => this.#fly(from, to, options, isWanted)));
        // Meanwhile another board may be shown, which this one must not replace.
        if (!isWanted()) return;
        this.show(now, flipped, true);
      } else {
        this.show(now, flipped, true);
        await this.#moment(milliseconds);
      }
    }
    if (this.isHurried && isWanted()) this.show(now, flipped);
  }

  /** Shows the rest of a move at once. */
  finish() {
    this.isHurried = true;
    for (const flight of this.flights.keys()) flight.finish();
    this.goOn();
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  #moment(milliseconds) {
    return new Promise((resolve) => {
      this.goOn = resolve;
      setTimeout(resolve, milliseconds);
    });
  }

  /** Lets the piece that stands on a cell come from another. @param {string} from @param {string} to */
  glide(from, to) {
    const [a, b] = [this.place(from), this.place(to)];
    const element = this.standing.get(to)?.element;
    if (!a || !b || !element || !moves()) return;
    element.animate([a, b].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), 180);
  }

  /** @param {string} from @param {string} to @param {KeyframeAnimationOptions} options @param {() => boolean} isWanted */
  async #fly(from, to, options, isWanted) {
    const [a, b] = [this.place(from), this.place(to)];
    if (!a || !b) return;
    const one = isHeap(this.cell(from)?.piece) ? s('g', {}, token()) : null;
    const element = one ?? this.standing.get(from)?.element;
    if (!element) return;
    this.pieces.append(element); // above the others
    const way = [a, b].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const flight = element.animate(way, { ...options, fill: 'forwards' });
    this.flights.set(flight, isWanted);
    try { await flight.finished; } catch { /* no longer wanted */ }
    this.flights.delete(flight);
    flight.cancel();
    if (one) one.remove();
    else if (isWanted()) {
      // It stands there now: the board that is shown next need not draw it anew.
      const stood = this.standing.get(from);
      element.style.transform = way[1].transform;
      if (stood) {
        this.standing.delete(from);
        this.standing.get(to)?.element.remove();
        this.standing.set(to, stood);
      }
    }
  }
}

/** Its shape says what it means, also to those who do not tell its colour. @param {Place} place @param {string} kind */
function mark({ x, y, w, h, ground }, kind) {
  const rect = (/** @type {number} */ edge, /** @type {string} */ name) => s('rect', {
    x: x - w / 2 + edge, y: y - h / 2 + edge, width: w - 2 * edge, height: h - 2 * edge, class: name,
  });
  const [left, right, top, low] = [x - w / 2 + 5, x + w / 2 - 5, y - h / 2 + 5, y + h / 2 - 5];
  const shape = kind === 'picked' ? rect(5, 'frame') : s('path', {
    d: `M${left} ${top + 20}V${top}H${left + 20}M${right - 20} ${top}H${right}V${top + 20}`
      + `M${right} ${low - 20}V${low}H${right - 20}M${left + 20} ${low}H${left}V${low - 20}`,
    class: 'corners',
  });
  return s('g', { class: `${kind} on-${ground}` }, rect(0, 'field'), shape);
}
