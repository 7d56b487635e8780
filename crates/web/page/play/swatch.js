// A side as a sign of its own: its piece, as it is on the board.

import { standing } from '../board/shapes.js';
import { s } from '../dom.js';

/** @import { About, Cell } from '../types' */

/** The signs with which cells are claimed, and plain colour for those who have neither. */
const SIGNS = {
  first: () => s('path', { d: 'M-28 -28 28 28M28 -28-28 28', class: 'sign first' }),
  second: () => s('circle', { r: 30, class: 'sign second' }),
};
const disc = (/** @type {string} */ side) => s('circle', { r: 40, class: `disc ${side}` });

/** @param {About} about @param {number} side */
export function swatch({ sides }, side) {
  const { title, shape } = sides[side];
  const name = side === 0 ? 'first' : 'second';
  const piece = shape ? standing(/** @type {Cell} */ ({ piece: { shape, side: name } }), { w: 100, h: 100 }) : null;
  return s('svg', { class: 'swatch', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    piece ?? (title.length === 1 ? SIGNS[name]() : disc(name)));
}

/** Says which colours the two sides have. @param {HTMLElement} root of a view @param {About} about */
export function dye(root, { sides }) {
  root.dataset.men = sides[0].shape === sides[1].shape ? sides[0].shape ?? '' : '';
}
