// The moves of a game, to go to any of them.

import { h, reveal, set } from '../dom.js';
import { swatch } from './swatch.js';
import { spoken } from '../notation.js';

/** @import { About, Played } from '../types' */

export class MoveList {
  /** @param {About} about @param {(at: number) => void} visit */
  constructor(about, visit) {
    this.about = about;
    this.visit = visit;
    this.root = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  }

  /** Those that are there already stay: one of them may have the focus.
   *  @param {Played[]} played @param {number} at which position is shown @param {number[]} [turns] after which the game turned */
  show(played, at, turns = []) {
    const listed = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const key = (/** @type {Played} */ one) => `${one.side} ${spoken(one)}`;
    const other = listed.findIndex((item, index) => !played[index] || item.dataset.move !== key(played[index]));
    const kept = other < 0 ? listed.length : other;
    for (const item of listed.slice(kept)) item.remove();
    this.root.append(...played.slice(kept).map((one, index) => h('li', { 'data-move': key(one) },
      h('button', { type: 'button', class: 'quiet', title: one.effects.join(', '), click: () => this.visit(kept + index + 1) },
        swatch(this.about, one.side), spoken(one)))));
    [...this.root.children].forEach((item, index) => {
      item.classList.toggle('turning', turns.includes(index + 1));
      set(/** @type {Element} */ (item.firstElementChild), { 'aria-current': index + 1 === at ? 'true' : null });
    });
    reveal(this.root);
  }
}

/** Where a key leads from a position. @type {Record<string, (at: number) => number>} */
const STEPS = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: () => Infinity };

/**
 * Lets keys go through a game, and F turn its board, unless they mean something where the focus is.
 * @param {(step: (at: number) => number) => void} go @param {() => void} turn
 * @returns {() => void} ends that
 */
export function walkByKeys(go, turn) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input:not([type="checkbox"]), select, textarea, dialog')) return;
    if (event.key === 'f') turn();
    else if (STEPS[event.key] && !target.closest('[role="grid"]')) go(STEPS[event.key]);
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
