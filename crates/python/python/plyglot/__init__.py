"""Five board games with one search core."""

from plyglot._native import games

__all__ = ["games"]
