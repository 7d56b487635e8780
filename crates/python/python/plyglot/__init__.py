"""Five board games with one search core: boards, an engine, exact textbook answers, explanations of wrong
ones, and search trees.

>>> import plyglot
>>> board = plyglot.mancala.Board()
>>> board.push(board.legal_moves[0])
>>> plyglot.Engine().play(board, plyglot.Limit(depth=4)).move in board.legal_moves
True
"""

from plyglot import capture_go, checkers, mancala, stake_raid, star_circle
from plyglot._native import (
    Answer,
    Board,
    Case,
    Cases,
    Engine,
    GameInfo,
    Info,
    Limit,
    Misreading,
    Move,
    Node,
    Outcome,
    PlayResult,
    Report,
    Tree,
    __version__,
    cases,
    check,
    explain,
    games,
    read,
    search,
    solve,
)
from plyglot.errors import GameError, IllegalMoveError, InputError
from plyglot.game import Game, GameBoard

__all__ = [
    "Answer",
    "Board",
    "Case",
    "Cases",
    "Engine",
    "Game",
    "GameBoard",
    "GameError",
    "GameInfo",
    "IllegalMoveError",
    "Info",
    "InputError",
    "Limit",
    "Misreading",
    "Move",
    "Node",
    "Outcome",
    "PlayResult",
    "Report",
    "Tree",
    "__version__",
    "capture_go",
    "cases",
    "check",
    "checkers",
    "explain",
    "games",
    "mancala",
    "read",
    "search",
    "solve",
    "stake_raid",
    "star_circle",
]
