"""Plays Stake and Raid: makes the move that gains most at once.

The referee runs this program once a turn, in a directory of its own. It reads input.txt, writes
output.txt and exits. docs/ARENA.md describes the protocol, docs/rules/stake-raid.md the game.

To try another idea, change `choose`: it is the only function that plays well or badly.
"""


def read_input(path="input.txt"):
    """The player to move, the cells' values, and the board as a dictionary {(row, column): piece}."""
    with open(path) as file:
        lines = [line.split() for line in file]
    size = int(lines[0][0])
    # Line 2 is COMPETITION, and line 4 the CPU seconds left for the game: we need far less.
    player = lines[2][0]
    rows = range(size)
    values = {(r, c): int(lines[4 + r][c]) for r in rows for c in rows}
    board = {(r, c): lines[4 + size + r][0][c] for r in rows for c in rows}
    return player, values, board


def neighbours(cell):
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def legal_moves(board, player):
    """All moves as (cell, kind), in the order of the rules: first the Stakes, then the Raids."""
    free = [cell for cell in board if board[cell] == "."]
    near = [cell for cell in free if any(board.get(n) == player for n in neighbours(cell))]
    return [(cell, "Stake") for cell in free] + [(cell, "Raid") for cell in near]


def conquered(board, player, move):
    """The opposing pieces that change owner."""
    cell, kind = move
    if kind == "Stake":
        return []
    return [n for n in neighbours(cell) if board.get(n) not in (None, ".", player)]


def choose(board, values, player):
    """The move that gains most: its cell, and twice each conquest, which the opponent loses too."""

    def gain(move):
        taken = conquered(board, player, move)
        return values[move[0]] + 2 * sum(values[cell] for cell in taken)

    # Of equal moves `max` returns the first.
    return max(legal_moves(board, player), key=gain)


def write_answer(board, player, move, path="output.txt"):
    """The move, and the board after it."""
    (row, column), kind = move
    after = {**board, (row, column): player}
    for cell in conquered(board, player, move):
        after[cell] = player
    size = 1 + max(r for r, _ in board)
    with open(path, "w") as file:
        file.write(f"{chr(ord('A') + column)}{row + 1} {kind}\n")
        for r in range(size):
            file.write("".join(after[r, c] for c in range(size)) + "\n")


def main():
    player, values, board = read_input()
    write_answer(board, player, choose(board, values, player))


if __name__ == "__main__":
    main()
