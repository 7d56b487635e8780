// What the engine thinks, and how that went over the game.

import { grouped, h } from '../dom.js';
import { allSpoken } from '../notation.js';
import { Graph, scaleOf, share } from './graph.js';

/** @import { About, Thought } from '../types' */

/** @param {Thought} thought */
function speed({ nodes, seconds }) {
  const rate = nodes / Math.max(seconds, 1e-4);
  return rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} million` : grouped(Math.round(rate / 100) * 100);
}

export class Opinion {
  /** @param {About} about @param {(at: number) => void} visit @param {() => void} toggle */
  constructor(about, visit, toggle) {
    this.about = about;
    this.words = h('p', { class: 'verdict' });
    this.bar = h('span');
    this.facts = h('p', { class: 'facts' });
    this.line = h('p', { class: 'line' });
    this.graph = new Graph(about, visit, 8);
    this.box = h('input', {
      type: 'checkbox', id: 'opinion', checked: localStorage.getItem('opinion') === 'on',
      change: () => { localStorage.setItem('opinion', this.isOn ? 'on' : 'off'); toggle(); },
    });
    this.body = h('div', { class: 'opinion-body' },
      h('div', { class: 'bar', 'aria-hidden': 'true' }, this.bar), this.words, this.facts, this.line, this.graph.root);
    this.off = h('p', { class: 'hint' }, 'Off, so that you think for yourself. A hint or a review says more.');
    this.root = h('section', { class: 'card opinion' },
      h('h2', {}, h('label', { class: 'switch' }, this.box, ' The engine’s opinion')), this.off, this.body);
  }

  /** Whoever plays thinks alone, unless something else is wanted. */
  get isOn() {
    return this.box.checked;
  }

  /**
   * @param {Map<number, Thought>} thoughts by the number of moves before @param {number} moves how many there are
   * @param {number} at which position is shown @param {string} [who] thinks there
   */
  show(thoughts, moves, at, who) {
    this.body.hidden = !this.isOn;
    this.off.hidden = this.isOn;
    const scale = scaleOf(this.about, thoughts.values());
    const thought = thoughts.get(at);
    this.words.textContent = thought ? `${thought.words}.` : '…';
    this.bar.style.setProperty('--share', String(thought ? share(thought, scale) : 0));
    this.facts.textContent = thought
      ? `${who ? `${who}: ` : ''}${thought.depth} ${thought.depth === 1 ? 'turn' : 'turns'} ahead, ${grouped(thought.nodes)} nodes, ${speed(thought)} a second`
      : '';
    this.line.textContent = thought ? `Expected: ${allSpoken(thought.line, thought.usual).slice(0, 8).join(', ')}` : '';
    const known = [...thoughts].filter(([move]) => move <= moves).sort(([a], [b]) => a - b);
    this.graph.show(known.map(([move, one]) => [move, share(one, scale)]), moves, at);
  }
}
