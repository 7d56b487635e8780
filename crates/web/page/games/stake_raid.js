// Stake and Raid: columns A.. from the left, rows 1.. from the top.

import { s } from '../dom.js';
import * as grid from './grid.js';

/** @import { Board, Look } from '../types' */

/** @param {number} row @param {number} col */
const name = (row, col) => `${String.fromCharCode(65 + col)}${row + 1}`;
/** @param {Board} board @param {string} id */
const index = (board, id) => (Number(id.slice(1)) - 1) * board.size + id.charCodeAt(0) - 65;

/** @param {string} symbol @param {string} title */
const brush = (symbol, title) => ({
  name: symbol,
  label: title,
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    board.cells[index(board, id)] = symbol;
  },
});

/** @param {number} by */
const revalue = (by) => ({
  name: by > 0 ? 'more' : 'less',
  label: by > 0 ? 'Value + 1' : 'Value − 1',
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    const at = index(board, id);
    board.values[at] = Math.min(99, Math.max(1, board.values[at] + by));
  },
});

/** @type {Look} */
export const stakeRaid = {
  scale: 60,
  parse(text) {
    const words = text.trim().split(/\s+/);
    const size = Number(words[0]);
    const values = words.slice(2, 2 + size * size).map(Number);
    return { toMove: words[1] === 'X' ? 0 : 1, size, values, cells: [...words.slice(2 + size * size).join('')] };
  },
  print(board) {
    const rows = Array.from({ length: board.size }, (_, row) => row * board.size);
    return [
      board.size, board.toMove === 0 ? 'X' : 'O',
      ...rows.map((at) => board.values.slice(at, at + board.size).join(' ')),
      ...rows.map((at) => board.cells.slice(at, at + board.size).join('')),
    ].join('\n') + '\n';
  },
  extent: (board) => grid.extent(board.size, board.size),
  cells: (board) => grid.cells(board.size, board.size, name, false),
  ground(board, cells) {
    return [
      ...cells.map((cell) => s('rect', {
        x: cell.x - 46, y: cell.y - 46, width: 92, height: 92, rx: 14, class: 'plot',
      })),
      ...cells.map((cell) => s('text', { x: cell.x, y: cell.y, class: 'value' },
        String(board.values[index(board, cell.id)]))),
      ...grid.names(cells, (cell) => cell.id[0], (cell) => cell.id.slice(1)),
    ];
  },
  piece(board, cell) {
    const at = index(board, cell.id);
    const owner = board.cells[at];
    if (owner === '.') return null;
    return s('g', { class: `owner ${owner === 'X' ? 'first' : 'second'}` },
      s('rect', { x: -46, y: -46, width: 92, height: 92, rx: 14 }),
      owner === 'X'
        ? s('path', { d: 'M-36 -36 -22 -22M-22 -36 -36 -22', class: 'sign' })
        : s('circle', { cx: -29, cy: -29, r: 8, class: 'sign' }),
      s('text', { y: 0, class: 'value owned' }, String(board.values[at])));
  },
  label(board, id) {
    const at = index(board, id);
    const owner = board.cells[at];
    return `${id}, worth ${board.values[at]}, ${owner === '.' ? 'free' : `owned by ${owner}`}`;
  },
  path: (move) => [move.split(' ')[0]],
  frames(before, move, after) {
    // The piece first, and what it conquers a moment later.
    const [id] = stakeRaid.path(move);
    const placed = { ...before, cells: [...before.cells] };
    placed.cells[index(before, id)] = before.toMove === 0 ? 'X' : 'O';
    return [{ board: placed, ms: 200 }, { board: after, ms: 260 }];
  },
  brushes: [brush('X', 'X'), brush('O', 'O'), brush('.', 'Free'), revalue(1), revalue(-1)],
  clear: (board) => { board.cells.fill('.'); },
};
