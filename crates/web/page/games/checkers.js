// American checkers: rows 8 to 1 from the top, as the text has them.

import { s } from '../dom.js';
import * as grid from './grid.js';

/** @import { Board, Look } from '../types' */

/** @param {number} row @param {number} col */
const name = (row, col) => `${'abcdefgh'[col]}${8 - row}`;
/** @param {string} id */
const place = (id) => [8 - Number(id[1]), id.charCodeAt(0) - 97];
/** @param {string} id */
const index = (id) => { const [row, col] = place(id); return row * 8 + col; };
/** @param {string} id */
const isDark = (id) => { const [row, col] = place(id); return (row + col) % 2 === 1; };

/** @type {Record<string, string>} */
const WORDS = { b: 'black man', B: 'black king', w: 'white man', W: 'white king', '.': 'empty' };

/** One step or jump. @param {Board} board @param {string} from @param {string} to */
function hop(board, from, to) {
  const next = { ...board, cells: [...board.cells] };
  next.cells[index(to)] = board.cells[index(from)];
  next.cells[index(from)] = '.';
  const [a, b] = [place(from), place(to)];
  if (Math.abs(a[0] - b[0]) === 2) {
    const [row, col] = grid.between(a, b);
    next.cells[row * 8 + col] = '.';
  }
  return next;
}

/** @param {string} symbol @param {string} title */
const brush = (symbol, title) => ({
  name: symbol,
  label: title,
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    if (isDark(id)) board.cells[index(id)] = symbol;
  },
});

/** @type {Look} */
export const checkers = {
  scale: 3,
  parse(text) {
    const [side, ...rows] = text.trim().split(/\s+/);
    return { toMove: side === 'BLACK' ? 0 : 1, cells: [...rows.join('')] };
  },
  print: (board) => `${board.toMove === 0 ? 'BLACK' : 'WHITE'}\n`
    + Array.from({ length: 8 }, (_, row) => board.cells.slice(row * 8, row * 8 + 8).join('')).join('\n') + '\n',
  extent: () => grid.extent(8, 8),
  cells: (_, flipped) => grid.cells(8, 8, name, flipped),
  ground: (_, cells) => [
    ...grid.squares(cells, (cell) => (isDark(cell.id) ? 'dark' : 'light')),
    ...grid.names(cells, (cell) => cell.id[0], (cell) => cell.id[1]),
  ],
  piece(board, cell) {
    const symbol = board.cells[index(cell.id)];
    if (symbol === '.') return null;
    const side = symbol.toLowerCase() === 'b' ? 'black' : 'white';
    const parts = [
      s('ellipse', { cx: 0, cy: 5, rx: 37, ry: 37, class: 'shade' }),
      s('circle', { r: 37, class: `man ${side}` }),
      s('circle', { r: 27, class: `ring ${side}` }),
    ];
    if (symbol === symbol.toUpperCase()) {
      parts.push(s('path', { d: 'M-17 12 -20 -10 -9 -1 0 -16 9 -1 20 -10 17 12Z', class: `crown ${side}` }));
    }
    return s('g', {}, ...parts);
  },
  label: (board, id) => (isDark(id) ? `${id}, ${WORDS[board.cells[index(id)]]}` : `${id}, light square`),
  path(move) {
    const squares = move.match(/[a-h][1-8]/g) ?? [];
    // Every landing is named twice: where a jump ends and the next one begins.
    return squares.filter((square, at) => square !== squares[at - 1]);
  },
  hop(board, path) {
    return path.slice(1).reduce((now, to, at) => hop(now, path[at], to), board);
  },
  frames(before, move, after) {
    const path = checkers.path(move);
    let board = before;
    const frames = path.slice(1).map((to, at) => {
      board = hop(board, path[at], to);
      return { board, travel: /** @type {[string, string][]} */ ([[path[at], to]]), ms: 220 };
    });
    return [...frames, { board: after, ms: 60 }];
  },
  brushes: [
    brush('b', 'Black man'), brush('B', 'Black king'),
    brush('w', 'White man'), brush('W', 'White king'), brush('.', 'Empty'),
  ],
  clear: (board) => { board.cells.fill('.'); },
};
