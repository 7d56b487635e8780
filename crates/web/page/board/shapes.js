// What pieces look like, drawn around (0, 0).

import { s } from '../dom.js';

/** @import { Cell, Piece, Place } from '../types' */

const STAR = Array.from({ length: 10 }, (_, at) => {
  const [radius, angle] = [at % 2 ? 16 : 37, (at * Math.PI) / 5 - Math.PI / 2];
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle) + 2).toFixed(1)}`;
}).join(' ');

/** @param {string} side */
const man = (side) => [
  s('ellipse', { cx: 0, cy: 5, rx: 37, ry: 37, class: 'shade' }),
  s('circle', { r: 37, class: `man ${side}` }),
  s('circle', { r: 27, class: `rim ${side}` }),
];

/** Seeds lie as if dropped, but always in the same way. @param {number} count @param {number} rx @param {number} ry how far they spread */
function seeds(count, rx, ry) {
  const shown = Math.min(count, 24);
  return Array.from({ length: shown }, (_, at) => {
    const [angle, far] = [at * 2.39996, Math.sqrt((at + 0.4) / Math.max(shown, 5))];
    return s('circle', {
      cx: (rx * far * Math.cos(angle)).toFixed(1), cy: (ry * far * Math.sin(angle)).toFixed(1), r: 11,
      class: `seed s${at % 4}`,
    });
  });
}

/** @type {Record<string, (side: string) => SVGElement[]>} */
const SHAPES = {
  man,
  king: (side) => [...man(side),
    s('path', { d: 'M-17 12 -20 -10 -9 -1 0 -16 9 -1 20 -10 17 12Z', class: `crown ${side}` })],
  stone: (side) => [s('circle', { cx: 2, cy: 4, r: 42, class: 'shade' }), s('circle', { r: 42, class: `stone ${side}` })],
  star: (side) => [s('polygon', { points: STAR, class: `star ${side}` })],
  ring: (side) => [s('circle', { r: 27, class: `ring ${side}` })],
  cross: (side) => [s('path', { d: 'M-17 -17 17 17M17 -17-17 17', class: `cross ${side}` })],
};

/** @param {string} side @param {string} text */
const claim = (side, text) => s('g', { class: `claim ${side}` },
  s('rect', { x: -46, y: -46, width: 92, height: 92, rx: 14 }),
  side === 'first'
    ? s('path', { d: 'M-36 -36 -22 -22M-22 -36 -36 -22', class: 'sign' })
    : s('circle', { cx: -29, cy: -29, r: 8, class: 'sign' }),
  s('text', { y: 0, class: 'value owned' }, text));

/** The number stands below the seeds, or beside them. @param {number} count @param {{w: number, h: number}} room */
function heap(count, { w, h }) {
  const isWide = w > h;
  const [x, y, rx, ry] = isWide ? [-0.13 * w, 0, 0.25 * w, 0.27 * h] : [0, -0.1 * h, 0.29 * w, 0.23 * h];
  return s('g', { class: 'heap' },
    s('g', { transform: `translate(${x} ${y})` }, ...seeds(count, rx, ry)),
    s('text', { class: 'number', x: isWide ? 0.33 * w : 0, y: isWide ? 0 : 0.31 * h }, String(count)));
}

/** What stands on a cell. @param {Pick<Cell, 'piece' | 'text'>} cell @param {Pick<Place, 'w' | 'h'>} place
 *  @returns {SVGElement | null} */
export function standing({ piece, text = '' }, place) {
  if (!piece) return null;
  const { shape, side = '', count = 1 } = piece;
  if (shape === 'seeds') return heap(count, place);
  if (shape === 'claim') return claim(side, text);
  const written = count > 1 ? String(count) : text;
  return s('g', {}, ...(SHAPES[shape] ?? man)(side), ...(written ? [s('text', { class: 'count', y: 2 }, written)] : []));
}

/** Whether a piece travels one by one, and not as a whole. @param {Piece | undefined} piece */
export const isHeap = (piece) => piece?.shape === 'seeds';

/** One of a heap, on its way. */
export const token = () => s('circle', { r: 12, class: 'seed s1' });

/** A piece on its own, as a picture. @param {Piece} piece */
export const portrait = (piece) => s('svg', { viewBox: '-50 -50 100 100', class: 'portrait', 'aria-hidden': true },
  isHeap(piece) ? s('g', { transform: 'scale(2)' }, token()) : standing({ piece }, { w: 100, h: 100 }) ?? s('g'));
