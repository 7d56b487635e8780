"""Five board games with one search core."""

from plyglot._native import games, check, GameError, make_cases as cases, python_search, python_explain
from plyglot.game import Game
