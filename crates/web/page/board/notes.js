// What somebody draws on a board with the right button: rings around cells, and arrows between them.

import { s } from '../dom.js';

/** @import { Drawing } from './drawing.js' */
/** @import { Place } from '../types' */

/** @typedef {{from: string, to: string, colour: string}} Note from a cell to itself it is a ring */

/** Which keys are held decides the colour. @param {MouseEvent} event */
export function colourOf({ ctrlKey, shiftKey, altKey, metaKey }) {
  const [one, other] = [ctrlKey || shiftKey, altKey || metaKey];
  if (one && other) return 'yellow';
  return one ? 'red' : other ? 'blue' : 'green';
}

export class Notes {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** By what was on the board. @type {Map<string, Note[]>} */
    this.all = new Map();
    /** What is on the board that is shown. */
    this.key = '';
    /** @type {Note[]} */
    this.shown = [];
  }

  /** Shows those of the board that is shown. */
  show() {
    this.key = JSON.stringify(this.drawing.picture?.cells.map(({ piece, text }) => [piece, text]));
    this.shown = this.all.get(this.key) ?? [];
    this.#draw();
  }

  hide() {
    this.drawing.notes.replaceChildren();
  }

  /** Draws one; drawn again it goes. @param {Note} note */
  draw(note) {
    const at = this.shown.findIndex(({ from, to }) => from === note.from && to === note.to);
    const [same] = at < 0 ? [] : this.shown.splice(at, 1);
    if (same?.colour !== note.colour) this.shown.push(note);
    this.all.set(this.key, this.shown);
    this.#draw();
  }

  clear() {
    this.shown.length = 0;
    this.hide();
  }

  #draw() {
    this.drawing.notes.replaceChildren(...this.shown.flatMap(({ from, to, colour }) => {
      const [a, b] = [this.drawing.place(from), this.drawing.place(to)];
      return a && b ? [from === to ? ring(a, colour) : arrow(a, b, colour)] : [];
    }));
  }
}

/** @param {Place} place @param {string} colour */
const ring = ({ x, y, w, h }, colour) => s('ellipse', { cx: x, cy: y, rx: w / 2 - 7, ry: h / 2 - 7, class: `note ring-note ${colour}` });

/** @param {Place} from @param {Place} to @param {string} colour */
function arrow({ x, y }, to, colour) {
  const [far, angle] = [Math.hypot(to.x - x, to.y - y), Math.atan2(to.y - y, to.x - x) * (180 / Math.PI)];
  return s('path', {
    d: `M22 -8H${far - 44}V-26L${far - 6} 0L${far - 44} 26V8H22Z`,
    transform: `translate(${x} ${y}) rotate(${angle.toFixed(2)})`, class: `note ${colour}`,
  });
}
