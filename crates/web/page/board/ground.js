// What lies under the pieces: squares, plots, wood, pits, and the names beside them.

import { s } from '../dom.js';

/** @import { Cell, Picture, Place } from '../types' */
/** @import { Layout } from './layout.js' */

/** @param {Picture} picture @param {Layout} places @param {boolean} flipped @returns {SVGElement[]} */
export function ground(picture, places, flipped) {
  const cells = new Map(picture.cells.map((cell) => [cell.name, cell]));
  return [
    ...table(places),
    ...places.places.map((place) => square(place, /** @type {Cell} */ (cells.get(place.id)), picture.palette ?? '')).filter((part) => part !== null),
    ...texts(places.places, cells),
    ...labels(places, cells),
    ...names(picture, places, flipped),
  ];
}

/** What holds all cells together, if anything does. @param {Layout} layout */
function table({ wide, high, left, top, across, down, places }) {
  if (places.some((place) => place.ground === 'pit')) {
    const [x, y] = [left - 10, top - 10];
    return [s('rect', { x, y, width: wide - 2 * x, height: high - 2 * y, rx: 64, class: 'wood' })];
  }
  const points = places.filter((place) => place.ground === 'wood');
  if (points.length === 0) return [];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [near, far, high0, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const lines = [
    ...[...new Set(xs)].map((x) => `M${x} ${high0}V${low}`),
    ...[...new Set(ys)].map((y) => `M${near} ${y}H${far}`),
  ];
  return [
    s('rect', { x: near - across / 2, y: high0 - down / 2, width: far - near + across, height: low - high0 + down, rx: 10, class: 'wood' }),
    s('path', { d: lines.join(''), class: 'lines' }),
  ];
}

/** @param {Place} place @param {Cell} cell @param {string} palette */
function square({ x, y, w, h }, { ground: kind, owner }, palette) {
  const rect = (/** @type {number} */ edge, /** @type {number} */ rx, /** @type {string} */ name) => s('rect', {
    x: x - w / 2 + edge, y: y - h / 2 + edge, width: w - 2 * edge, height: h - 2 * edge, rx, class: name,
  });
  if (kind === 'wood') return null;
  if (kind === 'pit') return rect(10, 50, `pit ${owner ?? ''}`);
  if (kind === 'field') return rect(4, 14, 'plot');
  return rect(0, 0, `square ${kind} ${palette}`);
}

/** @param {Place[]} places @param {Map<string, Cell>} cells */
const texts = (places, cells) => places.flatMap(({ id, x, y }) => {
  const text = cells.get(id)?.text;
  return text ? [s('text', { x, y, class: 'value' }, text)] : [];
});

/** Labels stand outside, in the larger margin. @param {Layout} layout @param {Map<string, Cell>} cells */
const labels = ({ wide, high, left, top, places }, cells) => places.flatMap(({ id, x, y }) => {
  const label = cells.get(id)?.label;
  if (!label) return [];
  const beside = left > top ? { x: x < wide / 2 ? 18 : wide - 18, y } : { x, y: y < high / 2 ? 18 : high - 18 };
  return [s('text', { ...beside, class: 'name' }, label)];
});

/**
 * The names of the columns below and of the rows at the left, and what else rows say at the right.
 * @param {Picture} picture @param {Layout} layout @param {boolean} flipped
 */
function names({ column_labels: columns = [], row_labels: rows = [], row_notes: notes = [] }, { across, down, left, top, wide, high }, flipped) {
  const seen = (/** @type {string[]} */ all) => (flipped ? all.toReversed() : all);
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ what, kind = 'name') =>
    s('text', { x, y, class: kind }, what);
  return [
    ...seen(columns).map((name, at) => text(left + (at + 0.5) * across, high - top / 2, name)),
    ...seen(rows).map((name, at) => text(left / 2, top + (at + 0.5) * down, name)),
    ...seen(notes).map((note, at) => text(wide - left / 2, top + (at + 0.5) * down, note, 'name worth')),
  ];
}
