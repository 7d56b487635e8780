// Which log line is wrong, and what was misread.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { h, reveal } from '../dom.js';
import { Link } from '../link.js';
import { position, why } from './subject.js';

/** @import { Catalogue, Explanation, MisreadLog, Picture } from '../types' */
/** @import { Chance } from './chance.js' */
/** @import { Puzzle, Sheet } from './sheet.js' */

/** How many lines a log has, and how many turns it looks ahead. */
const SIZES = /** @type {Record<string, {lines: [number, number], depth: [number, number]}>} */ ({
  easy: { lines: [8, 20], depth: [1, 2] },
  medium: { lines: [16, 36], depth: [2, 2] },
  hard: { lines: [30, 70], depth: [2, 4] },
});

/** How often another position is tried. */
const TRIES = 80;
/** How many misreadings there are to choose from. */
const CHOICES = 4;

/** @typedef {{input: string, game: string, log: string, misread: MisreadLog, choices: MisreadLog[], told: Explanation, id: string, picture: Picture, link: Link}} Case */

/**
 * @param {Sheet} sheet @param {Chance} chance @param {Catalogue} catalogue @param {AbortSignal} signal
 * @returns {Promise<Puzzle>}
 */
export async function makeLog(sheet, chance, catalogue, signal) {
  const games = catalogue.games.filter(({ log }) => log);
  for (let tries = 0; games.length && tries < TRIES; tries++) {
    const found = await attempt(sheet.name.level, chance, games, signal);
    if (found) return new LogPuzzle(sheet, found).begin();
  }
  throw new Error('There is no such exercise');
}

/**
 * A position whose log some misreading makes another one, not right at its beginning.
 * @param {string} level @param {Chance} chance @param {Catalogue['games']} games @param {AbortSignal} signal
 * @returns {Promise<Case | null>}
 */
async function attempt(level, chance, games, signal) {
  const size = SIZES[level];
  const stand = await position(chance, chance.one(games), 99, signal);
  const algorithm = chance.one(level === 'easy' ? ['minimax', 'alpha-beta'] : ['alpha-beta']);
  const depth = chance.between(...size.depth);
  if (!stand) return null;
  const { game, picture } = stand;
  const { input } = await api.input({ game, position: stand.position, algorithm, depth });
  const { log, misreadings } = await api.misread(input, signal);
  const fit = misreadings.filter(({ text }) => {
    const lines = linesOf(text).length;
    return lines >= size.lines[0] && lines <= size.lines[1];
  });
  if (log === null || fit.length === 0) return null;
  const misread = chance.one(fit);
  const told = await api.explain({ input, files: { [log]: misread.text } }, signal);
  // A line at the very top is seen without reading.
  if (told.right || told.file !== log || (told.line ?? 0) < 4 || told.not_tried) return null;
  const others = misreadings.filter(({ text, name }) => text !== misread.text && !told.misreadings.some((each) => each.name === name));
  if (others.length < 2) return null;
  const choices = chance.shuffled([misread, ...chance.shuffled(others).slice(0, CHOICES - 1)]);
  const { id } = await api.tree({ game, position: input, algorithm, depth }, signal);
  const link = new Link(['tree', game]).with({ position: input, algorithm, depth, line: told.line });
  return { input, game, log, misread, choices, told, id, picture, link };
}

/** @param {string} text */
const linesOf = (text) => text.trimEnd().split('\n');

class LogPuzzle {
  /** @param {Sheet} sheet @param {Case} it */
  constructor(sheet, it) {
    this.sheet = sheet;
    this.it = it;
    this.lines = linesOf(it.misread.text);
    this.wrong = it.told.line ?? 0;
    this.hasFound = false;
    this.list = h('ol', { class: 'log-lines', 'aria-label': it.log });
    this.choices = h('div', { class: 'choices', role: 'group', 'aria-label': 'Misreadings' });
  }

  /** @returns {Puzzle} */
  begin() {
    const { sheet, it } = this;
    sheet.ask(`A program has written this ${it.log} for the input beside it. Which is the first line that is wrong? Pick it.`);
    const board = new Drawing(it.game);
    board.show(it.picture, false);
    sheet.body.replaceChildren(h('div', { class: 'log-case' },
      h('div', { class: 'log-input' }, h('h2', {}, 'input.txt'), h('pre', { class: 'log' }, it.input), h('div', { class: 'node-board' }, board.root)),
      h('div', {}, h('h2', {}, it.log), this.list, this.choices)));
    this.#draw();
    return { task: `${it.input}${this.lines.length} lines`, show: () => this.#show(), link: it.link };
  }

  #draw() {
    this.list.replaceChildren(...this.lines.map((line, at) => h('li', {}, h('button', {
      type: 'button', class: 'quiet', 'data-line': at + 1,
      'aria-current': this.hasFound && at + 1 === this.wrong ? 'true' : null, click: () => this.#pick(at + 1),
    }, h('span', { class: 'line-number' }, String(at + 1)), ' ', h('span', {}, line)))));
    if (this.hasFound) reveal(this.list);
  }

  /** @param {number} line */
  async #pick(line) {
    if (this.sheet.isDone || this.hasFound) return;
    if (line === this.wrong) { this.#found(); return; }
    if (line === 1) this.sheet.wrong('The head of the log is right.');
    else if (line > this.wrong) this.sheet.wrong(`Line ${line} is not the first: before it there is a line already that is wrong, and what comes after that may follow from it.`);
    else this.sheet.wrong('This line is right.', ...await why(this.it.id, line - 2));
  }

  #found() {
    this.hasFound = true;
    this.#draw();
    const { told, choices } = this.it;
    this.sheet.ask('What has the program misread? It is a program that…');
    this.choices.replaceChildren(...choices.map((choice) => h('button', {
      type: 'button', 'data-choice': choice.name, click: () => this.#choose(choice),
    }, choice.does)));
    this.sheet.part(`Line ${told.line} should be ${bare(told.expected)}, and is ${bare(told.found)}.`, ...(told.why ?? []));
    /** @type {HTMLElement | null} */ (this.choices.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** @param {MisreadLog} choice */
  #choose(choice) {
    const { misread } = this.it;
    if (choice === misread) { this.sheet.right(...this.#why()); return; }
    const other = linesOf(choice.text);
    const at = other.findIndex((line, index) => line !== this.lines[index]);
    const place = at < 0 ? other.length : at;
    this.sheet.wrong(`A program that ${choice.does} writes another log: its line ${place + 1} would be ${other[place] ?? 'missing'}, and here it is ${this.lines[place] ?? 'missing'}.`);
  }

  /** @returns {string[]} */
  #why() {
    const { misread, told } = this.it;
    const also = told.misreadings.filter(({ name }) => name !== misread.name).map(({ does }) => `One that ${does} writes the same here.`);
    return [`A program that ${misread.does} writes exactly this.`, ...also, `Read again: ${misread.rule}.`];
  }

  async #show() {
    const { told } = this.it;
    this.hasFound = true;
    this.#draw();
    this.choices.replaceChildren();
    return [`Line ${told.line} is the first: it should be ${bare(told.expected)}, and is ${bare(told.found)}.`, ...(told.why ?? []), ...this.#why()];
  }
}

/** A line without the sign for its end. @param {string} [line] */
const bare = (line) => (line ?? 'the end').replace(/↵$/, '');
