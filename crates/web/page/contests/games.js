// The games of a contest, page by page.

import * as api from '../api.js';
import { grouped, h } from '../dom.js';
import { result, why } from './words.js';

/** @import { GamesPage, Report } from '../types' */

/** Games on a page. */
const COUNT = 25;

/** @typedef {{agent: string, opponent: string, result: string, ending: string}} Which */

/** What was chosen stays while one looks at a game.
 *  @type {Map<string, {which: Which, from: number}>} */
const chosen = new Map();

export class Games {
  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    this.id = id;
    this.signal = signal;
    const { which, from } = chosen.get(id) ?? { which: { agent: '', opponent: '', result: '', ending: '' }, from: 0 };
    this.which = which;
    this.from = from;
    /** What was asked last: an answer to anything older is too late. */
    this.asked = 0;
    const select = (/** @type {keyof Which} */ name, /** @type {string} */ label) => h('label', {}, label,
      h('select', { 'data-field': name, change: (/** @type {Event} */ event) => {
        this.choose({ ...this.which, [name]: /** @type {HTMLSelectElement} */ (event.target).value });
      } }));
    this.filters = h('div', { class: 'filters' },
      select('agent', 'Agent'), select('opponent', 'Against'), select('result', 'Result'), select('ending', 'Ending'));
    this.list = h('ol', { class: 'games' });
    this.pages = h('div', { class: 'pages' });
    this.root = h('section', { class: 'card', id: 'games' }, h('h2', {}, 'Games'), this.filters, this.list, this.pages);
  }

  /** What can be chosen. @param {Report} report */
  offer({ standings, endings }) {
    const agents = [...standings].sort((a, b) => a.agent.localeCompare(b.agent))
      .map(({ number, agent }) => /** @type {[string, string]} */ ([String(number), agent]));
    this.#fill('agent', [['', 'everybody'], ...agents]);
    this.#fill('opponent', [['', 'everybody'], ...agents]);
    this.#fill('ending', [['', 'any'], ...endings.map(({ kind }) => /** @type {[string, string]} */ ([kind, kind]))]);
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
    select.replaceChildren(...options.map(([value, label]) => h('option', { value, selected: value === this.which[name] }, label)));
  }

  /** @param {Partial<Which>} which */
  choose(which) {
    this.which = { agent: '', opponent: '', result: '', ending: '', ...which };
    this.#offerResults();
    this.#go(0);
  }

  /** @param {number} from */
  #go(from) {
    this.from = from;
    chosen.set(this.id, { which: this.which, from });
    return this.refresh();
  }

  async refresh() {
    const asked = ++this.asked;
    const set = Object.entries(this.which).filter(([, value]) => value !== '');
    try {
      const page = await api.games(this.id, Object.fromEntries([...set, ['from', String(this.from)], ['count', String(COUNT)]]), this.signal);
      if (asked !== this.asked) return;
      // Fewer than there were: the page that was looked at is gone.
      if (this.from > 0 && this.from >= page.total) await this.#go(0);
      else if (this.shown !== JSON.stringify(page)) this.#show(page);
    } catch (problem) {
      if (!this.signal.aborted) this.list.replaceChildren(h('li', { class: 'bad' }, why(problem)));
    }
  }

  /** @param {GamesPage} page */
  #show(page) {
    // What has not changed stays, with the focus that it may have.
    this.shown = JSON.stringify(page);
    const { total, from, games } = page;
    this.list.replaceChildren(...games.map(({ key, players, winner, sentence, turns }) => {
      const name = (/** @type {number} */ side) => h(winner === side ? 'strong' : 'span', {}, players[side]);
      return h('li', {}, h('a', { href: `#/contests/${this.id}/${key}`, 'data-key': key },
        h('span', { class: 'soft key' }, key),
        h('span', { class: 'pair' }, name(0), h('span', { class: 'score' }, result(winner)), name(1)),
        h('span', { class: 'soft how', title: sentence }, sentence),
        h('span', { class: 'soft n' }, `${turns} ${turns === 1 ? 'turn' : 'turns'}`)));
    }));
    const last = Math.min(from + COUNT, total);
    const turn = (/** @type {string} */ name, /** @type {string} */ title, /** @type {number} */ to, /** @type {boolean} */ isOff) =>
      h('button', { type: 'button', 'data-tool': name, disabled: isOff, click: () => this.#go(to) }, title);
    this.pages.replaceChildren(
      ...(total > COUNT ? [turn('earlier', 'Earlier', Math.max(0, from - COUNT), from === 0)] : []),
      h('span', { class: 'soft', role: 'status' }, total === 0 ? 'No games.' : `${grouped(from + 1)} to ${grouped(last)} of ${grouped(total)}`),
      ...(total > COUNT ? [turn('later', 'Later', from + COUNT, last >= total)] : []));
    this.root.dataset.total = String(total);
  }
}
