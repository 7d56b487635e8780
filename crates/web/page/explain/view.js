// What is wrong with an answer: the input, what a program wrote for it, and what there is to say.

import * as api from '../api.js';
import { h, sentence } from '../dom.js';
import { EXAMPLE } from './example.js';
import { Answers } from './files.js';
import { report } from './report.js';

/** @import { Link } from '../link.js' */
/** @import { Catalogue } from '../types' */

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function explainView(main, catalogue, link) {
  const view = new ExplainView(catalogue);
  main.replaceChildren(view.root);
  view.open(link);
  return () => view.close();
}

class ExplainView {
  /** @param {Catalogue} catalogue */
  constructor({ games }) {
    this.games = games;
    this.work = new AbortController();
    this.answers = new Answers(games, () => this.forget(), () => this.explain());
    this.about = h('p', { class: 'hint' }, 'Drop an input.txt and what your program wrote for it anywhere here, or paste them.');
    this.error = h('p', { class: 'bad', role: 'alert' });
    this.status = h('p', { class: 'unseen', role: 'status' });
    this.found = h('div', { class: 'found' });
    this.button = h('button', { type: 'button', class: 'main', 'data-tool': 'explain', click: () => this.explain() }, 'Explain');
    const hasExample = games.some(({ name }) => name === EXAMPLE.game);
    this.root = h('div', { class: 'view explain' },
      h('section', { class: 'card asked' },
        h('h1', {}, 'What is wrong with my answer?'),
        this.about,
        this.answers.root,
        this.error,
        h('div', { class: 'tools' }, this.button, this.answers.chooser,
          hasExample ? h('button', { type: 'button', 'data-tool': 'example', click: () => this.show(EXAMPLE) }, 'Show an example') : null)),
      this.status, this.found);
    this.answers.takeDrops(this.root);
  }

  close() {
    this.work.abort();
  }

  /** What a grading has kept, or else what was here before. @param {Link} link */
  async open(link) {
    const [grading, student, task] = [link.text('grading'), link.number('student'), link.text('case')];
    if (!grading || student === null || !task) {
      if (this.answers.isWhole) this.explain();
      return;
    }
    const { signal } = this.work = new AbortController();
    try {
      const kept = await api.gradedCase(grading, student, task, signal);
      this.answers.fill(kept);
      if (this.answers.isWhole) await this.explain();
      else this.error.textContent = kept.input ? 'What the program wrote for this input was not kept.' : 'This grading kept no input: grade again.';
    } catch (problem) { if (!signal.aborted) this.fail(problem); }
  }

  /** @param {string} state */
  #turn(state) {
    this.root.dataset.state = state;
    // Once there is something to see, that comes first.
    this.button.classList.toggle('main', state !== 'wrong');
  }

  /** What was said is about other texts. */
  forget() {
    this.work.abort();
    this.error.textContent = '';
    this.status.textContent = '';
    this.found.replaceChildren();
    this.#turn('asked');
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.forget();
    this.error.textContent = sentence(problem);
    this.#turn('failed');
  }

  /** @param {{input: string, files: Record<string, string>}} answer */
  show(answer) {
    this.answers.fill(answer);
    this.explain();
  }

  async explain() {
    this.forget();
    const { signal } = this.work = new AbortController();
    const asked = this.answers.answer;
    if (!this.answers.isWhole) {
      const missing = asked.input ? 'what your program wrote, beside its input' : 'the input.txt that your program read';
      this.error.textContent = `There is nothing to explain yet: bring ${missing}.`;
      return;
    }
    this.#turn('asking');
    this.status.textContent = 'Solving and comparing…';
    this.found.replaceChildren(h('p', { class: 'said' }, 'Solving and comparing…'));
    try {
      const it = await api.explain(asked, signal);
      this.found.replaceChildren(...await report(it, asked, this.games, signal));
      signal.throwIfAborted();
      this.status.textContent = it.right ? 'The answer is right.'
        : `The answer is not right${it.file ? `: ${it.file}, line ${it.line}` : ''}.`;
      this.#turn(it.right ? 'right' : 'wrong');
      this.found.scrollIntoView({ block: 'nearest' });
    } catch (problem) { if (!signal.aborted) this.fail(problem); }
  }
}
