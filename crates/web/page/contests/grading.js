// A grading: who has how many points, and why not all of them.

import * as api from '../api.js';
import { entitle, h } from '../dom.js';
import { time, upper, why } from './words.js';

/** @import { Catalogue, Grading, StudentDetails } from '../types' */

export class GradingView {
  /** @param {Catalogue} catalogue @param {string} id */
  constructor({ games }, id) {
    this.titles = new Map(games.map(({ name, title }) => [name, title]));
    this.id = id;
    this.work = new AbortController();
    this.title = h('h1', {}, '…');
    this.body = h('div', { class: 'contest-body' });
    this.root = h('div', { class: 'contests', 'data-state': 'asking' },
      h('p', { class: 'back' }, h('a', { href: '#/contests' }, '← All contests')), this.title, this.body);
  }

  /** @param {string} [student] whose explanations are shown from the beginning */
  async open(student = '') {
    const { signal } = this.work;
    try {
      this.#show(await api.grading(this.id, signal));
      for (const details of this.body.querySelectorAll('details')) details.open = details.dataset.student === student;
      this.root.dataset.state = 'ready';
    } catch (problem) {
      if (signal.aborted) return;
      this.title.textContent = 'Not to be seen';
      this.body.replaceChildren(h('p', { class: 'bad', role: 'alert' }, why(problem)));
      this.root.dataset.state = 'failed';
    }
  }

  close() {
    this.work.abort();
  }

  /** @param {Grading} grading */
  #show({ game, file, students, cases, max, mean, sandbox, page, list, tasks }) {
    this.title.textContent = `${this.titles.get(game) ?? upper(game)}: grades`;
    entitle(this.title.textContent);
    const overview = page ? h('a', { href: page, target: '_blank', rel: 'noopener', 'data-tool': 'overview' }, 'The grader’s own report') : null;
    this.body.replaceChildren(
      h('p', { class: 'about' }, `${students} students, ${cases} cases; ${mean.toFixed(2)} of ${max} points on average. `
        + `Programs were isolated at level ${sandbox}. Folder ${file}. `, ...(overview ? [overview] : [])),
      h('section', { class: 'card' }, h('h2', {}, 'Students'),
        h('ul', { class: 'students' }, ...list.map((student, at) => this.#student(student, at + 1, { cases, max })))),
      h('section', { class: 'card' }, h('h2', {}, 'Cases'), h('ul', { class: 'endings' }, ...tasks.map(({ name, about, points, visible, right }) => {
        const bar = h('span', { class: 'amount', 'aria-hidden': 'true' });
        bar.style.width = `${(100 * right) / Math.max(students, 1)}%`;
        return h('li', { class: 'task' }, h('span', {}, `${name}${about ? `: ${about}` : ''}${visible ? '' : ' (hidden)'}`),
          h('span', { class: 'track' }, bar), h('span', { class: 'n', title: `${points} points` }, `${right} right`));
      }))));
  }

  /** @param {Grading['list'][0]} student @param {number} number @param {{cases: number, max: number}} all */
  #student({ name, score, right, cpu_seconds: cpu, note, page }, number, { cases, max }) {
    const bar = h('span', { class: 'amount', 'aria-hidden': 'true' });
    bar.style.width = `${(100 * (score ?? 0)) / Math.max(max, 1e-9)}%`;
    const more = h('div', { class: 'explained' }, h('p', { class: 'soft' }, '…'));
    let isAsked = false;
    const details = h('details', { 'data-student': name, toggle: async () => {
      if (isAsked || !details.open) return;
      isAsked = true;
      try {
        const student = await api.student(this.id, number, this.work.signal);
        // Once it is graded again, another may have that number.
        if (student.name !== name) { await this.open(name); return; }
        more.replaceChildren(...explain(student, page));
      } catch (problem) {
        isAsked = false;
        more.replaceChildren(h('p', { class: 'bad' }, why(problem)));
      }
    } },
    h('summary', {}, h('strong', {}, name), h('span', { class: 'track' }, bar),
      h('span', { class: 'n' }, score === null ? 'not graded' : `${score} / ${max}`), h('span', { class: 'n soft' }, `${right} of ${cases} right, ${time(cpu)}`),
      h('span', { class: 'soft how' }, note)), more);
    return h('li', {}, details);
  }
}

/** What went wrong, in the grader's words. @param {StudentDetails} student @param {string | null} page */
function explain({ submission, checks, outcomes }, page) {
  const failed = checks.filter(({ passed }) => !passed)
    .map(({ name, message, evidence }) => part(name, message, evidence));
  const wrong = outcomes.filter(({ verdict }) => verdict.kind !== 'right').map(({ case: name, verdict, explanation }) =>
    part(`${name}: ${verdict.kind.replaceAll('_', ' ')}`, verdict.message, [...verdict.evidence, ...explanation]));
  return [
    h('p', { class: 'soft' }, submission, page ? ' · ' : '',
      page ? h('a', { href: page, target: '_blank', rel: 'noopener', 'data-tool': 'student-page' }, 'The page for the student') : null),
    ...(failed.length + wrong.length ? [...failed, ...wrong] : [h('p', {}, 'Everything is right.')]),
  ];
}

/** @param {string} title @param {string} message @param {string[]} lines */
function part(title, message, lines) {
  return h('div', { class: 'wrong' }, h('h3', {}, title), h('p', {}, message),
    lines.length ? h('pre', {}, lines.join('\n')) : null);
}
