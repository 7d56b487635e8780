// How the opinion went over a game.

import { h, s } from '../dom.js';
import { swatch } from './swatch.js';

/** @import { About, Thought } from '../types' */

/** A lead as a part of the whole, from -1 to 1. @param {Thought} thought @param {number} scale */
export function share(thought, scale) {
  if (thought.wins !== undefined) return Math.sign(thought.wins);
  return Math.tanh(thought.lead / scale);
}

/** What fills most of a graph; a game with large leads needs more. @param {About} about @param {Iterable<Thought>} thoughts */
export function scaleOf(about, thoughts) {
  const leads = [...thoughts].map(({ lead, wins }) => (wins === undefined ? Math.abs(lead) : 0));
  return Math.max(about.clear_lead, 0.7 * Math.max(0, ...leads));
}

export class Graph {
  /** @param {About} about @param {(at: number) => void} visit @param {number} [least] moves that it has room for from the beginning */
  constructor(about, visit, least = 1) {
    this.least = least;
    this.count = 0;
    this.plot = s('svg', { class: 'graph', viewBox: '0 0 300 90', preserveAspectRatio: 'none', role: 'img' });
    this.plot.addEventListener('click', (event) => {
      const box = this.plot.getBoundingClientRect();
      if (this.count) visit(Math.round(((event.clientX - box.left) / box.width) * this.count));
    });
    this.root = h('div', { class: 'graph-frame' },
      h('span', { class: 'ahead' }, swatch(about, 0), `${about.sides[0].title} ahead`), this.plot,
      h('span', { class: 'ahead' }, swatch(about, 1), `${about.sides[1].title} ahead`));
  }

  /**
   * @param {[number, number][]} values the number of moves before each, and its share, in order
   * @param {number} moves how many there are @param {number} at which position is shown
   * @param {number[]} [turns] what is to be found easily
   */
  show(values, moves, at, turns = []) {
    this.count = Math.max(moves, this.least);
    const x = (/** @type {number} */ move) => ((300 * move) / this.count).toFixed(1);
    const y = (/** @type {number} */ value) => (45 - 40 * value).toFixed(1);
    const points = values.map(([move, value]) => `${x(move)} ${y(value)}`);
    const parts = [s('path', { d: 'M0 45H300', class: 'zero' })];
    if (points.length) {
      const [first, last] = [x(values[0][0]), x(values[values.length - 1][0])];
      parts.push(s('path', { d: `M${first} 45 L${points.join(' L')} L${last} 45Z`, class: 'area' }));
      parts.push(...turns.map((move) => s('path', { d: `M${x(move)} 0V90`, class: 'turn' })));
      parts.push(s('path', { d: `M${points.join(' L')}`, class: 'curve' }));
    }
    parts.push(s('path', { d: `M${x(at)} 0V90`, class: 'now' }));
    this.plot.replaceChildren(...parts);
    this.plot.setAttribute('aria-label', `How the opinion went over ${moves} moves`);
  }
}
