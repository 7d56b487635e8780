// What others can be given of what is seen: its address, the game as text, the board as a picture.

import * as api from '../api.js';
import { toPng, toSvg } from '../board/export.js';
import { h, sentence } from '../dom.js';
import { copy, openWindow, tool } from './window.js';

/** @import { Drawing } from '../board/drawing.js' */
/** @import { Link } from '../link.js' */
/** @import { Format } from '../types' */

/** What is shared: where it is seen, and, if there are such things, the game so far and its board.
 *  @typedef {{link: Link, line?: {game: string, position: string, moves: string[]}, drawing?: Drawing}} Shared */

/** @param {Shared} shared */
export async function shareDialog({ link, line, drawing }) {
  const status = h('p', { class: 'hint', role: 'status' });
  const address = h('input', { type: 'text', readonly: true, value: link.address, 'aria-label': 'Link' });
  const texts = h('div', { class: 'formats' });
  const name = line?.game ?? 'plyglot';
  const picture = (/** @type {string} */ kind, /** @type {(drawing: Drawing) => Promise<Blob>} */ make) =>
    tool(kind, `Save as ${kind.toUpperCase()}`, async () => {
      try {
        if (drawing) save(await make(drawing), `${name}.${kind}`);
        status.textContent = `Saved as ${name}.${kind}.`;
      } catch (problem) { status.textContent = sentence(problem); }
    });
  const box = openWindow('Share',
    h('h3', {}, 'Link'),
    h('div', { class: 'tools row' }, address, tool('copy-link', 'Copy', () => copy(address, status), 'main')),
    line ? h('h3', {}, 'Text') : null, texts,
    drawing ? h('h3', {}, 'Picture') : null,
    drawing ? h('div', { class: 'tools' },
      picture('svg', async (board) => new Blob([toSvg(board)], { type: 'image/svg+xml' })), picture('png', toPng)) : null,
    status,
    h('div', { class: 'tools' }, tool('close', 'Close', () => box.close())));
  box.classList.add('sharing');
  if (!line) return;
  try {
    showFormats(texts, (await api.writeRecords(line)).formats, name, status);
  } catch (problem) { status.textContent = sentence(problem); }
}

/** One of them at a time. @param {HTMLElement} place @param {Format[]} formats @param {string} game @param {HTMLElement} status */
function showFormats(place, formats, game, status) {
  let shown = formats[0];
  const tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Which form' });
  const text = h('textarea', { rows: 9, readonly: true, spellcheck: 'false', wrap: 'off' });
  const show = (/** @type {Format} */ format) => {
    shown = format;
    text.value = format.text;
    text.setAttribute('aria-label', format.name);
    tabs.replaceChildren(...formats.map((each) => h('button', {
      type: 'button', class: 'quiet', 'data-tab': each.name, 'aria-pressed': String(each === shown), click: () => { show(each); focusTab(each); },
    }, each.name)));
  };
  const focusTab = (/** @type {Format} */ { name }) => /** @type {HTMLElement | null} */ (tabs.querySelector(`[data-tab="${name}"]`))?.focus();
  const file = () => (shown.name.includes('.') ? shown.name : `${game}.${shown.extension}`);
  place.replaceChildren(tabs, text, h('div', { class: 'tools' },
    tool('copy-text', 'Copy', () => copy(text, status)),
    tool('save-text', 'Save', () => {
      save(new Blob([shown.text], { type: 'text/plain' }), file());
      status.textContent = `Saved as ${file()}.`;
    })));
  show(shown);
}

/** Gives a file to whoever looks at the page. @param {Blob} content @param {string} name */
function save(content, name) {
  const href = URL.createObjectURL(content);
  h('a', { href, download: name }).click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
