"""A game of your own, written in Python: the class :class:`Game`, and a board for it."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, TypeVar

G = TypeVar("G", bound="Game")


class Game(ABC):
    """A position of a game of two players. A class of your own with these methods is a game.

    Sides are 0 and 1, or the names in ``sides``: :meth:`evaluate` is given what :meth:`to_move`
    returns. A side may move twice in a row. Nothing changes a position: :meth:`play` returns a new
    one.

    >>> import plyglot
    >>> class Nim(plyglot.Game):
    ...     '''Take 1, 2 or 3 matches. Who takes the last one wins.'''
    ...     sides = ("Ann", "Bob")
    ...     def __init__(self, matches=10, mover="Ann"):
    ...         self.matches, self.mover = matches, mover
    ...     def to_move(self):
    ...         return self.mover
    ...     @abstractmethod
    def legal_moves(self):
    ...         return [n for n in (1, 2, 3) if n <= self.matches]
    ...     def play(self, move):
    ...         return Nim(self.matches - move, "Bob" if self.mover == "Ann" else "Ann")
    ...     @abstractmethod
    def outcome(self):
    ...         if self.matches == 0:
    ...             return "Bob" if self.mover == "Ann" else "Ann"
    >>> plyglot.check(Nim)
    >>> plyglot.search(Nim(), "alphabeta", 10).line[0]
    '2'
    """

    #: The first line of its inputs. By default the name of the class: ``connect-four``.
    name: ClassVar[str]
    #: What the two sides are called, the one that begins first.
    sides: ClassVar[tuple[str, str]] = ("First", "Second")

    @abstractmethod
    def to_move(self) -> int | str:
        """Who moves: 0 or 1, or a name out of ``sides``."""

    @abstractmethod
    def legal_moves(self) -> Iterable[Hashable]:
        """The legal moves, in the order of the rules: of equally good ones a search takes the first.

        A move is a text, or anything that has a hash and a text of one line. This is asked only
        while the game goes on, and then there is a move: a pass is a move too.
        """

    @abstractmethod
    def play(self: G, move: Any) -> G:
        """The position after a legal move. This one stays as it is."""

    @abstractmethod
    def outcome(self) -> int | str | None:
        """``None`` while the game goes on; then the side that won, or ``"draw"``."""

    def evaluate(self, side: Any) -> int:
        """What this position is worth to a side: its gain is the other's loss. By default only who
        won counts, and a win is worth 1."""
        winner = self.outcome()
        if winner is None or winner == "draw":
            return 0
        return 1 if self._number(winner) == self._number(side) else -1

    def _number(self, side: int | str) -> int:
        return self.sides.index(side) if isinstance(side, str) else side

    def __str__(self) -> str:
        """The text of the whole position, who moves included. By default its attributes, a line
        each."""
        return "\n".join(f"{name} = {_literal(self, name, it)}" for name, it in vars(self).items())

    @classmethod
    def parse(cls: type[G], text: str) -> G:
        """Reads what ``str`` wrote. Raises ``ValueError`` if it is no position; if that has a
        ``line`` and a ``column``, messages say where."""
        position = cls.__new__(cls)
        for number, line in enumerate(text.splitlines(), 1):
            name, equals, value = line.partition(" = ")
            try:
                if not (equals and name.isidentifier()):
                    raise ValueError("expected NAME = VALUE")
                # Not setattr: a frozen dataclass has its own.
                object.__setattr__(position, name, ast.literal_eval(value))
            except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
                wrong = ValueError(f"expected an attribute of {cls.__name__}, found {line!r}")
                wrong.line = number  # type: ignore[attr-defined]
                raise wrong from error
        if vars(position).keys() != vars(cls()).keys():
            expected = ", ".join(vars(cls())) or "nothing"
            raise ValueError(f"expected the attributes {expected}")
        return position


def _literal(position: Game, name: str, value: Any) -> str:
    """A value as Python reads it back, the same for equal values."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    inner = [_literal(position, name, it) for it in value] if _is_collection(value) else []
    if isinstance(value, list):
        return f"[{', '.join(inner)}]"
    if isinstance(value, tuple):
        return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
    if isinstance(value, set) and value:
        return f"{{{', '.join(sorted(inner))}}}"
    if isinstance(value, dict):
        values = (_literal(position, name, it) for it in value.values())
        return f"{{{', '.join(sorted(map(': '.join, zip(inner, values))))}}}"
    kind, cls = type(value).__name__, type(position).__name__
    raise TypeError(f"{cls} needs __str__ and parse of its own: {name} is of the type {kind}")


def _is_collection(value: Any) -> bool:
    return isinstance(value, (list, tuple, set, dict))
