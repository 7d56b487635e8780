// Setting up a position by hand.

import * as api from '../api.js';
import { isHeap, portrait } from '../board/shapes.js';
import { h, sentence } from '../dom.js';
import { STILL, cellAt } from './hands.js';

/** @import { About, Brush, Stand, Stroke } from '../types' */
/** @import { PlayBoard } from './board.js' */

/** @type {['first', 'second']} */
const SIDES = ['first', 'second'];

/** What a brush puts on the board, if it does. @param {Brush} brush */
const put = ({ does }) => (typeof does === 'object' ? does.put : null);

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
  const fail = (/** @type {unknown} */ problem) => { error.textContent = sentence(problem); };
  const draw = (/** @type {Stand['picture']} */ picture) => board.show(picture, { legal: [], last: [], flipped, painting: true });
  const add = async (/** @type {Stroke[]} */ ...more) => {
    const count = strokes.push(...more);
    try {
      const { picture, problem } = await painted();
      // Another stroke may have been made meanwhile, or the brushes be put away.
      if (count !== strokes.length || !tray.contains(error)) return;
      draw(picture);
      error.textContent = problem ? `This cannot be: ${problem}.` : '';
      done.disabled = problem !== undefined;
    } catch (problem) { fail(problem); }
  };
  const paint = (/** @type {string} */ cell, /** @type {Brush} */ { name }) => ({ paint: { cell, brush: name } });

  /** Takes what stands on a cell to another, or off the board. @param {string} from @param {string | null} to */
  const carry = (from, to) => {
    const piece = board.drawing.cell(from)?.piece;
    const same = about.brushes.find((each) => put(each)?.shape === piece?.shape && (put(each)?.side ?? piece?.side) === piece?.side);
    const take = about.brushes.find(({ does }) => does === 'take');
    if (!piece || !same || !take || board.isEmptied(from)) { draw(/** @type {Stand['picture']} */ (board.picture)); return; }
    // A pile goes as a whole, and a heap stone by stone.
    const count = isHeap(piece) ? 1 : piece.count ?? 1;
    add(paint(from, take), ...(to === null ? [] : Array(count).fill(paint(to, same))));
  };
  const before = { ...board.can };
  Object.assign(board.can, { paint: (/** @type {string} */ cell) => add(paint(cell, brush)), carry });
  const end = () => { Object.assign(board.can, before); };

  const choose = (/** @type {Brush} */ each) => {
    brush = each;
    for (const button of brushes) button.setAttribute('aria-pressed', String(button.dataset.brush === each.name));
  };
  const brushes = about.brushes.map((each) => {
    const piece = put(each);
    const button = h('button', {
      type: 'button', class: 'brush', 'data-brush': each.name, 'aria-pressed': String(each === brush), click: () => choose(each),
    }, ...(piece ? [portrait(piece)] : []), each.label);
    if (piece) dragged(button, board, () => portrait(piece), (cell) => { choose(each); add(paint(cell, each)); });
    return button;
  });
  const mover = h('select', { 'aria-label': 'Who moves', change: () => add({ mover: SIDES[Number(mover.value)] }) },
    ...about.sides.map(({ title }, side) => h('option', { value: side, selected: side === stand.to_move }, `${title} to move`)));
  const use = async () => {
    try {
      await then.use((await painted()).position);
      end();
    } catch (problem) { fail(problem); }
  };
  const done = h('button', { type: 'button', class: 'main', 'data-tool': 'done', click: use }, 'Play from here');
  tray.replaceChildren(h('section', { class: 'card brushes' },
    h('div', { class: 'tools', role: 'group', 'aria-label': 'Brushes' }, ...brushes),
    h('div', { class: 'tools' }, mover,
      h('button', { type: 'button', 'data-tool': 'clear', click: () => add('clear') }, 'Clear'),
      done,
      h('button', { type: 'button', 'data-tool': 'cancel', click: () => { end(); then.cancel(); } }, 'Cancel')),
    error));
  draw(stand.picture);
}

/**
 * Lets something be dragged from a button onto a board.
 * @param {HTMLElement} button @param {PlayBoard} board @param {() => SVGElement} picture of what follows the hand
 * @param {(cell: string) => void} drop
 */
function dragged(button, board, picture, drop) {
  /** @type {{x: number, y: number, pointer: number, ghost: HTMLElement | null} | null} */
  let held = null;
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    held = { x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    // A fast hand is elsewhere before it is seen to move.
    button.setPointerCapture(held.pointer);
  });
  button.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.pointer || !held) return;
    const { clientX: x, clientY: y } = event;
    if (!held.ghost) {
      if (Math.hypot(x - held.x, y - held.y) < STILL) return;
      held.ghost = h('div', { class: 'ghost' }, picture());
      // As large as it will be on the board.
      const { root, size: [wide] } = board.drawing;
      held.ghost.style.width = `${(100 * root.getBoundingClientRect().width) / wide}px`;
      button.after(held.ghost);
    }
    [held.ghost.style.left, held.ghost.style.top] = [`${x}px`, `${y}px`];
  });
  const end = () => {
    const wasDragged = Boolean(held?.ghost);
    held?.ghost?.remove();
    held = null;
    return wasDragged;
  };
  button.addEventListener('pointerup', (event) => {
    if (!end()) return;
    const cell = cellAt(event);
    if (cell) drop(cell);
  });
  button.addEventListener('pointercancel', end);
}
