"""Stake and Raid: cells with values, to be taken one by one or by raids."""

from plyglot._native import stake_raid as _native

Board = _native.Board

__all__ = ["Board"]
