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
        for side in self.sides:
            if any(self.count(row, side) == 3 for row in ROWS):
                return side
        return None if "." in self.cells else "draw"

    def evaluate(self, side):
        """A win is worth 100; before that, a row that is still open is worth the pieces in it."""
        other = "O" if side == "X" else "X"
        return sum(self.worth(self.count(row, side), self.count(row, other)) for row in ROWS)

    @staticmethod
    def worth(own, other):
        if own == 3:
            return 100
        if other == 3:
            return -100
        return own if other == 0 else -other if own == 0 else 0

    def count(self, row, side):
        return sum(self.cells[cell] == side for cell in row)

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
