"""Plays Connect Four: wins if it can, else blocks, else stays near the middle.

It speaks the protocol of a game without files of its own. input.txt has the game's name,
COMPETITION, the CPU seconds left for the game, the side to move, and the rows from the top.
output.txt gets the move: a column, `a` to `g`.
"""

NAMES = "abcdefg"


def wins(rows, side, column):
    """Whether a disc of this side in this column makes four in a row."""
    landing = max(row for row in range(6) if rows[row][column] == ".")
    own = {(r, c) for r in range(6) for c in range(7) if rows[r][c] == side} | {(landing, column)}
    for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
        for r, c in own:
            if all((r + step * down, c + step * right) in own for step in range(4)):
                return True
    return False


def choose(rows, side):
    other = "O" if side == "X" else "X"
    free = [column for column in range(7) if rows[0][column] == "."]
    free.sort(key=lambda column: abs(column - 3))
    for player in side, other:
        for column in free:
            if wins(rows, player, column):
                return column
    return free[0]


with open("input.txt") as file:
    _game, _mode, _seconds, side, *rows = file.read().split()
with open("output.txt", "w") as file:
    file.write(NAMES[choose(rows, side)] + "\n")
