// Boards as data. A picture is never changed: the next one shares what stays the same.

/** @import { Cell, Frame, Picture } from '../types' */

/** A picture with other cells in the place of those with the same names.
 *  @param {Picture} picture @param {Cell[]} cells @returns {Picture} */
export function changed(picture, cells) {
  if (cells.length === 0) return picture;
  const other = new Map(cells.map((cell) => [cell.name, cell]));
  return { ...picture, cells: picture.cells.map((cell) => other.get(cell.name) ?? cell) };
}

/** A picture after some frames. @param {Picture} picture @param {Frame[]} frames */
export const after = (picture, frames) => frames.reduce((now, { cells }) => changed(now, cells), picture);
