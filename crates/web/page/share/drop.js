// Files may be dropped anywhere: a game is opened, and what a program wrote is explained.

/** Longer texts are no games. */
const LONGEST = 4_000_000;
/** How the files that programs write are called. */
const WRITTEN = /output|log|state/i;

/** Takes files wherever they fall, unless a view has taken them. */
export function takeDrops() {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', async (event) => {
    const files = [...event.dataTransfer?.files ?? []];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    if (files.length > 1 || WRITTEN.test(files[0].name)) await explain(files);
    else await open(files[0]);
  });
}

/** @param {File} file */
async function open(file) {
  const { openDialog } = await import('./open.js');
  const isGame = file.size <= LONGEST;
  openDialog(isGame ? { text: await file.text() } : { problem: `${file.name} is too large to hold a game.` });
}

/** Hands over the files to where answers are explained; an input that is there already stays. @param {File[]} files */
async function explain(files) {
  /** @type {{input: string, files: Record<string, string>}} */
  const answer = { input: '', files: {} };
  try { answer.input = JSON.parse(sessionStorage.getItem('explain') ?? '{}').input ?? ''; } catch { /* then there is none */ }
  for (const file of files) {
    const text = await file.text();
    if (/input/i.test(file.name)) answer.input = text;
    else answer.files[file.name] = text;
  }
  try { sessionStorage.setItem('explain', JSON.stringify(answer)); } catch { /* too long to be handed over */ }
  location.hash = '#/explain';
}
