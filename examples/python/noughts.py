"""Noughts and crosses: a whole game in Python, and what Plyglot makes of it.

Run it with ``python examples/python/noughts.py``.
"""

import plyglot

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Noughts(plyglot.Game):
    """A board of 3x3, its cells numbered from 1 to 9."""

    name = "noughts"
    sides = ("X", "O")

    def __init__(self, cells="........."):
        self.cells = cells

    def to_move(self):
        return "X" if self.cells.count("X") == self.cells.count("O") else "O"

    def legal_moves(self):
        return [str(cell + 1) for cell in range(9) if self.cells[cell] == "."]

    def play(self, move):
        cell = int(move) - 1
        return Noughts(self.cells[:cell] + self.to_move() + self.cells[cell + 1 :])

    def outcome(self):
        for a, b, c in ROWS:
            if self.cells[a] == self.cells[b] == self.cells[c] != ".":
                return self.cells[a]
        return None if "." in self.cells else "draw"

    def evaluate(self, side):
        """A win is worth 100; before that, a row that is still open is worth the pieces in it."""
        total = 0
        for a, b, c in ROWS:
            row = self.cells[a] + self.cells[b] + self.cells[c]
            own = row.count(side)
            other = 3 - own - row.count(".")
            if own == 3 or other == 3:
                total += 100 if own else -100
            elif own == 0 or other == 0:
                total += own - other
        return total

    def __str__(self):
        return "\n".join(self.cells[start : start + 3] for start in (0, 3, 6))

    @classmethod
    def parse(cls, text):
        cells = "".join(text.split())
        if len(cells) != 9 or set(cells) - set("XO."):
            raise ValueError("expected three rows of three cells: X, O or .")
        return cls(cells)

    @staticmethod
    def parse_move(text):
        if text not in list("123456789"):
            raise ValueError(f"expected a cell from 1 to 9, found {text}")
        return text

    def picture(self):
        return str(self).splitlines()


def main():
    plyglot.check(Noughts)

    tree = plyglot.search(Noughts(), "alphabeta", 4)
    print(f"{len(tree)} nodes, value {tree.value}, best play {' '.join(tree.line)}")

    board = Noughts().board()
    while not board.is_game_over():
        board.push(plyglot.search(board, "alphabeta", 4).line[0])
    print(board)
    print(board.outcome().how)

    text = "noughts\nALPHABETA\n2\nX.O\n...\nO.X\n"
    answer = plyglot.solve(text, game=Noughts)
    print(answer.files["output.txt"], end="")
    print(plyglot.explain(text, answer.files["output.txt"].replace("14", "13"), game=Noughts))

    made = plyglot.cases(Noughts, count=4, seed=1, difficulty="easy")
    print(f"{len(made)} cases, the first one about {made[0].about}")


if __name__ == "__main__":
    main()
