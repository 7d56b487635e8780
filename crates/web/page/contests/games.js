// The games of a contest, page by page.

import * as api from '../api.js';
import { grouped, h, sentence } from '../dom.js';
import { Shown, refill } from './watch.js';
import { result, signed } from './words.js';

/** @import { GamesPage, Report } from '../types' */

/** Games on a page. */
const COUNT = 25;

/** @typedef {{agent: string, opponent: string, result: string, ending: string}} Which */

/** @type {Which} */
const ALL = { agent: '', opponent: '', result: '', ending: '' };

/** What was chosen stays while one looks at a game.
 *  @type {Map<string, {which: Which, from: number}>} */
const chosen = new Map();

export class Games {
  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    this.id = id;
    this.signal = signal;
    const { which, from } = chosen.get(id) ?? { which: ALL, from: 0 };
    this.which = which;
    this.from = from;
    /** What was asked last: an answer to anything older is too late. */
    this.asked = 0;
    this.shown = new Shown();
    const select = (/** @type {keyof Which} */ name, /** @type {string} */ label) => h('label', {}, label,
      h('select', { 'data-field': name, change: (/** @type {Event} */ event) => {
        this.choose({ ...this.which, [name]: /** @type {HTMLSelectElement} */ (event.target).value });
      } }));
    this.filters = h('div', { class: 'filters' },
      select('agent', 'Agent'), select('opponent', 'Against'), select('result', 'Result of the game'), select('ending', 'Ending'));
    this.list = h('ol', { class: 'games' });
    const turn = (/** @type {string} */ name, /** @type {string} */ title, /** @type {number} */ by) =>
      h('button', { type: 'button', 'data-tool': name, click: () => this.#go(Math.max(0, this.from + by)) }, title);
    this.earlier = turn('earlier', 'Earlier', -COUNT);
    this.later = turn('later', 'Later', COUNT);
    this.part = h('span', { class: 'soft', role: 'status' });
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.root = h('section', { class: 'card', id: 'games' }, h('h2', {}, 'Games'), this.filters, this.problem, this.list,
      h('div', { class: 'pages' }, this.earlier, this.part, this.later));
  }

  /** What can be chosen. @param {Report} report */
  offer({ standings, endings }) {
    const agents = [...standings].sort((a, b) => a.agent.localeCompare(b.agent))
      .map(({ number, agent }) => /** @type {[string, string]} */ ([String(number), agent]));
    this.#fill('agent', [['', 'everybody'], ...agents]);
    this.#fill('opponent', [['', 'everybody'], ...agents]);
    this.#fill('ending', [['', 'any'], ...endings.map(({ kind }) => /** @type {[string, string]} */ ([kind, kind])).sort()]);
    this.#offerResults();
  }

  /** Who won is told of the agent, or else of the sides. */
  #offerResults() {
    this.#fill('result', this.which.agent
      ? [['', 'any'], ['won', 'won'], ['drawn', 'drawn'], ['lost', 'lost']]
      : [['', 'any'], ['won', 'first side won'], ['drawn', 'drawn'], ['lost', 'second side won']]);
  }

  /** @param {keyof Which} name @param {[string, string][]} options */
  #fill(name, options) {
    const select = /** @type {HTMLSelectElement} */ (this.filters.querySelector(`[data-field="${name}"]`));
    // It may be open.
    if (this.shown.isNew(name, options)) select.replaceChildren(...options.map(([value, label]) => h('option', { value }, label)));
    select.value = this.which[name];
  }

  /** @param {Partial<Which>} which */
  choose(which) {
    this.which = { ...ALL, ...which };
    this.#offerResults();
    this.#go(0);
  }

  /** @param {number} from */
  #go(from) {
    this.from = from;
    chosen.set(this.id, { which: this.which, from });
    return this.refresh();
  }

  /** @returns {Promise<boolean>} whether the list is now as it should be */
  async refresh() {
    const asked = ++this.asked;
    const set = Object.entries(this.which).filter(([, value]) => value !== '');
    try {
      const page = await api.games(this.id, Object.fromEntries([...set, ['from', String(this.from)], ['count', String(COUNT)]]), this.signal);
      if (asked !== this.asked) return true;
      // Fewer than there were: the page that was looked at is gone.
      if (this.from > 0 && this.from >= page.total) return await this.#go(0);
      this.#show(page);
      this.problem.textContent = '';
    } catch (problem) {
      if (this.signal.aborted || asked !== this.asked) return true;
      this.problem.textContent = sentence(problem);
      return false;
    }
    return true;
  }

  /** @param {GamesPage} page */
  #show({ total, from, games }) {
    if (this.shown.isNew('games', games)) refill(this.list, games.map((game) => this.#game(game)));
    const last = Math.min(from + COUNT, total);
    const part = total === 0 ? 'No games.' : `${grouped(from + 1)} to ${grouped(last)} of ${grouped(total)}`;
    // What has not changed is not read out again.
    if (this.shown.isNew('part', part)) this.part.textContent = part;
    this.earlier.hidden = this.later.hidden = total <= COUNT;
    this.earlier.disabled = from === 0;
    this.later.disabled = last >= total;
    this.root.dataset.total = String(total);
  }

  /** @param {GamesPage['games'][0]} game */
  #game({ key, players, winner, sentence, margin, turns }) {
    const name = (/** @type {number} */ side) => h(winner === side ? 'strong' : 'span', {}, players[side]);
    return h('li', {}, h('a', { href: `#/contests/${this.id}/${key}`, 'data-key': key },
      h('span', { class: 'soft key' }, key),
      h('span', { class: 'pair' }, name(0), h('span', { class: 'score' }, result(winner)), name(1)),
      h('span', { class: 'soft how', title: sentence }, sentence),
      h('span', { class: 'soft n' },
        margin === undefined ? '' : h('span', { class: 'lead', title: 'by how many points the first side is ahead' }, `${signed(margin)}, `),
        `${turns} ${turns === 1 ? 'turn' : 'turns'}`)));
  }
}
