"""
What `plyglot` is made of.
"""

from . import capture_go as capture_go, checkers as checkers, mancala as mancala, stake_raid as stake_raid, star_circle as star_circle
from _typeshed import SupportsGetItem
from collections.abc import Iterator
from os import PathLike
from typing import Final, SupportsIndex, final
from typing_extensions import disjoint_base

__all__ = ["__version__", "Answer", "Board", "Case", "Cases", "Engine", "GameInfo", "Info", "Limit", "Misreading", "Move", "Node", "Nodes", "Outcome", "PlayResult", "Report", "Tree", "cases", "check", "draw", "explain", "games", "read", "run_command", "search", "solve", "capture_go", "checkers", "mancala", "stake_raid", "star_circle"]

__version__: Final[str]
"""
The version of this package.
"""

@final
class Answer:
    """
    The answer to an `input.txt`. What a game does not have is None.
    """
    def __repr__(self, /) -> str: ...
    @property
    def algorithm(self, /) -> str:
        """
        The search, as the input names it.
        """
    @property
    def depth(self, /) -> int | None:
        """
        How many turns it looked ahead.
        """
    @property
    def files(self, /) -> dict[str, str]:
        """
        The files that the assignment asks for: their names and texts.
        """
    @property
    def game(self, /) -> str:
        """
        The game, as on the command line.
        """
    @property
    def legal(self, /) -> list[str]:
        """
        All legal turns, sorted, where the game lists them.
        """
    @property
    def line(self, /) -> list[str]:
        """
        Best play by both sides.
        """
    @property
    def move(self, /) -> str | None:
        """
        Our turn as one text; None if there is no move.
        """
    @property
    def moves(self, /) -> list[str]:
        """
        Our whole turn: several moves where the game gives several.
        """
    @property
    def nodes(self, /) -> int | None:
        """
        Nodes visited.
        """
    @property
    def printed(self, /) -> str | None:
        """
        What the source's own program prints instead of writing a file.
        """
    @property
    def value(self, /) -> int | None:
        """
        What the search says the position is worth, in the game's points.
        """

@disjoint_base
class Board:
    """
    A game so far: a position, and the moves that led to it. Every game has a class of its own, such as
    `plyglot.checkers.Board`.

    >>> import plyglot
    >>> board = plyglot.checkers.Board()
    >>> board.push("E b6 a5")
    >>> board.turn
    'White'
    >>> len(board.legal_moves)
    7
    >>> board.pop()
    Move('E b6 a5')
    """
    def __copy__(self, /) -> Board: ...
    def __deepcopy__(self, /, memo: "dict[int, object]") -> Board: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Boards are equal if they are of the same game and the same position, however that came about.
        """
    def __hash__(self, /) -> int:
        """
        Of the position now: a board that is a key of a dict must not be played on.
        """
    def __reduce__(self, /) -> "tuple[object, ...]": ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, moves: SupportsGetItem[int, str]) -> None: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        What a notebook shows.
        """
    def copy(self, /) -> Board:
        """
        The same game so far once more.
        """
    def divide(self, /, depth: SupportsIndex) -> list[tuple[str, int]]:
        """
        `perft`, split by the first move.
        """
    @property
    def game_name(self, /) -> str:
        """
        The name of the game, as on the command line.
        """
    def is_game_over(self, /) -> bool:
        """
        Whether the game is over, by its rules and by how it went.
        """
    def is_legal(self, /, move: "Move | str") -> bool:
        """
        Whether a move is legal.

        >>> import plyglot
        >>> plyglot.checkers.Board().is_legal("E b6 a7")
        False
        """
    @property
    def legal_moves(self, /) -> list[Move]:
        """
        The legal moves, in the order of the rules. A game that is drawn by repetition still has some.
        """
    @property
    def move_stack(self, /) -> list[Move]:
        """
        The moves made on this board.
        """
    def outcome(self, /) -> Outcome | None:
        """
        How the game ended; None while it goes on.
        """
    def parse(self, /, text: str) -> Move:
        """
        The legal move that a text means.

        >>> import plyglot
        >>> plyglot.checkers.Board().parse("E b6 a5")
        Move('E b6 a5')
        """
    def peek(self, /) -> Move:
        """
        The last move.
        """
    def perft(self, /, depth: SupportsIndex) -> int:
        """
        Counts the lines of `depth` moves, all in one go.

        >>> import plyglot
        >>> [plyglot.checkers.Board().perft(depth) for depth in range(1, 7)]
        [7, 49, 302, 1469, 7361, 36768]
        """
    def picture(self, /) -> str:
        """
        The board as lines of text, as the terminal shows it.

        >>> import plyglot
        >>> print(plyglot.mancala.Board().picture())
             A2   A3   A4   A5   A6   A7
        ┌────┬────┬────┬────┬────┬────┬────┬────┐
        │    │ 4  │ 4  │ 4  │ 4  │ 4  │ 4  │    │
        │ 0  ├────┼────┼────┼────┼────┼────┤ 0  │
        │    │ 4  │ 4  │ 4  │ 4  │ 4  │ 4  │    │
        └────┴────┴────┴────┴────┴────┴────┴────┘
             B2   B3   B4   B5   B6   B7
        """
    @property
    def ply(self, /) -> int:
        """
        How many moves were made on this board.
        """
    def pop(self, /) -> Move:
        """
        Takes back the last move, and returns it.
        """
    def push(self, /, move: "Move | str") -> None:
        """
        Plays a legal move.

        >>> import plyglot
        >>> plyglot.checkers.Board().push("E b6 c7")
        Traceback (most recent call last):
            ...
        plyglot.errors.IllegalMoveError: illegal move E b6 c7: a man cannot step backward, from b6 to c7
        """
    @property
    def sides(self, /) -> tuple[str, str]:
        """
        The two sides, the first one first.
        """
    def svg(self, /) -> str:
        """
        The board as a drawing, with the last move marked.
        """
    @property
    def tally(self, /) -> tuple[int, int]:
        """
        What each side has, in the game's units: pieces, points, stones.
        """
    @property
    def text(self, /) -> str:
        """
        The position as text. `Board(text)` gives it back.
        """
    @property
    def turn(self, /) -> str:
        """
        The side to move, by its name.
        """

@final
class Case:
    """
    An input and its one right answer.
    """
    def __repr__(self, /) -> str: ...
    @property
    def about(self, /) -> str:
        """
        What it is about, in a few words.
        """
    @property
    def fails(self, /) -> list[str]:
        """
        The misreadings that it finds out, by their names.
        """
    @property
    def files(self, /) -> dict[str, str]:
        """
        The right answer: a text for each file. Empty where any legal turn is right.
        """
    @property
    def input(self, /) -> str:
        """
        The text of `input.txt`.
        """
    @property
    def name(self, /) -> str:
        """
        Its number, as the folder is called that it is written to.
        """
    def write(self, /, folder: str | PathLike[str]) -> None:
        """
        Writes the input and the answer into a folder, which is made if there is none.
        """

@final
class Cases:
    """
    Inputs with their answers, chosen so that each misreading of the rules or of the search fails some.
    """
    def __getitem__(self, index: SupportsIndex, /) -> Case: ...
    def __iter__(self, /) -> Iterator: ...
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def fails(self, /) -> dict[str, int]:
        """
        How many cases each known misreading fails, by its name.
        """
    def write(self, /, folder: str | PathLike[str]) -> None:
        """
        Writes all into a new folder, as `plyglot cases` does: a folder a case, and a manifest, so that
        `plyglot grade` can grade with them.
        """

@final
class Engine:
    """
    An engine for all games. `opponent` names another player: `random`, `greedy`, `minimax-1` to
    `minimax-8`, or one of the engine's levels, whose chance `seed` decides. `table` is the size of its
    memory for positions in megabytes. `threads` search together; with more than one, answers may differ
    from time to time, except for what is proven, and a time is that of one of them. It remembers nothing
    from call to call: with one thread the same question has the same answer.

    >>> import plyglot
    >>> engine = plyglot.Engine()
    >>> board = plyglot.mancala.Board(pits=3, stones=2)
    >>> result = engine.play(board, plyglot.Limit(depth=40))
    >>> board.push(result.move)
    >>> result.info.proven
    True
    """
    def __new__(cls, /, opponent: "str | None" = None, *, seed: "int" = 0, table: "int" = 64, threads: "int" = 1) -> Engine: ...
    def __repr__(self, /) -> str: ...
    def analyse(self, /, board: "Board", limit: "Limit | None" = None, *, lines: "int" = 1) -> list[Info]:
        """
        What the engine at full strength thinks of a position: the best move, or the best `lines` moves,
        the best one first. For more than one, every legal move is searched by itself, all of them
        equally deep, and at least one turn below the move; nodes and time are for all together.

        >>> import plyglot
        >>> board = plyglot.checkers.Board()
        >>> infos = plyglot.Engine().analyse(board, plyglot.Limit(depth=5), lines=3)
        >>> len(infos), infos[0].score >= infos[2].score
        (3, True)
        """
    def play(self, /, board: "Board", limit: "Limit | None" = None) -> PlayResult:
        """
        Chooses a move; without a limit it takes a second of CPU time. Other threads of Python run
        meanwhile, and Ctrl-C ends it.
        """

@final
class GameInfo:
    """
    A game, and what can be chosen about it.

    >>> import plyglot
    >>> game = plyglot.games()[3]
    >>> game.name, game.title, game.sides
    ('mancala', 'Mancala', ('Player 1', 'Player 2'))
    >>> game.sizes
    {'pits': (1, 10, 6), 'stones': (1, 1000, 4)}
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def about(self, /) -> str:
        """
        What it is about, in one line.
        """
    def board(self, /, text: "str | None" = None, *, seed: "int" = 0, **sizes: "int") -> "Board":
        """
        A board of this game: `game.board()`, `game.board(text)`, `game.board(size=9)`.
        """
    @property
    def name(self, /) -> str:
        """
        Its name on the command line: `star-circle`.
        """
    @property
    def sides(self, /) -> tuple[str, str]:
        """
        The two sides, the first one first.
        """
    @property
    def sizes(self, /) -> dict[str, tuple[int, int, int]]:
        """
        The sizes of its board that can be chosen: the least, the greatest and the usual one.
        """
    @property
    def title(self, /) -> str:
        """
        Its name in a sentence.
        """

@final
class Info:
    """
    What the engine thinks of a move. `score` is the lead that it expects for the side to move, in the
    game's units; `wins_in` the number of moves after which that side has won, or, below 0, lost, where
    that is known.
    """
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> int:
        """
        How many turns ahead the search looked in full.
        """
    @property
    def line(self, /) -> list[str]:
        """
        Best play by both sides as far as it is known, with this move as the first.
        """
    @property
    def move(self, /) -> Move:
        """
        The move.
        """
    @property
    def nodes(self, /) -> int:
        """
        Nodes visited.
        """
    @property
    def proven(self, /) -> bool:
        """
        Whether the score is certain.
        """
    @property
    def score(self, /) -> float:
        """
        The lead that is expected for the side to move.
        """
    @property
    def wins_in(self, /) -> int | None:
        """
        After how many moves the side to move has won, or, below 0, lost; None if that is not known.
        """
    @property
    def words(self, /) -> str:
        """
        In plain words.
        """

@final
class Limit:
    """
    How much may be spent: exactly one of a number of turns to look ahead, a number of nodes, or seconds
    of CPU time. The first two give the same answer on every machine.

    >>> import plyglot
    >>> plyglot.Limit(depth=12)
    Limit(depth=12)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, time: "float | None" = None, depth: "int | None" = None, nodes: "int | None" = None) -> Limit: ...
    def __repr__(self, /) -> str: ...

@final
class Misreading:
    """
    A way to misread the rules that gives exactly the answer that was handed in.
    """
    def __repr__(self, /) -> str: ...
    @property
    def does(self, /) -> str:
        """
        What such a program does.
        """
    @property
    def name(self, /) -> str:
        """
        Its name.
        """
    @property
    def rule(self, /) -> str:
        """
        The rule to read again.
        """

@final
class Move:
    """
    A move. Its text is as the game writes it, and a move is equal to that text:

    >>> import plyglot
    >>> board = plyglot.checkers.Board()
    >>> move = board.legal_moves[0]
    >>> str(move)
    'E f6 e5'
    >>> move == "E f6 e5"
    True
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...

@final
class Node:
    """
    A node of a tree.
    """
    def __repr__(self, /) -> str: ...
    @property
    def alpha(self, /) -> int | float:
        """
        What the side at the root had for certain when this node was entered.
        """
    @property
    def beta(self, /) -> int | float:
        """
        What the other side had for certain.
        """
    @property
    def children(self, /) -> list[Node]:
        """
        The children that were looked at.
        """
    @property
    def depth(self, /) -> int:
        """
        How many turns.
        """
    @property
    def improved(self, /) -> bool:
        """
        Whether it was better for the node above than all before it.
        """
    @property
    def index(self, /) -> int:
        """
        Its number in the tree.
        """
    @property
    def is_cut(self, /) -> bool:
        """
        Whether it returned before all its children were looked at, or could have.
        """
    @property
    def is_leaf(self, /) -> bool:
        """
        Whether it has no children.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Whether the game is over here.
        """
    @property
    def maximizes(self, /) -> bool:
        """
        Whether the side at the root moves here, and so wants the largest value.
        """
    @property
    def move(self, /) -> str | None:
        """
        The move that led here; None at the root.
        """
    @property
    def parent(self, /) -> Node | None:
        """
        The node above; None at the root.
        """
    @property
    def ply(self, /) -> int:
        """
        How many moves lie between the root and here.
        """
    @property
    def size(self, /) -> int:
        """
        How many nodes there are from here down, this one included.
        """
    @property
    def skipped(self, /) -> list[str]:
        """
        The moves that were not looked at.
        """
    @property
    def value(self, /) -> int | float:
        """
        What it returned, for the side at the root.
        """

@final
class Nodes:
    """
    The nodes of a tree, one after the other.
    """
    def __iter__(self, /) -> Nodes: ...
    def __next__(self, /) -> Node: ...

@final
class Outcome:
    """
    How a game ended.

    >>> import plyglot
    >>> board = plyglot.mancala.Board(pits=1, stones=1)
    >>> board.push("B2")
    >>> board.outcome()
    Outcome(winner=None, how='draw: 1 stone each', margin=0)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, winner: str | None, how: str, margin: SupportsIndex | None = None) -> Outcome:
        """
        For games that are written in Python.
        """
    def __repr__(self, /) -> str: ...
    @property
    def how(self, /) -> str:
        """
        How, in words.
        """
    @property
    def margin(self, /) -> int | None:
        """
        The first side's lead, where games are won by points.
        """
    @property
    def winner(self, /) -> str | None:
        """
        The side that won, by its name; None in a draw.
        """

@final
class PlayResult:
    """
    What an engine plays.
    """
    def __repr__(self, /) -> str: ...
    @property
    def info(self, /) -> Info | None:
        """
        What was thought of it, where anything was.
        """
    @property
    def move(self, /) -> Move | None:
        """
        The move; None if the game is over.
        """

@final
class Report:
    """
    What there is to say about an answer. `str(report)` is all of it for people.
    """
    def __bool__(self, /) -> bool:
        """
        Whether the answer is right.
        """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def about(self, /) -> str | None:
        """
        What stands on that line of an answer.
        """
    @property
    def expected(self, /) -> str | None:
        """
        What should stand there, with blanks made visible; None if nothing should.
        """
    @property
    def file(self, /) -> str | None:
        """
        The file where it first goes wrong.
        """
    @property
    def found(self, /) -> str | None:
        """
        What does; None if nothing does.
        """
    @property
    def game(self, /) -> str:
        """
        The game, as on the command line.
        """
    @property
    def kind(self, /) -> str:
        """
        In which way it is wrong, in a word or two.
        """
    @property
    def line(self, /) -> int | None:
        """
        The line there, from 1.
        """
    @property
    def message(self, /) -> str:
        """
        That in one line; empty if it is right.
        """
    @property
    def misreadings(self, /) -> list[Misreading]:
        """
        The misreadings that give exactly this answer.
        """
    @property
    def right(self, /) -> bool:
        """
        Whether the answer is right.
        """
    @property
    def why(self, /) -> list[str]:
        """
        Why the right answer is right, sentence by sentence.
        """

@final
class Tree:
    """
    A tree that was searched: a sequence of its nodes in the order in which they were entered, the root
    first. Values are for the side at the root.

    >>> import plyglot
    >>> tree = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
    >>> len(tree), tree.value, tree.line
    (11, 3, ['1', '1'])
    >>> tree[5].ply, tree[5].alpha, tree[5].beta
    (1, 3, inf)
    """
    def __getitem__(self, index: SupportsIndex, /) -> Node: ...
    def __iter__(self, /) -> Nodes: ...
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        What a notebook shows: as many plies as can be looked at.
        """
    @property
    def cuts(self, /) -> int:
        """
        How many nodes were cut.
        """
    @property
    def line(self, /) -> list[str]:
        """
        Best play by both sides, always the first of equal moves.
        """
    def log(self, /, step: SupportsIndex) -> str:
        """
        The line of the traverse log that belongs to a step.
        """
    @property
    def nodes(self, /) -> list[Node]:
        """
        All nodes as a list; `tree[number]` is one of them.
        """
    @property
    def root(self, /) -> Node:
        """
        The first node.
        """
    @property
    def sides(self, /) -> tuple[str, str]:
        """
        The sides, the one at the root first.
        """
    def to_dot(self, /, plies: "int | None" = None) -> str:
        """
        The tree in Graphviz' language, down to `plies` moves below the root.

        >>> import plyglot
        >>> tree = plyglot.search("(3 (2 4))", "minimax", 2)
        >>> print(tree.to_dot(plies=1), end="")
        digraph search {
          node [fontname="sans-serif"];
          n0 [label="3\\n[-Infinity, Infinity]", shape=house];
          n1 [label="3", shape=box];
          n0 -> n1 [label="1", style=bold];
          n2 [label="2\\n[-Infinity, Infinity]", shape=invhouse];
          n0 -> n2 [label="2", style=solid];
        }
        """
    def to_svg(self, /, plies: "int | None" = None) -> str:
        """
        The tree as a drawing, down to `plies` moves below the root.
        """
    @property
    def value(self, /) -> int | float:
        """
        What the search says the root is worth for the side to move there.
        """
    def words(self, /, step: SupportsIndex) -> str:
        """
        What happened at a step of the search, in words. A search of n nodes has 2n - 1 steps: every node
        is entered, and all but the root return.

        >>> import plyglot
        >>> tree = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
        >>> tree.words(3)
        'Node 1.1 returns 3, the best for MIN so far: node 1 stands at 3.'
        """

def cases(game: "str | type[object]", count: "int" = 20, *, seed: "int" = 1, difficulty: "str" = "medium", visible: "int" = 0) -> Cases:
    """
    Makes cases that misreadings fail. ``game`` is the name of a game, or a class that is one. The same
    seed gives the same cases; ``difficulty`` is ``"easy"``, ``"medium"`` or ``"hard"``.

    >>> import plyglot
    >>> made = plyglot.cases("mancala", count=5, seed=1, difficulty="easy")
    >>> len(made), sorted(made[-1].files)
    (5, ['next_state.txt', 'traverse_log.txt'])
    """

def check(game: "type[object]", games: "int" = 20) -> None:
    """
    Checks the laws that every game keeps, at all positions of some random games. Raises `GameError` at
    the first that is broken, and says where; or whatever the class raises.

    A game is over exactly when no move is legal. One side's gain is the other's loss. The text of a
    position or of a move reads back as the same, and holds all there is. A move changes the position, but
    not the one that it was made in. The same question has the same answer.

    >>> import plyglot
    >>> class Endless(plyglot.Game):
    ...     def __init__(self, count=0):
    ...         self.count = count
    ...     def to_move(self):
    ...         return self.count % 2
    ...     def legal_moves(self):
    ...         return ["add", "wait"]
    ...     def play(self, move):
    ...         return Endless(self.count + (move == "add"))
    ...     def outcome(self):
    ...         return None
    >>> plyglot.check(Endless)
    Traceback (most recent call last):
        ...
    plyglot.errors.GameError: Endless breaks a law: wait changes nothing in
    count = 0
    """

def draw(position: "object") -> "str":
    """
    Draws a position of a game written in Python.
    """

def explain(text: "str", files: "str | bytes | dict[str, str | bytes] | dict[str, str] | dict[str, bytes]", *, game: "str | type[object] | None" = None, edition: "str | None" = None, level: "str" = "full", lenient: "bool" = False) -> Report:
    """
    Says where an answer first goes wrong, and why. `files` are the texts of what a program wrote, by
    their names, or the one text of the game's main file. `level` is `full`, `hint` or `off`; `lenient`
    passes over blanks at line ends and newlines at the end. `game` is a name, or a class that is a game
    of your own.

    >>> import plyglot
    >>> text = "3\\nMINIMAX\\nO\\n2\\n1 8 23\\n5 42 12\\n26 30 9\\nX..\\n...\\n...\\n"
    >>> report = plyglot.explain(text, "C2 Stake\\nX..\\n...\\n.O.\\n")
    >>> report.right, report.line, report.expected, report.found
    (False, 1, 'B3 Stake↵', 'C2 Stake↵')
    >>> report.misreadings[0].name
    'swapped'
    """

def games() -> list[GameInfo]:
    """
    All games.

    >>> import plyglot
    >>> [game.name for game in plyglot.games()]
    ['star-circle', 'checkers', 'stake-raid', 'mancala', 'capture-go']
    """

def read(text: "str", *, game: "str | None" = None) -> "Board":
    """
    The board of an `input.txt`, of whichever game it is.

    >>> import plyglot
    >>> plyglot.read("3\\nMINIMAX\\nO\\n2\\n1 8 23\\n5 42 12\\n26 30 9\\nX..\\n...\\n...\\n").turn
    'O'
    """

def run_command(arguments: SupportsGetItem[int, str], warden: SupportsGetItem[int, str]) -> int:
    """
    Runs a command of the command line, and returns its exit code. `arguments` begins with the name of
    the program; `warden` is the command that starts this program once more, to watch over others.
    """

def search(board: "Board | str | object", algorithm: "str", depth: "int", *, most: "int" = 2000000) -> Tree:
    """
    Searches by the book and keeps the tree. `algorithm` is `minimax` or `alphabeta`, `depth` counts
    turns. Instead of a board it takes a position of a game of your own, or a tree as
    the textbooks draw it, as nested brackets.

    >>> import plyglot
    >>> tree = plyglot.search(plyglot.checkers.Board(), "alphabeta", 4)
    >>> len(tree), tree.value, tree.line
    (158, 0, ['E f6 e5', 'E c3 d4', 'J e5 c3', 'J b2 d4'])
    >>> figure = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
    >>> [(node.move, node.value, node.is_cut, node.skipped) for node in figure[0].children]
    [('1', 3, False, []), ('2', 2, True, ['2', '3']), ('3', 2, True, [])]
    """

def solve(text: "str", *, game: "str | type[object] | None" = None, depth: "int | None" = None, edition: "str | None" = None, limit: "Limit | None" = None) -> Answer:
    """
    Solves an `input.txt`: the answer that the assignment asks for, to the byte. The game is recognised
    by the text unless it is named; `game` can also be a class that is a game of your own. `depth` looks
    so far ahead whatever the input says; `edition` names an older edition of an assignment; `limit`
    bounds an agent that would play against the clock.

    >>> import plyglot
    >>> answer = plyglot.solve("3\\nMINIMAX\\nO\\n2\\n1 8 23\\n5 42 12\\n26 30 9\\nX..\\n...\\n...\\n")
    >>> answer.game, answer.move
    ('stake-raid', 'B3 Stake')
    >>> print(answer.files["output.txt"], end="")
    B3 Stake
    X..
    ...
    .O.
    >>> plyglot.solve("3\\nMINIMAX\\nO\\n2\\n1 8 23\\n5 42\\n26 30 9\\nX..\\n...\\n...\\n")
    Traceback (most recent call last):
        ...
    plyglot.errors.InputError: 6:5: expected 3 values, found 2
    """
