"""
Mancala: seeds are sown, and whoever brings home more wins.
"""

from . import Board as Board2
from typing import SupportsIndex, final

__all__ = ["Board"]

@final
class Board(Board2):
    """
    A board of Mancala. `text` is a position or a whole `input.txt`; otherwise `pits` says how many
    pits each player has, and `stones` how many stones lie in each.

    >>> import plyglot
    >>> board = plyglot.mancala.Board(pits=3)
    >>> board.push("B3")
    >>> board.tally
    (1, 0)
    """
    def __new__(cls, /, text: str | None = None, *, pits: SupportsIndex | None = None, stones: SupportsIndex | None = None) -> Board: ...
