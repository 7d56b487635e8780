// Ratings as a drawing: a point for each, and how far it may be off.

import { s } from '../dom.js';
import { rating } from './standings.js';

/** @import { Row } from '../types' */

/** Height of a player's line. */
const LINE = 38;
/** Where the scale begins and ends, in percent of the width. */
const EDGES = [2, 98];

/** Three to six round numbers from one end of the scale to the other. @param {number} least @param {number} most */
function marks(least, most) {
  const wide = Math.max(most - least, 1);
  let step = 10 ** Math.floor(Math.log10(wide));
  if (wide / step < 3) step /= 2;
  while (wide / step > 6) step *= 2;
  const found = [];
  for (let count = Math.ceil(least / step); count * step <= most && found.length < 9; count++) found.push(count * step);
  return found;
}

/** Places from left to right are in percent, so that letters keep their size. @param {Row[]} rows */
export function plot(rows) {
  const rated = rows.flatMap((row) => (row.elo === null ? [] : [{ row, elo: row.elo, low: row.low ?? row.elo, high: row.high ?? row.elo }]));
  const least = Math.min(0, ...rated.map(({ low }) => low));
  const most = Math.max(0, ...rated.map(({ high }) => high));
  const place = (/** @type {number} */ elo) =>
    `${(EDGES[0] + ((EDGES[1] - EDGES[0]) * (elo - least)) / Math.max(most - least, 1)).toFixed(2)}%`;
  const high = LINE * rated.length + 26;
  return s('svg', { class: 'ratings', width: '100%', height: high, role: 'img', 'aria-label': 'Ratings with their 95 % intervals' },
    ...marks(least, most).flatMap((mark) => [
      s('line', { class: 'rule', x1: place(mark), x2: place(mark), y1: 0, y2: high - 20 }),
      s('text', { class: 'mark', x: place(mark), y: high - 5 }, mark > 0 ? `+${mark}` : String(mark).replace('-', '−')),
    ]),
    ...rated.flatMap(({ row, elo, low, high: top }, at) => {
      const y = LINE * at;
      return [
        s('text', { x: 0, y: y + 14 }, row.agent),
        s('text', { class: 'number', x: '100%', y: y + 14 }, rating(row)),
        s('line', { class: 'interval', x1: place(low), x2: place(top), y1: y + 25, y2: y + 25 }),
        s('circle', { cx: place(elo), cy: y + 25, r: 5 }),
      ];
    }));
}
