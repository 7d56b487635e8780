// How moves are written: as the players of a game do, or as its assignment asks for.

import { h } from './dom.js';

const KEY = 'notation';

const isUsual = () => localStorage.getItem(KEY) !== 'assignment';

/** A move as whoever looks wants to read it; `usual` is as players write it, where that is another way.
 *  @param {{move: string, usual?: string}} move */
export const spoken = ({ move, usual }) => (usual && isUsual() ? usual : move);

/** Moves in a row. @param {string[]} moves @param {string[]} [usual] */
export const allSpoken = (moves, usual) => (usual && isUsual() ? usual : moves);

/** Chooses between the two, by an example of each. @param {string} move @param {string} usual @param {() => void} change */
export function notationChoice(move, usual, change) {
  const select = h('select', {
    'aria-label': 'Notation', 'data-field': 'notation',
    change: () => { localStorage.setItem(KEY, select.value); change(); },
  }, h('option', { value: 'usual', selected: isUsual() }, `as players write: ${usual}`),
  h('option', { value: 'assignment', selected: !isUsual() }, `as the assignment does: ${move}`));
  return select;
}
