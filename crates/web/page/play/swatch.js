// A side as a sign of its own: its piece, as it is on the board.

import { standing } from '../board/shapes.js';
import { s } from '../dom.js';

/** @import { About, Cell } from '../types' */

/** @param {About} about @param {number} side */
export function swatch({ sides }, side) {
  const { title, shape } = sides[side];
  const name = side === 0 ? 'first' : 'second';
  // Where a letter is all that a side has, its cells have that sign; and who has no pieces has pits.
  const known = shape ?? (title.length === 1 ? 'claim' : '');
  const cell = /** @type {Cell} */ ({ piece: { shape: known, side: name } });
  const drawn = known ? standing(cell, { w: 100, h: 100 }) : null;
  return s('svg', { class: 'swatch', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    drawn ?? s('rect', { x: -40, y: -40, width: 80, height: 80, rx: 28, class: `pit ${name}` }));
}

/** Says which colours the two sides have. @param {HTMLElement} root of a view @param {About} about */
export function dye(root, { sides }) {
  root.dataset.men = sides[0].shape === sides[1].shape ? sides[0].shape ?? '' : '';
}
