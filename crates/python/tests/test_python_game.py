"""Games written in Python: the same answers as the same rules in Rust, and exceptions that stay what they
are."""

import hashlib
import os
import runpy
import signal
import threading
from pathlib import Path

import pytest

import plyglot

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"
Noughts = runpy.run_path(str(EXAMPLES / "noughts.py"), run_name="noughts")["Noughts"]


class Simple(Noughts):
    """Only who wins counts, as in the textbooks."""

    name = "simple"

    def play(self, move):
        return Simple(super().play(move).cells)

    evaluate = plyglot.Game.evaluate


class Sowing(plyglot.Game):
    """Mancala by the rules of plyglot's own, straight from their words."""

    name = "sowing"
    sides = ("1", "2")

    def __init__(self, pits=3, stones=3):
        self.mover = 0
        # For each player the pits in the order of sowing, then the mancala.
        self.rows = [[stones] * pits + [0], [stones] * pits + [0]]

    def to_move(self):
        return self.mover

    def outcome(self):
        if any(any(row[:-1]) for row in self.rows) and all(any(row[:-1]) for row in self.rows):
            return None
        lead = self.evaluate(0)
        return "draw" if lead == 0 else 0 if lead > 0 else 1

    def legal_moves(self):
        pits = len(self.rows[0]) - 1
        own = [pit for pit in range(pits) if self.rows[self.mover][pit]]
        # Pits are tried from the left, and the second player sows to the left.
        return [self.name_of(pit) for pit in (own if self.mover == 0 else reversed(own))]

    def name_of(self, pit):
        pits = len(self.rows[0]) - 1
        return f"B{pit + 2}" if self.mover == 0 else f"A{pits + 1 - pit}"

    def play(self, move):
        after = self.copy()
        pits = len(self.rows[0]) - 1
        number = int(move[1:])
        side, pit = self.mover, number - 2 if self.mover == 0 else pits + 1 - number
        hand, after.rows[side][pit] = after.rows[side][pit], 0
        while hand:
            pit += 1
            if pit > pits or (pit == pits and side != self.mover):
                side, pit = 1 - side, 0
            after.rows[side][pit] += 1
            hand -= 1
        own, other = after.rows[self.mover], after.rows[1 - self.mover]
        if side == self.mover and pit < pits and own[pit] == 1:
            across = pits - 1 - pit
            own[pits] += own[pit] + other[across]
            own[pit] = other[across] = 0
        ends_at_home = side == self.mover and pit == pits
        for row, rest in ((own, other), (other, own)):
            if not any(row[:pits]):
                rest[pits] += sum(rest[:pits])
                rest[:pits] = [0] * pits
        after.mover = self.mover if ends_at_home else 1 - self.mover
        return after

    def copy(self):
        copy = Sowing.__new__(Sowing)
        copy.mover, copy.rows = self.mover, [list(row) for row in self.rows]
        return copy

    def evaluate(self, side):
        return self.rows[side][-1] - self.rows[1 - side][-1]


class Broken(plyglot.Game):
    """Counts to six. What it does wrong is chosen."""

    wrong = staticmethod(lambda method, usual: usual)

    def __init__(self, count=0):
        self.count = count

    def to_move(self):
        return self.wrong("to_move", self.count % 2)

    def legal_moves(self):
        return self.wrong("legal_moves", ["a", "b"])

    def play(self, move):
        return self.wrong("play", type(self)(self.count + 1))

    def outcome(self):
        return self.wrong("outcome", "draw" if self.count == 6 else None)

    def evaluate(self, side):
        return self.wrong("evaluate", 0)


def broken(method, result):
    """The class with one method that returns, or raises, something else once the count is 3."""

    class Some(Broken):
        def wrong(self, asked, usual):
            if asked != method or self.count < 3:
                return usual
            if isinstance(result, BaseException):
                raise result
            return result(self) if callable(result) else result

    return Some


# The numbers of the textbooks, and of the same game in Rust


def test_the_whole_tree_of_noughts_and_crosses():
    tree = plyglot.search(Simple(), "minimax", 9, most=600_000)
    assert len(tree) == 549_946
    assert tree.value == 0
    # 255,168 games, the known number.
    assert sum(node.is_leaf for node in tree.nodes) == 255_168


def test_alpha_beta_finds_the_same_value():
    tree = plyglot.search(Simple(), "alphabeta", 9)
    assert (tree.value, len(tree), len(tree.line)) == (0, 18_297, 9)


INPUT = "noughts\nALPHABETA\n2\nX.O\n...\nO.X\n"


def test_solve_writes_what_rust_writes():
    answer = plyglot.solve(INPUT, game=Noughts)
    assert (answer.game, answer.move, answer.value, answer.nodes) == ("noughts", "5", 102, 14)
    assert answer.files["output.txt"] == "5\n102\n14\n"
    assert answer.files["log.txt"] == LOG
    assert plyglot.solve(INPUT, game=Noughts, depth=1).nodes == 6


def test_every_line_of_an_answer_is_explained():
    right = plyglot.solve(INPUT, game=Noughts).files
    assert plyglot.explain(INPUT, right, game=Noughts).right

    def changed(file, old, new):
        assert old in right[file]
        return plyglot.explain(INPUT, {**right, file: right[file].replace(old, new)}, game=Noughts)

    other = changed("output.txt", "5\n", "2\n")
    assert (other.kind, other.about, other.why[0]) == (
        "wrong output",
        "the move",
        "5 is worth 102 after best play.",
    )
    illegal = changed("output.txt", "5\n", "1\n")
    assert (illegal.kind, illegal.why[-1]) == ("illegal move", "legal: 2, 4, 5, 6, 8")
    assert changed("output.txt", "5\n", "x\n").kind == "bad format"
    value = changed("output.txt", "102", "99")
    assert value.why[0].endswith("1 plies ahead after best play: 5. It is worth 102.")
    nodes = changed("output.txt", "14", "13")
    assert [it.name for it in nodes.misreadings] == ["root-not-counted"]
    log = changed("log.txt", "Infinity\n2,1", "Infinity\n4,1")
    assert (log.line, log.about) == (3, "a step of the search")
    assert log.why == [
        "The search should be at 2 here, and yours is at 4.",
        "The node is entered. O moves next at it, which is MIN: its value starts at Infinity.",
        "Alpha -Infinity and beta Infinity are those that were passed down.",
    ]
    leaf = changed("log.txt", "5,1,102,", "5,1,99,")
    assert leaf.why[1] == (
        "It is a leaf: the game is over: the aim is reached. Its value for X is 102."
    )


def test_cases_find_every_misreading_and_are_written(tmp_path):
    made = plyglot.cases(Noughts, count=20, seed=1)
    assert len(made) == 20
    # The same bytes as those of the same rules in Rust.
    files = (name + text for case in made for name, text in [("", case.input), *case.files.items()])
    assert hashlib.sha256("".join(files).encode()).hexdigest() == CASES
    assert all(made.fails.values()), made.fails
    for case in made:
        assert plyglot.solve(case.input, game=Noughts).files == case.files
    made.write(tmp_path / "cases")
    assert (tmp_path / "cases/01/input.txt").read_text() == made[0].input
    assert 'game = "noughts"' in (tmp_path / "cases/manifest.toml").read_text()
    with pytest.raises(OSError, match="it exists already"):
        made.write(tmp_path / "cases")
    with pytest.raises(ValueError, match="count is from 1 to 1000, not 0"):
        plyglot.cases(Noughts, count=0)
    made[-1].write(tmp_path / "one")
    assert (tmp_path / "one/log.txt").read_text() == made[-1].files["log.txt"]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize(("pits", "stones", "depth"), [(3, 3, 3), (3, 3, 4), (4, 2, 3), (2, 4, 4)])
def test_extra_turns_give_the_same_tree_as_mancala(algorithm, pits, stones, depth):
    own = plyglot.search(Sowing(pits, stones), algorithm, depth)
    board = plyglot.mancala.Board(pits=pits, stones=stones)
    known = plyglot.search(board, algorithm, depth)

    def seen(tree):
        return [
            (it.move, it.ply, it.depth, it.value, it.alpha, it.beta, it.is_cut, it.skipped)
            for it in tree.nodes
        ]

    assert any(it.ply != it.depth for it in own.nodes)
    assert seen(own) == seen(known)
    assert own.line == known.line
    assert own.words(0) == "1 moves here, and wants the largest value (MAX)."


@pytest.mark.parametrize("game", [Noughts, Simple, Sowing, Broken])
def test_the_laws_are_kept(game):
    plyglot.check(game)


# A pass is a move


class Passing(plyglot.Game):
    """A row of cells. Who finds no empty one next to an own one passes; two passes end it."""

    def __init__(self, cells="a....b", mover=0, passed=0):
        self.cells, self.mover, self.passed = cells, mover, passed

    def to_move(self):
        return self.mover

    def legal_moves(self):
        own = "ab"[self.mover]
        near = [
            at + 1
            for at, cell in enumerate(self.cells)
            if cell == "." and own in self.cells[max(at - 1, 0) : at + 2]
        ]
        return near or ["pass"]

    def play(self, move):
        if move == "pass":
            return Passing(self.cells, 1 - self.mover, self.passed + 1)
        cells = self.cells[: move - 1] + "ab"[self.mover] + self.cells[move:]
        return Passing(cells, 1 - self.mover, 0)

    def outcome(self):
        if self.passed < 2:
            return None
        lead = self.evaluate(0)
        return "draw" if lead == 0 else int(lead < 0)

    def evaluate(self, side):
        lead = self.cells.count("a") - self.cells.count("b")
        return lead if side == 0 else -lead


def test_a_pass_is_a_move():
    plyglot.check(Passing)
    tree = plyglot.search(Passing("a..b"), "minimax", 9)
    assert tree.line == ["2", "3", "pass", "pass"]
    assert tree.value == 0


# What goes wrong in Python


class Mine(Exception):
    pass


METHODS = ["to_move", "legal_moves", "play", "outcome", "evaluate"]


@pytest.mark.parametrize("method", METHODS)
def test_an_exception_is_the_one_that_was_raised(method):
    error = Mine("here")
    game = broken(method, error)
    text = "some\nMINIMAX\n5\ncount = 0\n"
    for ask in (
        lambda: plyglot.search(game(), "minimax", 5),
        lambda: plyglot.search(game(), "alphabeta", 6),
        lambda: plyglot.solve(text, game=game),
        lambda: plyglot.explain(text, "a\n0\n63\n", game=game),
        lambda: plyglot.cases(game, count=3),
        lambda: plyglot.check(game),
    ):
        with pytest.raises(Mine) as caught:
            ask()
        assert caught.value is error


def test_a_search_ends_at_once():
    calls = []

    class Counting(Broken):
        def evaluate(self, side):
            calls.append(side)
            raise Mine

    with pytest.raises(Mine):
        plyglot.search(Counting(), "minimax", 5)
    assert len(calls) == 1
    # And the next one begins afresh.
    assert len(plyglot.search(Broken(), "minimax", 5)) == 63


@pytest.mark.parametrize(
    ("method", "result", "message"),
    [
        ("to_move", 2, 'Some.to_move returned 2: a side is 0 or 1, or "First" or "Second"'),
        ("to_move", "first", "Some.to_move returned 'first': a side is"),
        ("to_move", None, "Some.to_move returned None: a side is"),
        ("legal_moves", None, "Some.legal_moves returned None: it must be a list of moves"),
        ("legal_moves", {"a", "b"}, "the order of the moves is part of the rules"),
        ("legal_moves", "ab", "Some.legal_moves returned 'ab': it must be a list"),
        ("legal_moves", [], "Some.legal_moves lists no move, but outcome says that the game goes on"),
        ("legal_moves", [["a"]], r"Some.legal_moves lists \['a'\], which cannot be a move"),
        ("legal_moves", ["a\nb"], "the text of a move is one line"),
        ("legal_moves", ["1", 1], 'lists two different moves with the text "1"'),
        ("play", None, "Some.play returned None: it must return the new position"),
        ("play", lambda it: it, "must return a new position, and leave the old one as it is"),
        ("outcome", False, "Some.outcome returned False: it must be None while the game goes on"),
        ("outcome", "nobody", "Some.outcome returned 'nobody': a side is"),
        ("evaluate", 0.5, "Some.evaluate returned 0.5: it must be a whole number"),
        ("evaluate", 10**30, "it must be a whole number between"),
        ("evaluate", None, "Some.evaluate returned None: it must be a whole number"),
    ],
)
def test_what_is_no_game_is_said_plainly(method, result, message):
    with pytest.raises(plyglot.GameError, match=message):
        plyglot.search(broken(method, result)(), "minimax", 5)


def test_a_class_must_be_a_game():
    class Half:
        def to_move(self):
            return 0

    with pytest.raises(plyglot.GameError, match="Half has no method legal_moves: a game needs"):
        plyglot.search(Half(), "minimax", 2)
    with pytest.raises(TypeError, match="expected a Board, a str or a game of your own, found int"):
        plyglot.search(5, "minimax", 2)
    with pytest.raises(TypeError, match="game is a str or a class that is a game, not int"):
        plyglot.solve(INPUT, game=5)

    class Named(Broken):
        name = " two\nlines"

    with pytest.raises(plyglot.GameError, match="it must be a text of one line"):
        plyglot.search(Named(), "minimax", 2)

    class Sided(Broken):
        sides = ("one",)

    with pytest.raises(plyglot.GameError, match="Sided.sides is .*: it must be two texts"):
        plyglot.search(Sided(), "minimax", 2)


def test_broken_laws_are_named_with_the_position():
    class Asymmetric(Broken):
        def evaluate(self, side):
            return self.count

    with pytest.raises(plyglot.GameError, match="not 1 and 1:\ncount = 1$"):
        plyglot.check(Asymmetric)

    class Forgetful(Broken):
        def __str__(self):
            return "always the same"

    with pytest.raises(plyglot.GameError, match="breaks a law"):
        plyglot.check(Forgetful)

    class Mutable(Broken):
        def play(self, move):
            after = Mutable(self.count + 1)
            self.count += 1
            return after

    with pytest.raises(plyglot.GameError, match="play leaves the old position as it is, but a made"):
        plyglot.check(Mutable)

    class Twice(Broken):
        def legal_moves(self):
            return ["a", "a"]

    with pytest.raises(plyglot.GameError, match="no move is listed twice, as a is"):
        plyglot.check(Twice)

    class Restless(Broken):
        asked = 0

        def legal_moves(self):
            Restless.asked += 1
            return ["a", "b"] if Restless.asked % 2 else ["b", "a"]

    with pytest.raises(plyglot.GameError, match="same moves in the same order"):
        plyglot.check(Restless)

    class Blank(Noughts):
        def play(self, move):
            return Blank(super().play(move).cells)

        def __str__(self):
            return super().__str__().replace(".", " ")

        @classmethod
        def parse(cls, text):
            return cls("".join(text.split("\n")).replace(" ", "."))

    with pytest.raises(plyglot.GameError, match="expected the position, found an empty line"):
        plyglot.check(Blank)


def test_bad_input_has_its_place():
    with pytest.raises(plyglot.InputError) as caught:
        plyglot.solve("noughts\nMINIMAX\n2\nX.\n", game=Noughts)
    assert (caught.value.line, caught.value.column) == (4, 1)
    assert caught.value.message == "expected three rows of three cells: X, O or ."
    with pytest.raises(plyglot.InputError, match="1:1: expected noughts, found \"checkers\""):
        plyglot.solve("checkers\nMINIMAX\n2\nX.\n", game=Noughts)
    with pytest.raises(plyglot.InputError, match="the game is over"):
        plyglot.solve("noughts\nMINIMAX\n2\nXXX\nOO.\n...\n", game=Noughts)
    with pytest.raises(plyglot.InputError) as caught:
        plyglot.solve("broken\nMINIMAX\n2\ncount = 1\nrest\n", game=Broken)
    assert caught.value.line == 5


def test_one_side_that_moves_for_ever_is_an_error():
    class Forever(Broken):
        def to_move(self):
            return 0

        def outcome(self):
            return None

    with pytest.raises(plyglot.GameError, match="goes on for more than 1000 moves"):
        plyglot.search(Forever(), "minimax", 1)

    class Endless(Broken):
        def outcome(self):
            return None

    assert len(plyglot.search(Endless(), "minimax", 5)) == 63


def test_a_game_may_search_another():
    class Outer(Broken):
        def evaluate(self, side):
            assert len(plyglot.search(Broken(), "minimax", 2)) == 7
            assert plyglot.solve(INPUT, game=Noughts).nodes == 14
            return 0

    assert len(plyglot.search(Outer(), "minimax", 2)) == 7
    answer = plyglot.solve("outer\nMINIMAX\n2\ncount = 0\n", game=Outer)
    assert answer.game == "outer"


def test_threads_do_not_disturb_each_other():
    found = {}

    def search(game, depth):
        found[game] = len(plyglot.search(game(), "minimax", depth))

    def fail():
        with pytest.raises(Mine):
            plyglot.search(broken("evaluate", Mine())(), "minimax", 5)

    threads = [threading.Thread(target=search, args=it) for it in ((Noughts, 3), (Sowing, 5))]
    threads += [threading.Thread(target=fail) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {Noughts: 586, Sowing: len(plyglot.search(Sowing(), "minimax", 5))}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to ourselves")
def test_control_c_ends_a_search():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        plyglot.search(Noughts(), "minimax", 9)
    timer.join()


# Boards and pictures


def test_a_board_of_ones_own():
    board = Noughts().board()
    assert (board.turn, len(board.legal_moves), board.perft(3)) == ("X", 9, 504)
    for move in "15239":
        board.push(move)
    copy = board.copy()
    assert (board.pop(), board.ply, copy.ply) == ("9", 4, 5)
    assert board != copy and hash(board) == hash(Noughts.parse(board.text).board())
    board.push("7")
    board.push("8")
    assert board.turn == "X" and not board.is_game_over()
    over = Noughts("XXXOO....").board()
    assert over.is_game_over() and over.legal_moves == []
    assert over.outcome().winner == "X"
    with pytest.raises(plyglot.IllegalMoveError):
        over.push("9")
    with pytest.raises(IndexError):
        over.pop()
    assert len(plyglot.search(copy, "minimax", 2)) == len(
        plyglot.search(copy.position, "minimax", 2)
    )


def test_a_picture_is_drawn():
    svg = Noughts("XO.......")._repr_svg_()
    assert svg.startswith("<svg") and ">X<" in svg and ">O<" in svg
    assert "count = 0" in Broken()._repr_svg_()
    with pytest.raises(plyglot.GameError, match="picture returned 5: it must be rows of cells"):
        broken_picture = type("Wrong", (Broken,), {"picture": lambda self: 5})
        broken_picture()._repr_svg_()


def test_the_default_text_reads_back():
    class State(Broken):
        def __init__(self):
            self.count = 0
            self.all = [1, (2,), {"b": [None], "a": {3, 1}}, "x = 'y'\n", -1.5, True, ()]

    state = State()
    read = State.parse(str(state))
    assert vars(read) == vars(state) and str(read) == str(state)
    state.all = object()
    with pytest.raises(TypeError, match="State needs __str__ and parse of its own: all is of"):
        str(state)
    for text in ("count = 0", "count = 0\nall = print()", "", "count = 0\nall = []\nmore = 1"):
        with pytest.raises(ValueError):
            State.parse(text)


# What the same rules give in Rust: crates/answers/tests/suite/rules_alone.rs.
CASES = "9afbadc24b0c812356654b5870edaefc180f763b393e4a7969a973dd0abbb87d"
LOG = """\
node,depth,value,alpha,beta
root,0,-Infinity,-Infinity,Infinity
2,1,Infinity,-Infinity,Infinity
4,2,0,-Infinity,Infinity
2,1,0,-Infinity,0
5,2,-101,-Infinity,0
2,1,-101,-Infinity,-101
6,2,0,-Infinity,-101
2,1,-101,-Infinity,-101
8,2,0,-Infinity,-101
2,1,-101,-Infinity,-101
root,0,-101,-101,Infinity
4,1,Infinity,-101,Infinity
2,2,0,-101,Infinity
4,1,0,-101,0
5,2,-101,-101,0
4,1,-101,-101,0
root,0,-101,-101,Infinity
5,1,102,-101,Infinity
root,0,102,102,Infinity
6,1,Infinity,102,Infinity
2,2,0,102,Infinity
6,1,0,102,Infinity
root,0,102,102,Infinity
8,1,Infinity,102,Infinity
2,2,0,102,Infinity
8,1,0,102,Infinity
root,0,102,102,Infinity
"""
