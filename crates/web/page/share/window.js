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

/** Copies what stands in a field, or selects it where that is not allowed. @param {HTMLInputElement | HTMLTextAreaElement} field
 *  @param {HTMLElement} status where it is told */
export async function copy(field, status) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = 'Copied.';
  } catch { status.textContent = 'Selected: copy it with Ctrl-C.'; }
}
