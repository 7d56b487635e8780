// Setting up a position by hand.

import { h } from '../dom.js';

/** @import { About, Board, Look } from '../types' */
/** @import { PlayBoard } from './board.js' */

/**
 * @param {HTMLElement} tray where the brushes are laid out
 * @param {PlayBoard} playBoard @param {Look} look @param {About} about
 * @param {Board} board what is painted on
 * @param {boolean} flipped
 * @param {{use: (text: string) => Promise<void>, cancel: () => void}} then
 */
export function setUp(tray, playBoard, look, about, board, flipped, then) {
  let brush = look.brushes[0];
  const error = h('p', { class: 'bad', role: 'alert' });
  const draw = () => playBoard.show(board, { legal: [], flipped, painting: true });
  const paint = playBoard.can.paint;
  playBoard.can.paint = (id) => { brush.paint(board, id); draw(); };
  const end = () => { playBoard.can.paint = paint; };

  const brushes = look.brushes.map((each) => h('button', {
    type: 'button', 'data-brush': each.name, 'aria-pressed': String(each === brush),
    click: () => {
      brush = each;
      for (const button of brushes) button.setAttribute('aria-pressed', String(button.dataset.brush === each.name));
    },
  }, each.label));
  const mover = h('select', { 'aria-label': 'Who moves', change: () => { board.toMove = Number(mover.value); } },
    ...about.sides.map(({ title }, side) => h('option', { value: side, selected: side === board.toMove }, `${title} to move`)));
  const use = async () => {
    if ('passes' in board) board.passes = '';
    try {
      await then.use(look.print(board));
      end();
    } catch (problem) { error.textContent = /** @type {Error} */ (problem).message; }
  };
  tray.replaceChildren(h('section', { class: 'card brushes' },
    h('div', { class: 'tools', role: 'group', 'aria-label': 'Brushes' }, ...brushes),
    h('div', { class: 'tools' }, mover,
      h('button', { type: 'button', 'data-tool': 'clear', click: () => { look.clear(board); draw(); } }, 'Clear'),
      h('button', { type: 'button', class: 'main', 'data-tool': 'done', click: use }, 'Play from here'),
      h('button', { type: 'button', 'data-tool': 'cancel', click: () => { end(); then.cancel(); } }, 'Cancel')),
    error));
  draw();
}
