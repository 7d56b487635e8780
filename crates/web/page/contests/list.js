// All contests and gradings of the folder.

import * as api from '../api.js';
import { capitalised, h } from '../dom.js';
import { Shown, refill, watch } from './watch.js';
import { howPlayed, progress, stateMark, when } from './words.js';

/** @import { Catalogue, Contests, ContestSummary, GradingSummary } from '../types' */

/** So many names are shown; the others are counted. */
const NAMES = 6;
/** How often is looked, in ms. */
const OFTEN = 3000;

export class ListView {
  /** @param {Catalogue} catalogue */
  constructor({ games }) {
    this.work = new AbortController();
    this.titles = new Map(games.map(({ name, title }) => [name, title]));
    this.shown = new Shown();
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.body = h('div', { class: 'shelves' });
    this.root = h('div', { class: 'view contests', 'data-state': 'asking' }, h('h1', {}, 'Contests'), this.problem, this.body);
  }

  async open() {
    const { signal } = this.work;
    await watch(signal, () => this.#look(), (problem) => { this.problem.textContent = problem; });
  }

  async #look() {
    const begun = performance.now();
    const found = await api.contests(this.work.signal);
    // What is being clicked must not go.
    if (!this.body.matches(':active') && this.shown.isNew('all', found)) this.#show(found);
    // Where there is much to look at, it is looked at less often.
    return Math.max(OFTEN, 20 * (performance.now() - begun));
  }

  close() {
    this.work.abort();
  }

  /** @param {Contests} found */
  #show({ folder, contests, gradings, left_out: leftOut, is_cut: isCut }) {
    const isEmpty = contests.length + gradings.length === 0;
    refill(this.body, [
      ...(isEmpty ? [this.#empty(folder)] : []),
      ...(contests.length ? [h('ul', { class: 'shelf' }, ...contests.map((contest) => this.#contest(contest)))] : []),
      ...(gradings.length ? [h('h2', {}, 'Gradings'), h('ul', { class: 'shelf' }, ...gradings.map((grading) => this.#grading(grading)))] : []),
      ...leftOut.map(({ file, why: reason }) => h('p', { class: 'soft left-out' }, `${file}: ${reason}`)),
      ...(isCut ? [h('p', { class: 'soft' }, 'There are more files here than are looked at.')] : []),
      ...(folder && !isEmpty ? [h('p', { class: 'soft' }, `In the folder ${folder}.`)] : []),
    ]);
    this.root.dataset.state = 'ready';
  }

  /** @param {ContestSummary} contest */
  #contest(contest) {
    const { id, name, game, agents, played, most, state, file, modified } = contest;
    const more = agents.length - NAMES;
    const names = agents.slice(0, NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
    const bar = h('span');
    bar.style.width = `${(100 * played) / Math.max(most, played, 1)}%`;
    return h('li', {}, h('a', { class: 'card entry', href: `#/contests/${id}`, 'data-contest': name },
      h('span', { class: 'entry-head' }, h('strong', {}, name), stateMark(state)),
      h('span', {}, this.titles.get(game) ?? game),
      h('span', { class: 'soft' }, howPlayed(contest)),
      h('span', { class: 'names' }, names),
      h('span', { class: 'share', 'aria-hidden': 'true' }, bar),
      h('span', { class: 'soft entry-foot' }, h('span', {}, progress(contest)), h('span', { title: when(modified) }, file))));
  }

  /** @param {GradingSummary} grading */
  #grading({ id, file, game, students, cases, max, mean, modified }) {
    return h('li', {}, h('a', { class: 'card entry', href: `#/gradings/${id}`, 'data-grading': file },
      h('span', { class: 'entry-head' }, h('strong', {}, this.titles.get(game) ?? capitalised(game))),
      h('span', {}, `${students} ${students === 1 ? 'student' : 'students'}, ${cases} ${cases === 1 ? 'case' : 'cases'}`),
      h('span', { class: 'soft' }, `${mean.toFixed(1)} of ${max} points on average`),
      h('span', { class: 'soft entry-foot' }, h('span', {}, when(modified)), h('span', {}, file === '.' ? 'this folder' : file))));
  }

  /** @param {string | undefined} folder */
  #empty(folder) {
    const command = (/** @type {string} */ text, /** @type {string} */ does) =>
      h('p', {}, h('code', {}, text), h('span', { class: 'soft' }, does));
    return h('section', { class: 'card empty' },
      h('h2', {}, folder ? `There are no contests in ${folder} yet` : 'No folder is shown'),
      h('p', {}, 'Tournaments, matches and grades that are kept there appear here, also while they are being played. Each of these makes one:'),
      command('plyglot tournament cup.toml', 'many agents; examples/tournament.toml shows how the file is written'),
      command('plyglot match club minimax-3 --store match.sqlite', 'two agents'),
      command('plyglot grade submissions --cases cases --run ./hw1', 'programs against answers, into the folder grades'),
      h('p', { class: 'soft' }, 'To look elsewhere: plyglot serve FOLDER'));
  }
}
