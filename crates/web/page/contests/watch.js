// Looking again and again at what others change.

import { sentence, wait } from '../dom.js';

/** How long is waited after something went wrong, in ms. */
const TROUBLE = 2000;

/**
 * Looks until there is nothing more to come. What goes wrong is told, and tried again: a file may just
 * be written, or a server be busy.
 * @param {AbortSignal} signal
 * @param {() => Promise<number | null>} look says after how many ms to look again, if at all
 * @param {(problem: string) => void} tell hears what is wrong, or nothing if all is well
 */
export async function watch(signal, look, tell) {
  for (;;) {
    let pause = TROUBLE;
    try {
      const next = await look();
      if (signal.aborted) return;
      tell('');
      if (next === null) return;
      pause = next;
    } catch (problem) {
      if (signal.aborted) return;
      tell(sentence(problem));
    }
    // A hidden page need not be kept up to date.
    do await wait(pause); while (document.hidden && !signal.aborted);
    if (signal.aborted) return;
  }
}

/** Knows what was shown last. What has not changed stays on the page, with the focus that it may have. */
export class Shown {
  /** @type {Map<string, string>} */
  #parts = new Map();

  /** Whether a part is other than it was, which it then is no more. @param {string} part @param {unknown} value */
  isNew(part, value) {
    const text = JSON.stringify(value) ?? '';
    if (this.#parts.get(part) === text) return false;
    this.#parts.set(part, text);
    return true;
  }

  /** It is gone: whatever comes next is new. @param {string} part */
  forget(part) {
    this.#parts.delete(part);
  }
}

/**
 * Fills a part of the page anew; what had the focus there has it again.
 * @param {Element} element @param {Node[]} children
 */
export function refill(element, children) {
  const links = () => /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('[href], [data-name]'));
  const name = (/** @type {HTMLElement} */ link) => link.getAttribute('href') ?? link.dataset.name;
  const focused = [...links()].find((link) => link === document.activeElement);
  element.replaceChildren(...children);
  if (focused) [...links()].find((link) => name(link) === name(focused))?.focus({ preventScroll: true });
}
