/** @param {HTMLElement} main */
export function treeView(main) { main.textContent = 'soon'; return () => {}; }
