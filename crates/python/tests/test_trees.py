"""Trees: what the search saw, node by node."""

import xml.etree.ElementTree

import plyglot
import pytest

FIGURE = "((3 12 8) (2 4 6) (14 5 2))"


def by_the_book(node, alpha, beta, maximizes, visited):
    """Alpha-beta over nested lists, as the textbooks have it: its value, and the windows of all nodes."""
    visited.append((alpha, beta))
    if not isinstance(node, list):
        return node
    value = float("-inf") if maximizes else float("inf")
    for child in node:
        found = by_the_book(child, alpha, beta, not maximizes, visited)
        value = max(value, found) if maximizes else min(value, found)
        if (maximizes and value >= beta) or (not maximizes and value <= alpha):
            break
        if maximizes:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return value


@pytest.mark.parametrize("text", [FIGURE, "((14 5 2) (6 4 2) (12 8 3))", "(((3 5) (6 9)) ((1 2) (0 -1)))",
                                  "((4 6) ((5 8) (3 (2 9)) (7 1)) ((1 (3 0)) 5))", "7"])
def test_windows_are_those_of_the_textbook(text):
    lists = eval(text.replace("(", "[").replace(")", "]").replace(" ", ", "))
    visited = []
    value = by_the_book(lists, float("-inf"), float("inf"), True, visited)
    tree = plyglot.search(text, "alphabeta", 9)
    assert tree.value == value
    assert [(node.alpha, node.beta) for node in tree] == visited


@pytest.mark.parametrize("game", plyglot.games(), ids=lambda game: game.name)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_trees_hang_together(game, algorithm):
    board = game.board()
    tree = plyglot.search(board, algorithm, 2)
    nodes = tree.nodes
    assert len(nodes) == len(tree) and tree.root.parent is None and tree.root.move is None
    assert tree.root.size == len(tree) and tree[-1].index == len(tree) - 1
    assert tree.root.value == tree.value
    for node in nodes:
        children = node.children
        assert node.size == 1 + sum(child.size for child in children)
        assert all(child.parent.index == node.index and child.ply == node.ply + 1 for child in children)
        assert node.is_leaf == (not children)
        if children:
            best = max if node.maximizes else min
            assert node.value == best(child.value for child in children)
        assert algorithm == "alphabeta" or not (node.is_cut or node.skipped)
    assert [child.move for child in tree.root.children] == board.legal_moves
    again = board.copy()
    for move in tree.line:
        again.push(move)
    other = plyglot.search(board, "minimax", 2)
    assert other.value == tree.value and other.line[0] == tree.line[0] and len(other) >= len(tree)
    if algorithm == "minimax":
        assert len(tree) == 1 + sum(1 for _ in nodes[1:])


@pytest.mark.parametrize("algorithm", ["MINIMAX", "ALPHABETA"])
def test_as_many_nodes_as_the_answer_says(algorithm):
    text = open_example("star-circle").replace("ALPHABETA", algorithm).replace("MINIMAX", algorithm)
    answer = plyglot.solve(text, depth=4)
    tree = plyglot.search(plyglot.read(text), algorithm, 4)
    assert len(tree) == answer.nodes and tree.value == answer.value and tree.line[0] == answer.move


def open_example(game):
    import pathlib

    return (pathlib.Path(__file__).parents[3] / "examples" / game / "input.txt").read_text()


def test_drawings():
    tree = plyglot.search(FIGURE, "alphabeta", 2)
    for drawing in (tree.to_svg(), tree.to_svg(plies=1), tree._repr_svg_()):
        assert xml.etree.ElementTree.fromstring(drawing).tag.endswith("svg")
    assert tree.to_dot().count("->") == len(tree) - 1 + 1  # and what one cut left out
    assert 'label="2, 3"' in tree.to_dot()
    large = plyglot.search(plyglot.checkers.Board(), "minimax", 5)
    with pytest.raises(ValueError, match="plies"):
        large.to_svg()
    assert large.to_dot(plies=1).count("->") == 7
    assert len(large._repr_svg_()) < 100_000


def test_steps_in_words():
    tree = plyglot.search(FIGURE, "alphabeta", 2)
    assert tree.words(2 * len(tree) - 2).endswith("The search is done: node 1, worth 3 for MAX.")
    assert tree.log(0) == "root,0,-Infinity,-Infinity,Infinity"
    with pytest.raises(IndexError):
        tree.words(2 * len(tree) - 1)


def test_what_cannot_be_searched():
    board = plyglot.checkers.Board()
    with pytest.raises(ValueError, match="minimax or alphabeta"):
        plyglot.search(board, "negamax", 2)
    for depth in (0, 10**6):
        with pytest.raises(ValueError, match="depth is from 1"):
            plyglot.search(board, "minimax", depth)
    with pytest.raises(MemoryError, match="more than 100 nodes"):
        plyglot.search(board, "minimax", 4, most=100)
    with pytest.raises(plyglot.InputError):
        plyglot.search("((3 1", "minimax", 2)
    with pytest.raises(TypeError):
        plyglot.search(3, "minimax", 2)
    with pytest.raises(IndexError):
        plyglot.search(FIGURE, "minimax", 2)[99]
    with pytest.raises(IndexError):
        plyglot.search(FIGURE, "minimax", 2)[-99]
