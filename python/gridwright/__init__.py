"""Grid puzzles with rules, a referee and proved optima.

>>> import gridwright
>>> level = gridwright.open("lights-off/7")
>>> answer = level.solve()
>>> answer["optimal"], level.verify(answer["solution"])["ok"]
(True, True)

===================  =====================================================================
``open``             a level from a document, a path, an address or a code
``generate``         new levels with proved solutions
``batch``            many levels in one call, over all cores
===================  =====================================================================
"""

from __future__ import annotations

import json

from . import _native, batch
from ._errors import LevelError
from ._native import __version__
from ._types import Game
from .level import Level, open
from .making import generate

__all__ = ["Level", "LevelError", "__version__", "batch", "games", "generate", "open"]


def games() -> list[Game]:
    """The games: tiers, knobs, metrics, packs, and every code they can report."""
    listed: list[Game] = json.loads(_native.games())["games"]
    return listed
