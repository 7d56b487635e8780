// What is asked in a window of its own.

import * as api from '../api.js';
import { capitalised, h, sentence } from '../dom.js';
import { openWindow } from '../share/window.js';

/** @import { About } from '../types' */

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
  const box = openWindow(`New game of ${about.title}`,
    h('p', {}, sentence(about.about)),
    ...fields.map(({ name, input, least, most }) => h('label', { class: 'field' }, `${capitalised(name)} (${least} to ${most})`, input)),
    error,
    h('div', { class: 'tools' },
      h('button', { type: 'button', class: 'main', 'data-tool': 'begin', click: go }, 'Begin'),
      h('button', { type: 'button', click: () => box.close() }, 'Cancel')));
}
