// What games on a grid of squares have in common.

import { s } from '../dom.js';

/** @import { Cell } from '../types' */

/** The side of a square, and the margin for the names of rows and columns. */
export const SIDE = 100;
export const MARGIN = 36;

/** @param {number} columns @param {number} rows @returns {[number, number]} */
export const extent = (columns, rows) => [columns * SIDE + 2 * MARGIN, rows * SIDE + 2 * MARGIN];

/**
 * @param {number} columns
 * @param {number} rows
 * @param {(row: number, col: number) => string} name
 * @param {boolean} flipped
 * @returns {Cell[]}
 */
export function cells(columns, rows, name, flipped) {
  const all = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < columns; col++) {
      const [r, c] = flipped ? [rows - 1 - row, columns - 1 - col] : [row, col];
      all.push({
        id: name(r, c), row, col,
        x: MARGIN + (col + 0.5) * SIDE, y: MARGIN + (row + 0.5) * SIDE, w: SIDE, h: SIDE,
      });
    }
  }
  return all;
}

/**
 * The names of the columns above and of the rows at the left, as the cells say them.
 * @param {Cell[]} cells
 * @param {(cell: Cell) => string} columnName
 * @param {(cell: Cell) => string} rowName
 */
export function names(cells, columnName, rowName) {
  const text = (/** @type {string} */ what, /** @type {number} */ x, /** @type {number} */ y) =>
    s('text', { x, y, class: 'name' }, what);
  const top = cells.filter((cell) => cell.row === 0);
  const left = cells.filter((cell) => cell.col === 0);
  const low = Math.max(...cells.map((cell) => cell.y)) + SIDE / 2 + MARGIN / 2;
  return [
    ...top.map((cell) => text(columnName(cell), cell.x, low)),
    ...left.map((cell) => text(rowName(cell), MARGIN / 2, cell.y)),
  ];
}

/** @param {Cell[]} cells @param {(cell: Cell) => string} kind */
export const squares = (cells, kind) => cells.map((cell) => s('rect', {
  x: cell.x - cell.w / 2, y: cell.y - cell.h / 2, width: cell.w, height: cell.h,
  class: `square ${kind(cell)}`,
}));

/** The squares in the middle between two, two apart. @param {number[]} a @param {number[]} b */
export const between = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
