"""Environments of Gymnasium: one id for each game, and one environment for many levels at once.

Importing ``gridwright.envs`` registers them; ``gymnasium.make("gridwright.envs:Gridwright/LightsOff-v0")``
does both. The ids are made from the titles of the games.
"""

from __future__ import annotations

import gymnasium

from .. import games
from .single import GridEnv
from .vector import GridVectorEnv

__all__ = ["GridEnv", "GridVectorEnv", "env_id", "register"]


def env_id(game: str) -> str:
    """The id of a game's environment, such as ``Gridwright/LightsOff-v0``."""
    title = next(facts["title"] for facts in games() if facts["game"] == game)
    return f"Gridwright/{title.replace(' ', '')}-v0"


def register() -> None:
    """Tells Gymnasium about the environments; doing it twice does no harm."""
    for facts in games():
        name = env_id(facts["game"])
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="gridwright.envs.single:GridEnv",
                vector_entry_point="gridwright.envs.vector:GridVectorEnv",
                kwargs={"game": facts["game"]},
            )


register()
