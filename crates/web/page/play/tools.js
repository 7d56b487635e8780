// Buttons in groups. They stay where they are, also those that are of no use now: one may have the focus.

import { h } from '../dom.js';

/** @typedef {{name: string, title: string, click: () => void}} Tool */

export class Tools {
  /** @param {Record<string, Tool[]>} groups */
  constructor(groups) {
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.root = h('div', { class: 'tool-groups' }, ...Object.entries(groups).map(([title, tools]) =>
      h('div', { class: 'tools', role: 'group', 'aria-label': title },
        h('span', { class: 'group-title', 'aria-hidden': 'true' }, title), ...tools.map((tool) => this.#button(tool)))));
  }

  /** @param {Tool} tool */
  #button({ name, title, click }) {
    const button = h('button', {
      type: 'button', 'data-tool': name,
      click: () => { if (button.getAttribute('aria-disabled') !== 'true') click(); },
    }, title);
    this.buttons.set(name, button);
    return button;
  }

  /** @param {string} name @param {boolean} isOn */
  enable(name, isOn) {
    this.buttons.get(name)?.setAttribute('aria-disabled', String(!isOn));
  }

  /** @param {string} name @param {boolean} isThere */
  offer(name, isThere) {
    const button = this.buttons.get(name);
    if (button) button.hidden = !isThere;
  }

  /** @param {string} name @param {string} title */
  entitle(name, title) {
    const button = this.buttons.get(name);
    if (button && button.textContent !== title) button.textContent = title;
  }
}
