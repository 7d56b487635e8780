// Keys that work wherever somebody is in a view with a game.

/**
 * Left and right go through the moves of a game, Home and End to its ends, and F turns the board.
 * In a cell of the board, and wherever something is chosen or typed, arrows keep their own meaning.
 * @param {{where: () => {at: number, last: number}, visit: (at: number) => void, turn: () => void}} game
 * @returns {() => void} ends it
 */
export function gameKeys({ where, visit, turn }) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (target.closest('input, select, textarea, dialog, [role="slider"]') || document.querySelector('dialog[open]')) return;
    if (event.key.toLowerCase() === 'f') { turn(); return; }
    if (target.closest('.cell')) return;
    const { at, last } = where();
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= last) visit(to);
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}
