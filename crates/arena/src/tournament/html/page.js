"use strict";
// Steps through games. All boards were computed when the page was made: here are no rules.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const games = new Map(data.games.map((game) => [game.id, game]));
  const by = (id) => document.getElementById(id);
  const [dialog, slider, board] = [by("replay"), by("at"), by("board")];
  let game = null;
  let timer = null;

  function boardAt(step) {
    const cells = game.board.slice();
    for (const [, changed] of game.steps.slice(0, step)) {
      for (let i = 0; i < changed.length; i += 2) cells[changed[i]] = changed[i + 1];
    }
    return cells;
  }

  function draw() {
    const step = Number(slider.value);
    const grid = document.createElement("div");
    grid.className = "grid";
    grid.style.setProperty("--n", game.columns);
    for (const look of boardAt(step)) {
      const cell = document.createElement("div");
      const [kind, text] = data.looks[look];
      cell.className = kind;
      const letters = document.createElement("span");
      letters.textContent = text;
      cell.append(letters);
      grid.append(cell);
    }
    for (const [cell, columns, rows] of game.spans || []) {
      const { style } = grid.children[cell];
      style.gridArea = `span ${rows} / span ${columns}`;
      style.aspectRatio = Math.max(1, columns / rows);
    }
    const last = step > 0 ? game.steps[step - 1][1] : [];
    for (let i = 0; i < last.length; i += 2) grid.children[last[i]].classList.add("hot");
    board.replaceChildren(grid);
    const said = step > 0 ? game.steps[step - 1][0] : "start";
    by("said").textContent = `${step} of ${game.steps.length}: ${said}`;
  }

  function go(step) {
    slider.value = Math.max(0, Math.min(game.steps.length, step));
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    by("run").textContent = "Play";
  }

  function run() {
    if (timer) return stop();
    if (Number(slider.value) === game.steps.length) go(0);
    by("run").textContent = "Stop";
    timer = setInterval(() => {
      go(Number(slider.value) + 1);
      if (Number(slider.value) === game.steps.length) stop();
    }, 600);
  }

  function show(found) {
    stop();
    game = found;
    by("title").textContent = game.title;
    by("end").textContent = game.end;
    slider.max = game.steps.length;
    by("evidence").replaceChildren(
      ...(game.evidence || []).flatMap(([name, text]) => {
        const [head, body] = [document.createElement("p"), document.createElement("pre")];
        head.textContent = name;
        body.textContent = text;
        return [head, body];
      }),
    );
    go(game.steps.length);
    if (!dialog.open) dialog.showModal();
  }

  function follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (games.has(id)) return show(games.get(id));
    if (dialog.open) dialog.close();
    const found = id && by(id);
    if (found && found.tagName === "DETAILS") {
      found.open = true;
      found.scrollIntoView();
    }
  }

  const step = (by) => () => { stop(); go(Number(slider.value) + by); };
  by("begin").onclick = step(-Infinity);
  by("back").onclick = step(-1);
  by("run").onclick = run;
  by("on").onclick = step(1);
  by("last").onclick = step(Infinity);
  by("close").onclick = () => dialog.close();
  slider.oninput = () => { stop(); draw(); };
  dialog.onclose = () => {
    stop();
    if (games.has(location.hash.slice(1))) history.replaceState(null, "", location.pathname + location.search);
  };
  dialog.onkeydown = (event) => {
    if (event.key === "ArrowLeft") step(-1)();
    else if (event.key === "ArrowRight") step(1)();
    else return;
    event.preventDefault();
  };
  window.onhashchange = follow;
  follow();
})();
