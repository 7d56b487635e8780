// Star and Circle: rows H to A from the top, as the text has them.

import { s } from '../dom.js';
import * as grid from './grid.js';

/** @import { Board, Look } from '../types' */

const ROWS = 'HGFEDCBA';
/** @param {number} row @param {number} col */
const name = (row, col) => `${ROWS[row]}${col + 1}`;
/** @param {string} id */
const place = (id) => [ROWS.indexOf(id[0]), Number(id[1]) - 1];
/** @param {string} id */
const index = (id) => { const [row, col] = place(id); return row * 8 + col; };
/** @param {string} id */
const isDark = (id) => { const [row, col] = place(id); return (row + col) % 2 === 1; };

const STAR = Array.from({ length: 10 }, (_, at) => {
  const [radius, angle] = [at % 2 ? 16 : 37, (at * Math.PI) / 5 - Math.PI / 2];
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle) + 2).toFixed(1)}`;
}).join(' ');

/** @param {string} kind @param {string} title */
const brush = (kind, title) => ({
  name: kind,
  label: title,
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    if (!isDark(id)) return;
    const [there, last] = [board.cells[index(id)], kind === 'S' ? 'H' : 'A'];
    // Pieces pile up on the last row only.
    const more = kind !== '0' && there[0] === kind && id[0] === last ? Number(there.slice(1)) + 1 : 1;
    board.cells[index(id)] = kind === '0' ? '0' : `${kind}${Math.min(more, 99)}`;
  },
});

/** @type {Look} */
export const starCircle = {
  scale: 60,
  parse(text) {
    const lines = text.trim().split('\n').map((line) => line.trim());
    return {
      toMove: lines[0] === 'Star' ? 0 : 1,
      cells: lines.slice(1, 9).flatMap((line) => line.split(',').map((cell) => cell.trim())),
      values: lines[9],
      passes: lines[10] ?? '',
    };
  },
  print: (board) => [
    board.toMove === 0 ? 'Star' : 'Circle',
    ...Array.from({ length: 8 }, (_, row) => board.cells.slice(row * 8, row * 8 + 8).join(',')),
    board.values, board.passes,
  ].join('\n').trim() + '\n',
  extent: () => grid.extent(8, 8),
  cells: (_, flipped) => grid.cells(8, 8, name, flipped),
  ground(board, cells) {
    const values = board.values.split(',');
    const right = Math.max(...cells.map((cell) => cell.x)) + grid.SIDE / 2 + grid.MARGIN / 2;
    return [
      ...grid.squares(cells, (cell) => (isDark(cell.id) ? 'dark cool' : 'light cool')),
      ...grid.names(cells, (cell) => cell.id[1], (cell) => cell.id[0]),
      // What a star is worth on each row.
      ...cells.filter((cell) => cell.col === 0).map((cell) => s('text', {
        x: right, y: cell.y, class: 'name worth', textLength: null,
      }, values[7 - ROWS.indexOf(cell.id[0])])),
    ];
  },
  piece(board, cell) {
    const what = board.cells[index(cell.id)];
    if (what === '0') return null;
    const count = Number(what.slice(1));
    const parts = what[0] === 'S'
      ? [s('polygon', { points: STAR, class: 'star' })]
      : [s('circle', { r: 27, class: 'circle' })];
    if (count > 1) parts.push(s('text', { class: 'count', y: 2 }, String(count)));
    return s('g', {}, ...parts);
  },
  label(board, id) {
    const what = board.cells[index(id)];
    if (what === '0') return `${id}, ${isDark(id) ? 'empty' : 'light square'}`;
    const [kind, count] = [what[0] === 'S' ? 'star' : 'circle', Number(what.slice(1))];
    return `${id}, ${count > 1 ? `${count} ${kind}s` : kind}`;
  },
  path: (move) => (move === 'pass' ? [] : move.split('-')),
  hop(board, [from, to]) {
    const cells = [...board.cells];
    const there = cells[index(to)];
    cells[index(to)] = there === '0' ? cells[index(from)] : `${there[0]}${Number(there.slice(1)) + 1}`;
    cells[index(from)] = '0';
    return { ...board, cells };
  },
  frames(before, move, after) {
    const [from, to] = starCircle.path(move);
    if (!from) return [{ board: after, ms: 0 }];
    return [{ board: after, travel: [[from, to]], ms: 240 }];
  },
  brushes: [brush('S', 'Star'), brush('C', 'Circle'), brush('0', 'Empty')],
  clear: (board) => { board.cells.fill('0'); },
};
