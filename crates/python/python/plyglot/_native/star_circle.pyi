"""
Star and Circle: eight by eight squares, stars go up and circles go down.
"""

from . import Board as Board2
from typing import final

__all__ = ["Board"]

@final
class Board(Board2):
    """
    A board of Star and Circle. `text` is a position or a whole `input.txt`.

    >>> import plyglot
    >>> board = plyglot.star_circle.Board()
    >>> board.sides
    ('Star', 'Circle')
    """
    def __new__(cls, /, text: str | None = None) -> Board: ...
