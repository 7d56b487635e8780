"""A first look at game trees in Python: each part is a cell of a notebook.

Run it whole with `python student.py`, or cell by cell in an editor that knows `# %%`.
"""

# %% A board, and what can be done on it.
import random
import time

import plyglot

board = plyglot.mancala.Board(pits=4, stones=3)
print(board)
print("to move:", board.turn, "- moves:", ", ".join(str(move) for move in board.legal_moves))

# %% A game by chance.
chance = random.Random(1)
while not board.is_game_over():
    board.push(chance.choice(board.legal_moves))
outcome = board.outcome()
print(len(board.move_stack), "moves:", outcome and outcome.how)


# %% Minimax as in the lecture, over boards that are played on and taken back.
def minimax(board: plyglot.Board, depth: int, us: str) -> tuple[int, int]:
    """The value for `us`, and how many positions were visited. Depth counts turns."""
    first, second = board.tally
    if depth == 0 or board.is_game_over():
        return (first - second if us == board.sides[0] else second - first), 1
    mover, visited, values = board.turn, 1, []
    for move in board.legal_moves:
        board.push(move)
        # In Mancala a move may earn another, and the turn goes on.
        value, count = minimax(board, depth - (board.turn != mover), us)
        board.pop()
        values.append(value)
        visited += count
    return (max if mover == us else min)(values), visited


board = plyglot.mancala.Board()
begun = time.perf_counter()
value, visited = minimax(board, 3, board.turn)
print(f"my minimax: value {value}, {visited} positions, {time.perf_counter() - begun:.2f} s")

# %% The same by the book, and what pruning saves.
begun = time.perf_counter()
whole = plyglot.search(board, "minimax", 3)
pruned = plyglot.search(board, "alphabeta", 3)
print(f"plyglot: value {whole.value}, {len(whole)} and {len(pruned)} nodes, {time.perf_counter() - begun:.2f} s")
print("best play:", " ".join(pruned.line))
cut = next(node for node in pruned if node.is_cut and node.skipped)
print(f"a cut: node {cut.index} after {cut.move}, worth {cut.value} with alpha {cut.alpha}, beta {cut.beta};",
      "not looked at:", ", ".join(cut.skipped))

# %% A drawing: in a notebook the last line of a cell is enough.
drawing = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2).to_svg()
print("a drawing of", len(drawing), "characters")

# %% What the engine thinks.
for info in plyglot.Engine().analyse(board, plyglot.Limit(nodes=60_000), lines=3):
    print(f"{info.move}: {info.score:+.1f}, {info.words}, looked {info.depth} turns ahead")

# %% My program's answer to an assignment, and what is wrong with it.
text = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
print(plyglot.explain(text, "C2 Stake\nX..\n...\n.O.\n"))
print("right:", plyglot.solve(text).move)

# %% How many moves a second can be pushed in Python?
board = plyglot.checkers.Board()
pushed = 0


def walk(depth: int) -> None:
    global pushed
    for move in board.legal_moves:
        board.push(move)
        pushed += 1
        if depth > 1:
            walk(depth - 1)
        board.pop()


begun = time.perf_counter()
walk(6)
seconds = time.perf_counter() - begun
assert pushed == sum(board.perft(depth) for depth in range(1, 7))
print(f"{pushed} moves pushed, {pushed / seconds / 1e6:.1f} million a second")
