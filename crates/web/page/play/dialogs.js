// What is asked in a window of its own.

import * as api from '../api.js';
import { h } from '../dom.js';

/** @import { About } from '../types' */
/** @import { Session } from './session.js' */

/**
 * @param {string} title @param {...Node} content
 * @returns {HTMLDialogElement}
 */
function dialog(title, ...content) {
  const element = h('dialog', { 'aria-label': title, close: () => element.remove() }, h('h2', {}, title), ...content);
  // Leaving the view also closes its windows.
  document.getElementById('main')?.append(element);
  element.showModal();
  return element;
}

/** @param {About} about @param {(start: string) => void} begin */
export function newGameDialog(about, begin) {
  const fields = about.sizes.map(({ name, least, most, usual }) => ({
    name,
    input: h('input', { type: 'number', min: least, max: most, value: usual, name }),
    least, most,
  }));
  const error = h('p', { class: 'bad', role: 'alert' });
  const go = async () => {
    const sizes = Object.fromEntries(fields.map(({ name, input }) => [name, Number(input.value)]));
    try {
      const { position } = await api.start({ game: about.name, seed: Math.floor(Math.random() * 1e6), ...sizes });
      box.close();
      begin(position);
    } catch (problem) { error.textContent = /** @type {Error} */ (problem).message; }
  };
  const box = dialog(`New game of ${about.title}`,
    h('p', {}, `${about.about[0].toUpperCase()}${about.about.slice(1)}.`),
    ...fields.map(({ name, input, least, most }) => h('label', { class: 'field' }, `${name[0].toUpperCase()}${name.slice(1)} (${least} to ${most})`, input)),
    error,
    h('div', { class: 'tools' },
      h('button', { type: 'button', class: 'main', 'data-tool': 'begin', click: go }, 'Begin'),
      h('button', { type: 'button', click: () => box.close() }, 'Cancel')));
}

/** @param {Session} session @param {(meaning: {game: string, position: string}) => void} use */
export async function inputDialog(session, use) {
  const text = h('textarea', { rows: 16, spellcheck: 'false', 'aria-label': 'input.txt' });
  const error = h('p', { class: 'bad', role: 'alert' });
  const copied = h('span', { role: 'status' });
  const copy = async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      copied.textContent = 'Copied.';
    } catch { copied.textContent = 'Selected: copy it with Ctrl-C.'; }
  };
  const go = async () => {
    try {
      const meaning = await api.read(text.value);
      box.close();
      use(meaning);
    } catch (problem) { error.textContent = /** @type {Error} */ (problem).message; }
  };
  const box = dialog('The position as input.txt',
    h('p', {}, 'Copy it, or paste another: an input.txt of any of the games.'),
    text, error,
    h('div', { class: 'tools' },
      h('button', { type: 'button', class: 'main', 'data-tool': 'use', click: go }, 'Play from this text'),
      h('button', { type: 'button', 'data-tool': 'copy', click: copy }, 'Copy'),
      h('button', { type: 'button', click: () => box.close() }, 'Close'), copied));
  try {
    text.value = (await api.input(session.line)).input;
  } catch (problem) { error.textContent = /** @type {Error} */ (problem).message; }
}
