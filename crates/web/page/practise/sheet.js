// What all exercises have: a question, what is said to an answer, and what comes next.

import { capitalised, h, sentence } from '../dom.js';

/** @import { Link } from '../link.js' */
/** @import { Name } from './kinds.js' */
/** @import { Score } from './score.js' */

/** What a kind of exercise gives its sheet: how the solution is shown, and where it can be seen.
 *  @typedef {{task: string, show: () => Promise<Words>, link: Link}} Puzzle */
/** Sentences, or more than that. @typedef {(string | Node)[]} Words */

export class Sheet {
  /** @param {Name} name @param {Score} score @param {() => void} change to be called when the score is another */
  constructor(name, score, change) {
    this.name = name;
    this.score = score;
    this.change = change;
    this.begun = performance.now();
    /** How often an answer was not right. */
    this.misses = 0;
    this.isDone = false;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.asked = h('p', { class: 'asked-for' });
    this.body = h('div', { class: 'puzzle-body' }, h('p', { class: 'said' }, 'Making the exercise…'));
    this.said = h('div', { class: 'feedback', role: 'status' });
    this.showButton = h('button', { type: 'button', 'data-tool': 'show', hidden: true, click: () => this.#show() }, 'Show me');
    this.see = h('a', { 'data-tool': 'see', hidden: true }, 'See this line in the search');
    this.root = h('section', { class: 'card sheet', 'data-state': 'making' }, this.asked, this.body, this.said,
      h('div', { class: 'tools' }, this.showButton, this.see));
  }

  /** @param {Puzzle} puzzle */
  begin(puzzle) {
    this.puzzle = puzzle;
    this.begun = performance.now();
    this.root.dataset.task = puzzle.task;
    this.showButton.hidden = false;
    this.root.dataset.state = 'asking';
  }

  /** What is asked for. @param {string} words */
  ask(words) {
    this.asked.textContent = words;
  }

  /** Something is missing, which is no answer yet. @param {string} words */
  remind(words) {
    this.said.replaceChildren(h('p', {}, words));
  }

  /** Not right. @param {Words} words why, and what would follow */
  wrong(...words) {
    if (this.isDone) return;
    this.misses++;
    this.#say('Not yet.', words, 'wrong');
  }

  /** Right so far: something more is asked. @param {Words} words */
  part(...words) {
    if (!this.isDone) this.#say('Right.', words, 'part');
  }

  /** All of it is right. @param {Words} words why */
  right(...words) {
    if (this.isDone) return;
    this.#end('right');
    this.#say(this.misses ? 'Right.' : 'Right, at the first try.', words, 'right');
  }

  async #show() {
    if (this.isDone || !this.puzzle) return;
    const words = await this.puzzle.show();
    if (this.isDone) return;
    this.#end('shown');
    this.#say('This is how it goes.', words, 'shown');
  }

  /** @param {'right' | 'shown'} ending */
  #end(ending) {
    this.isDone = true;
    this.showButton.hidden = true;
    const link = this.puzzle?.link;
    if (link) this.see.href = link.hash;
    this.see.hidden = !link;
    const tries = this.misses + (ending === 'right' ? 1 : 0);
    this.score.record(this.name, { ending, tries, seconds: Math.max(1, Math.round((performance.now() - this.begun) / 1000)) });
    this.change();
  }

  /** @param {string} verdict @param {Words} words @param {string} state */
  #say(verdict, words, state) {
    this.said.replaceChildren(h('h2', {}, verdict), ...words.map((each) => (typeof each === 'string' ? h('p', {}, capitalised(each)) : each)));
    this.said.dataset.kind = this.root.dataset.state = state;
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.body.replaceChildren(h('p', { class: 'bad', role: 'alert' }, sentence(problem)));
    this.root.dataset.state = 'failed';
  }
}
