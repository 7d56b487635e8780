"""Mancala: seeds are sown, and whoever brings home more wins."""

from plyglot._native import mancala as _native

Board = _native.Board

__all__ = ["Board"]
