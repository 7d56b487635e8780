// A grading: who has how many points, and why not all of them. The grader's own report has the same
// parts in the same order.

import * as api from '../api.js';
import { capitalised, entitle, h, sentence } from '../dom.js';
import { Link } from '../link.js';
import { seeSearch } from '../play/session.js';
import { time } from './words.js';

/** @import { Catalogue, Grading, StudentDetails } from '../types' */

/** @param {number} count @param {string} what */
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Points without needless zeros. @param {number} points */
const worth = (points) => String(Number(points.toFixed(2)));

/** A share of something as a bar. @param {number} share */
function track(share) {
  const bar = h('span', { class: 'amount' });
  bar.style.width = `${100 * Math.min(Math.max(share, 0), 1)}%`;
  return h('span', { class: 'track', 'aria-hidden': 'true' }, bar);
}

export class GradingView {
  /** @param {Catalogue} catalogue @param {string} id */
  constructor({ games }, id) {
    this.titles = new Map(games.map(({ name, title }) => [name, title]));
    this.id = id;
    this.work = new AbortController();
    /** @type {Grading | null} */
    this.grading = null;
    this.title = h('h1', {}, '…');
    this.body = h('div', { class: 'contest-body' });
    this.root = h('div', { class: 'view contests', 'data-state': 'asking' },
      h('p', { class: 'back' }, h('a', { href: '#/contests' }, '← All contests')), this.title, this.body);
  }

  /** @param {string} [student] whose explanations are shown from the beginning */
  async open(student = '') {
    const { signal } = this.work;
    try {
      this.#show(this.grading = await api.grading(this.id, signal));
      for (const details of this.body.querySelectorAll('details')) details.open = details.dataset.student === student;
      this.root.dataset.state = 'ready';
    } catch (problem) {
      if (signal.aborted) return;
      this.title.textContent = 'Not to be seen';
      this.body.replaceChildren(h('p', { class: 'bad', role: 'alert' }, sentence(problem)));
      this.root.dataset.state = 'failed';
    }
  }

  close() {
    this.work.abort();
  }

  /** @param {Grading} grading */
  #show(grading) {
    const { game, file, students, cases, max, mean, sandbox, page, list, tasks, warnings } = grading;
    this.title.textContent = `${this.titles.get(game) ?? capitalised(game)}: grades`;
    entitle(this.title.textContent);
    const overview = page ? h('a', { href: page, target: '_blank', rel: 'noopener', 'data-tool': 'overview' }, 'The grader’s own report') : null;
    this.body.replaceChildren(
      ...warnings.map((words) => h('p', { class: 'warning' }, words)),
      h('p', { class: 'about' }, `${counted(students, 'student')}, ${counted(cases, 'case')}, ${worth(max)} points; ${worth(mean)} on average. `,
        h('span', { class: 'soft' }, `Programs were isolated at level ${sandbox}. Folder ${file}. `), ...(overview ? [overview] : [])),
      card('Distribution', distribution(grading)),
      ...misread(grading),
      card('Students', h('ul', { class: 'students' }, ...list.map((student, at) => this.#student(student, at + 1, { cases, max })))),
      card('Cases', h('ul', { class: 'endings' }, ...tasks.map(({ name, about, points, visible, right, wrong }) =>
        h('li', { class: 'task' }, h('span', {}, `${name}${about ? `: ${about}` : ''}`, visible ? null : h('span', { class: 'soft' }, ' (hidden)')),
          track(right / Math.max(students, 1)), h('span', { class: 'n' }, `${right} right, ${worth(points)} points`), h('span', { class: 'soft' }, wrong))))));
  }

  /** @param {Grading['list'][0]} student @param {number} number @param {{cases: number, max: number}} all */
  #student({ name, score, right, cpu_seconds: cpu, note, page }, number, { cases, max }) {
    const more = h('div', { class: 'explained' }, h('p', { class: 'soft' }, '…'));
    let isAsked = false;
    const details = h('details', { 'data-student': name, toggle: async () => {
      if (isAsked || !details.open) return;
      isAsked = true;
      try {
        const student = await api.student(this.id, number, this.work.signal);
        // Once it is graded again, another may have that number.
        if (student.name !== name) { await this.open(name); return; }
        more.replaceChildren(...this.#explain(student, number, page));
      } catch (problem) {
        isAsked = false;
        more.replaceChildren(h('p', { class: 'bad' }, sentence(problem)));
      }
    } },
    h('summary', {}, h('strong', {}, name), track((score ?? 0) / Math.max(max, 1e-9)),
      h('span', { class: 'n' }, score === null ? 'not graded' : `${worth(score)} / ${worth(max)}`),
      h('span', { class: 'n soft' }, `${right} of ${cases} right, ${time(cpu)}`),
      h('span', { class: 'soft how' }, note)), more);
    return h('li', {}, details);
  }

  /** What went wrong, each cause once, in the grader's words. @param {StudentDetails} student @param {number} number @param {string | null} page */
  #explain({ submission, checks, outcomes, causes }, number, page) {
    const failed = checks.filter(({ passed }) => !passed).map(({ name, message, evidence }) =>
      h('section', { class: 'wrong' }, h('h3', {}, name), h('p', {}, message), pre(evidence)));
    const wrong = causes.map(({ words, rule, cases }) => h('section', { class: 'wrong', 'data-cause': words },
      h('h3', {}, `${counted(cases.length, 'case')}: ${words}`),
      rule ? h('p', { class: 'likely' }, 'A program that misreads one rule gives exactly this. Read again: ', `${rule}.`) : null,
      ...cases.map((name) => this.#case(/** @type {StudentDetails['outcomes'][0]} */ (outcomes.find((outcome) => outcome.case === name)), number))));
    return [
      h('p', { class: 'soft' }, submission, page ? ' · ' : '',
        page ? h('a', { href: page, target: '_blank', rel: 'noopener', 'data-tool': 'student-page' }, 'The page for the student') : null),
      ...(failed.length + wrong.length ? [...failed, ...wrong] : [h('p', {}, 'Everything is right.')]),
    ];
  }

  /** @param {StudentDetails['outcomes'][0]} outcome @param {number} number */
  #case({ case: name, verdict, explanation }, number) {
    const task = this.grading?.tasks.find((known) => known.name === name);
    const input = task?.input ?? '';
    const explain = new Link(['explain']).with({ grading: this.id, student: number, case: name });
    return h('div', { class: 'case', 'data-case': name },
      h('h4', {}, `case ${name}${task?.about ? `: ${task.about}` : ''}`, task?.visible === false ? h('span', { class: 'soft' }, ' (hidden)') : null),
      h('p', {}, verdict.message), pre([...verdict.evidence, ...explanation]),
      input ? h('details', {}, h('summary', {}, 'input.txt'), pre([input])) : null,
      input ? h('div', { class: 'tools' },
        h('a', { class: 'button', 'data-tool': 'explain', href: explain.hash, 'aria-label': `Explain case ${name}` }, 'Explain'),
        h('button', { type: 'button', 'data-tool': 'search', 'aria-label': `See the search of case ${name}`, click: (/** @type {Event} */ event) => this.#search(input, event) },
          'See the search')) : null);
  }

  /** @param {string} input @param {Event} event */
  async #search(input, { currentTarget }) {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    try {
      const { game, algorithm, depth } = await api.read(input, this.grading?.game);
      if (algorithm) seeSearch(game, input, { algorithm, depth });
      else button.replaceWith(h('span', { class: 'soft' }, 'This input goes by time: there is no one search of it.'));
    } catch (problem) { button.replaceWith(h('span', { class: 'bad' }, sentence(problem))); }
  }
}

/** @param {string} title @param {...HTMLElement} parts */
const card = (title, ...parts) => h('section', { class: 'card' }, h('h2', {}, title), ...parts);

/** @param {string[]} lines */
const pre = (lines) => (lines.length ? h('pre', { tabindex: 0 }, lines.join('\n')) : null);

/** How many students have how many points, in ten steps. @param {Grading} grading */
function distribution({ list, max }) {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const { score } of list) if (score !== null) counts[Math.min(9, Math.floor(max > 0 ? (10 * score) / max : 0))]++;
  const most = Math.max(...counts, 1);
  return h('ol', { class: 'distribution' }, ...counts.map((count, step) => {
    const bar = h('span', { class: 'bar' });
    bar.style.height = `${(5 * count) / most}rem`;
    return h('li', {}, h('span', {}, count ? String(count) : ''), bar, h('span', { class: 'soft' }, `${10 * step}–${10 * step + 10} %`));
  }));
}

/** What to speak of in class. @param {Grading} grading */
function misread({ misread: all }) {
  if (!all.length) return [];
  return [card('What was misread',
    h('p', { class: 'soft' }, 'For each student the misreading that gives most of the wrong answers exactly, of visible cases.'),
    h('ul', { class: 'misread' }, ...all.map(({ rule, does, students }) => h('li', {},
      h('strong', {}, `${counted(students, 'student')}: `), `${rule}. `, does ? h('span', { class: 'soft' }, `Their program ${does}.`) : null))))];
}
