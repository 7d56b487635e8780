"""A game of your own, written in Python: the class :class:`Game`, and a board for it."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from plyglot._native import Outcome, draw
from plyglot.errors import IllegalMoveError

__all__ = ["Game", "GameBoard"]

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
    ...     def legal_moves(self):
    ...         return [n for n in (1, 2, 3) if n <= self.matches]
    ...     def play(self, move):
    ...         return Nim(self.matches - move, "Bob" if self.mover == "Ann" else "Ann")
    ...     def outcome(self):
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

    def board(self: G) -> GameBoard[G]:
        """A board with this position on it."""
        return GameBoard(self)

    def _repr_svg_(self) -> str:
        return draw(self)

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


class GameBoard(Generic[G]):
    """A game so far, of a class of your own: like the boards of the other games.

    >>> import plyglot
    >>> class Race(plyglot.Game):
    ...     '''Who comes to 5 first? A step of 1 earns another one.'''
    ...     def __init__(self, at=(0, 0), mover=0):
    ...         self.at, self.mover = at, mover
    ...     def to_move(self):
    ...         return self.mover
    ...     def legal_moves(self):
    ...         return [1, 2]
    ...     def play(self, step):
    ...         at = list(self.at)
    ...         at[self.mover] += step
    ...         return Race(tuple(at), self.mover if step == 1 else 1 - self.mover)
    ...     def outcome(self):
    ...         return next((side for side in (0, 1) if self.at[side] >= 5), None)
    >>> board = Race().board()
    >>> board.push(1)
    >>> board.push("2")
    >>> board.turn, board.move_stack, board.position.at
    ('Second', [1, 2], (3, 0))
    >>> board.pop()
    2
    >>> board.perft(3)
    8
    >>> board.push(3)
    Traceback (most recent call last):
        ...
    plyglot.errors.IllegalMoveError: illegal move 3: it is not among the legal moves
    """

    def __init__(self, position: G) -> None:
        self._positions = [position]
        self._moves: list[Any] = []

    @property
    def position(self) -> G:
        """The position now."""
        return self._positions[-1]

    @property
    def text(self) -> str:
        """The position as text: ``parse`` of its class gives it back."""
        return str(self.position)

    @property
    def turn(self) -> str:
        """The side to move, by its name."""
        return self._name(self.position.to_move())

    @property
    def sides(self) -> tuple[str, str]:
        """The two sides, the first one first."""
        return self.position.sides

    @property
    def ply(self) -> int:
        """How many moves were made on this board."""
        return len(self._moves)

    @property
    def legal_moves(self) -> list[Any]:
        """The legal moves, in the order of the rules; none if the game is over."""
        return [] if self.is_game_over() else list(self.position.legal_moves())

    @property
    def move_stack(self) -> list[Any]:
        """The moves made on this board."""
        return list(self._moves)

    def is_legal(self, move: Any) -> bool:
        """Whether a move, or the text of one, is legal."""
        return any(move == legal or move == str(legal) for legal in self.legal_moves)

    def parse(self, text: str) -> Any:
        """The legal move that a text means."""
        for legal in self.legal_moves:
            if text == legal or text == str(legal):
                return legal
        raise IllegalMoveError(f"illegal move {text}: it is not among the legal moves")

    def push(self, move: Any) -> None:
        """Plays a legal move, or the text of one."""
        move = self.parse(move)
        self._positions.append(self.position.play(move))
        self._moves.append(move)

    def pop(self) -> Any:
        """Takes back the last move, and returns it."""
        last = self.peek()
        del self._positions[-1], self._moves[-1]
        return last

    def peek(self) -> Any:
        """The last move."""
        if not self._moves:
            raise IndexError("no move was made on this board")
        return self._moves[-1]

    def is_game_over(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome() is not None

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        found = self.position.outcome()
        if found is None:
            return None
        winner = None if found == "draw" else self._name(found)
        return Outcome(winner, "draw" if winner is None else f"{winner} wins", None)

    def perft(self, depth: int) -> int:
        """Counts the lines of ``depth`` moves."""
        return _perft(self.position, depth)

    def picture(self) -> str:
        """The board as lines of text."""
        return self.text

    def svg(self) -> str:
        """The board as a drawing."""
        return draw(self.position)

    def _repr_svg_(self) -> str:
        return self.svg()

    def copy(self) -> GameBoard[G]:
        """The same game so far once more."""
        copy: GameBoard[G] = GameBoard(self.position)
        copy._positions, copy._moves = list(self._positions), list(self._moves)
        return copy

    __copy__ = copy

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        return f"{type(self.position).__name__}.parse({self.text!r}).board()"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameBoard):
            return NotImplemented
        same_class = type(self.position) is type(other.position)
        return same_class and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def _name(self, side: int | str) -> str:
        return side if isinstance(side, str) else self.sides[side]


def _perft(position: Game, depth: int) -> int:
    if depth == 0:
        return 1
    if position.outcome() is not None:
        return 0
    return sum(_perft(position.play(move), depth - 1) for move in position.legal_moves())
