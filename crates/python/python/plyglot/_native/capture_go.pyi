"""
Capture Go: the stones of Go, won by what is captured.
"""

from . import Board as Board2
from typing import SupportsIndex, final

__all__ = ["Board"]

@final
class Board(Board2):
    """
    A board of Capture Go. `text` is a position or a whole `input.txt`; otherwise `size` says how many
    rows and columns there are.

    >>> import plyglot
    >>> board = plyglot.capture_go.Board(size=13)
    >>> len(board.legal_moves)
    169
    """
    def __new__(cls, /, text: str | None = None, *, size: SupportsIndex | None = None) -> Board: ...
