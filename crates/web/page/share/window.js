// Windows over the page, and what they have in common.

import { h } from '../dom.js';

/**
 * @param {string} title @param {...(Node | null)} content
 * @returns {HTMLDialogElement}
 */
export function openWindow(title, ...content) {
  const element = h('dialog', { 'aria-label': title, close: () => element.remove() }, h('h2', {}, title), ...content);
  // Leaving the view also closes its windows.
  document.getElementById('main')?.append(element);
  element.showModal();
  return element;
}

/** @param {string} name for those who look for it @param {string} title @param {() => void} click @param {string} [kind] */
export const tool = (name, title, click, kind) => h('button', { type: 'button', class: kind ?? null, 'data-tool': name, click }, title);

