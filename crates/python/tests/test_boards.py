"""Boards: what the rules say, texts that read back, moves made and taken back."""

import copy
import pickle
import random
import xml.etree.ElementTree

import plyglot
import pytest

GAMES = plyglot.games()
NAMES = [game.name for game in GAMES]

# Known numbers: checkers' are in many papers; the others follow from the rules by hand.
PERFT = {
    "checkers": [7, 49, 302, 1469, 7361, 36768, 179740, 845931],
    "mancala": [6, 35],
    "capture-go": [36],
    "stake-raid": [25],
    "star-circle": [7, 49],
}


def wander(board, seed, most=60):
    """Plays at random, to the end or so far, and yields every board on the way."""
    chance = random.Random(seed)
    for _ in range(most):
        yield board
        moves = board.legal_moves
        if not moves:
            return
        board.push(chance.choice(moves))


def perft_by_hand(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft_by_hand(board, depth - 1)
        board.pop()
    return count


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_perft(game):
    board = game.board()
    known = PERFT[game.name]
    assert [board.perft(depth) for depth in range(1, len(known) + 1)] == known
    before = board.text
    assert perft_by_hand(board, 3) == board.perft(3) == sum(n for _, n in board.divide(3))
    assert board.text == before and board.ply == 0
    assert board.perft(0) == 1


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_texts_read_back(game):
    for seed in range(3):
        for board in wander(game.board(), seed):
            again = type(board)(board.text)
            assert again == board and hash(again) == hash(board) and again.text == board.text
            assert again.turn == board.turn
            assert again.legal_moves == board.legal_moves


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_what_is_pushed_can_be_popped(game):
    board = game.board()
    texts, moves = [], []
    for board in wander(board, 7):
        texts.append(board.text)
    moves = board.move_stack
    assert len(moves) == board.ply and (not moves or board.peek() == moves[-1])
    for move, text in zip(reversed(moves), reversed(texts[: len(moves)])):
        assert board.pop() == move
        assert board.text == text
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    for move in moves:
        board.push(str(move))
    assert board.move_stack == moves


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_copy_is_another_board(game):
    board = game.board()
    board.push(board.legal_moves[0])
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert type(twin) is type(board) and twin == board and twin.move_stack == board.move_stack
        twin.pop()
        assert twin != board and board.ply == 1


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_games_end_as_their_rules_say(game):
    for seed in range(5):
        board = game.board()
        for _ in wander(board, seed, most=600):
            if board.is_game_over():
                break
            assert board.outcome() is None and board.legal_moves
        outcome = board.outcome()
        if outcome is None:
            continue
        assert board.is_game_over() and outcome.how
        assert outcome.winner in (None, *board.sides)
        if outcome.margin is not None:
            expected = board.sides[0] if outcome.margin > 0 else board.sides[1]
            assert outcome.winner == (expected if outcome.margin else None)


def test_moves_of_another_position_are_checked():
    board = plyglot.checkers.Board()
    first, other = board.legal_moves[0], board.legal_moves[1]
    board.push(first)
    with pytest.raises(plyglot.IllegalMoveError):
        board.push(other)  # it is White's turn
    assert board.ply == 1
    with pytest.raises((plyglot.IllegalMoveError, plyglot.InputError)):
        plyglot.mancala.Board().push(first)
    # The same position by another way: a kept move is as good as a new one.
    board.pop()
    board.push(plyglot.checkers.Board().legal_moves[0])
    assert board.peek() == first


def test_moves_are_texts():
    board = plyglot.checkers.Board()
    move = board.legal_moves[0]
    assert move == str(move) and hash(move) == hash(str(move)) and move != "E a1 a2" and move != 7
    assert str(move) in board.legal_moves and move in {str(move)}
    assert board.parse(str(move)) == move and board.is_legal(move) and board.is_legal(str(move))
    assert not board.is_legal("nonsense")
    with pytest.raises(TypeError):
        board.push(3)
    with pytest.raises(TypeError):
        board.is_legal(3)


def test_errors_have_a_place():
    with pytest.raises(plyglot.InputError) as caught:
        plyglot.checkers.Board("BLACK\n.b.b.b.b\nb.b.x.b.\n")
    assert (caught.value.line, caught.value.column) == (3, 5)
    assert str(caught.value).startswith("3:5: ") and isinstance(caught.value, ValueError)
    assert pickle.loads(pickle.dumps(caught.value)).line == 3
    with pytest.raises(plyglot.InputError):
        plyglot.checkers.Board().push("nonsense")


def test_sizes():
    assert len(plyglot.capture_go.Board(size=13).legal_moves) == 13 * 13
    assert len(plyglot.stake_raid.Board(size=4, seed=3).legal_moves) == 16
    assert plyglot.stake_raid.Board(seed=1) != plyglot.stake_raid.Board(seed=2)
    with pytest.raises(ValueError, match="size is from 1 to"):
        plyglot.capture_go.Board(size=99)
    with pytest.raises(TypeError):
        plyglot.capture_go.Board("B\n...\n", size=5)
    with pytest.raises(TypeError):
        plyglot.checkers.Board(size=8)
    with pytest.raises(TypeError, match="no size named"):
        GAMES[1].board(size=8)
    assert GAMES[4].board(size=3) == plyglot.capture_go.Board(size=3)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_pictures(game):
    board = game.board()
    for board in wander(board, 1, most=12):
        assert board.picture() == str(board) and "\x1b" not in str(board)
        drawing = xml.etree.ElementTree.fromstring(board._repr_svg_())
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert repr(board).startswith(f"plyglot.{game.name.replace('-', '_')}.Board(")
    assert eval(repr(board)) == board
