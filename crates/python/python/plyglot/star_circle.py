"""Star and Circle: eight by eight squares, stars go up and circles go down."""

from plyglot._native import star_circle as _native

Board = _native.Board

__all__ = ["Board"]
