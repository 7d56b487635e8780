"""American checkers."""

from plyglot._native import checkers as _native

Board = _native.Board

__all__ = ["Board"]
