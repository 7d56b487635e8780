// What hands do on a board: click, drag, draw with the right button, and keys.

import { colourOf } from '../board/notes.js';
import { isHeap, token } from '../board/shapes.js';
import { s } from '../dom.js';

/** @import { PlayBoard } from './board.js' */

/** A hand that goes no further than this, in pixels, has clicked. */
export const STILL = 6;

/** @param {EventTarget | null} target */
const cellOf = (target) => (target instanceof Element ? target.closest('.cell')?.getAttribute('data-cell') ?? null : null);

/** The cell at a place of the window. @param {{clientX: number, clientY: number}} event */
export const cellAt = ({ clientX, clientY }) => cellOf(document.elementFromPoint(clientX, clientY));

/** Lets a board be used. @param {PlayBoard} board */
export function hands(board) {
  drag(board);
  note(board);
  keys(board);
}

/** @param {PlayBoard} board */
function drag(board) {
  const root = board.drawing.root;
  /** @type {{id: string, x: number, y: number, pointer: number, piece: SVGElement | null} | null} */
  let held = null;

  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // Nobody has to wait for a move to be shown: what was clicked counts once the hand is lifted.
    board.drawing.finish();
    board.notes.clear();
    const id = cellOf(event.target);
    held = id === null ? null : { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, piece: null };
  });
  // A finger on a piece moves the piece, and one beside it the page. What is refused here, browsers
  // do not take for scrolling.
  root.addEventListener('touchstart', (event) => {
    if (held && event.touches.length === 1 && board.canLift(held.id)) event.preventDefault();
  }, { passive: false });
  root.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.piece) {
      // It may have been let go elsewhere.
      if (event.buttons === 0) { held = null; return; }
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < STILL || !board.canLift(held.id)) return;
      held.piece = lift(board, held.id);
      root.setPointerCapture(event.pointerId);
      root.classList.add('dragging');
    }
    const matrix = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (root)).getScreenCTM();
    if (!matrix || !held.piece) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    held.piece.style.transform = `translate(${at.x}px, ${at.y}px)`;
  });
  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!held || event.pointerId !== held.pointer) return null;
    const was = held;
    held = null;
    root.classList.remove('dragging');
    if (was.piece?.classList.contains('carried')) was.piece.remove();
    return was;
  };
  root.addEventListener('pointerup', (event) => {
    const was = release(event);
    if (!was) return;
    const under = cellAt(event);
    if (!was.piece) { if (under === was.id) board.click(under); }
    else if (board.painting && under !== was.id) board.can.carry(was.id, under);
    else if (under && under !== was.id && board.next().has(under)) board.click(under, true);
    else board.drop();
  });
  root.addEventListener('pointercancel', (event) => { if (release(event)?.piece) board.drop(); });
}

/** What follows the hand: the piece, or one of a heap. @param {PlayBoard} board @param {string} id */
function lift(board, id) {
  const { drawing } = board;
  if (!board.painting && board.picked[board.picked.length - 1] !== id) { board.drop(); board.click(id); }
  const piece = isHeap(drawing.cell(id)?.piece) ? s('g', { class: 'carried' }, token()) : drawing.standing.get(id)?.element ?? null;
  if (piece) drawing.pieces.append(piece);
  return piece;
}

/** The right button draws on the board. @param {PlayBoard} board */
function note(board) {
  const root = board.drawing.root;
  /** @type {{from: string, colour: string} | null} */
  let begun = null;
  root.addEventListener('contextmenu', (event) => event.preventDefault());
  root.addEventListener('pointerdown', (event) => {
    const from = cellOf(event.target);
    begun = event.button === 2 && event.pointerType !== 'touch' && from ? { from, colour: colourOf(event) } : null;
  });
  root.addEventListener('pointerup', (event) => {
    const to = cellAt(event);
    if (begun && event.button === 2 && to) board.notes.draw({ ...begun, to });
    begun = null;
  });
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** From cell to cell, and what is done there. @param {PlayBoard} board */
function keys(board) {
  board.drawing.root.addEventListener('keydown', async (event) => {
    const id = cellOf(event.target);
    if (!id) return;
    const { key } = event;
    const isTaken = board.painting && (key === 'Delete' || key === 'Backspace');
    if (!WAYS[key] && !['Enter', ' ', 'Escape'].includes(key) && !isTaken) return;
    event.preventDefault();
    board.focused = id;
    if (WAYS[key]) board.step(...WAYS[key]);
    else if (key === 'Escape') board.drop();
    else if (isTaken) board.can.carry(id, null);
    else {
      board.drawing.finish();
      // The move that was being shown is over only when all who wait for it have heard of it.
      await new Promise((resolve) => setTimeout(resolve));
      board.click(id);
      if (board.choice.hidden) board.focus(id);
    }
  });
  board.choice.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    board.drop();
    board.focus(board.focused);
  });
}
