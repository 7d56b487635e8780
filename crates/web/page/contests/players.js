// The two at a board, with their clocks.

import { h } from '../dom.js';
import { swatch } from '../play/swatch.js';
import { time } from './words.js';

/** @import { About } from '../types' */
/** @import { Course } from './course.js' */

/**
 * @param {About} about @param {[string, string]} players @param {Course} course @param {number} at
 * @param {{seconds: number, nodes?: number, turn?: number, winner?: number | null}} more
 */
export function players(about, players, course, at, { seconds, nodes, turn, winner }) {
  return about.sides.map(({ title }, side) => {
    const used = course.used(side, at);
    // What thinks by nodes has no clock.
    const clock = nodes === undefined ? `${used.toFixed(2)} of ${seconds} s` : time(used);
    return h('div', { class: `who side-${side}${turn === side ? ' turn' : ''}`, 'data-side': side },
      h('strong', { title: players[side] }, players[side], winner === side ? h('span', { class: 'won' }, ' wins') : null),
      h('span', { class: 'soft' }, swatch(about, side), ` ${title}`),
      h('span', { class: 'tally', title: 'CPU time used' }, clock));
  });
}
