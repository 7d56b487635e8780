// Where the parts of a board are, in units of its drawing.

/** @import { Picture, Place } from '../types' */

/** The side of a cell, and the margins at its left and above it, where names stand. */
const SQUARES = { side: 100, left: 36, top: 36 };
const PITS = { side: 120, left: 34, top: 60 };

/** @typedef {{side: number, left: number, top: number, wide: number, high: number, places: Place[]}} Layout */

/** @param {Picture} picture @param {boolean} flipped @returns {Layout} */
export function layout({ columns, rows, cells }, flipped) {
  const { side, left, top } = cells.some(({ ground }) => ground === 'pit') ? PITS : SQUARES;
  const places = cells.map(({ name, column, row, width = 1, height = 1, ground }) => {
    const [col, line] = flipped ? [columns - column - width, rows - row - height] : [column, row];
    return {
      id: name, ground, row: line, col,
      x: left + (col + width / 2) * side, y: top + (line + height / 2) * side, w: width * side, h: height * side,
    };
  });
  places.sort((a, b) => a.row - b.row || a.col - b.col);
  return { side, left, top, wide: columns * side + 2 * left, high: rows * side + 2 * top, places };
}
