// Mancala: player 2's row A above, player 1's row B below, the mancalas M2 at the left and M1 at the
// right.

import { s } from '../dom.js';

/** @import { Board, Cell, Frame, Look } from '../types' */

const PIT = 120;
const EDGE = 34;

/** Cells are A2.., B2.., M2, M1 in this order. @param {Board} board @param {string} id */
function index(board, id) {
  if (id[0] === 'M') return 2 * board.pits + (id === 'M2' ? 0 : 1);
  return (id[0] === 'A' ? 0 : board.pits) + Number(id.slice(1)) - 2;
}

/** All places in the order of sowing, from player 1's first pit. @param {Board} board */
function ring(board) {
  const row = (/** @type {string} */ letter) =>
    Array.from({ length: board.pits }, (_, at) => `${letter}${at + 2}`);
  return [...row('B'), 'M1', ...row('A').reverse(), 'M2'];
}

/** Stones lie as if dropped, but always in the same way. @param {number} count @param {number} radius */
function stones(count, radius) {
  const shown = Math.min(count, 24);
  return Array.from({ length: shown }, (_, at) => {
    const [angle, far] = [at * 2.39996, radius * Math.sqrt((at + 0.4) / Math.max(shown, 5))];
    return s('circle', {
      cx: (far * Math.cos(angle)).toFixed(1), cy: (far * Math.sin(angle)).toFixed(1), r: 9,
      class: `seed s${at % 4}`,
    });
  });
}

/** @param {number} by @param {string} title */
const brush = (by, title) => ({
  name: String(by),
  label: title,
  paint(/** @type {Board} */ board, /** @type {string} */ id) {
    const at = index(board, id);
    board.cells[at] = by === 0 ? 0 : Math.min(1000, Math.max(0, board.cells[at] + by));
  },
});

/** @type {Look} */
export const mancala = {
  scale: 8,
  parse(text) {
    const [side, upper, lower, two, one] = text.trim().split('\n').map((line) => line.trim());
    const [a, b] = [upper, lower].map((row) => row.split(/\s+/).map(Number));
    return { toMove: side === '1' ? 0 : 1, pits: a.length, cells: [...a, ...b, Number(two), Number(one)] };
  },
  print({ toMove, pits, cells }) {
    const row = (/** @type {number} */ from) => cells.slice(from, from + pits).join(' ');
    return `${toMove === 0 ? 1 : 2}\n${row(0)}\n${row(pits)}\n${cells[2 * pits]}\n${cells[2 * pits + 1]}\n`;
  },
  extent: (board) => [(board.pits + 2) * PIT + 2 * EDGE, 3 * PIT],
  cells(board, flipped) {
    const [wide, high] = mancala.extent(board);
    const at = (/** @type {string} */ id, /** @type {number} */ row, /** @type {number} */ col, /** @type {number} */ h) => {
      const [x, y] = [EDGE + (col + 0.5) * PIT, h > PIT ? high / 2 : (row + 1) * PIT];
      return flipped
        ? { id, row: 1 - row, col: board.pits + 1 - col, x: wide - x, y: high - y, w: PIT, h }
        : { id, row, col, x, y, w: PIT, h };
    };
    const row = (/** @type {string} */ letter, /** @type {number} */ number) =>
      Array.from({ length: board.pits }, (_, col) => at(`${letter}${col + 2}`, number, col + 1, PIT));
    const all = [at('M2', 0, 0, 2 * PIT), ...row('A', 0), at('M1', 0, board.pits + 1, 2 * PIT), ...row('B', 1)];
    return all.sort((a, b) => a.row - b.row || a.col - b.col);
  },
  ground(board, cells) {
    const [wide, high] = mancala.extent(board);
    return [
      s('rect', { x: 4, y: 34, width: wide - 8, height: high - 68, rx: 70, class: 'wood' }),
      ...cells.map((cell) => s('rect', {
        x: cell.x - 50, y: cell.y - cell.h / 2 + 10, width: 100, height: cell.h - 20, rx: 50,
        class: `pit ${cell.id === 'M1' || cell.id[0] === 'B' ? 'first' : 'second'}`,
      })),
      ...cells.filter((cell) => cell.id[0] !== 'M').map((cell) => s('text', {
        x: cell.x, y: cell.y < high / 2 ? 18 : high - 16, class: 'name',
      }, cell.id)),
    ];
  },
  piece(board, cell) {
    const count = board.cells[index(board, cell.id)];
    const isHome = cell.id[0] === 'M';
    return s('g', { class: 'heap' },
      s('g', { transform: isHome ? null : 'translate(0 -9)' }, ...stones(count, isHome ? 36 : 28)),
      s('text', { class: 'number', y: isHome ? 84 : 34 }, String(count)));
  },
  label(board, id) {
    const count = board.cells[index(board, id)];
    const what = count === 1 ? '1 stone' : `${count} stones`;
    return id[0] === 'M' ? `Mancala of player ${id[1]}, ${what}` : `${id}, ${what}`;
  },
  token: () => s('circle', { r: 10, class: 'seed s1' }),
  path: (move) => [move],
  frames(before, move, after) {
    const places = ring(before).filter((id) => id !== (before.toMove === 0 ? 'M2' : 'M1'));
    const board = { ...before, cells: [...before.cells] };
    const hand = board.cells[index(board, move)];
    board.cells[index(board, move)] = 0;
    /** @type {Frame[]} */
    const frames = [];
    // A large heap is sown quickly; nobody wants to watch a thousand stones.
    const ms = Math.max(12, Math.min(110, 1600 / hand));
    let at = places.indexOf(move);
    for (let stone = 0; stone < hand; stone++) {
      const from = places[at];
      at = (at + 1) % places.length;
      board.cells[index(board, places[at])] += 1;
      if (hand <= 120) frames.push({ board: { ...board, cells: [...board.cells] }, travel: [[from, places[at]]], ms });
    }
    // What differs now was captured, or swept home at the end.
    /** @type {[string, string][]} */
    const travel = places.filter((id) => id[0] !== 'M'
      && board.cells[index(board, id)] > after.cells[index(after, id)])
      .map((id) => {
        const isOver = mancala.cells(after, false).every((cell) =>
          cell.id[0] === 'M' || after.cells[index(after, cell.id)] === 0);
        const owner = isOver ? (id[0] === 'B' ? 'M1' : 'M2') : (before.toMove === 0 ? 'M1' : 'M2');
        return [id, owner];
      });
    return [...frames, { board: after, travel, ms: travel.length ? 420 : 0 }];
  },
  brushes: [brush(1, 'Add a stone'), brush(-1, 'Take a stone'), brush(0, 'Empty')],
  clear: (board) => { board.cells.fill(0); },
};
