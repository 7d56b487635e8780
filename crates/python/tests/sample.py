"""What a student may write, for the type checker."""

from __future__ import annotations

import plyglot
from plyglot import Board, Limit, Move, checkers


def best(board: Board, limit: Limit) -> Move | None:
    return plyglot.Engine().play(board, limit).move


board = checkers.Board()
moves: list[Move] = board.legal_moves
board.push(moves[0])
board.push("E c3 b4")
last: Move = board.pop()
outcome = board.outcome()
winner: str | None = outcome.winner if outcome is not None else None
infos: list[plyglot.Info] = plyglot.Engine("expert", seed=1).analyse(board, Limit(depth=3), lines=3)
scores: list[float] = [info.score for info in infos]
answer: plyglot.Answer = plyglot.solve("B\n1\nWW.\n...\n")
files: dict[str, str] = answer.files
report: plyglot.Report = plyglot.explain("B\n1\nWW.\n...\n", files)
tree: plyglot.Tree = plyglot.search(board, "alphabeta", 3)
values: list[int | float] = [node.value for node in tree]
small: Board = plyglot.games()[4].board(size=5)
go: plyglot.capture_go.Board = plyglot.capture_go.Board(size=5)
try:
    board.push("nonsense")
except plyglot.InputError as error:
    place: tuple[int, int] = (error.line, error.column)


class Count(plyglot.Game):
    name = "count"

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def to_move(self) -> int:
        return self.count % 2

    def legal_moves(self) -> list[int]:
        return [1, 2]

    def play(self, move: int) -> Count:
        return Count(self.count + move)

    def outcome(self) -> str | None:
        return "draw" if self.count > 5 else None


plyglot.check(Count)
own: plyglot.GameBoard[Count] = Count().board()
own.push(1)
count: int = own.position.count + len(plyglot.search(own, "minimax", 2))
inputs: list[str] = [case.input for case in plyglot.cases(Count, 4, seed=2, difficulty="easy")]
