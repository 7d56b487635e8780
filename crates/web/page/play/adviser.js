// What the engine would do. It looks at so many nodes, so that it says the same everywhere.

import * as api from '../api.js';
import { s } from '../dom.js';

/** @import { Drawing } from '../board/drawing.js' */
/** @import { Thought } from '../types' */

/** @typedef {{game: string, position: string, moves: string[]}} PlayedLine a game up to a position */

/** Enough to see what people miss, and over in a moment. */
const NODES = 60_000;
/** As many moves as can be followed in the head. */
const FORESEEN = 6;

/** What the engine thinks in the end; null where there is nothing to think about.
 *  @param {PlayedLine} line @param {AbortSignal} signal @returns {Promise<Thought | null>} */
export async function ponder(line, signal) {
  let last = null;
  for await (const { thought } of api.think({ ...line, nodes: NODES }, signal)) last = thought ?? last;
  return last;
}

/** The first moves that it expects, as they would be played. @param {PlayedLine} line @param {Thought} thought @param {AbortSignal} [signal] */
export async function expected(line, thought, signal) {
  const moves = [...line.moves, ...thought.line.slice(0, FORESEEN)];
  return (await api.stand({ ...line, moves, since: line.moves.length }, signal)).played;
}

/** Shows moves on a board that nobody has made. */
export class Pointer {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.group = s('g', { class: 'pointer' });
    drawing.pieces.after(this.group);
  }

  /** @param {...{path: string[], kind: string}} ways */
  show(...ways) {
    this.group.replaceChildren(...ways.flatMap(({ path, kind }) => {
      const places = path.flatMap((id) => this.drawing.place(id) ?? []);
      const end = places[places.length - 1];
      if (!end) return [];
      const way = places.map(({ x, y }) => `${x} ${y}`).join(' L');
      return [s('path', { d: `M${way}`, class: kind }), s('circle', { cx: end.x, cy: end.y, r: 0.42 * Math.min(end.w, end.h), class: kind })];
    }));
  }
}
