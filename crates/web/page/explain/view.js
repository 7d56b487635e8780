// What is wrong with an answer: the input, what a program wrote for it, and what there is to say.

import * as api from '../api.js';
import { h } from '../dom.js';
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
  return () => view.close();
}

class ExplainView {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.work = new AbortController();
    this.answers = new Answers(() => this.forget());
    this.error = h('p', { class: 'bad', role: 'alert' });
    this.found = h('div', { class: 'found', 'aria-live': 'polite' });
    const hasExample = catalogue.games.some(({ name }) => name === EXAMPLE.game);
    this.root = h('div', { class: 'view explain' },
      h('section', { class: 'card asked' },
        h('h2', {}, 'What is wrong with my answer?'),
        h('p', { class: 'hint' }, 'Paste an input.txt and what your program wrote for it, or drop the files here.'),
        this.answers.root,
        this.error,
        h('div', { class: 'tools' },
          h('button', { type: 'button', class: 'main', 'data-tool': 'explain', click: () => this.explain() }, 'Explain'),
          this.answers.chooser,
          hasExample ? h('button', { type: 'button', 'data-tool': 'example', click: () => this.show(EXAMPLE) }, 'Show an example') : null)),
      this.found);
    this.answers.takeDrops(this.root);
  }

  close() {
    this.work.abort();
  }

  /** What was said is about other texts. */
  forget() {
    this.work.abort();
    this.error.textContent = '';
    this.found.replaceChildren();
    this.root.dataset.state = 'asked';
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
    if (Object.keys(asked.files).length === 0) {
      this.error.textContent = 'There is nothing to explain yet: paste what your program wrote, beside its input.';
      return;
    }
    this.root.dataset.state = 'asking';
    this.found.replaceChildren(h('p', { class: 'said' }, 'Solving and comparing…'));
    try {
      const explanation = await api.explain(asked, signal);
      this.found.replaceChildren(...await report(explanation, asked.input, signal));
      signal.throwIfAborted();
      this.root.dataset.state = explanation.right ? 'right' : 'wrong';
      this.found.scrollIntoView({ block: 'nearest' });
    } catch (problem) {
      if (signal.aborted) return;
      this.forget();
      this.error.textContent = problem instanceof Error ? problem.message : String(problem);
      this.root.dataset.state = 'failed';
    }
  }
}
