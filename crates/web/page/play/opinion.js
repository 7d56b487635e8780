// What the engine thinks, and how that went over the game.

import { grouped, h, s } from '../dom.js';
import { allSpoken } from '../notation.js';

/** @import { Thought } from '../types' */

/** A lead as a part of the whole, from -1 to 1. @param {Thought} thought @param {number} scale */
export function share(thought, scale) {
  if (thought.wins !== undefined) return Math.sign(thought.wins);
  return Math.tanh(thought.lead / scale);
}

/** @param {Thought} thought */
function speed({ nodes, seconds }) {
  const rate = nodes / Math.max(seconds, 1e-4);
  return rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} million` : grouped(Math.round(rate / 100) * 100);
}

export class Opinion {
  /** @param {(at: number) => void} visit @param {(isOn: boolean) => void} toggle */
  constructor(visit, toggle) {
    this.words = h('p', { class: 'verdict', 'aria-live': 'polite' });
    this.bar = h('span');
    this.facts = h('p', { class: 'facts' });
    this.line = h('p', { class: 'line' });
    this.graph = s('svg', { class: 'graph', viewBox: '0 0 300 90', preserveAspectRatio: 'none', role: 'img' });
    this.visit = visit;
    this.box = h('input', { type: 'checkbox', id: 'opinion', change: () => toggle(this.box.checked) });
    this.body = h('div', { class: 'opinion-body' },
      h('div', { class: 'bar', 'aria-hidden': 'true' }, this.bar), this.words, this.facts, this.line, this.graph);
    this.root = h('section', { class: 'card opinion' },
      h('h2', {}, h('label', { class: 'switch' }, this.box, ' The engine’s opinion')), this.body);
    this.graph.addEventListener('click', (event) => {
      const box = this.graph.getBoundingClientRect();
      if (this.count) this.visit(Math.round(((event.clientX - box.left) / box.width) * this.count));
    });
    this.count = 0;
  }

  /** @param {Thought | undefined} thought @param {number} scale @param {string} [who] */
  show(thought, scale, who) {
    this.words.textContent = thought ? thought.words : '…';
    this.bar.style.setProperty('--share', String(thought ? share(thought, scale) : 0));
    const lead = who ? `${who}: ` : '';
    this.facts.textContent = thought
      ? `${lead}${thought.depth} ${thought.depth === 1 ? 'turn' : 'turns'} ahead, ${grouped(thought.nodes)} nodes, ${speed(thought)} a second`
      : '';
    this.line.textContent = thought ? `Expected: ${allSpoken(thought.line, thought.usual).slice(0, 8).join(', ')}` : '';
  }

  /**
   * @param {Map<number, Thought>} thoughts @param {number} moves @param {number} scale
   * @param {number} at which position is shown
   */
  plot(thoughts, moves, scale, at) {
    this.count = Math.max(moves, 8);
    const x = (/** @type {number} */ move) => ((300 * move) / this.count).toFixed(1);
    const points = [...thoughts].filter(([move]) => move <= moves).sort(([a], [b]) => a - b)
      .map(([move, thought]) => `${x(move)} ${(45 - 40 * share(thought, scale)).toFixed(1)}`);
    const flat = s('path', { d: 'M0 45H300', class: 'zero' });
    const parts = [flat];
    if (points.length) {
      const [first, last] = [points[0].split(' ')[0], points[points.length - 1].split(' ')[0]];
      parts.push(s('path', { d: `M${first} 45 L${points.join(' L')} L${last} 45Z`, class: 'area' }));
      parts.push(s('path', { d: `M${points.join(' L')}`, class: 'curve' }));
    }
    parts.push(s('path', { d: `M${x(at)} 0V90`, class: 'now' }));
    this.graph.replaceChildren(...parts);
    this.graph.setAttribute('aria-label', `How the opinion went over ${moves} moves`);
  }
}
