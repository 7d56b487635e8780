// One contest: who is how strong, who did what, and what is being played.

import * as api from '../api.js';
import { entitle, h, moves } from '../dom.js';
import { Games } from './games.js';
import { LiveBoards } from './live.js';
import { plot } from './plot.js';
import { cross, endings, folded, slowest, standings } from './standings.js';
import { Shown, refill, watch } from './watch.js';
import { howPlayed, progress, stateMark } from './words.js';

/** @import { About, Catalogue, Contest, LiveNow } from '../types' */

/** How often is looked, in ms: while games are played, and while nobody plays. */
const OFTEN = 700;
const SELDOM = 4000;
/** How long the tables stay at least. */
const TABLES = 2000;
/** A cross table of more agents has too many cells to be made again and again. */
const MANY = 50;

export class ContestView {
  /** @param {Catalogue} catalogue @param {string} id */
  constructor(catalogue, id) {
    this.catalogue = catalogue;
    this.id = id;
    this.work = new AbortController();
    /** @type {Contest | null} */
    this.contest = null;
    this.made = 0;
    this.isListed = false;
    this.shown = new Shown();
    this.title = h('h1', {}, '…');
    this.about = h('p', { class: 'about' });
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.games = new Games(id, this.work.signal);
    /** @type {LiveBoards | null} */
    this.live = null;
    this.folded = folded('Show who did what against whom', () => this.#cross());
    this.body = h('div', { class: 'contest-body' });
    this.root = h('div', { class: 'view contests', 'data-state': 'asking' },
      h('p', { class: 'back' }, h('a', { href: '#/contests' }, '← All contests')),
      this.title, this.about, this.problem, this.body);
  }

  async open() {
    await watch(this.work.signal, () => this.#look(), (problem) => this.#complain(problem));
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
    entitle(contest.name);
    this.#tell(contest);
    this.live.show(contest.live, contest.state, signal);
    this.games.offer(contest.report);
    if (this.shown.isNew('tables', contest.report.played)) this.#tabulate(contest);
  }

  /** @param {Contest} contest */
  #tell(contest) {
    const title = this.catalogue.games.find(({ name }) => name === contest.game)?.title ?? contest.game;
    this.about.replaceChildren(
      h('span', {}, `${title}. ${howPlayed(contest)}. ${progress(contest)} `), stateMark(contest.state),
      ...(contest.decided ? [h('br'), `Decided: ${contest.decided}.`] : []));
    this.root.dataset.played = String(contest.played);
  }

  /** @param {Contest} contest */
  #tabulate({ report }) {
    const card = (/** @type {string} */ title, /** @type {string} */ kind, /** @type {(Node | null)[]} */ ...content) =>
      h('section', { class: `card ${kind}` }, h('h2', {}, title), ...content);
    const isBegun = report.played > 0;
    const regions = () => /** @type {NodeListOf<HTMLElement>} */ (this.tables?.querySelectorAll('.scrolls') ?? []);
    const scrolled = new Map([...regions()].map((region) => [region.ariaLabel, region.scrollLeft]));
    const isComparable = report.is_comparable ? null
      : h('p', { class: 'soft' }, 'Not everybody has met yet, not even by way of others: such ratings cannot be compared.');
    const about = this.catalogue.games.find(({ name }) => name === report.game);
    const pairs = !about?.pairs_decide ? null
      : h('p', { class: 'soft' }, 'Both games of a pair count for whoever has more points in the two together.');
    if (!this.tables) return;
    refill(this.tables, [
      card('Standings', 'wide', standings(report), pairs),
      ...(isBegun ? [
        card('Ratings', '', plot(report.standings), h('p', { class: 'soft' }, 'In Elo; the mean of all is 0. The bars are 95 % intervals.'), isComparable),
        h('div', { class: 'column' },
          card('Endings', '', endings(report, (ending) => this.#choose({ ending }))),
          card('Slowest turns', '', slowest(report, this.id))),
        report.standings.length > 2
          ? card('Cross table', 'wide', report.standings.length > MANY ? this.folded : this.#cross())
          : h('span', { hidden: true }),
      ] : []),
    ]);
    for (const region of regions()) region.scrollLeft = scrolled.get(region.ariaLabel) ?? 0;
  }

  #cross() {
    const { report } = /** @type {Contest} */ (this.contest);
    return cross(report, (agent, opponent) => this.#choose({ agent: String(agent), opponent: String(opponent) }));
  }

  /** Shows some of the games. @param {Parameters<Games['choose']>[0]} which */
  #choose(which) {
    this.games.choose(which);
    this.games.offer(/** @type {Contest} */ (this.contest).report);
    this.games.root.scrollIntoView({ behavior: moves() ? 'smooth' : 'auto' });
  }

  async #look() {
    const { contest } = this;
    if (contest) this.#now(await api.live(this.id, this.work.signal), contest);
    // What is being clicked must not go.
    const isSoon = performance.now() - this.made < TABLES || this.root.matches(':active');
    if (!contest || (this.#hasMore(contest) && !isSoon)) {
      await this.#load();
      this.isListed = await this.games.refresh();
    }
    const now = /** @type {Contest} */ (this.contest);
    if (now.state === 'finished' && !this.#hasMore(now)) return null;
    return now.state === 'playing' || this.#hasMore(now) ? OFTEN : SELDOM;
  }

  /** Whether more was played than is shown. @param {Contest} contest */
  #hasMore({ played, report }) {
    return played !== report.played || !this.isListed;
  }

  /** @param {string} problem if there is one */
  #complain(problem) {
    this.problem.textContent = problem;
    if (!problem) this.root.dataset.state = 'ready';
    else if (!this.contest) {
      this.title.textContent = 'Not to be seen';
      this.root.dataset.state = 'failed';
    }
  }

  /** @param {LiveNow} now @param {Contest} contest */
  #now({ state, decided, played, games }, contest) {
    this.live?.show(games, state, this.work.signal);
    if (state === contest.state && played === contest.played) return;
    contest.state = state;
    contest.decided = decided;
    contest.played = played;
    this.#tell(contest);
  }
}
