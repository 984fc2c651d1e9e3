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
``splits``           training and test levels that cannot leak into each other
``envs``             environments of Gymnasium, single and vector (needs gymnasium)
``datasets``         questions in words with judged answers, as reasoning-gym has them
``bench``            a frozen benchmark with baselines
``mine``             levels in numbers, on this machine or on Ray (needs pyarrow)
===================  =====================================================================
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from . import _native, batch
from ._errors import LevelError
from ._native import __version__
from ._types import Game
from .level import Level, open
from .making import generate

if TYPE_CHECKING:
    from .mining import MineSpec, mine

__all__ = [
    "MineSpec",
    "Level",
    "LevelError",
    "__version__",
    "batch",
    "games",
    "generate",
    "mine",
    "open",
]


def games() -> list[Game]:
    """The games: tiers, knobs, metrics, packs, and every code they can report."""
    listed: list[Game] = json.loads(_native.games())["games"]
    return listed


def __getattr__(name: str) -> Any:
    """What needs packages of others is loaded when it is first asked for."""
    if name in ("mine", "MineSpec"):
        from . import mining

        return getattr(mining, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
