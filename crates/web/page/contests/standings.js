// What a report says, as tables.

import { grouped, h } from '../dom.js';
import { half, signed, time } from './words.js';

/** @import { Meeting, Report, Row } from '../types' */

/** `+34 ± 21`, or with both ends where they lie unevenly. @param {Row} row */
export function rating({ elo, low, high }) {
  if (elo === null) return '–';
  if (low === null || high === null) return signed(elo);
  const [above, below] = [high - elo, elo - low];
  return Math.max(above, below) <= 1.25 * Math.min(above, below)
    ? `${signed(elo)} ± ${Math.round((high - low) / 2)}`
    : `${signed(elo)} ${signed(above)} −${Math.round(below)}`;
}

/** A table that scrolls where it is too wide. @param {string} label @param {Node[]} head @param {Node[]} rows */
const table = (label, head, rows) => h('div', { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': label, 'data-name': label },
  h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));

/** @param {string} text @param {string} [title] */
const number = (text, title) => h('td', { class: 'n', title: title ?? null }, text);
/** @param {string} text @param {string} [title] */
const numbers = (text, title) => h('th', { class: 'n', scope: 'col', title: title ?? null }, text);

/** @param {Report} report */
export function standings({ standings: rows }) {
  const hasFaults = rows.some(({ faults }) => faults > 0);
  const hasLead = rows.some(({ margin }) => margin !== undefined);
  const head = [
    numbers('#'), h('th', { scope: 'col' }, 'Agent'), numbers('Elo', 'with its 95 % interval; the mean of all is 0'),
    numbers('Points'), numbers('Games'), numbers('Won'), numbers('Drawn'), numbers('Lost'),
    ...(hasLead ? [numbers('Lead', 'points of the game itself in all games together, which decide between equals')] : []),
    ...(hasFaults ? [numbers('Faults', 'games lost by time, a crash, an illegal move or no answer')] : []),
    numbers('CPU a turn'), numbers('Slowest'),
  ];
  return table('Standings', head, rows.map((row) => h('tr', { 'data-agent': row.agent },
    number(String(row.place)),
    h('th', { scope: 'row' }, row.agent, row.out ? h('span', { class: 'soft' }, ` out in round ${row.out}`) : null),
    number(rating(row)), number(half(row.points)), number(grouped(row.games)),
    number(grouped(row.won)), number(grouped(row.drawn)), number(grouped(row.lost)),
    ...(hasLead ? [number(signed(row.margin ?? 0))] : []),
    ...(hasFaults ? [h('td', { class: `n${row.faults ? ' bad' : ''}` }, grouped(row.faults))] : []),
    number(row.turns ? time(row.cpu_seconds / row.turns) : '–'), number(row.turns ? time(row.slowest_seconds) : '–'))));
}

/**
 * Who did what against whom. A click shows their games.
 * @param {Report} report @param {(agent: number, opponent: number) => void} choose
 */
export function cross({ standings: rows, cross: meetings }, choose) {
  const head = [numbers('#'), h('th', { scope: 'col' }, 'Agent'),
    ...rows.map((row, at) => numbers(String(at + 1), row.agent))];
  const cell = (/** @type {Meeting | null} */ meeting, /** @type {number} */ at, /** @type {number} */ against) => {
    if (at === against) return h('td', { class: 'self', 'aria-hidden': 'true' });
    if (!meeting) return h('td', {});
    const { won, drawn, lost } = meeting;
    const [points, games] = [won + drawn / 2, won + drawn + lost];
    const [one, other] = [rows[at], rows[against]];
    const words = `${one.agent} against ${other.agent}: ${won} won, ${drawn} drawn, ${lost} lost`;
    const button = h('button', {
      type: 'button', class: 'quiet', title: words, 'aria-label': words, 'data-name': `${one.number} ${other.number}`,
      click: () => choose(one.number, other.number),
    }, `${half(points)}/${games}`);
    const element = h('td', { class: 'n met' }, button);
    element.style.setProperty('--share', String(points / games));
    return element;
  };
  return table('Cross table', head, rows.map((row, at) => h('tr', {},
    number(String(at + 1)), h('th', { scope: 'row' }, row.agent),
    ...meetings[at].map((meeting, against) => cell(meeting, at, against)))));
}

/** A table that is only made when somebody wants to see it, and then stays as it is until it is closed.
 *  @param {string} title @param {() => Node} make */
export function folded(title, make) {
  const summary = h('summary', { 'data-name': title }, title);
  const details = h('details', { toggle: () => {
    details.replaceChildren(summary, ...(details.open ? [make()] : []));
  } }, summary);
  return details;
}

/** How games ended. A click shows them. @param {Report} report @param {(kind: string) => void} choose */
export function endings({ endings: kinds, played }, choose) {
  return h('ul', { class: 'endings' }, ...kinds.map(({ kind, games }) => {
    const bar = h('span', { class: 'amount', 'aria-hidden': 'true' });
    bar.style.width = `${(100 * games) / Math.max(played, 1)}%`;
    return h('li', {}, h('button', { type: 'button', class: 'quiet', 'data-name': kind, click: () => choose(kind) },
      h('span', {}, kind), h('span', { class: 'track' }, bar), h('span', { class: 'n' }, grouped(games))));
  }));
}

/** The turns that took longest, each with a way to it. @param {Report} report @param {string} id */
export function slowest({ slowest: turns }, id) {
  return h('ol', { class: 'slowest' }, ...turns.map((turn) => h('li', {},
    h('a', { href: `#/contests/${id}/${turn.round}.${turn.table}.${turn.game}/${turn.turn}` },
      h('span', { class: 'n' }, time(turn.cpu_seconds)), ' ', turn.agent,
      h('span', { class: 'soft' }, ` against ${turn.opponent}, turn ${turn.turn}: ${turn.moves.join(', ')}`)))));
}
