// What was done in this tab, and the text in which it is handed in.

import { named, written } from './kinds.js';

/** @import { Name } from './kinds.js' */

/** How an exercise ended. @typedef {{ending: 'right' | 'shown', tries: number, seconds: number}} Result */
/** @typedef {{name: string, result: Result | null}} Done an exercise by its name, and what came of it */

const KEY = 'practise';

export class Score {
  constructor() {
    /** By the names of the exercises, in the order in which they were done.
     *  @type {Map<string, Result>} */
    this.results = new Map();
    this.student = '';
    try {
      const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      if (saved) {
        this.results = new Map(saved.results);
        this.student = saved.student;
      }
    } catch { /* then nothing was done */ }
  }

  #save() {
    const { student, results } = this;
    try { sessionStorage.setItem(KEY, JSON.stringify({ student, results: [...results] })); } catch { /* then it is not remembered */ }
  }

  /** The first time counts. @param {Name} name @param {Result} result */
  record(name, result) {
    if (!this.results.has(written(name))) this.results.set(written(name), result);
    this.#save();
  }

  /** @param {string} student */
  sign(student) {
    this.student = student;
    this.#save();
  }

  /** @param {Name} name */
  of(name) {
    return this.results.get(written(name)) ?? null;
  }

  /** How many of a kind and a level were done, and how many of them at the first try. @param {string} kind @param {string} level */
  count(kind, level) {
    const all = [...this.results].filter(([name]) => name.startsWith(`${kind}/${level}/`));
    return { done: all.length, first: all.filter(([, result]) => isFirst(result)).length };
  }

  /** The first number that was not done yet. @param {string} kind @param {string} level */
  next(kind, level) {
    let seed = 1;
    while (this.of({ kind, level, seed })) seed++;
    return seed;
  }
}

/** @param {Result | null} result */
export const isFirst = (result) => result?.ending === 'right' && result.tries === 1;

const TITLE = 'Plyglot exercises';

/** @param {Result | null} result */
export function told(result) {
  if (!result) return 'not done';
  return `${result.ending}, ${result.tries} ${result.tries === 1 ? 'try' : 'tries'}, ${result.seconds} s`;
}

/** The text to be handed in. @param {string} student @param {Done[]} all */
export function handIn(student, all) {
  const first = all.filter(({ result }) => isFirst(result)).length;
  const lines = [TITLE, `Name: ${student.trim().replace(/\s+/g, ' ')}`, ...all.map(({ name, result }) => `${name}: ${told(result)}`),
    `Right at the first try: ${first} of ${all.length}`];
  return `${[...lines, `Checksum: ${checksum(lines)}`].join('\n')}\n`;
}

/** What a text that was handed in says.
 *  @typedef {{student: string, all: Done[], first: number, isIntact: boolean}} HandedIn */

/**
 * Reads it. Blanks around lines, and empty lines, may have come by copying.
 * @param {string} text @returns {HandedIn}
 */
export function readHandIn(text) {
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  const begin = lines.indexOf(TITLE);
  const end = lines.findIndex((line, at) => at > begin && /^Checksum: [0-9a-f]{16}$/.test(line));
  if (begin < 0) throw new Error(`There is no line “${TITLE}”: this is not a text of results`);
  if (end < begin + 3) throw new Error('There is no line with the checksum: the end of the text is missing');
  const signed = lines.slice(begin, end);
  const all = signed.slice(2, -1).map((line, at) => readLine(line, begin + 3 + at));
  const twice = all.find(({ name }, at) => all.some((other, before) => before < at && other.name === name));
  if (twice) throw new Error(`${twice.name} is there twice`);
  const first = all.filter(({ result }) => isFirst(result)).length;
  const isIntact = lines[end] === `Checksum: ${checksum(signed)}` && signed.at(-1) === `Right at the first try: ${first} of ${all.length}`;
  return { student: signed[1].replace(/^Name: ?/, ''), all, first, isIntact };
}

/** @param {string} line @param {number} number @returns {Done} */
function readLine(line, number) {
  const [name, said = ''] = line.split(': ');
  const parts = name.split('/');
  if (parts.length !== 3 || !named(parts)) throw new Error(`Line ${number}: there is no exercise ${name}`);
  if (said === 'not done') return { name, result: null };
  const [, ending, tries, time] = /^(right|shown), (\d{1,6}) tr(?:y|ies), (\d{1,9}) s$/.exec(said) ?? [];
  if (!ending) throw new Error(`Line ${number}: “${said}” is no result`);
  return { name, result: { ending: /** @type {'right' | 'shown'} */ (ending), tries: Number(tries), seconds: Number(time) } };
}

/**
 * Sixteen digits that are others when a letter is: they find slips of copying and what somebody changed
 * in passing. Whoever reads this page can compute them, so they prove nothing. FNV-1a of 64 bits, mixed
 * at the end. A browser's own hashes are not to be had on all addresses.
 * @param {string[]} lines
 */
export function checksum(lines) {
  const mask = (1n << 64n) - 1n;
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(lines.join('\n'))) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & mask;
  hash = ((hash ^ (hash >> 32n)) * 0xd6e8feb86659fd93n) & mask;
  return (hash ^ (hash >> 32n)).toString(16).padStart(16, '0');
}
