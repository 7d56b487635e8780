// Setting up a position by hand.

import * as api from '../api.js';
import { h } from '../dom.js';

/** @import { About, Stand, Stroke } from '../types' */
/** @import { PlayBoard } from './board.js' */

/** @type {['first', 'second']} */
const SIDES = ['first', 'second'];

/**
 * @param {HTMLElement} tray where the brushes are laid out
 * @param {PlayBoard} board @param {About} about
 * @param {Stand} stand where it begins
 * @param {boolean} flipped
 * @param {{use: (text: string) => Promise<void>, cancel: () => void}} then
 */
export function setUp(tray, board, about, stand, flipped, then) {
  let brush = about.brushes[0];
  /** All that was done so far, from where it began.
   *  @type {Stroke[]} */
  const strokes = [{ mover: SIDES[stand.to_move] }];
  const painted = () => api.setUp({ game: about.name, position: stand.position, strokes });
  const error = h('p', { class: 'bad', role: 'alert' });
  const fail = (/** @type {unknown} */ problem) => { error.textContent = problem instanceof Error ? problem.message : String(problem); };
  const add = async (/** @type {Stroke} */ stroke) => {
    const count = strokes.push(stroke);
    try {
      const { picture } = await painted();
      // Another stroke may have been made meanwhile, or the brushes be put away.
      if (count === strokes.length && tray.contains(error)) draw(picture);
    } catch (problem) { fail(problem); }
  };
  const draw = (/** @type {Stand['picture']} */ picture) => board.show(picture, { legal: [], last: [], flipped, painting: true });
  const paint = board.can.paint;
  board.can.paint = (cell) => { add({ paint: { cell, brush: brush.name } }); };
  const end = () => { board.can.paint = paint; };

  const brushes = about.brushes.map((each) => h('button', {
    type: 'button', 'data-brush': each.name, 'aria-pressed': String(each === brush),
    click: () => {
      brush = each;
      for (const button of brushes) button.setAttribute('aria-pressed', String(button.dataset.brush === each.name));
    },
  }, each.label));
  const mover = h('select', { 'aria-label': 'Who moves', change: () => add({ mover: SIDES[Number(mover.value)] }) },
    ...about.sides.map(({ title }, side) => h('option', { value: side, selected: side === stand.to_move }, `${title} to move`)));
  const use = async () => {
    try {
      await then.use((await painted()).position);
      end();
    } catch (problem) { fail(problem); }
  };
  tray.replaceChildren(h('section', { class: 'card brushes' },
    h('div', { class: 'tools', role: 'group', 'aria-label': 'Brushes' }, ...brushes),
    h('div', { class: 'tools' }, mover,
      h('button', { type: 'button', 'data-tool': 'clear', click: () => add('clear') }, 'Clear'),
      h('button', { type: 'button', class: 'main', 'data-tool': 'done', click: use }, 'Play from here'),
      h('button', { type: 'button', 'data-tool': 'cancel', click: () => { end(); then.cancel(); } }, 'Cancel')),
    error));
  draw(stand.picture);
}
