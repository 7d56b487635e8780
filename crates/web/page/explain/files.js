// The texts that are handed in: an input, and files with the names that assignments ask for.

import { h } from '../dom.js';

/** @import { About } from '../types' */

const INPUT = 'input.txt';

/** @param {string} name @param {(event: InputEvent) => void} input */
const field = (name, input) => h('textarea', {
  rows: 10, spellcheck: 'false', wrap: 'off', 'aria-label': name, 'data-file': name, input,
});

/** Whether something came as a whole. @param {InputEvent} event */
const isWhole = ({ inputType }) => inputType === 'insertFromPaste' || inputType === 'insertFromDrop';

export class Answers {
  /**
   * @param {About[]} games whose answers these may be
   * @param {() => void} change to be called when a text is another
   * @param {() => void} whole to be called when an input and an answer have been brought
   */
  constructor(games, change, whole) {
    this.change = () => { this.#save(); this.#showTabs(); change(); };
    this.whole = whole;
    const typed = (/** @type {InputEvent} */ event) => { this.change(); if (isWhole(event)) this.#tryWhole(); };
    this.input = field(INPUT, typed);
    /** What programs write, by the names of the assignments. */
    this.names = [...new Set(games.flatMap(({ files }) => files))];
    /** Which of the files is shown. Those with something in them are handed in. */
    this.shown = this.names[0];
    this.outputs = new Map(this.names.map((name) => [name, field(name, typed)]));
    this.tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Which file' });
    this.place = h('div', {});
    this.root = h('div', { class: 'texts' },
      h('div', {}, h('span', { class: 'name-of' }, INPUT), this.input),
      h('div', {}, this.tabs, this.place));
    const files = h('input', {
      type: 'file', multiple: true, hidden: true, 'aria-label': 'Files', change: () => { this.#take(files.files); files.value = ''; },
    });
    this.chooser = h('span', {}, files,
      h('button', { type: 'button', 'data-tool': 'choose', click: () => files.click() }, 'Choose files'));
    this.#restore();
    this.#show();
  }

  /** As sent to the workbench. */
  get answer() {
    const written = [...this.outputs].map(([name, { value }]) => [name, value]).filter(([, text]) => text !== '');
    return { input: this.input.value, files: /** @type {Record<string, string>} */ (Object.fromEntries(written)) };
  }

  /** Whether there is something to explain. */
  get isWhole() {
    const { input, files } = this.answer;
    return input !== '' && Object.keys(files).length > 0;
  }

  /** @param {{input: string, files: Record<string, string>}} answer */
  fill({ input, files }) {
    this.input.value = input;
    for (const output of this.outputs.values()) output.value = '';
    for (const [name, text] of Object.entries(files)) this.#put(name, text);
    this.#show();
    this.#save();
  }

  #tryWhole() {
    if (this.isWhole) this.whole();
  }

  /** What has another name than assignments ask for is known by a part of it, or else is what is shown.
   *  @param {string} name @param {string} text */
  #put(name, text) {
    const part = (/** @type {string} */ known) => name.toLowerCase().includes(known.replace(/\..*/, ''));
    const place = this.names.find((known) => known === name) ?? this.names.find(part) ?? this.shown;
    /** @type {HTMLTextAreaElement} */ (this.outputs.get(place)).value = text;
    this.shown = place;
  }

  #show() {
    this.#showTabs();
    this.place.replaceChildren(/** @type {HTMLElement} */ (this.outputs.get(this.shown)));
  }

  #showTabs() {
    const isFocused = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...[...this.outputs].map(([name, { value }]) => h('button', {
      type: 'button', class: value ? 'quiet filled' : 'quiet', 'aria-pressed': String(name === this.shown), 'data-tab': name,
      click: () => { this.shown = name; this.#show(); },
    }, name)));
    if (isFocused) /** @type {HTMLElement | null} */ (this.tabs.querySelector('[aria-pressed="true"]'))?.focus();
  }

  /** Files by their names: an input, or else what was written for it. @param {Iterable<File> | null | undefined} files */
  async #take(files) {
    // A list of dropped files is empty after the event.
    for (const file of [...files ?? []]) {
      const text = await file.text();
      if (/input/i.test(file.name)) this.input.value = text;
      else this.#put(file.name, text);
    }
    this.#show();
    this.change();
    this.#tryWhole();
  }

  /** @param {HTMLElement} target */
  takeDrops(target) {
    target.addEventListener('dragover', (event) => event.preventDefault());
    target.addEventListener('drop', (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopPropagation();
      this.#take(event.dataTransfer.files);
    });
  }

  /** In this tab, so that nobody has to paste again who has been elsewhere. */
  #save() {
    try { sessionStorage.setItem('explain', JSON.stringify(this.answer)); } catch { /* too long to be remembered */ }
  }

  #restore() {
    try {
      const saved = JSON.parse(sessionStorage.getItem('explain') ?? 'null');
      if (saved) this.fill(saved);
    } catch { /* then they are empty */ }
  }
}
