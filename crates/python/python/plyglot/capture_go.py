"""Capture Go: the stones of Go, won by what is captured."""

from plyglot._native import capture_go as _native

Board = _native.Board

__all__ = ["Board"]
