// One contest: who is how strong, who did what, and what is being played.

import * as api from '../api.js';
import { h, moves, wait } from '../dom.js';
import { Games } from './games.js';
import { LiveBoards } from './live.js';
import { plot } from './plot.js';
import { cross, endings, slowest, standings } from './standings.js';
import { howPlayed, progress, stateMark, why } from './words.js';

/** @import { About, Catalogue, Contest, LiveNow } from '../types' */

/** How often is looked, in ms: while games are played, and while nobody plays. */
const OFTEN = 700;
const SELDOM = 4000;
/** How long the tables stay at least. */
const TABLES = 2000;

export class ContestView {
  /** @param {Catalogue} catalogue @param {string} id */
  constructor(catalogue, id) {
    this.catalogue = catalogue;
    this.id = id;
    this.work = new AbortController();
    /** @type {Contest | null} */
    this.contest = null;
    this.made = 0;
    this.title = h('h1', {}, '…');
    this.about = h('p', { class: 'about' });
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.games = new Games(id, this.work.signal);
    /** @type {LiveBoards | null} */
    this.live = null;
    this.body = h('div', { class: 'contest-body' });
    this.root = h('div', { class: 'contests', 'data-state': 'asking' },
      h('p', { class: 'back' }, h('a', { href: '#/contests' }, '← All contests')),
      this.title, this.about, this.problem, this.body);
  }

  async open() {
    const { signal } = this.work;
    try {
      await this.#load();
      await this.games.refresh();
      this.root.dataset.state = 'ready';
      await this.#watch(signal);
    } catch (problem) {
      if (signal.aborted) return;
      if (this.root.dataset.state !== 'ready') this.title.textContent = 'Not to be seen';
      this.problem.textContent = why(problem);
      this.root.dataset.state = 'failed';
    }
  }

  close() {
    this.work.abort();
  }

  /** Asks for all of it, and shows it. */
  async #load() {
    const { signal } = this.work;
    const contest = this.contest = await api.contest(this.id, signal);
    this.made = performance.now();
    const about = /** @type {About} */ (this.catalogue.games.find(({ name }) => name === contest.game));
    if (!this.live) {
      this.live = new LiveBoards(about, this.id, contest);
      this.tables = h('div', { class: 'tables' });
      this.body.replaceChildren(this.live.root, this.tables, this.games.root);
    }
    this.title.textContent = contest.name;
    this.#tell(contest);
    this.live.show(contest.live, contest.state, signal);
    this.games.offer(contest.report);
    this.#tabulate(contest);
  }

  /** @param {Contest} contest */
  #tell(contest) {
    const title = this.catalogue.games.find(({ name }) => name === contest.game)?.title ?? contest.game;
    this.about.replaceChildren(
      h('span', {}, `${title}. ${howPlayed(contest)}. ${progress(contest)} `), stateMark(contest.state));
    this.root.dataset.played = String(contest.played);
  }

  /** @param {Contest} contest */
  #tabulate({ report }) {
    const choose = (/** @type {Parameters<Games['choose']>[0]} */ which) => {
      this.games.choose(which);
      this.games.offer(report);
      this.games.root.scrollIntoView({ behavior: moves() ? 'smooth' : 'auto' });
    };
    const card = (/** @type {string} */ title, /** @type {string} */ kind, /** @type {(Node | null)[]} */ ...content) =>
      h('section', { class: `card ${kind}` }, h('h2', {}, title), ...content);
    const isBegun = report.played > 0;
    const regions = () => /** @type {NodeListOf<HTMLElement>} */ (this.tables?.querySelectorAll('.scrolls') ?? []);
    const scrolled = new Map([...regions()].map((region) => [region.ariaLabel, region.scrollLeft]));
    const isComparable = report.is_comparable ? null
      : h('p', { class: 'soft' }, 'Not everybody has met yet, not even by way of others: such ratings cannot be compared.');
    this.tables?.replaceChildren(
      card('Standings', 'wide', standings(report)),
      ...(isBegun ? [
        card('Ratings', '', plot(report.standings), h('p', { class: 'soft' }, 'In Elo; the mean of all is 0. The bars are 95 % intervals.'), isComparable),
        h('div', { class: 'column' },
          card('Endings', '', endings(report, (ending) => choose({ ending }))),
          card('Slowest turns', '', slowest(report, this.id))),
        report.standings.length > 2
          ? card('Cross table', 'wide', cross(report, (agent, opponent) => choose({ agent: String(agent), opponent: String(opponent) })))
          : h('span', { hidden: true }),
      ] : []));
    for (const region of regions()) region.scrollLeft = scrolled.get(region.ariaLabel) ?? 0;
  }

  /** Looks again and again while there is more to come. @param {AbortSignal} signal */
  async #watch(signal) {
    for (;;) {
      const contest = /** @type {Contest} */ (this.contest);
      const isUpToDate = contest.played === contest.report.played;
      if (contest.state === 'finished' && isUpToDate) return;
      do await wait(contest.state === 'playing' || !isUpToDate ? OFTEN : SELDOM);
      while (document.hidden && !signal.aborted);
      signal.throwIfAborted();
      this.#now(await api.live(this.id, signal), contest);
      const hasMore = contest.played !== contest.report.played;
      if (!hasMore || performance.now() - this.made < TABLES) continue;
      await this.#load();
      await this.games.refresh();
    }
  }

  /** @param {LiveNow} now @param {Contest} contest */
  #now({ state, played, games }, contest) {
    this.live?.show(games, state, this.work.signal);
    if (state === contest.state && played === contest.played) return;
    contest.state = state;
    contest.played = played;
    this.#tell(contest);
  }
}
