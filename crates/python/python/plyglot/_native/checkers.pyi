"""
American checkers.
"""

from . import Board as Board2
from typing import final

__all__ = ["Board"]

@final
class Board(Board2):
    """
    A board of checkers. `text` is a position or a whole `input.txt`.

    >>> import plyglot
    >>> board = plyglot.checkers.Board()
    >>> board.turn
    'Black'
    >>> print(board.text, end="")
    BLACK
    .b.b.b.b
    b.b.b.b.
    .b.b.b.b
    ........
    ........
    w.w.w.w.
    .w.w.w.w
    w.w.w.w.
    """
    def __new__(cls, /, text: str | None = None) -> Board: ...
