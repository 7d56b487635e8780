"""
Stake and Raid: cells with values, to be taken one by one or by raids.
"""

from . import Board as Board2
from typing import SupportsIndex, final

__all__ = ["Board"]

@final
class Board(Board2):
    """
    A board of Stake and Raid. `text` is a position or a whole `input.txt`; otherwise `size` says how
    many rows and columns there are, and `seed` which values.

    >>> import plyglot
    >>> len(plyglot.stake_raid.Board(size=3).legal_moves)
    9
    """
    def __new__(cls, /, text: str | None = None, *, size: SupportsIndex | None = None, seed: SupportsIndex = 0) -> Board: ...
