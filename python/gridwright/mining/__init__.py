"""Levels in numbers: many seeds, filtered, the best of each class kept, on one machine or on many.

``gridwright.mine(spec, seeds, out)`` works through shards of seeds. A shard is written under another
name and renamed when it is whole, so that a run that was killed goes on where it was, and a folder
never has half a file. What comes out follows from the spec and the seeds alone: one worker or a
hundred write the same bytes.
"""

from __future__ import annotations

from .run import Mined, mine
from .spec import MineSpec

__all__ = ["MineSpec", "Mined", "mine"]
