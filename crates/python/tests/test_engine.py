"""The engine: moves that are legal, limits that hold, the same answer to the same question."""

import plyglot
import pytest

GAMES = plyglot.games()
NAMES = [game.name for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("limit", [plyglot.Limit(depth=2), plyglot.Limit(nodes=500), plyglot.Limit(time=0.02)])
def test_it_plays_legal_moves(game, limit):
    board = game.board()
    for opponent in (None, "random", "greedy", "minimax-2"):
        result = plyglot.Engine(opponent, seed=4).play(board, limit)
        assert result.move in board.legal_moves
        board.push(result.move)
    assert board.ply == 4


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_same_question_has_the_same_answer(game):
    def asked():
        infos = plyglot.Engine().analyse(game.board(), plyglot.Limit(nodes=3000), lines=2)
        return [(str(info.move), info.score, info.line, info.depth, info.nodes) for info in infos]

    assert asked() == asked()


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_lines(game):
    board = game.board()
    engine, limit = plyglot.Engine(), plyglot.Limit(depth=3)
    (best,) = engine.analyse(board, limit)
    assert best.line[0] == best.move and best.words
    infos = engine.analyse(board, limit, lines=3)
    assert len(infos) == 3 and len({info.move for info in infos}) == 3
    assert [info.score for info in infos] == sorted((info.score for info in infos), reverse=True)
    for info in infos:
        again = board.copy()
        for move in info.line:
            again.push(move)
    assert len(engine.analyse(board, limit, lines=1000)) == len(board.legal_moves)
    assert engine.analyse(board, limit, lines=0) == []


def test_several_lines_agree_with_one_where_all_is_known():
    board = plyglot.mancala.Board(pits=2, stones=2)
    engine, limit = plyglot.Engine(), plyglot.Limit(depth=250)
    (best,) = engine.analyse(board, limit)
    lines = engine.analyse(board, limit, lines=2)
    assert best.proven and lines[0].proven and lines[0].score == best.score


def test_a_win_at_once():
    # White has one man left, which Black can take.
    board = plyglot.checkers.Board("BLACK\n........\n........\n.b......\n..w.....\n........\n........\n........\n........\n")
    for lines in (1, 5):
        info = plyglot.Engine().analyse(board, plyglot.Limit(depth=3), lines=lines)[0]
        assert info.move == "J b6 d4" and info.wins_in == 1 and info.proven, lines


def test_no_move_where_there_is_none():
    board = plyglot.checkers.Board("BLACK\n........\n........\n........\n..w.....\n........\n........\n........\n........\n")
    assert board.is_game_over() and board.outcome().winner == "White"
    result = plyglot.Engine().play(board, plyglot.Limit(depth=1))
    assert result.move is None and result.info is None
    assert plyglot.Engine().analyse(board) == []


@pytest.mark.parametrize("wrong", [{}, {"time": 0}, {"time": float("nan")}, {"time": -1.0}, {"depth": 0}, {"nodes": 0}, {"depth": 1, "nodes": 1}])
def test_wrong_limits(wrong):
    with pytest.raises(ValueError):
        plyglot.Limit(**wrong)


def test_wrong_engines():
    with pytest.raises(plyglot.InputError, match="expected random, greedy"):
        plyglot.Engine("grandmaster")
    with pytest.raises(ValueError, match="table"):
        plyglot.Engine(table=0)
    with pytest.raises(TypeError):
        plyglot.Engine().play("no board")
