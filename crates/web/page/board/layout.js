// Where the parts of a board are, in units of its drawing.

/** @import { Picture, Place } from '../types' */

/** The width and height of a cell, and the margins at its left and above it, where names stand. */
const SQUARES = { across: 100, down: 100, left: 36, top: 36 };
const PITS = { across: 120, down: 184, left: 14, top: 46 };
const PITS_UPRIGHT = { across: 170, down: 88, left: 46, top: 14 };

/** @typedef {{across: number, down: number, left: number, top: number, wide: number, high: number, places: Place[]}} Layout */

/** Whether a board is long enough to be laid on its side where there is more height than width.
 *  @param {Picture} picture */
export const isLong = ({ columns, rows, cells }) => columns > 2 * rows && cells.some(({ ground }) => ground === 'pit');

/** @param {Picture} picture @param {boolean} flipped @param {boolean} isUpright whether a long board stands on its end
 *  @returns {Layout} */
export function layout(picture, flipped, isUpright) {
  const turned = isUpright && isLong(picture);
  const { columns, rows, cells } = picture;
  const [wide, high] = turned ? [rows, columns] : [columns, rows];
  const hasPits = cells.some(({ ground }) => ground === 'pit');
  const { across, down, left, top } = turned ? PITS_UPRIGHT : hasPits ? PITS : SQUARES;
  const places = cells.map(({ name, column, row, width = 1, height = 1, ground }) => {
    const [x, y] = flipped ? [columns - column - width, rows - row - height] : [column, row];
    // Turned clockwise: what was at the left is above, what was below is at the left.
    const [col, line, w, h] = turned ? [rows - y - height, x, height, width] : [x, y, width, height];
    return {
      id: name, ground, row: line, col,
      x: left + (col + w / 2) * across, y: top + (line + h / 2) * down, w: w * across, h: h * down,
    };
  });
  places.sort((a, b) => a.row - b.row || a.col - b.col);
  return { across, down, left, top, wide: wide * across + 2 * left, high: high * down + 2 * top, places };
}
