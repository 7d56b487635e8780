// Exercises: what does a search do next, and why.

import { entitle, h } from '../dom.js';
import { Link } from '../link.js';
import { Chance } from './chance.js';
import { makeCut } from './cut.js';
import { MOST, linkTo, named, setOf, setSize, titles, written } from './kinds.js';
import { makeLog } from './log.js';
import { makeMove } from './move.js';
import { overview } from './overview.js';
import { check, results } from './results.js';
import { Score, isFirst, told } from './score.js';
import { Sheet } from './sheet.js';
import { makeWindow } from './window.js';

/** @import { Catalogue } from '../types' */
/** @import { Name } from './kinds.js' */
/** @import { Puzzle } from './sheet.js' */

/** How an exercise of each kind is made.
 *  @type {Record<string, (sheet: Sheet, chance: Chance, catalogue: Catalogue, signal: AbortSignal) => Promise<Puzzle>>} */
const MAKERS = { cut: makeCut, window: makeWindow, move: makeMove, log: makeLog };

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function practiseView(main, catalogue, link) {
  const score = new Score();
  const kind = link.path[1];
  const first = named(link.path.slice(1));
  const work = new AbortController();
  if (kind === 'results') main.replaceChildren(results(score, link));
  else if (kind === 'check') main.replaceChildren(check());
  else if (first) main.replaceChildren(exercise(first, score, catalogue, link, work.signal));
  else if (kind) main.replaceChildren(h('p', { class: 'view bad', role: 'alert' }, `There is no exercise ${link.path.slice(1).join('/')}. `, h('a', { href: '#/practise' }, 'All exercises')));
  else main.replaceChildren(overview(score));
  return () => work.abort();
}

/**
 * One exercise, alone or of a set: `?count=10&at=3` is the third of ten.
 * @param {Name} first @param {Score} score @param {Catalogue} catalogue @param {Link} link @param {AbortSignal} signal
 */
function exercise(first, score, catalogue, link, signal) {
  const count = setSize(link);
  const at = Math.min(Math.max(1, link.number('at') ?? 1), count ?? 1);
  const name = { ...first, seed: Math.min(MOST, first.seed + at - 1) };
  const [title, level] = titles(name);
  entitle(title, 'Practise');
  const standing = h('p', { class: 'standing' });
  const next = h('div', { class: 'tools' });
  const sheet = new Sheet(name, score, () => tell());
  const links = count ? { set: setOf(first, count), at, link } : null;
  const tell = () => {
    const { done, first: right } = score.count(name.kind, name.level);
    standing.textContent = [count ? `Exercise ${at} of ${count}` : `Number ${name.seed}`, done ? `${right} of ${done} at the first try in this tab` : ''].filter(Boolean).join(' · ');
    const before = score.of(name);
    next.replaceChildren(...onward(name, links, sheet.isDone),
      before && !sheet.isDone ? h('span', { class: 'hint' }, `Done before: ${told(before)}. That result stays.`) : '');
    if (links) steps.replaceChildren(...links.set.map((each, index) => {
      const result = score.of(each);
      const [mark, says] = !result ? ['', 'not done'] : isFirst(result) ? ['✓', 'right at the first try'] : ['·', told(result)];
      return h('li', {}, h('a', { href: link.with({ at: index + 1 }).hash, 'aria-current': index + 1 === at ? 'step' : null, 'aria-label': `Exercise ${index + 1}: ${says}` }, `${index + 1}${mark}`));
    }));
  };
  const steps = h('ol', { class: 'set-steps', 'aria-label': 'The set', hidden: !count });
  tell();
  make(sheet, catalogue, signal);
  return h('div', { class: 'view practise', 'data-exercise': written(name) },
    h('h1', {}, title, ' ', h('span', { class: 'level' }, level)),
    standing, steps, sheet.root, next);
}

/** Where one can go from an exercise. @param {Name} name @param {{set: Name[], at: number, link: Link} | null} links @param {boolean} isDone */
function onward(name, links, isDone) {
  const go = (/** @type {string} */ title, /** @type {Link} */ link) =>
    h('button', { type: 'button', class: isDone ? 'main' : '', 'data-tool': 'onward', click: () => link.go() }, title);
  const all = h('a', { href: '#/practise' }, 'All exercises');
  if (!links) return [go('Next exercise', linkTo({ ...name, seed: Math.min(MOST, name.seed + 1) })), all];
  const { set, at, link } = links;
  const handIn = new Link(['practise', 'results', ...link.path.slice(1)]).with({ count: set.length });
  return at < set.length ? [go('Next exercise', link.with({ at: at + 1 })), h('a', { href: handIn.hash }, 'Results so far')] : [go('Hand in the results', handIn), all];
}

/** @param {Sheet} sheet @param {Catalogue} catalogue @param {AbortSignal} signal */
async function make(sheet, catalogue, signal) {
  try {
    const puzzle = await MAKERS[sheet.name.kind](sheet, new Chance(written(sheet.name)), catalogue, signal);
    if (!signal.aborted) sheet.begin(puzzle);
  } catch (problem) { if (!signal.aborted) sheet.fail(problem); }
}
