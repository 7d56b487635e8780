"""What can be wrong with what plyglot is given."""

from __future__ import annotations


class InputError(ValueError):
    """A text that cannot be read, and the place where it goes wrong, counted from 1.

    >>> import plyglot
    >>> try:
    ...     plyglot.checkers.Board("BLACK\\n.b.b.b\\n")
    ... except plyglot.InputError as error:
    ...     error.line, error.column
    (2, 7)
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


class GameError(Exception):
    """A class that is meant to be a game and is none: which method does what it should not, and where."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; the message says why."""
