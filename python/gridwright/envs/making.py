"""What single and vector environments share: which levels they play, and how they look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .. import _native
from ..level import Level
from ..making import generate

Grid = NDArray[np.uint8]

TEXT_CHARACTERS = "".join(chr(code) for code in range(32, 127)) + "\n"
"""What texts are made of: ASCII alone, so that every cell is as wide as every other."""


@dataclass(frozen=True)
class Maker:
    """Makes the levels of an environment, which all fit one frame.

    ``size`` is a shorthand for the knobs of columns and rows, a number for a square board; the
    names of those knobs are the game's own.
    """

    game: str
    tier: str | None = None
    size: int | tuple[int, int] | None = None
    time_limit: float | None = None
    knobs: dict[str, bool | int | str] = field(default_factory=dict)

    def settings(self) -> dict[str, Any]:
        """The knobs, those of the size included."""
        if self.size is None:
            return dict(self.knobs)
        columns, rows = (self.size, self.size) if isinstance(self.size, int) else self.size
        names = {knob["name"] for knob in _facts(self.game)["knobs"]}
        for pair in (("cols", "rows"), ("width", "height")):
            if names.issuperset(pair):
                return {pair[0]: columns, pair[1]: rows, **self.knobs}
        raise ValueError(f"boards of {self.game} have no size to choose; use its knobs")

    def frame(self) -> tuple[int, int, int]:
        """Columns, rows and number of actions."""
        chosen = [
            (name.replace("_", "-"), str(value).lower() if isinstance(value, bool) else str(value))
            for name, value in self.settings().items()
        ]
        return _native.frame(self.game, self.tier, chosen)

    def level(self, seed: int) -> Level:
        """The level of a seed."""
        made = generate(
            self.game, seed=seed, tier=self.tier, time_limit=self.time_limit, **self.settings()
        )
        return Level(made[0]["level"])

    def layers(self) -> list[str]:
        """The names of the layers of an observation."""
        return [name for name, _ in _native.layers(self.game)]

    def grid_space(self) -> spaces.Box:
        """Layers of small numbers, one for each cell."""
        columns, rows, _ = self.frame()
        return spaces.Box(0, 255, (len(self.layers()), rows, columns), np.uint8)


def text_space() -> spaces.Text:
    """Boards in characters."""
    return spaces.Text(max_length=1 << 16, min_length=0, charset=TEXT_CHARACTERS)


def _facts(game: str) -> dict[str, Any]:
    from .. import games

    for facts in games():
        if facts["game"] == game:
            return dict(facts)
    raise ValueError(f"no game is called {game!r}")
