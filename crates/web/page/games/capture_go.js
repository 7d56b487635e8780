// Capture Go: points (column,row), (1,1) at the upper left.

import { s } from '../dom.js';
import * as grid from './grid.js';

/** @import { Board, Look } from '../types' */

/** @param {number} row @param {number} col */
const name = (row, col) => `(${col + 1},${row + 1})`;
/** @param {Board} board @param {string} id */
function index(board, id) {
  const [col, row] = id.slice(1, -1).split(',').map(Number);
  return (row - 1) * board.columns + col - 1;
}

/** @type {Record<string, string>} */
const WORDS = { B: 'black stone', W: 'white stone', '.': 'empty', x: 'lost ground' };

/** @param {string} symbol @param {string} title */
const brush = (symbol, title) => ({
  name: symbol,
  label: title,
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    board.cells[index(board, id)] = symbol;
  },
});

/** @type {Look} */
export const captureGo = {
  scale: 6,
  parse(text) {
    const [side, ...rows] = text.trim().split(/\s+/);
    return { toMove: side === 'B' ? 0 : 1, columns: rows[0].length, rows: rows.length, cells: [...rows.join('')] };
  },
  print(board) {
    const rows = Array.from({ length: board.rows }, (_, row) =>
      board.cells.slice(row * board.columns, (row + 1) * board.columns).join(''));
    return [board.toMove === 0 ? 'B' : 'W', ...rows].join('\n') + '\n';
  },
  extent: (board) => grid.extent(board.columns, board.rows),
  cells: (board) => grid.cells(board.columns, board.rows, name, false),
  ground(board, cells) {
    const [w, h] = [board.columns * grid.SIDE, board.rows * grid.SIDE];
    const [far, low] = [grid.MARGIN + w - 50, grid.MARGIN + h - 50];
    const near = grid.MARGIN + 50;
    const lines = [
      ...cells.filter((cell) => cell.row === 0).map((cell) => `M${cell.x} ${near}V${low}`),
      ...cells.filter((cell) => cell.col === 0).map((cell) => `M${near} ${cell.y}H${far}`),
    ];
    return [
      s('rect', { x: grid.MARGIN, y: grid.MARGIN, width: w, height: h, rx: 10, class: 'wood' }),
      s('path', { d: lines.join(''), class: 'lines' }),
      ...grid.names(cells, (cell) => String(cell.col + 1), (cell) => String(cell.row + 1)),
    ];
  },
  piece(board, cell) {
    const what = board.cells[index(board, cell.id)];
    if (what === '.') return null;
    if (what === 'x') return s('g', {}, s('path', { d: 'M-17 -17 17 17M17 -17-17 17', class: 'lost' }));
    return s('g', {},
      s('circle', { cx: 2, cy: 4, r: 42, class: 'shade' }),
      s('circle', { r: 42, class: `stone ${what === 'B' ? 'black' : 'white'}` }));
  },
  label: (board, id) => `${id}, ${WORDS[board.cells[index(board, id)]]}`,
  path: (move) => [move],
  frames(before, move, after) {
    const placed = { ...before, cells: [...before.cells] };
    placed.cells[index(before, move)] = before.toMove === 0 ? 'B' : 'W';
    return [{ board: placed, ms: 180 }, { board: after, ms: 220 }];
  },
  brushes: [brush('B', 'Black'), brush('W', 'White'), brush('x', 'Lost'), brush('.', 'Empty')],
  clear: (board) => { board.cells.fill('.'); },
};
